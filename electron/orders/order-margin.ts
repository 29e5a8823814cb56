import { type DecimalString, parseDecimal } from '../../shared/decimal.ts';
import { IpcFailure } from '../../shared/ipc/error.ts';
import type { OrderMargin } from '../../shared/ipc/schemas/margin-schema.ts';
import type { OrderDraft } from '../../shared/orders/draft.ts';
import { isInverse } from '../../shared/orders/facts.ts';
import { ORDER_TYPE_TRAITS } from '../../shared/orders/order-types.ts';
import { readSize } from '../../shared/orders/rules/size.ts';
import { givenCurrency, type Side, touchOf } from '../../shared/orders/side.ts';
import { isNotOffered } from '../../shared/service/error-codes.ts';
import type { Instrument } from '../../shared/service/instrument.ts';
import type { Ticker } from '../../shared/service/ticker.ts';
import type { Account } from '../account/account.ts';
import { toIpcError } from '../ipc/call-error.ts';
import type { Catalog } from '../market/catalog.ts';
import type { Quotes } from '../market/quotes.ts';
import type { ServiceClient } from '../service/client-interface.ts';

export interface OrderMarginOptions {
  readonly client: ServiceClient;
  readonly catalog: Pick<Catalog, 'peek'>;
  readonly quotes: Pick<Quotes, 'latest'>;
  readonly accounts: Pick<Account, 'snapshot'>;
}

const NOT_ASKED: OrderMargin = { state: 'not_asked' };

/**
 * Asks the service for an order's margin; no figure where it lacks the method. Its formulas changed more than once
 * (facts, section 10).
 */
export function createOrderMargin({ client, catalog, quotes, accounts }: OrderMarginOptions) {
  let isOffered = true;

  return async (draft: OrderDraft): Promise<OrderMargin> => {
    if (!isOffered) return { state: 'not_offered' };
    const instrument = catalog.peek(draft.instrument_name)?.instrument ?? null;
    const ticker = quotes.latest(draft.instrument_name)?.ticker ?? null;
    // What only reduces a position binds nothing.
    if (instrument === null || ticker === null || draft.reduce_only) return NOT_ASKED;
    const amount = readSize(draft, instrument);
    const price = priceOf(draft, ticker);
    if (amount === null || price === null) return NOT_ASKED;
    const params = { instrument_name: instrument.instrument_name, amount, price };
    const result = await client.callExtension('private/get_margins', params);
    if (result.ok) {
      const currency = marginCurrency(draft.direction, instrument);
      return { state: 'known', initial: result.value.value[draft.direction], currency, available: fundsOf(currency) };
    }
    const { error } = result;
    if (error.kind === 'service_error' && isNotOffered(error.code)) isOffered = false;
    if (!isOffered) return { state: 'not_offered' };
    throw new IpcFailure(toIpcError(error));
  };

  /**
   * With cross collateral those of every currency, counted in this one (contract, `cross_collateral_enabled`). Null where
   * they are not known now.
   */
  function fundsOf(currency: string): DecimalString | null {
    const { summaries, failure } = accounts.snapshot();
    if (failure !== null) return null;
    return summaries.find((found) => found.currency === currency)?.available_funds ?? null;
  }
}

/** The price it will be held against: its own in the quote, else what it would trade at now. */
function priceOf(draft: OrderDraft, ticker: Ticker): DecimalString | null {
  const own = ORDER_TYPE_TRAITS[draft.type].hasPrice && draft.advanced === null ? parseDecimal(draft.price) : null;
  return own ?? touchOf(draft.direction, ticker)?.price ?? ticker.mark_price ?? null;
}

/** What its margin is counted in: of spot, what is given away. */
function marginCurrency(side: Side, instrument: Instrument): string {
  if (instrument.kind === 'spot') return givenCurrency(side, instrument);
  return (
    instrument.settlement_currency ?? (isInverse(instrument) ? instrument.base_currency : instrument.quote_currency)
  );
}
