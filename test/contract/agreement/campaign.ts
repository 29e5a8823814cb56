import fc from 'fast-check';
import { buildCase, type Markets, type OrderCase } from './case.ts';
import { Coverage, judge } from './judge.ts';
import { Market } from './market.ts';
import { LATE, ORDINARY } from './markets.ts';
import { recipe } from './recipe.ts';

/** Opens every market there is. */
export function openMarkets(): Markets {
  return {
    ordinary: ORDINARY.map((times) => new Market(times)),
    late: LATE.map((times) => new Market(times)),
  };
}

/** The market of a case that was built from these. */
export function marketOf({ market }: OrderCase, { ordinary, late }: Markets): Market {
  const found = [...ordinary, ...late].find((known) => known.times === market);
  if (found === undefined) throw new Error('the case is of another market');
  return found;
}

/**
 * Judges random cases and gives their coverage. Throws at the first disagreement, with the smallest case for `npm run
 * agreement`.
 */
export function runCampaign(seed: number, runs: number, markets: Markets): Coverage {
  const coverage = new Coverage();
  fc.assert(
    fc.property(recipe, (drawn) => {
      const orderCase = buildCase(drawn, markets);
      const found = judge(orderCase, marketOf(orderCase, markets), coverage);
      if (found.length > 0) throw new Error(describe(orderCase, found));
    }),
    { seed, numRuns: runs },
  );
  return coverage;
}

function describe(orderCase: OrderCase, found: readonly string[]): string {
  return [...found, 'replay it: npm run agreement -- CASE, where CASE is', JSON.stringify(orderCase)].join('\n');
}
