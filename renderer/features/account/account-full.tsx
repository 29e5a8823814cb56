import { useId } from 'react';
import { describeFailure } from '../../api/failure-text.ts';
import { useAccountState, useStaleAccountMs } from '../../stores/account-state.ts';
import { showRiskOf, useRiskCurrency } from '../../stores/risk-store.ts';
import { AccountAge, AccountNote } from '../../ui/account-notes.tsx';
import { OneStop } from '../../ui/controls/one-stop.tsx';
import { Panel } from '../../ui/panel.tsx';
import { AccountSections } from './account-sections.tsx';
import { CurrencyTabs } from './currency-tabs.tsx';
import { Overview } from './overview.tsx';

const OVERVIEW = 'All';

/** Every field of the account, one currency or all side by side. */
export function AccountFull() {
  const { snapshot, isRead, unreadable, failure } = useAccountState();
  const staleMs = useStaleAccountMs();
  const chosen = useRiskCurrency();
  const panelId = useId();
  const summaries = snapshot?.summaries ?? [];
  const summary = chosen === OVERVIEW ? null : (summaries.find(({ currency }) => currency === chosen) ?? summaries[0]);
  return (
    <Panel
      label="Account in full"
      title="Account"
      tools={
        <>
          <AccountAge staleMs={staleMs} />
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
        <AccountNote
          isRead={isRead}
          hasSummaries={summaries.length > 0}
          unreadable={unreadable}
          failure={failure === null ? null : describeFailure(failure)}
        />
        <OneStop className="account-words">
          {summaries.length === 0 ? null : summary == null ? (
            <Overview summaries={summaries} />
          ) : (
            <AccountSections summary={summary} account={snapshot?.account ?? null} />
          )}
        </OneStop>
      </div>
    </Panel>
  );
}
