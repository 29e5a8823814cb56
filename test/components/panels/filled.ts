import { readRfqGuards } from '../../../shared/rfq/guards.ts';
import { decimal } from '../../../shared/decimal.ts';
import { observe } from '../../../shared/market/observation.ts';
import { rfqRowSchema } from '../../../shared/ipc/schemas/rfq-schema.ts';
import { assertDefined } from '../../../shared/result.ts';
import { printOf } from '../../support/records/rfq-records.ts';
import type { WindowBackEnd } from '../../support/window-bench/back-end.ts';
import { BTC_OPTION, quoteOf } from '../../support/window-bench/market.ts';

const MINUTE_MS = 60_000;

/** Listed beside the option of the calm market, so that two can make a structure. */
export const HIGHER_OPTION = 'BTC-27DEC30-120000-C';

/** Records of prices and of an account with some delta, and a chain: what panels of market and account draw. */
export function fillMarket(backEnd: WindowBackEnd): void {
  const { state } = backEnd;
  const exposed = { delta_total: decimal('0.5'), delta_total_map: { btc_usd: decimal('0.5') } };
  state.account = {
    ...state.account,
    summaries: state.account.summaries.map((of) => (of.currency === 'BTC' ? { ...of, ...exposed } : of)),
  };
  const moments = (): number[] => Array.from({ length: 30 }, (_, at) => Date.now() - (30 - at) * MINUTE_MS);
  backEnd.answer('market.history', ({ instrument_name: name }) => {
    const ticker = state.quotes.get(name)?.ticker ?? null;
    const times = moments();
    return {
      points: ticker === null ? [] : times.map((at) => observe({ ...ticker, timestamp: at }, false)),
      recorded_since: times[0] ?? null,
      gap_ms: 5 * MINUTE_MS,
      recording: 'on',
      failure: null,
    };
  });
  backEnd.answer('account.history', () => {
    const times = moments();
    const values = { equity: decimal('12'), margin_balance: decimal('12'), delta_total: decimal('0.5') };
    return {
      points: times.map((at) => ({ at, after_gap: false, values })),
      fills: [],
      started_at: times[0] ?? null,
      recorded_since: times[0] ?? null,
      recording: 'on',
      failure: null,
    };
  });
  backEnd.answer('market.chain', ({ family }) => {
    const instrument = assertDefined(state.instruments.get(BTC_OPTION), 'the option');
    const expiry = assertDefined(instrument.expiration_timestamp, 'it expires');
    const strike = assertDefined(instrument.strike ?? undefined, 'it has a strike');
    return {
      family,
      families: ['BTC', 'ETH'],
      source: 'list',
      expirations: [{ expiration_timestamp: expiry, standing: 'live' }],
      expiration_timestamp: expiry,
      cells: [{ instrument_name: BTC_OPTION, strike, option_type: 'call', standing: 'live', checked_at: null }],
      instrument,
      probing: null,
      failure: null,
      service_time: Date.now(),
    };
  });
}

/** The same, and a request with its legs, the tape and a journal: every panel has something to show. */
export function fillPanels(backEnd: WindowBackEnd): void {
  fillMarket(backEnd);
  const { state } = backEnd;
  const known = assertDefined(state.instruments.get(BTC_OPTION), 'the option');
  const block = { block_trade_min_trade_amount: 25, block_trade_tick_size: 0.0001 };
  backEnd.setInstrument(BTC_OPTION, { ...known, ...block });
  backEnd.setInstrument(HIGHER_OPTION, { ...known, ...block, strike: 120_000 });
  const { ticker } = assertDefined(state.quotes.get(BTC_OPTION), 'its prices');
  state.quotes.set(HIGHER_OPTION, quoteOf({ ...assertDefined(ticker, 'its ticker'), instrument_name: HIGHER_OPTION }));
  const now = Date.now();
  const legs = [{ instrument_name: BTC_OPTION, direction: 'buy', amount: '25' }];
  const request = rfqRowSchema.parse({
    request_id: '0f1c7a0e-6f5b-4ac2-9d3b-0d8d8b1f3a11',
    label: 'asked',
    outcome: 'created',
    legs,
    makers: [],
    disclosed: true,
    expected: { amount: '25', ratios: [1], combo_id: null, name: 'buy call' },
    rfq: {
      block_rfq_id: 7,
      state: 'open',
      amount: 25,
      legs: [],
      creation_timestamp: now,
      expiration_timestamp: now + 60 * MINUTE_MS,
    },
    refusal: null,
    notices: [],
    created_at: now,
    decided_at: now,
    submitted_at: now,
  });
  backEnd.answer('rfq.board', () => ({
    rows: [request],
    listed_makers: null,
    blocked: null,
    guards: readRfqGuards(state.guards),
    book: state.book,
  }));
  backEnd.answer('tape.read', () => ({
    prints: [printOf({ timestamp: now - MINUTE_MS })],
    stored: 1,
    spans: [],
    read_at: now,
    walk: null,
    failure: null,
    changed: 0,
  }));
  backEnd.answer('journal.read', () => ({
    entries: [{ sequence: 1, at: now, service_at: now, kind: 'trading_stopped', fields: {}, hash: '0'.repeat(64) }],
    next_before: null,
    total: 1,
    verification: null,
  }));
}
