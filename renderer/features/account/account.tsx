import { useId, useState } from 'react';
import type { CurrencySummary } from '../../../shared/service/account.ts';
import { describeFailure, readFailure } from '../../api/failure-text.ts';
import { type ReceivedAccount, useAccount } from '../../api/queries.ts';
import { useNow } from '../../stores/now.ts';
import { showRiskOf } from '../../stores/risk-store.ts';
import { useSession } from '../../stores/session-store.ts';
import { showWorkspace } from '../../stores/workspace-store.ts';
import { Explained } from '../../ui/explained.tsx';
import { formatAge } from '../../ui/format.ts';
import { Meter } from '../../ui/meter.tsx';
import { Note, Panel } from '../../ui/panel.tsx';
import { type AccountField, describeFunds, describeMargins, describeRisk } from './account-fields.ts';
import { CurrencyTabs } from './currency-tabs.tsx';
import './account.css';

/** Older than this, the numbers are marked: a few polls must have failed. */
const STALE_AFTER_MS = 10_000;

/** The account's margins and greeks, one currency at a time. */
export function AccountPanel() {
  const account = useAccount();
  const panelId = useId();
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
            <>
              <button type="button" className="button" onClick={() => openInFull(summary.currency)}>
                All fields
              </button>
              <CurrencyTabs
                panelId={panelId}
                items={summaries.map(({ currency }) => currency)}
                shown={summary.currency}
                onChoose={setChosen}
              />
            </>
          )}
        </>
      }
    >
      <div
        className="panel-body account-body"
        id={panelId}
        role={summary === null ? undefined : 'tabpanel'}
        aria-label="Account"
      >
        <AccountContent account={account.data ?? null} error={account.error} summary={summary} />
      </div>
    </Panel>
  );
}

/** Says how old the numbers are once they are too old. */
export function AccountAge({ account }: { account: ReceivedAccount }) {
  const nowMs = useNow();
  const isLost = useSession((state) => state.link === 'lost');
  const { age_ms, failure } = account.snapshot;
  if (age_ms === null) return null;
  const ageMs = age_ms + Math.max(0, nowMs - account.receivedAtMs);
  const isOld = isLost || failure !== null || ageMs > STALE_AFTER_MS;
  return <span className={isOld ? 'warn-text' : ''}>{isOld ? `stale, ${formatAge(ageMs)} old` : ''}</span>;
}

/** Everything of a currency is in the workspace about risk. */
function openInFull(currency: string): void {
  showRiskOf(currency);
  showWorkspace('risk');
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
