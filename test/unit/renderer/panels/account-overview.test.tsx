import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { currencySummarySchema } from '../../../../shared/service/account.ts';
import { Overview } from '../../../../renderer/features/account/overview.tsx';
import { ExplanationProvider } from '../../../../renderer/ui/explained.tsx';
import { findRecords, readSamples } from '../../../support/records/recorded-samples.ts';

const CROSS = {
  margin_model: 'cross_pm',
  cross_collateral_enabled: true,
  balance: 0,
  equity: 0,
  delta_total: 0,
  delta_total_map: {},
  total_equity_usd: 2.531977059,
};
const ALONE = { margin_model: 'segregated_pm', cross_collateral_enabled: false, balance: 0, equity: 0 };

/** As recorded: one reply with currencies under cross collateral and others that stand by themselves. */
const RECORDED = [
  { ...ALONE, currency: 'BNB', initial_margin: 0 },
  { ...CROSS, currency: 'BTC', balance: 3.48e-5, equity: 3.48e-5, initial_margin: 9.33e-6, margin_balance: 3.691e-5 },
  { ...CROSS, currency: 'BUIDL', initial_margin: 0.640152, margin_balance: 2.531977 },
  { ...CROSS, currency: 'ETH', equity: -1e-6, initial_margin: 0.000327, delta_total: 0.000511 },
  { ...CROSS, currency: 'SOL', initial_margin: 0.00748563 },
  { ...CROSS, currency: 'USDC', equity: 0.14729577, delta_total: -1.95833, delta_total_map: { eth_usdc: -0.001 } },
];

function render(summaries: readonly object[]): string {
  const parsed = summaries.map((summary) => currencySummarySchema.parse(summary));
  return renderToStaticMarkup(
    <ExplanationProvider>
      <Overview summaries={parsed} />
    </ExplanationProvider>,
  );
}

function columnsOf(html: string): string[] {
  return [...html.matchAll(/<th scope="col">([^<]*)<\/th>/gu)].slice(1).map(([, name = '']) => name);
}

it('has a column for what holds something: margins under cross collateral are nobody’s own', () => {
  const html = render(RECORDED);
  expect(columnsOf(html)).toEqual(['BTC', 'ETH', 'USDC']);
  expect(html).toContain('3 other currencies hold nothing.');
  expect(html).toContain('<td>0.0000348</td>');
});

it('counts a margin of its own, and says which margins are aggregates and what they are worth together', () => {
  const html = render([...RECORDED, { ...ALONE, currency: 'SOL', initial_margin: 0.1 }]);
  expect(columnsOf(html)).toEqual(['BTC', 'ETH', 'USDC', 'SOL']);
  expect(html).toContain('Cross collateral (BTC, ETH, USDC): margins, margin balance and available funds are one');
  expect(html).toContain('Its equity in USD: ≈2.532, as the service counts it.');
  expect(html).toContain('SOL: margins count separately.');
});

it('of a recorded account has three columns of fifteen, and the delta of its dollars in dollars', () => {
  const samples = readSamples().filter(({ method }) => method === 'private/get_account_summaries');
  const [recorded = []] = samples
    .map((sample) => findRecords(sample).map(({ record }) => record))
    .filter((summaries) => summaries.length === 15);
  const html = render(recorded);
  expect(columnsOf(html)).toEqual(['BTC', 'ETH', 'USDC']);
  expect(html).toContain('12 other currencies hold nothing.');
  expect(html).toContain('Its equity in USD: ≈2.532, as the service counts it.');
  expect(html).toMatch(/>Delta total<.*?<td>0\.0000<\/td><td>\+0\.000511<\/td><td>≈[-−]1\.9583<\/td>/u);
});
