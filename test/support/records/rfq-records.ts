import { blockRfqTradesPageSchema, type BlockRfqTrade } from '../../../shared/service/block-rfq.ts';
import { NO_EXPIRY_MS, type Instrument, instrumentSchema } from '../../../shared/service/instrument.ts';
import { tickerSchema, type Ticker } from '../../../shared/service/ticker.ts';
import type { RfqFacts } from '../../../shared/rfq/facts.ts';
import { DEFAULT_RFQ_GUARDS } from '../../../shared/rfq/guards.ts';
import { EMPTY_RFQ, type RfqDraft } from '../../../shared/rfq/draft.ts';
import type { NamedLeg } from '../../../simulator/rfq/combo.ts';

const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');
const CREATED = Date.UTC(2026, 0, 1);

/** The moment at which the records below are looked at. */
export const RFQ_NOW_MS = Date.UTC(2026, 10, 21, 9);

function expiryMs(text: string): number {
  const [, day, month = '', year] = /^(\d{1,2})([A-Z]{3})(\d\d)$/.exec(text) ?? [];
  return text === 'PERPETUAL' ? NO_EXPIRY_MS : Date.UTC(2000 + Number(year), MONTHS.indexOf(month), Number(day), 8);
}

/** The instrument that a name describes, with the block rules of the service's own records (facts, section 8). */
export function instrumentOf(name: string, changes: Record<string, unknown> = {}): Instrument {
  const [pair = '', expiry = '', strike, letter] = name.split('-');
  const isLinear = pair.includes('_');
  const [base = '', quote = 'USD'] = pair.split('_');
  const isOption = strike !== undefined;
  const coin = isLinear ? quote : base;
  return instrumentSchema.parse({
    instrument_name: name,
    kind: isOption ? 'option' : 'future',
    base_currency: base,
    quote_currency: isLinear ? quote : isOption ? base : 'USD',
    counter_currency: isLinear ? quote : 'USD',
    settlement_currency: coin,
    settlement_period: expiry === 'PERPETUAL' ? 'perpetual' : 'month',
    is_active: true,
    state: 'open',
    creation_timestamp: CREATED,
    expiration_timestamp: expiryMs(expiry),
    contract_size: isOption ? 1 : isLinear ? 0.001 : 10,
    min_trade_amount: isOption ? 0.1 : isLinear ? 0.001 : 10,
    tick_size: isOption ? (isLinear ? 5 : 0.0001) : 0.5,
    tick_size_steps: [],
    block_trade_tick_size: isOption ? (isLinear ? 1 : 0.0001) : 0.01,
    block_trade_min_trade_amount: isOption ? 25 : isLinear ? 2 : 200_000,
    instrument_type: isLinear ? 'linear' : 'reversed',
    ...(isOption ? { strike: Number(strike.replace('d', '.')), option_type: letter === 'C' ? 'call' : 'put' } : {}),
    ...changes,
  });
}

/** A ticker with what an analysis asks for. */
export function rfqTicker(name: string, changes: Record<string, unknown> = {}): Ticker {
  return tickerSchema.parse({
    instrument_name: name,
    timestamp: RFQ_NOW_MS,
    state: 'open',
    stats: {},
    mark_price: 0.05,
    best_bid_price: 0.0495,
    best_bid_amount: 30,
    best_ask_price: 0.0505,
    best_ask_amount: 30,
    index_price: 97_000,
    ...changes,
  });
}

/** The same leg as the simulator names structures by: its own reading of the name. */
export function namedLeg(name: string, ratio: number): NamedLeg {
  const [, expiry = '', strike, letter] = name.split('-');
  const perpetual = expiry === 'PERPETUAL';
  const type = letter === 'C' ? ('call' as const) : ('put' as const);
  return {
    instrument: {
      name,
      kind: strike === undefined ? 'future' : 'option',
      perpetual,
      expiryMs: expiryMs(expiry),
      option: strike === undefined ? null : { type, strike: Number(strike.replace('d', '.')) },
    },
    ratio,
  };
}

/** A request of the given legs, `buy 25 NAME` each. */
export function rfqDraft(legs: readonly string[], changes: Partial<RfqDraft> = {}): RfqDraft {
  return {
    ...EMPTY_RFQ,
    legs: legs.map((text) => {
      const [direction, amount = '', instrument_name = ''] = text.split(' ');
      return { instrument_name, amount, direction: direction === 'sell' ? ('sell' as const) : ('buy' as const) };
    }),
    ...changes,
  };
}

/** Facts in which every name of a known form is listed, open and priced. */
export function rfqFacts(changes: Partial<RfqFacts> = {}): RfqFacts {
  return {
    of: (name) => ({
      instrument: /^[A-Z_]+-(?:PERPETUAL|\d{1,2}[A-Z]{3}\d\d)(?:-\w+-[CP])?$/.test(name) ? instrumentOf(name) : null,
      ticker: rfqTicker(name),
      tickerAgeMs: 100,
      isTickerStale: false,
    }),
    listedMakers: ['MAKER1', 'MAKER2', 'MAKER3', 'MAKER4', 'MAKER5', 'MAKER6'],
    serviceNowMs: RFQ_NOW_MS,
    isLabelInUse: () => false,
    undecidedEqualLabel: () => null,
    equalLately: () => null,
    guards: DEFAULT_RFQ_GUARDS,
    blocked: null,
    ...changes,
  };
}

/** A print of 60 call spreads as the public tape sends it, with these fields instead. */
export function printOf(changes: Partial<Record<keyof BlockRfqTrade, unknown>>): BlockRfqTrade {
  const page = blockRfqTradesPageSchema.parse({
    block_rfqs: [
      {
        id: 55_555,
        timestamp: 1_789_908_858_693,
        amount: 60,
        direction: 'buy',
        mark_price: 0.005304094,
        trades: [{ price: 0.0057, amount: 60, direction: 'buy' }],
        legs: [
          { price: 0.0091, direction: 'buy', instrument_name: 'BTC-9OCT26-86000-C', ratio: 1 },
          { price: 0.0034, direction: 'sell', instrument_name: 'BTC-9OCT26-90000-C', ratio: 1 },
        ],
        combo_id: 'BTC-CS-9OCT26-86000_90000',
        index_prices: { btc_usd: 80_415.41 },
        ...changes,
      },
    ],
  });
  const [print] = page.block_rfqs;
  if (print === undefined) throw new Error('the print can’t be read');
  return print;
}
