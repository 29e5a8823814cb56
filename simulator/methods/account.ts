import { ok } from '../../shared/result.ts';
import { ACCOUNT_CURRENCIES } from '../../shared/service/methods.ts';
import { CURRENCIES } from '../account/account.ts';
import { accountFields, currencySummary } from '../account/summary.ts';
import { flag, oneOf, optional, required, wholeNumber } from '../http/params.ts';
import { refuseParam } from '../refusal.ts';
import type { World } from '../world.ts';
import { defineMethod } from './method.ts';

const subaccountId = optional(wholeNumber(1, Number.MAX_SAFE_INTEGER));

/** Only the main account exists: its own id is the one that may be asked for. */
function isOwn(world: World, id: number | undefined): boolean {
  return id === undefined || id === world.account.id;
}

/** `private/get_account_summary`: account fields, when extended, merged with one currency's. */
export const getAccountSummary = defineMethod(
  'private/get_account_summary',
  {
    currency: required(oneOf(ACCOUNT_CURRENCIES, 'invalid currency')),
    subaccount_id: subaccountId,
    extended: optional(flag),
  },
  (world, params) => {
    if (!isOwn(world, params.subaccount_id)) return refuseParam('subaccount_id', 'subaccount not found');
    const extended = params.extended ?? false;
    const summary = currencySummary(world.exchange, world.account, params.currency, extended);
    return ok(extended ? { ...accountFields(world.account), ...summary } : summary);
  },
);

/** `private/get_account_summaries`: every currency the account holds. */
export const getAccountSummaries = defineMethod(
  'private/get_account_summaries',
  { subaccount_id: subaccountId, extended: optional(flag) },
  (world, params) => {
    if (!isOwn(world, params.subaccount_id)) return refuseParam('subaccount_id', 'subaccount not found');
    const extended = params.extended ?? false;
    const summaries = CURRENCIES.map((currency) => currencySummary(world.exchange, world.account, currency, extended));
    return ok(extended ? { ...accountFields(world.account), summaries } : { summaries });
  },
);
