import { describe, expect, it } from 'vitest';
import { describeStanding, type Standing } from '../../../../renderer/features/diagnostics/diagnostics-groups.ts';
import type { Session, SessionStatus } from '../../../../shared/ipc/schemas/session-schema.ts';
import { SENDING_ROW } from '../samples.ts';

const STATUS = {
  connection: 'online',
  failure: null,
  round_trip_ms: 3.26,
  latency: { sells: null, reads: { count: 500, p50: 3, p90: 4.25, p99: 60, longest: 812.04 } },
  clock_offset_ms: -12.3,
  clock_error_ms: 3.5,
  clock_drift: { ppm: -12.4, within_ppm: 3.2 },
  clock_readings_ignored: 1,
  journal: 'ok',
  may_take_over: false,
  forecasts_missed: 2,
  selling_blocked: null,
  order_meter: { available: 18.6, burst: 20, rate: 5 },
  read_meter: null,
  limits: 'told',
  request_budget: {
    reserve: 9.2,
    waiting: { orders: 1, reconciliation: 0, focused: 2, visible: 0, background: 4, bulk: 0 },
    own_order_meters: [],
    breaker: 'open',
  },
  polls_per_second: 6.44,
  watched: { focused: 1, visible: 8, background: 2 },
} as unknown as SessionStatus;
const SESSION = {
  version: '0.2.0',
  host: 'browser',
  profile: { service_origin: 'https://service.example' },
} as unknown as Session;
const METHODS = [{ method: 'public/ticker', count: 480, p50: 3, p90: 4, p99: 61.26, longest: 800 }];
const STANDING: Standing = {
  session: SESSION,
  status: STATUS,
  undecided: [],
  isListed: true,
  methods: METHODS,
  journalEntries: 12_345,
  nowMs: 10_000,
};

/** Name to text and unit, of all groups. */
function read(changes: Partial<Standing> = {}): Record<string, string> {
  return Object.fromEntries(
    describeStanding({ ...STANDING, ...changes }).flatMap(({ name: group, fields }) =>
      fields.map(({ name, text, unit }) => [`${group}: ${name}`, `${text} ${unit}`.trim()]),
    ),
  );
}

describe('how the terminal stands', () => {
  it('tells what is left of each limit for orders, where currencies have their own', () => {
    const own_order_meters = [
      { name: 'btc', available: 3.2, burst: 20, rate: 5 },
      { name: 'eth', available: 20, burst: 20, rate: 5 },
    ];
    const request_budget = { ...STATUS.request_budget, own_order_meters };
    const told = read({ status: { ...STATUS, order_meter: null, request_budget } });
    expect(told).toMatchObject({
      'Requests: BTC orders': '3 of 20 left, 5 / s',
      'Requests: ETH orders': '20 of 20 left, 5 / s',
    });
    expect(told).not.toHaveProperty('Requests: Orders');
  });

  it('is told part by part, with units', () => {
    expect(read()).toEqual({
      'Connection: Terminal': '0.2.0, browser',
      'Connection: Service': 'service.example',
      'Connection: Answers': 'online',
      'Connection: Last failure': 'none',
      'Connection: Reads': 'held back',
      'Connection: Trading': 'possible',
      'Latency: Now': '3.3 ms',
      'Latency: Reads, 500': 'p50 3 · p90 4.3 · p99 60 · max 812 ms',
      'Latency: Orders': 'none yet',
      'Latency by method: public/ticker, 480': 'p50 3 · p99 61.3 ms',
      'Service clock: Offset': '−12.3 ms',
      'Service clock: Error': '± 3.5 ms',
      'Service clock: Drift': '−12 ± 4 ppm',
      'Service clock: Ignored': '1',
      'Requests: Limits': 'sent by the service',
      'Requests: Orders': '18 of 20 left, 5 / s',
      'Requests: Reads': 'not known yet',
      'Requests: Kept for orders': '10 reads',
      'Requests: Waiting': '7',
      'Polls in force: Focused': '1 instrument',
      'Polls in force: Visible': '8 instruments',
      'Polls in force: Background': '2 instruments',
      'Polls in force: Rate': '6.4 calls / s',
      'Journal: State': 'written and flushed',
      'Journal: Entries': '12,345',
      'Journal: Forecasts missed': '2',
      'Unknown outcomes: None': 'every order is decided',
    });
  });

  it('says what is not known as not known, and names each sell that is undecided', () => {
    const status = {
      ...STATUS,
      round_trip_ms: null,
      clock_offset_ms: null,
      clock_error_ms: null,
      clock_drift: null,
      journal: 'failed',
    } as const;
    const undecided = [{ ...SENDING_ROW, label: 'hedge-1', instrument_name: 'BTC-PERPETUAL', submitted_at: 4000 }];
    expect(read({ status, undecided, methods: null, journalEntries: null })).toMatchObject({
      'Latency: Now': '–',
      'Latency by method: None': '–',
      'Service clock: Offset': '–',
      'Service clock: Drift': '–',
      'Journal: State': 'failed: trading is off',
      'Journal: Entries': '–',
      'Unknown outcomes: hedge-1': 'BTC-PERPETUAL, for 6.0 s',
    });
  });

  it('calls no sell decided before the list of orders was read, or where it could not be', () => {
    const unread = 'orders not read: there may be more';
    expect(read({ isListed: false })).toMatchObject({ 'Unknown outcomes: Not read': unread });
    expect(read({ isListed: false })).not.toHaveProperty('Unknown outcomes: None');
    const undecided = [{ ...SENDING_ROW, label: 'hedge-1', submitted_at: 4000 }];
    expect(Object.keys(read({ isListed: false, undecided })).slice(-2)).toEqual([
      'Unknown outcomes: hedge-1',
      'Unknown outcomes: Not read',
    ]);
  });

  it('explains every figure', () => {
    for (const { fields } of describeStanding(STANDING)) {
      for (const { name, explanation } of fields) expect(explanation, name).toMatch(/\.$/);
    }
  });
});
