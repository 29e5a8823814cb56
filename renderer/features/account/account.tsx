import { useState } from 'react';
import type { CurrencySummary } from '../../../shared/service/account.ts';
import { describeFailure, readFailure } from '../../api/failure-text.ts';
import { type ReceivedAccount, useAccount } from '../../api/queries.ts';
import { useNow } from '../../stores/now.ts';
import { useSession } from '../../stores/session-store.ts';
import { Explained } from '../../ui/explained.tsx';
import { formatAge } from '../../ui/format.ts';
import { Meter } from '../../ui/meter.tsx';
import { Note, Panel } from '../../ui/panel.tsx';
import { type AccountField, describeFunds, describeMargins, describeRisk } from './account-fields.ts';
import './account.css';

/** Older than this, the numbers are marked: a few polls must have failed. */
const STALE_AFTER_MS = 10_000;

/** The account's margins and greeks, one currency at a time. */
export function AccountPanel() {
  const account = useAccount();
  const [chosen, setChosen] = useState<string | null>(null);
  const summaries = account.data?.snapshot.summaries ?? [];
  const summary = summaries.find((item) => item.currency === chosen) ?? summaries[0] ?? null;
  return (
    <Panel
      label="Account"
      title="Account"
      tools={
        <>
          {account.data === undefined ? null : <AccountAge account={account.data} />}
          {summary === null ? null : (
            <CurrencyTabs summaries={summaries} shown={summary.currency} onChoose={setChosen} />
          )}
        </>
      }
    >
      <div
        className="panel-body account-body"
        id="account-panel"
        role={summary === null ? undefined : 'tabpanel'}
        aria-label="Account"
      >
        <AccountContent account={account.data ?? null} error={account.error} summary={summary} />
      </div>
    </Panel>
  );
}

interface TabsProps {
  readonly summaries: readonly CurrencySummary[];
  readonly shown: string;
  readonly onChoose: (currency: string) => void;
}

function CurrencyTabs({ summaries, shown, onChoose }: TabsProps) {
  function move(step: number): void {
    const index = summaries.findIndex((item) => item.currency === shown);
    const next = summaries[(index + step + summaries.length) % summaries.length];
    if (next === undefined) return;
    onChoose(next.currency);
    document.getElementById(`account-tab-${next.currency}`)?.focus();
  }
  return (
    <div
      role="tablist"
      aria-label="Account currency"
      className="panel-tabs"
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') move(1);
        if (event.key === 'ArrowLeft') move(-1);
      }}
    >
      {summaries.map(({ currency }) => (
        <button
          key={currency}
          id={`account-tab-${currency}`}
          type="button"
          role="tab"
          className="panel-tab"
          aria-selected={currency === shown}
          aria-controls="account-panel"
          tabIndex={currency === shown ? 0 : -1}
          onClick={() => onChoose(currency)}
        >
          {currency}
        </button>
      ))}
    </div>
  );
}

function AccountAge({ account }: { account: ReceivedAccount }) {
  const nowMs = useNow();
  const isLost = useSession((state) => state.link === 'lost');
  const { age_ms, failure } = account.snapshot;
  if (age_ms === null) return null;
  const ageMs = age_ms + Math.max(0, nowMs - account.receivedAtMs);
  const isOld = isLost || failure !== null || ageMs > STALE_AFTER_MS;
  return <span className={isOld ? 'warn-text' : ''}>{isOld ? `stale, ${formatAge(ageMs)} old` : ''}</span>;
}

interface ContentProps {
  readonly account: ReceivedAccount | null;
  readonly error: Error | null;
  readonly summary: CurrencySummary | null;
}

function AccountContent({ account, error, summary }: ContentProps) {
  if (account === null) {
    if (error === null) return <Note title="Reading the account…" />;
    return (
      <Note title="The account could not be read" tone="bad">
        {describeFailure(readFailure(error))}
      </Note>
    );
  }
  const { failure, age_ms } = account.snapshot;
  return (
    <>
      {failure === null ? null : (
        <Note title={age_ms === null ? 'The account could not be read' : 'The last reading failed'} tone="bad">
          {describeFailure(failure)}
        </Note>
      )}
      {summary === null ? (
        failure === null && <Note title={age_ms === null ? 'Reading the account…' : 'The account holds no currency'} />
      ) : (
        <Summary summary={summary} />
      )}
    </>
  );
}

function Summary({ summary }: { summary: CurrencySummary }) {
  return (
    <div className="account">
      <Fields fields={describeFunds(summary)} />
      <div className="account-margins">
        {describeMargins(summary).map((margin, index) => (
          <div key={margin.name} className="margin">
            <span>
              {margin.name} <span className="number">{margin.text}</span>
            </span>
            <Meter
              label={margin.name}
              text={`${margin.text} of the margin balance`}
              fraction={margin.fraction ?? 0}
              tone={index === 0 ? 'accent' : 'attention'}
            />
          </div>
        ))}
      </div>
      <Fields fields={describeRisk(summary)} className="account-risk" />
    </div>
  );
}

function Fields({ fields, className }: { fields: readonly AccountField[]; className?: string }) {
  return (
    <dl className={`fields number ${className ?? ''}`}>
      {fields.map((field) => (
        <div key={field.name} className="field-pair">
          <dt>
            {field.explanation === undefined ? (
              field.name
            ) : (
              <Explained explanation={field.explanation}>{field.name}</Explained>
            )}
          </dt>
          <dd className={field.tone}>{field.text}</dd>
        </div>
      ))}
    </dl>
  );
}
