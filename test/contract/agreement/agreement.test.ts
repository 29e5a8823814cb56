import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { FORECAST_STEP_CODES, forecastSchema } from '../../../shared/orders/forecast/forecast-schema.ts';
import { ISSUE_CODES } from '../../../shared/orders/issue.ts';
import { repetitions } from '../../support/repetitions.ts';
import { marketOf, openMarkets } from './campaign.ts';
import { buildCase } from './case.ts';
import { Coverage, judge } from './judge.ts';
import { Market, type Quoted } from './market.ts';
import { recipe } from './recipe.ts';
import { STRICTER } from './stricter.ts';
import { writtenParams } from './wire.ts';

const SEED = 20_261_121;
const CASES = repetitions(100_000, 30_000);
/** A machine that is busy with other things takes longer. */
const LIMIT_MS = 600_000;

/** Warnings alone: no order is refused by them, so there is nothing that the service must refuse. */
const WARNINGS: readonly string[] = [
  'instrument_expires_soon',
  'amount_looks_like_coin',
  'amount_beyond_touch',
  'price_below_band',
  'price_above_band',
  'volatility_unusual',
  'trigger_far',
  'trigger_offset_far',
  'linked_fires_at_once',
  'would_meet_own_order',
  'would_fire_into_own_order',
  'partner_trades_at_once',
  'partner_meets_order',
  'partner_ends_at_once',
  'linked_trades_at_once',
  'linked_meets_order',
  'linked_rejected',
  'linked_ends_at_once',
  'linked_larger_than_order',
  'linked_together_larger_than_order',
  'ticker_stale',
  'valid_for_short',
  'post_only_on_stop',
  'reject_on_stop',
  'duplicate_order',
  'guard_unjudged',
];

/** The profile's ladder says it of a press, before any rule sees the draft. */
const OF_THE_PRESS = 'confirmation_needed';
/** Of an order that works already. */
const OF_AMENDS = 'amend_';
const RULES = ISSUE_CODES.filter((code) => code !== OF_THE_PRESS && !code.startsWith(OF_AMENDS));

/** As `runCampaign`, on a thread of plain Node: what the test runner loads takes twice as long. */
async function runBeside(seed: number, runs: number): Promise<Coverage> {
  const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: { seed, runs } });
  const [met] = (await once(worker, 'message')) as [Coverage];
  return met;
}

describe('the rules and the forecast of an order against the engine', () => {
  let coverage: Coverage;
  beforeAll(async () => {
    coverage = await runBeside(SEED, CASES);
  }, LIMIT_MS);

  test(`${CASES} random orders of both sides: what the rules allow is taken as forecast, what they refuse is refused`, () => {
    expect(coverage.cases).toBe(CASES);
    expect(coverage.accepted).toBeGreaterThan(CASES / 5);
    expect(coverage.refused).toBeGreaterThan(CASES / 5);
  });

  test('every rule was met, every error of the service alone in its field', () => {
    expect(RULES.filter((code) => !coverage.issues.has(code))).toEqual([]);
    const errors = RULES.filter((code) => !WARNINGS.includes(code));
    expect(errors.filter((code) => !coverage.errorsAlone.has(code))).toEqual([]);
    expect(WARNINGS.filter((code) => coverage.errorsAlone.has(code as (typeof ISSUE_CODES)[number]))).toEqual([]);
  });

  test('every step and every behaviour of the forecast was met', () => {
    // The simulator always says how much is bid, and what the limits are.
    const unmet = FORECAST_STEP_CODES.filter((code) => !coverage.steps.has(code));
    expect(unmet).toEqual(['touch_size_unknown', 'limit_not_told']);
    const behaviours = forecastSchema.shape.behaviour.options;
    expect(behaviours.filter((behaviour) => !coverage.behaviours.has(behaviour))).toEqual([]);
  });

  test('where the terminal is stricter by design, the service does take it', () => {
    const codes = ISSUE_CODES.filter((code) => STRICTER[code] !== undefined);
    expect(codes.filter((code) => !coverage.takenAllTheSame.has(code))).toEqual([]);
  });

  test('the refusal that hangs on the account alone was met', () => {
    expect([...coverage.accountRefusals.keys()].toSorted((a, b) => a - b)).toEqual([11_030]);
  });
});

/** A reply without the numbers that count orders and trades of the whole market. */
function withoutCounts(reply: unknown): string {
  return JSON.stringify(reply, (key, value: unknown) =>
    /^(?:order_id|oto_order_ids|oco_ref|primary_order_id|trade_id|trade_seq|tick_direction|combo_trade_id)$/.test(key)
      ? 'counted'
      : value,
  );
}

/** What the terminal reads of a ticker: all but the day's volumes, which count the trades of earlier cases. */
function withoutVolumes(quoted: Quoted | null) {
  return quoted === null ? null : { ...quoted, ticker: { ...quoted.ticker, stats: null } };
}

test('a case replays on a fresh market, after whatever came before on the old one', () => {
  const markets = openMarkets();
  const cases = fc.sample(recipe, { numRuns: 600, seed: SEED }).map((drawn) => buildCase(drawn, markets));
  const fresh = new Map<Market, Market>();
  for (const orderCase of cases) {
    const market = marketOf(orderCase, markets);
    const other = fresh.get(market) ?? new Market(orderCase.market);
    fresh.set(market, other);
    const { instrumentName, state } = orderCase.situation;
    expect(withoutVolumes(other.quoted(instrumentName, state))).toEqual(
      withoutVolumes(market.quoted(instrumentName, state)),
    );
    const params = writtenParams(orderCase.draft, orderCase.market.nowMs);
    const replies = [market, other].map((of) => withoutCounts(of.sell(orderCase.situation, params)));
    expect(replies[0], JSON.stringify(orderCase)).toBe(replies[1]);
    expect(judge(JSON.parse(JSON.stringify(orderCase)) as typeof orderCase, other, new Coverage())).toEqual([]);
  }
});
