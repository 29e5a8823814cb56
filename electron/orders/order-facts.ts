import { IpcFailure } from '../../shared/ipc/error.ts';
import type { OrderDraft } from '../../shared/orders/draft.ts';
import type { OrderFacts, OrderGuards } from '../../shared/orders/facts.ts';
import type { Issue } from '../../shared/orders/issue.ts';
import type { Account } from '../account/account.ts';
import type { Catalog } from '../market/catalog.ts';
import type { KnownInstrument } from '../market/known-instruments.ts';
import type { Quotes } from '../market/quotes.ts';
import { lookUpCurrency } from './currency.ts';
import type { DeskFacts } from './desk-interface.ts';

export interface OrderFactsOptions {
  readonly catalog: Pick<Catalog, 'get' | 'peek'>;
  readonly quotes: Pick<Quotes, 'latest' | 'fetch'>;
  readonly accounts: Pick<Account, 'feesOf' | 'isMmpEnabled' | 'heldDelta' | 'selfTradeMode' | 'isSelfTradeExtended'>;
  readonly whyBlocked: () => Issue | null;
  readonly guards: () => OrderGuards;
}

/**
 * Gathers market, account and profile facts for the rules, reading what is missing. Rejects when an unknown instrument
 * can't be asked for.
 */
export function createOrderFacts({ catalog, quotes, accounts, whyBlocked, guards }: OrderFactsOptions) {
  /**
   * Metadata; an old reading is used when a new one fails. Null when the instrument doesn't exist; throws when an
   * unknown one isn't answered.
   */
  async function readInstrument(name: string): Promise<KnownInstrument | null> {
    try {
      return await catalog.get(name);
    } catch (error) {
      if (error instanceof IpcFailure && error.detail.code === 'NotFound') return null;
      const before = catalog.peek(name);
      if (before !== null) return before;
      throw error;
    }
  }

  return async ({ instrument_name: name }: OrderDraft): Promise<Omit<OrderFacts, DeskFacts>> => {
    const known = isName(name) ? await readInstrument(name) : null;
    const newest = quotes.latest(name) ?? (known === null ? null : await quotes.fetch(name));
    const currency = lookUpCurrency(known?.instrument ?? null, name);
    return {
      instrument: known?.instrument ?? null,
      // Its market may have been asked for since.
      instrumentAgeMs: catalog.peek(name)?.ageMs ?? known?.ageMs ?? 0,
      lookUpCurrency: currency,
      ticker: newest?.ticker ?? null,
      tickerAgeMs: newest?.ageMs ?? 0,
      isTickerStale: newest?.isStale ?? false,
      tradingBlocked: whyBlocked(),
      fees: accounts.feesOf(currency),
      isMmpEnabled: accounts.isMmpEnabled(),
      heldDelta: known === null ? null : accounts.heldDelta(known.instrument),
      selfTradeMode: accounts.selfTradeMode(),
      isSelfTradeExtended: accounts.isSelfTradeExtended(),
      guards: guards(),
    };
  };
}

function isName(text: string): boolean {
  return text !== '' && text.length <= 128;
}
