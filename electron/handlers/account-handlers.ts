import type { Handlers } from '../../shared/ipc/contract.ts';
import type { Account } from '../account/account.ts';
import type { ReadPosition } from '../account/position.ts';
import type { RiskHistory } from '../account/history.ts';
import type { Alerts } from '../alerts/alerts.ts';

type AccountChannel = 'account.read' | 'account.follow' | 'account.history' | 'account.held' | 'alerts.save';

/** Answers what a window asks about the account, and keeps the alerts. */
export function createAccountHandlers(
  accounts: Account,
  risk: RiskHistory,
  readPosition: ReadPosition,
  alerts: Alerts,
): Pick<Handlers, AccountChannel> {
  return {
    'account.read': async () => accounts.snapshot(),
    'account.follow': async ({ subaccount_ids }) => {
      accounts.follow(subaccount_ids);
      return null;
    },
    'account.history': risk.read,
    'account.held': ({ instrument_name }) => readPosition(instrument_name),
    'alerts.save': async ({ rules }) => {
      alerts.save(rules);
      return null;
    },
  };
}
