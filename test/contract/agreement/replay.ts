import { runCampaign, openMarkets } from './campaign.ts';
import type { OrderCase } from './case.ts';
import { Coverage, judge } from './judge.ts';
import { Market } from './market.ts';

/**
 * `npm run agreement -- CASE` judges one case from a failing test on a fresh market; `-- SEED RUNS` judges random ones.
 */
const [first = '', runs = '100000'] = process.argv.slice(2);
if (first.startsWith('{')) {
  const orderCase = JSON.parse(first) as OrderCase;
  const found = judge(orderCase, new Market(orderCase.market), new Coverage());
  process.stdout.write(`${found.length === 0 ? 'terminal and service agree' : found.join('\n')}\n`);
  process.exitCode = found.length === 0 ? 0 : 1;
} else {
  const startedAt = performance.now();
  const { cases, accepted, refused } = runCampaign(Number(first), Number(runs), openMarkets());
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(`${cases} cases agree: ${accepted} taken, ${refused} refused, in ${seconds} s\n`);
}
