import { useId } from 'react';
import { describeFailure, readFailure } from '../../api/failure-text.ts';
import { useAccount } from '../../api/queries.ts';
import { showRiskOf, useRiskCurrency } from '../../stores/risk-store.ts';
import { Note, Panel } from '../../ui/panel.tsx';
import { AccountAge } from './account.tsx';
import { AccountSections } from './account-sections.tsx';
import { CurrencyTabs } from './currency-tabs.tsx';
import { Overview } from './overview.tsx';

const OVERVIEW = 'All';

/** Every field of the account: one currency at a time, or all side by side. */
export function AccountFull() {
  const { data, error } = useAccount();
  const chosen = useRiskCurrency();
  const panelId = useId();
  const snapshot = data?.snapshot ?? null;
  const summaries = snapshot?.summaries ?? [];
  const summary = chosen === OVERVIEW ? null : (summaries.find(({ currency }) => currency === chosen) ?? summaries[0]);
  const failure = snapshot?.failure ?? (error === null ? null : readFailure(error));
  return (
    <Panel
      label="Account in full"
      title="Account"
      tools={
        <>
          {data === undefined ? null : <AccountAge account={data} />}
          {summaries.length === 0 ? null : (
            <CurrencyTabs
              panelId={panelId}
              items={[...summaries.map(({ currency }) => currency), OVERVIEW]}
              shown={summary?.currency ?? OVERVIEW}
              onChoose={showRiskOf}
            />
          )}
        </>
      }
    >
      <div
        className="panel-body account-full"
        id={panelId}
        role={summaries.length === 0 ? undefined : 'tabpanel'}
        aria-label="Account in full"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keyboard
        tabIndex={0}
      >
        {failure === null ? null : (
          <Note title={summaries.length === 0 ? 'The account could not be read' : 'The last reading failed'} tone="bad">
            {describeFailure(failure)}
          </Note>
        )}
        {summaries.length === 0 ? (
          failure === null && (
            <Note title={snapshot?.age_ms == null ? 'Reading the account…' : 'The account holds no currency'} />
          )
        ) : summary == null ? (
          <Overview summaries={summaries} />
        ) : (
          <AccountSections summary={summary} account={snapshot?.account ?? null} />
        )}
      </div>
    </Panel>
  );
}
