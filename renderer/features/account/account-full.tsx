import { describeFailure } from '../../api/failure-text.ts';
import { useAccountState, useStaleAccountMs } from '../../stores/account-state.ts';
import { showRiskOf, useRiskCurrency } from '../../stores/risk-store.ts';
import { AccountAge, AccountNote } from '../../ui/account-notes.tsx';
import { Panel } from '../../ui/panel.tsx';
import { AccountSections } from './account-sections.tsx';
import { CurrencyTabs } from './currency-tabs.tsx';
import { Overview } from './overview.tsx';

const OVERVIEW = 'All';
const PANEL_ID = 'account-full-panel';

/** Every field of the account: one currency at a time, or all side by side. */
export function AccountFull() {
  const { snapshot, isRead, failure } = useAccountState();
  const staleMs = useStaleAccountMs();
  const chosen = useRiskCurrency();
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
              panelId={PANEL_ID}
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
        id={PANEL_ID}
        role={summaries.length === 0 ? undefined : 'tabpanel'}
        aria-label="Account in full"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keyboard
        tabIndex={0}
      >
        <AccountNote
          isRead={isRead}
          hasSummaries={summaries.length > 0}
          failure={failure === null ? null : describeFailure(failure)}
        />
        {summaries.length === 0 ? null : summary == null ? (
          <Overview summaries={summaries} />
        ) : (
          <AccountSections summary={summary} account={snapshot?.account ?? null} />
        )}
      </div>
    </Panel>
  );
}
