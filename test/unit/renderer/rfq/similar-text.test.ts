import { describe, expect, it } from 'vitest';
import { describeSimilar } from '../../../../renderer/features/rfq/tape/similar-text.ts';
import { type RfqLeg, structureOf } from '../../../../shared/rfq/structure.ts';
import type { BlockRfqTrade } from '../../../../shared/service/block-rfq.ts';
import { decimal } from '../../../../shared/decimal.ts';
import { type Instrument, instrumentSchema } from '../../../../shared/service/instrument.ts';
import { printOf } from '../../../support/records/rfq-records.ts';
import { OPTION } from '../samples.ts';

const NOW_MS = Date.UTC(2026, 8, 21);
const DAY_MS = 86_400_000;

function option(name: string, tick: number | undefined): Instrument {
  return instrumentSchema.parse({ ...OPTION, instrument_name: name, block_trade_tick_size: tick });
}

function spread(tick: number | undefined, sides: readonly ['buy' | 'sell', 'buy' | 'sell'] = ['buy', 'sell']) {
  const legs: RfqLeg[] = [
    { instrument: option('BTC-9OCT26-86000-C', tick), direction: sides[0], amount: decimal('25') },
    { instrument: option('BTC-9OCT26-90000-C', tick), direction: sides[1], amount: decimal('25') },
  ];
  const structure = structureOf(legs);
  if (structure === null) throw new Error('the spread is a structure');
  return structure;
}

function print(id: number, price: number, changes: Record<string, unknown> = {}): BlockRfqTrade {
  return printOf({
    id,
    timestamp: NOW_MS - DAY_MS,
    mark_price: 0.005,
    trades: [{ price, amount: 60, direction: 'buy' }],
    ...changes,
  });
}

function tapeOf(prints: readonly BlockRfqTrade[], knownForDays = 10) {
  const newest = { timestamp: NOW_MS, id: 99 };
  const oldest = { timestamp: NOW_MS - knownForDays * DAY_MS, id: 1 };
  return { prints: [...prints], spans: [{ newest, oldest, continuation: 'more' }] };
}

describe('similar prints', () => {
  it('are told with their premium, also in ticks of the block', () => {
    const tape = tapeOf([print(1, 0.0052), print(2, 0.0055), print(3, 0.00535)]);
    expect(describeSimilar(tape, spread(0.0001), NOW_MS)).toBe(
      '3 in 7 d, +0.0002 to +0.0005 over mark (+2 to +5 ticks)',
    );
    expect(describeSimilar(tapeOf([print(1, 0.0052)]), spread(0.0001), NOW_MS)).toBe(
      '1 in 7 d, +0.0002 over mark (+2 ticks)',
    );
  });

  it('turn their premium round for the other side', () => {
    expect(describeSimilar(tapeOf([print(1, 0.0052)]), spread(0.0001, ['sell', 'buy']), NOW_MS)).toBe(
      '1 in 7 d, −0.0002 over mark (−2 ticks)',
    );
  });

  it('are in no ticks where the legs name none', () => {
    expect(describeSimilar(tapeOf([print(1, 0.0052)]), spread(undefined), NOW_MS)).toBe('1 in 7 d, +0.0002 over mark');
  });

  it('are counted for the time that the tape is known for, and no other', () => {
    const old = print(1, 0.0052, { timestamp: NOW_MS - 8 * DAY_MS });
    expect(describeSimilar(tapeOf([old]), spread(0.0001), NOW_MS)).toBe('none in 7 d');
    expect(describeSimilar(tapeOf([print(2, 0.0052)], 2), spread(0.0001), NOW_MS)).toMatch(/^1 since .*2026/u);
    expect(describeSimilar({ prints: [], spans: [] }, spread(0.0001), NOW_MS)).toBe('the tape is not read yet');
  });

  it('without a mark are counted, and those of the family named where there is none', () => {
    const unmarked = print(1, 0.0052, { mark_price: undefined });
    expect(describeSimilar(tapeOf([unmarked]), spread(0.0001), NOW_MS)).toBe('1 in 7 d, without a mark');
    const other = print(2, 0.0052, {
      combo_id: 'BTC-CS-9OCT26-80000_84000',
      legs: [
        { price: 0.01, direction: 'buy', instrument_name: 'BTC-9OCT26-80000-C', ratio: 1 },
        { price: 0.005, direction: 'sell', instrument_name: 'BTC-9OCT26-84000-C', ratio: 1 },
      ],
    });
    expect(describeSimilar(tapeOf([other]), spread(0.0001), NOW_MS)).toBe('none in 7 d; 1 of BTC-CS-9OCT26');
  });
});
