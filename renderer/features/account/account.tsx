import { useId } from 'react';
import type { CurrencySummary } from '../../../shared/service/account.ts';
import { describeFailure } from '../../api/failure-text.ts';
import { useAccountState, useStaleAccountMs } from '../../stores/account-state.ts';
import { showRiskOf } from '../../stores/risk-store.ts';
import { showWorkspace } from '../../stores/workspace/workspace-store.ts';
import { Explained } from '../../ui/explained.tsx';
import { Meter } from '../../ui/controls/meter.tsx';
import { AccountAge, AccountNote } from '../../ui/account-notes.tsx';
import { OneStop } from '../../ui/controls/one-stop.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type AccountField, describeFunds, describeMargins, describeRisk } from './account-fields.ts';
import { CurrencyTabs } from './currency-tabs.tsx';
import { chooseCurrency, useFollowedCurrency } from './followed-currency.ts';
import './account.css';

/** The account's margins and greeks, in the currency of the selected instrument unless one is pinned. */
export function AccountPanel() {
  const { snapshot, isRead, unreadable, failure } = useAccountState();
  const staleMs = useStaleAccountMs();
  const panelId = useId();
  const { pinned, followed, pin } = useFollowedCurrency();
  const summaries = snapshot?.summaries ?? [];
  const currencies = summaries.map(({ currency }) => currency);
  const shown = chooseCurrency(currencies, pinned, followed);
  const summary = summaries.find(({ currency }) => currency === shown) ?? null;
  const isPinned = summary !== null && summary.currency === pinned;
  return (
    <Panel
      label="Account"
      title="Account"
      tools={
        summary === null ? null : (
          <>
            <button type="button" className="button" onClick={() => openInFull(summary.currency)}>
              All fields
            </button>
            <CurrencyTabs
              panelId={panelId}
              items={currencies}
              shown={summary.currency}
              isPinned={isPinned}
              onChoose={(currency) => pin(isPinned && currency === pinned ? null : currency)}
            />
          </>
        )
      }
    >
      <div
        className="panel-body account-body"
        id={panelId}
        role={summary === null ? undefined : 'tabpanel'}
        aria-label="Account"
      >
        {/* Not in the bar, where the currencies need the room. */}
        {staleMs === null ? null : (
          <p className="account-stale">
            <AccountAge staleMs={staleMs} />
          </p>
        )}
        <AccountNote
          isRead={isRead}
          hasSummaries={summary !== null}
          unreadable={unreadable}
          failure={failure === null ? null : describeFailure(failure)}
        />
        {summary === null ? null : <Summary summary={summary} />}
      </div>
    </Panel>
  );
}

/** Everything of a currency is in the workspace about risk. */
function openInFull(currency: string): void {
  showRiskOf(currency);
  showWorkspace('risk');
}

function Summary({ summary }: { summary: CurrencySummary }) {
  return (
    <OneStop className="account">
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
    </OneStop>
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
