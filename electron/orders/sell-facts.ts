import { IpcFailure } from '../../shared/ipc/error.ts';
import type { SellDraft } from '../../shared/orders/draft.ts';
import type { SellFacts, SellGuards } from '../../shared/orders/facts.ts';
import type { Issue } from '../../shared/orders/issue.ts';
import type { Account } from '../account/account.ts';
import type { Catalog } from '../market/catalog.ts';
import type { Quotes } from '../market/quotes.ts';
import { lookUpCurrency } from './currency.ts';
import type { DeskFacts } from './desk.ts';

export interface SellFactsOptions {
  readonly catalog: Pick<Catalog, 'get'>;
  readonly quotes: Pick<Quotes, 'latest' | 'fetch'>;
  readonly accounts: Pick<Account, 'feesOf'>;
  readonly whyBlocked: () => Issue | null;
  readonly guards: () => SellGuards;
}

/**
 * Gathers what the rules need of the market, the account and the profile; metadata and a ticker are asked for when they
 * aren't at hand. Rejects when the service can't be asked for an instrument that isn't known.
 */
export function createSellFacts({ catalog, quotes, accounts, whyBlocked, guards }: SellFactsOptions) {
  return async ({ instrument_name: name }: SellDraft): Promise<Omit<SellFacts, DeskFacts>> => {
    const known = isName(name) ? await catalog.get(name).catch(onlyNotFound) : null;
    const newest = quotes.latest(name) ?? (known === null ? null : await quotes.fetch(name));
    const currency = lookUpCurrency(known?.instrument ?? null, name);
    return {
      instrument: known?.instrument ?? null,
      instrumentAgeMs: known?.ageMs ?? 0,
      lookUpCurrency: currency,
      ticker: newest?.ticker ?? null,
      tickerAgeMs: newest?.ageMs ?? 0,
      isTickerStale: newest?.isStale ?? false,
      sellingBlocked: whyBlocked(),
      fees: accounts.feesOf(currency),
      guards: guards(),
    };
  };
}

/** An instrument that does not exist is a finding of the rules; a service that does not answer is a failure. */
function onlyNotFound(error: unknown): null {
  if (error instanceof IpcFailure && error.detail.code === 'NotFound') return null;
  throw error;
}

function isName(text: string): boolean {
  return text !== '' && text.length <= 128;
}
