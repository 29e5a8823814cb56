import { describe, expect, it } from 'vitest';
import type { History } from '../../../../shared/ipc/schemas/history-schema.ts';
import { decimal } from '../../../../shared/decimal.ts';
import { linesOf } from '../../../../renderer/features/chart/chart-lines.ts';
import { listFills } from '../../../../renderer/features/chart/chart-fills.ts';
import {
  describeChart,
  describeFill,
  describeRecording,
  describeValue,
} from '../../../../renderer/features/chart/chart-text.ts';
import { formatTimeTick, formatValueTick, padScale } from '../../../../renderer/features/chart/plot-options.ts';
import { tellUnits } from '../../../../renderer/ui/words/units.ts';
import { observation } from '../../../support/records/observations.ts';
import { placedOrder } from '../../../support/records/records.ts';
import { OPTION, PAIR_OF_COINS, PERPETUAL, SENDING_ROW } from '../samples.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const NAME = 'BTC-PERPETUAL';

describe('lines', () => {
  it('of a future share the price scale with the index; an option’s index and volatility have their own', () => {
    expect(linesOf(PERPETUAL).map(({ field, scale }) => [field, scale])).toEqual([
      ['mark', 'price'],
      ['index', 'price'],
      ['bid', 'price'],
      ['ask', 'price'],
    ]);
    expect(linesOf(OPTION).map(({ field, scale, unit }) => [field, scale, unit])).toEqual([
      ['mark', 'price', 'BTC'],
      ['index', 'index', 'USD'],
      ['bid', 'price', 'BTC'],
      ['ask', 'price', 'BTC'],
      ['mark_iv', 'iv', '%'],
    ]);
  });

  it('have the index in its own unit, to the tick where it is drawn beside prices', () => {
    const indexOf = (instrument: typeof OPTION) => {
      const { unit, places } = linesOf(instrument).find(({ field }) => field === 'index') ?? {};
      return [unit, places];
    };
    expect(indexOf(PERPETUAL)).toEqual(['USD', 2]);
    expect(indexOf(PAIR_OF_COINS)).toEqual(['BTC', 5]);
    expect(indexOf({ ...PERPETUAL, price_index: 'xrp_usdc', tick_size: decimal('0.0001') })).toEqual(['USDC', 4]);
    expect(indexOf(OPTION)).toEqual(['USD', 2]);
    const index = linesOf(OPTION).find(({ field }) => field === 'index');
    if (index === undefined) throw new Error('there is a line of the index');
    expect(describeValue(observation(NOON, null, { index: decimal('1.2391') }), index)).toBe('1.2391 USD');
    expect(describeValue(observation(NOON, null, { index: decimal('97412.55') }), index)).toBe('97,412.55 USD');
  });

  it('differ by stroke and not by colour alone', () => {
    const strokes = linesOf(OPTION).map(({ width, dash }) => `${width} ${dash.join(' ')}`);
    expect(new Set(strokes).size).toBe(strokes.length);
  });
});

describe('fills', () => {
  const filled = (changes: Record<string, unknown>) => ({
    ...SENDING_ROW,
    order: placedOrder({ filled_amount: 5000, average_price: 97_410.5, amount: 5000, ...changes }),
  });

  it('are those of this instrument that have something filled', () => {
    const rows = [
      filled({ last_update_timestamp: NOON }),
      filled({ filled_amount: 0 }),
      filled({ average_price: null }),
      SENDING_ROW,
      { ...filled({}), instrument_name: 'ETH-PERPETUAL' },
    ];
    const fills = listFills(rows, NAME);
    expect(fills).toHaveLength(1);
    expect(fills[0]).toMatchObject({ at: NOON, price: '97410.5', amount: '5000', isWhole: true, direction: 'sell' });
  });

  it('say side, size, price, time and label', () => {
    const [fill] = listFills([filled({ last_update_timestamp: NOON, filled_amount: 3000 })], NAME);
    if (fill === undefined) throw new Error('there is a fill');
    const say = (nowMs: number) => describeFill({ ...fill, label: 'hedge' }, tellUnits(PERPETUAL), nowMs);
    expect(say(NOON)).toBe('Sold 3,000 USD at 97,410.5 USD on average, so far · 12:00:00 UTC · hedge');
    expect(say(NOON + 43_200_000)).toBe(
      'Sold 3,000 USD at 97,410.5 USD on average, so far · 11-21 12:00:00 UTC · hedge',
    );
  });
});

describe('the record in words', () => {
  const history = (changes: Partial<History>): History => ({
    points: [],
    recorded_since: NOON,
    gap_ms: 10_000,
    recording: 'on',
    failure: null,
    ...changes,
  });

  it.each([
    [history({}), 'Recorded by this terminal since 12:00 UTC'],
    [history({ recorded_since: NOON - 86_400_000 }), 'Recorded by this terminal since 2026-11-20 12:00 UTC'],
    [history({ recorded_since: null }), 'Nothing recorded yet'],
    [history({ recording: 'begun_anew' }), 'Recorded since 12:00 UTC; the older file was damaged and set aside'],
    [history({ recording: 'read_only' }), 'Recorded by another instance since 12:00 UTC'],
    [history({ recording: 'read_only', recorded_since: null }), 'Not recorded: another terminal holds this profile'],
    [history({ recording: 'failed' }), 'Recorded since 12:00 UTC, with losses'],
    [history({ recording: 'failed', recorded_since: null }), 'Not recorded'],
  ])('%#', (told, words) => {
    expect(describeRecording(told, null, NOON + 1000)).toBe(words);
  });

  it('begins with what this window saw first, once that is kept', () => {
    expect(describeRecording(history({ recorded_since: null }), NOON, NOON)).toContain('since 12:00 UTC');
    expect(describeRecording(history({ recorded_since: null, recording: 'failed' }), NOON, NOON)).toBe('Not recorded');
  });
});

describe('the chart in words', () => {
  it('gives each line’s latest and range, gaps and fills', () => {
    const points = [
      observation(NOON, 97_410),
      observation(NOON + 1000, 97_400.5, { bid: decimal('97400') }),
      observation(NOON + 60_000, 97_405, { after_gap: true }),
    ];
    const described = { instrumentName: NAME, rangeName: '5 minutes', points, lines: linesOf(PERPETUAL), fills: [] };
    expect(describeChart({ ...described, isStale: true })).toBe(
      'BTC-PERPETUAL, last 5 minutes, to 12:01:00 UTC, stale; Mark 97,405.0 USD, from 97,400.5 to 97,410.0; ' +
        'Bid 97,400.0 USD, from 97,400.0 to 97,400.0; 3 points; 1 gap',
    );
    expect(describeChart({ ...described, points: [], isStale: false })).toContain('nothing was observed');
  });
});

describe('axes', () => {
  it('write times in UTC, the day at midnight', () => {
    expect(formatTimeTick(NOON, 1000)).toBe('12:00:00');
    expect(formatTimeTick(NOON, 3_600_000)).toBe('12:00');
    expect(formatTimeTick(Date.UTC(2026, 10, 22), 3_600_000)).toBe('11-22');
    expect(formatTimeTick(NOON, 86_400_000)).toBe('11-21');
  });

  it('write values with the places of their increment', () => {
    expect(formatValueTick(97_410, 10)).toBe('97,410');
    expect(formatValueTick(0.30000000000000004, 0.1)).toBe('0.3');
    expect(formatValueTick(47.7825, 0.0025)).toBe('47.7825');
    expect(formatValueTick(0.024, 0.0002)).toBe('0.0240');
  });

  it('leave room around a line, and around one that stands still', () => {
    expect(padScale(100, 200, 1)).toEqual([92, 208]);
    expect(padScale(100, 100, 0.5)).toEqual([99.5, 100.5]);
    expect(padScale(100, 100, 0.5, [90])).toEqual([89.2, 100.8]);
    expect(padScale(null, null, 1, [5])).toEqual([0, 1]);
  });
});
