import { option, perpetual, perpetualTicker } from '../../../support/records/records.ts';
import { OPTION_FACTS, OPTION_DRAFT, type OrderCase } from './order-case.ts';

/** The instrument, its book and the account as they are when a sell is pressed. */
export const CIRCUMSTANCE_CASES: readonly OrderCase[] = [
  ['a good limit sell', {}, {}, []],
  ['a good market sell', { type: 'market', price: '' }, {}, []],
  ['no instrument', { instrument_name: '' }, { instrument: null }, ['error instrument_name instrument_missing']],
  [
    'a trailing blank',
    { instrument_name: 'BTC-PERPETUAL ' },
    { instrument: null },
    ['error instrument_name instrument_unknown'],
  ],
  [
    'a locked book',
    {},
    { ticker: perpetualTicker({ state: 'locked' }) },
    ['error instrument_name instrument_not_open'],
  ],
  [
    'an inactive instrument',
    {},
    { instrument: perpetual({ is_active: false }) },
    ['error instrument_name instrument_inactive'],
  ],
  ['old metadata', {}, { instrumentAgeMs: 2 * 60 * 60_000 }, ['error instrument_name instrument_stale']],
  ['no ticker', {}, { ticker: null }, ['error order ticker_missing']],
  ['a stale ticker', {}, { isTickerStale: true, tickerAgeMs: 4000 }, ['warning order ticker_stale']],
  ['no order credit', {}, { orderCredits: 0 }, ['error order no_order_credits']],
  [
    'an instrument with a tick of 0',
    {},
    { instrument: perpetual({ tick_size: 0 }) },
    ['error instrument_name instrument_unreadable'],
  ],
  ...(
    [
      ['a kind that is not known', perpetual({ kind: 'perpetual_combo' })],
      ['a type that is not known', perpetual({ instrument_type: 'quanto' })],
    ] as const
  ).map(([name, instrument]): OrderCase => [name, {}, { instrument }, ['error instrument_name instrument_not_known']]),
  [
    'an option without a strike',
    OPTION_DRAFT,
    { ...OPTION_FACTS, instrument: option({ strike: undefined }) },
    ['error instrument_name instrument_not_known'],
  ],
  ['a currency without look-ups', {}, { lookUpCurrency: 'SOL' }, ['error instrument_name instrument_not_looked_up']],
  [
    'an expired option',
    OPTION_DRAFT,
    { ...OPTION_FACTS, serviceNowMs: Date.UTC(2027, 2, 27, 8) },
    ['error instrument_name instrument_expired'],
  ],
  [
    'an option that expires in 30 s',
    OPTION_DRAFT,
    { ...OPTION_FACTS, serviceNowMs: Date.UTC(2027, 2, 27, 7, 59, 30) },
    ['warning instrument_name instrument_expires_soon'],
  ],
  [
    'an instrument on which a label has two orders',
    {},
    { lockedByLabel: 'twice' },
    ['error instrument_name instrument_locked'],
  ],
];
