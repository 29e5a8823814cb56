import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, type DecimalString, sum, ZERO } from '../../../../shared/decimal.ts';
import {
  isInScope,
  type OrderStep,
  type Plan,
  type PlanScope,
  planSteps,
  type PlanStep,
  restOfReverse,
} from '../../../../shared/execution/plan.ts';
import { positionSchema, type Position } from '../../../../shared/service/position.ts';
import { option, perpetual, placedOrder } from '../../../support/records/records.ts';

const PERPETUAL = 'BTC-PERPETUAL';
const ids = (): (() => string) => {
  let count = 0;
  return () => `00000000-0000-4000-8000-${String((count += 1)).padStart(12, '0')}`;
};

const position = (size: number): Position =>
  positionSchema.parse({
    instrument_name: PERPETUAL,
    kind: 'future',
    direction: size > 0 ? 'buy' : size < 0 ? 'sell' : 'zero',
    size,
    average_price: 97_000,
  });

const sources = (size: number) => ({
  positions: [position(size)],
  orders: [],
  instrumentOf: () => perpetual(),
  makeId: ids(),
});

const REVERSE = { kind: 'reverse', instrument_name: PERPETUAL, style: 'market' } as const;
const planOf = (steps: readonly PlanStep[]): Plan => ({
  plan_id: ids()(),
  request: REVERSE,
  created_at: 0,
  steps: [...steps],
  continues: null,
});
const amounts = (steps: readonly PlanStep[]) =>
  steps.flatMap((step) => (step.does === 'cancel' ? [] : [[step.does, step.draft.direction, step.draft.amount]]));

describe('a reverse', () => {
  it('closes by an order that only reduces, and opens as much by one of the same side', () => {
    const steps = planSteps(REVERSE, sources(1000)) as OrderStep[];
    expect(amounts(steps)).toEqual([
      ['close', 'sell', '1000'],
      ['open', 'sell', '1000'],
    ]);
    expect(steps.map(({ draft }) => draft.reduce_only)).toEqual([true, false]);
    expect(planSteps(REVERSE, sources(0))).toEqual([]);
  });

  it('goes on with the rest of its close, and what it was to open', () => {
    const plan = planOf(planSteps(REVERSE, sources(1000)));
    const none = (): boolean => false;
    expect(amounts(restOfReverse(plan, sources(400), none, () => ZERO))).toEqual([
      ['close', 'sell', '400'],
      ['open', 'sell', '1000'],
    ]);
    // It turned over by other hands: that is not what was to be closed.
    expect(amounts(restOfReverse(plan, sources(-400), none, () => ZERO))).toEqual([['open', 'sell', '1000']]);
  });

  it('opens no more than was planned, however often it stops and goes on', () => {
    const fills = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fills, (contracts, parts) => {
        const planned = contracts * 10;
        let plan = planOf(planSteps(REVERSE, sources(planned)));
        const opened: DecimalString[] = [];
        for (const part of parts) {
          const open = plan.steps.find(({ does }) => does === 'open') as OrderStep | undefined;
          if (open === undefined) break;
          const filled = decimal(Math.min(part * 10, Number(open.draft.amount)));
          opened.push(filled);
          const isDone = ({ does }: PlanStep): boolean => does === 'close';
          const rest = restOfReverse(plan, sources(0), isDone, ({ step_id }) =>
            step_id === open.step_id ? filled : ZERO,
          );
          plan = planOf(rest);
          expect(rest.every(({ does }) => does === 'open')).toBe(true);
          const left = rest.flatMap((step) => (step.does === 'open' ? [decimal(step.draft.amount)] : []));
          expect(sum([...opened, ...left])).toBe(decimal(planned));
        }
      }),
      { numRuns: 200, seed: 7 },
    );
  });
});

describe('a scope', () => {
  const instruments = { perpetual: perpetual(), option: option() };
  it.each<[string, PlanScope, readonly boolean[]]>([
    ['everything', { of: 'all' }, [true, true]],
    ['an instrument', { of: 'instrument', instrument_name: PERPETUAL }, [true, false]],
    ['an underlying', { of: 'underlying', underlying: 'BTC' }, [true, true]],
    ['another underlying', { of: 'underlying', underlying: 'ETH' }, [false, false]],
    [
      'an expiry',
      { of: 'expiry', underlying: 'BTC', expiration_timestamp: instruments.option.expiration_timestamp ?? 0 },
      [false, true],
    ],
  ])('%s holds what belongs to it', (_name, scope, held) => {
    const known = [instruments.perpetual, instruments.option];
    expect(known.map((one) => isInScope(scope, one.instrument_name, one))).toEqual(held);
  });

  it('that is flattened has every cancel before the first close, and none of an order that has ended', () => {
    const orders = [
      placedOrder({ order_id: 'A', order_state: 'open' }),
      placedOrder({ order_id: 'B', order_state: 'filled' }),
    ];
    const flatten = { kind: 'flatten', scope: { of: 'all' }, style: 'market' } as const;
    const steps = planSteps(flatten, { ...sources(-500), orders });
    expect(steps.map((step) => (step.does === 'cancel' ? step.order_id : step.draft.amount))).toEqual(['A', '500']);
  });
});
