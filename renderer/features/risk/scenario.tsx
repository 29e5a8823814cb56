import { useState } from 'react';
import { decimal } from '../../../shared/decimal.ts';
import {
  estimateByGreeks,
  type IndexExposure,
  type PendingTrade,
  revalueTrade,
} from '../../../shared/risk/scenario.ts';
import { useAccount, useInstruments } from '../../api/queries.ts';
import { useMarket } from '../../stores/market-store.ts';
import { useOrders } from '../../stores/orders-store.ts';
import { useRiskCurrency } from '../../stores/risk-store.ts';
import { useLook } from '../../stores/watch-store.ts';
import { formatSigned } from '../../ui/format.ts';
import { Note, Panel } from '../../ui/panel.tsx';
import { perpetualOfIndex } from '../../ui/perpetual-of-index.ts';
import { isOpen, listExposures, listIndices, pendingTrade } from './exposures.ts';
import './risk.css';

const INDEX_PERCENTS = [10, 5, 0, -5, -10] as const;
const VOLATILITY_POINTS = [-10, -5, 0, 5, 10] as const;
const PARTS = [
  ['account', 'Account'],
  ['orders', 'Open orders'],
  ['both', 'Together'],
] as const;
type Part = (typeof PARTS)[number][0];

/** What a move of index and volatility would make of the account and its open orders, in USD. */
export function Scenario() {
  const [part, setPart] = useState<Part>('both');
  const inputs = useInputs();
  return (
    <Panel
      label="Scenario"
      title="Scenario"
      tools={
        <div role="radiogroup" aria-label="Scenario of" className="panel-tabs">
          {PARTS.map(([key, name]) => (
            <button
              key={key}
              type="button"
              role="radio"
              className="panel-tab"
              aria-checked={part === key}
              onClick={() => setPart(key)}
            >
              {name}
            </button>
          ))}
        </div>
      }
    >
      <div className="panel-body">
        {inputs === null ? <Note title="Reading the account…" /> : <Grid part={part} inputs={inputs} />}
      </div>
    </Panel>
  );
}

interface Inputs {
  readonly scope: string;
  readonly exposures: readonly IndexExposure[];
  readonly unpriced: readonly string[];
  readonly trades: readonly { readonly name: string; readonly trade: PendingTrade }[];
  readonly leftOut: readonly { readonly name: string; readonly reason: string }[];
}

function useInputs(): Inputs | null {
  const summaries = useAccount().data?.snapshot.summaries ?? null;
  const chosen = useRiskCurrency();
  const known =
    summaries?.find(({ currency }) => currency === chosen) ?? (chosen === 'All' ? undefined : summaries?.[0]);
  const shown = known === undefined ? (summaries ?? []) : [known];
  const entries = useOrders((state) => state.entries);
  const rows = [...entries.values()]
    .map(({ row }) => row)
    .filter((row) => isOpen(row) && shown.some(({ currency }) => currency === row.currency));
  const names = [...new Set(rows.map((row) => row.instrument_name))];
  const perpetuals = listIndices(shown).map(perpetualOfIndex);
  useLook([...new Set([...names, ...perpetuals])], 'background');
  const instruments = useInstruments(names);
  const quotes = useMarket((state) => state.quotes);
  if (summaries === null || summaries.length === 0) return null;
  const tickerOf = (name: string) => quotes.get(name)?.quote.ticker ?? null;
  const priceOf = (index: string): number | null => {
    const price = tickerOf(perpetualOfIndex(index))?.index_price;
    return price == null ? null : Number(price);
  };
  const trades: { name: string; trade: PendingTrade }[] = [];
  const leftOut: { name: string; reason: string }[] = [];
  for (const row of rows) {
    const trade = pendingTrade(row, instruments.get(row.instrument_name), tickerOf(row.instrument_name), Date.now());
    const name = `${row.label} ${row.instrument_name}`;
    if (typeof trade === 'string') leftOut.push({ name, reason: trade });
    else trades.push({ name, trade });
  }
  return { scope: known?.currency ?? 'all currencies', ...listExposures(shown, priceOf), trades, leftOut };
}

function Grid({ part, inputs }: { readonly part: Part; readonly inputs: Inputs }) {
  const { exposures, trades } = inputs;
  const cells = INDEX_PERCENTS.map((indexPercent) =>
    VOLATILITY_POINTS.map((volatilityPoints) => {
      const shock = { indexPercent, volatilityPoints };
      const own = part === 'orders' ? 0 : estimateByGreeks(exposures, shock);
      const added = part === 'account' ? 0 : trades.reduce((sum, { trade }) => sum + revalueTrade(trade, shock), 0);
      return own + added;
    }),
  );
  return (
    <>
      <table className="scenario number" aria-label="USD gained, by move of index and volatility">
        <thead>
          <tr>
            <th scope="col">Index \ volatility</th>
            {VOLATILITY_POINTS.map((points) => (
              <th key={points} scope="col">
                {describeMove(points, 'pt')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {INDEX_PERCENTS.map((percent, row) => (
            <tr key={percent} className={percent === 0 ? 'scenario-now' : ''}>
              <th scope="row">{describeMove(percent, '%')}</th>
              {VOLATILITY_POINTS.map((points, column) => {
                const usd = Math.round(cells[row]?.[column] ?? 0);
                return (
                  <td key={points} className={usd === 0 ? '' : usd > 0 ? 'bid' : 'ask'}>
                    {formatSigned(decimal(usd))}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <Sources part={part} inputs={inputs} />
    </>
  );
}

function describeMove(size: number, unit: string): string {
  return size === 0 ? 'now' : `${formatSigned(decimal(size))} ${unit}`;
}

/** What the estimate is made of, so that nobody takes it for more. */
function Sources({
  part,
  inputs: { scope, exposures, unpriced, trades, leftOut },
}: {
  readonly part: Part;
  readonly inputs: Inputs;
}) {
  return (
    <div className="scenario-sources">
      <p>
        <strong>Estimate</strong> in USD, {scope}; every index and volatility moves alike, at once.
      </p>
      {part === 'orders' ? null : (
        <>
          <p>
            Account: delta, gamma and vega terms of the totals by index; no theta, no cross terms. Good for small moves.
          </p>
          <ul className="number">
            {exposures.map(({ index, price, delta, gamma, vega }) => (
              <li key={index}>
                {index} {format(price, 2)}: delta {signed(delta, 4)}, gamma {signed(gamma, 6)}, vega {signed(vega, 1)}{' '}
                USD / pt
              </li>
            ))}
          </ul>
          {unpriced.length === 0 ? null : (
            <p className="warn-text">Left out, price not known: {unpriced.join(', ')}.</p>
          )}
        </>
      )}
      {part === 'account' ? null : (
        <>
          <p>
            Open orders of this terminal:{' '}
            {trades.length === 0
              ? 'none that can be valued.'
              : 'each as if it filled at its price, futures exactly, options by Black-76 at mark volatility.'}
          </p>
          <ul className="number">
            {trades.map(({ name, trade }) => (
              <li key={name}>
                {name}: {signed(trade.signedAmount, 4)} at {format(trade.price, 6)}
              </li>
            ))}
            {leftOut.map(({ name, reason }) => (
              <li key={name} className="warn-text">
                {name} left out: {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function signed(value: number, places: number): string {
  return formatSigned(decimal(value), { max: places });
}

function format(value: number, places: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: places });
}
