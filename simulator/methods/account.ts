import { ok, type Result } from '../../shared/result.ts';
import { INSTRUMENT_KINDS } from '../../shared/service/instrument.ts';
import { ACCOUNT_CURRENCIES, ORDER_CURRENCIES } from '../../shared/service/methods.ts';
import { accountFields } from '../account/account-fields.ts';
import { CURRENCIES, type Account } from '../account/account.ts';
import { emptyPosition } from '../account/position.ts';
import { positionRecord } from '../account/position-record.ts';
import { currencySummaries } from '../account/summary.ts';
import { flag, instrumentName, oneOf, optional, required, wholeNumber } from '../http/params.ts';
import { belongsTo, hasPositions } from '../market/instrument.ts';
import { refuse, refuseParam, type Refusal } from '../refusal.ts';
import type { World } from '../world.ts';
import { defineMethod } from './method.ts';
import { writeAccount } from './written.ts';

const UNAVAILABLE_IN_SUBACCOUNT = 13_012;

/** The parameter that names another account of the owner by its user id. */
export const subaccountId = optional(wholeNumber(1, Number.MAX_SAFE_INTEGER));

/** The account that is asked about: the caller's, or from the main account (and no other) one of its subaccounts. */
export function accountOf({ account, exchange }: World, id: number | undefined): Result<Account, Refusal> {
  if (id === undefined) return ok(account);
  if (account.profile.type !== 'main') return refuse(UNAVAILABLE_IN_SUBACCOUNT);
  const found = exchange.accounts.find((known) => known.id === id);
  return found === undefined ? refuseParam('subaccount_id', 'subaccount not found') : ok(found);
}

/** `private/get_account_summary`: account fields, when extended, merged with one currency's. */
export const getAccountSummary = defineMethod(
  'private/get_account_summary',
  {
    currency: required(oneOf(ACCOUNT_CURRENCIES, 'invalid currency')),
    subaccount_id: subaccountId,
    extended: optional(flag),
  },
  (world, { currency, subaccount_id: id, extended = false }) => {
    const account = accountOf(world, id);
    if (!account.ok) return account;
    return ok(
      writeAccount(world, account.value, extended ? `extended ${currency}` : currency, (settings) => {
        const [summary] = currencySummaries(world.exchange, account.value, [currency], { ...settings, extended });
        return extended ? Object.assign(accountFields(account.value), summary) : summary;
      }),
    );
  },
);

/** `private/get_account_summaries`: every currency the account holds. */
export const getAccountSummaries = defineMethod(
  'private/get_account_summaries',
  { subaccount_id: subaccountId, extended: optional(flag) },
  (world, { subaccount_id: id, extended = false }) => {
    const account = accountOf(world, id);
    if (!account.ok) return account;
    return ok(
      writeAccount(world, account.value, extended ? 'extended' : '', (settings) => {
        const summaries = currencySummaries(world.exchange, account.value, CURRENCIES, { ...settings, extended });
        return extended ? { ...accountFields(account.value), summaries } : { summaries };
      }),
    );
  },
);

/** `private/get_subaccounts`: an extension, without portfolios; a subaccount is told of none but itself. */
export const getSubaccounts = defineMethod(
  'private/get_subaccounts',
  { with_portfolio: optional(flag) },
  ({ account, exchange }) =>
    ok(
      (account.profile.type === 'main' ? exchange.accounts : [account]).map(({ id, profile, marginModel }) => ({
        id,
        username: profile.username,
        type: profile.type,
        email: profile.email,
        login_enabled: profile.type === 'main',
        margin_model: marginModel,
      })),
    ),
);

/** `private/get_positions`: an extension; those closed since the last settlement are there with a size of zero. */
export const getPositions = defineMethod(
  'private/get_positions',
  {
    currency: optional(oneOf([...ORDER_CURRENCIES, 'any'], 'invalid currency')),
    kind: optional(oneOf(INSTRUMENT_KINDS)),
    subaccount_id: subaccountId,
  },
  (world, { currency = 'any', kind, subaccount_id: id }) => {
    const account = accountOf(world, id);
    if (!account.ok) return account;
    const found = [...account.value.positions.values()].filter(
      ({ instrument }) =>
        (currency === 'any' || belongsTo(instrument, currency)) && (kind === undefined || instrument.kind === kind),
    );
    return ok(found.map((position) => positionRecord(world.exchange, account.value, position)));
  },
);

/** `private/get_position`: an extension. Without a position its size is zero; spot and combos have none. */
export const getPosition = defineMethod(
  'private/get_position',
  { instrument_name: required(instrumentName) },
  ({ exchange, account }, { instrument_name: name }) => {
    const instrument = exchange.venue(name)?.instrument;
    if (instrument === undefined) return refuseParam('instrument_name', 'instrument not found');
    if (!hasPositions(instrument)) return refuseParam('instrument_name', 'has no positions');
    const position = account.positions.get(instrument) ?? emptyPosition(instrument);
    return ok(positionRecord(exchange, account, position));
  },
);
