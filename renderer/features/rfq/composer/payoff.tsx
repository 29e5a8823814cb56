import { type ReactNode, useState } from 'react';
import { decimal } from '../../../../shared/decimal.ts';
import type { Bound } from '../../../../shared/rfq/analysis/extremes.ts';
import { buildPosition, type Position } from '../../../../shared/rfq/analysis/position.ts';
import { positionGreeks } from '../../../../shared/rfq/analysis/totals.ts';
import { useThemeName } from '../../../stores/preferences-store.ts';
import { readServiceNow } from '../../../stores/session-store.ts';
import { formatAge, MISSING } from '../../../ui/words/format.ts';
import { Note, Panel } from '../../../ui/panel.tsx';
import { tellUnits } from '../../../ui/words/units.ts';
import { useAnalysis } from '../analysis/use-analysis.ts';
import { formatGreek } from './legs-table.tsx';
import { PayoffPlot } from './payoff-plot.tsx';
import { SimilarPrints } from '../tape/similar-prints.tsx';
import { type HedgeLeg, priceLegs, useHedgeLeg, useLegViews, useOldestMs } from '../use-rfq.ts';
import { formatDecimal } from '../../../ui/words/shown.ts';
import '../rfq.css';
import '../rfq-more.css';

const DAY_MS = 86_400_000;

type Currency = 'usd' | 'coin';

/** What the legs gain and lose over prices, at the first expiry and on a day before it. */
export function RfqPayoff() {
  const views = useLegViews();
  const [currency, setCurrency] = useState<Currency>('usd');
  const [isHedged, setHedged] = useState(true);
  const legs = priceLegs(views);
  const hedge = useHedgeLeg();
  const held = hedge !== null && isHedged ? [...legs, hedge] : legs;
  const built = buildPosition(held);
  const oldestMs = useOldestMs(held.map(({ instrument }) => instrument.instrument_name));
  return (
    <Panel
      label="Payoff"
      title="Payoff"
      tools={
        <span className="rfq-choice" role="radiogroup" aria-label="Currency of the payoff">
          {(['usd', 'coin'] as const).map((each) => (
            <label key={each}>
              <input type="radio" name="rfq-currency" checked={currency === each} onChange={() => setCurrency(each)} />
              {each === 'usd' ? 'USD' : 'Coin'}
            </label>
          ))}
        </span>
      }
    >
      <div className="panel-body rfq-payoff">
        {oldestMs === null ? null : (
          <p className="rfq-payoff-old">By prices of {formatAge(oldestMs)} ago. The market may be elsewhere.</p>
        )}
        {views.length === 0 ? (
          <Note title="Nothing to draw yet">The payoff of the composer’s legs appears here.</Note>
        ) : legs.length < views.length ? (
          <Note title="Waiting for the legs">Every leg needs a known instrument and an amount above zero.</Note>
        ) : built.ok ? (
          <Analysis
            position={built.position}
            currency={currency}
            legs={legs}
            held={held}
            hedging={
              hedge === null ? null : (
                <label className="rfq-hedged">
                  <input type="checkbox" checked={isHedged} onChange={() => setHedged(!isHedged)} />
                  With the hedge: {describeHedge(hedge)}
                </label>
              )
            }
            coin={legs[0]?.instrument.base_currency ?? ''}
          />
        ) : built.coins === undefined ? (
          <Note title="Waiting for prices">{built.missing.join(', ')}</Note>
        ) : (
          <Note title="Of several coins">
            {built.coins.join(' and ')} move separately: no single price values these legs.
          </Note>
        )}
      </div>
    </Panel>
  );
}

interface AnalysisProps {
  readonly position: Position;
  readonly currency: Currency;
  readonly legs: ReturnType<typeof priceLegs>;
  /** The legs, and the hedge where it counts. */
  readonly held: ReturnType<typeof priceLegs>;
  /** Whether the hedge counts, to be chosen; null where there is none. */
  readonly hedging: ReactNode;
  readonly coin: string;
}

function Analysis({ position, currency, legs, held, hedging, coin }: AnalysisProps) {
  const theme = useThemeName();
  const [points, setPoints] = useState(0);
  const [days, setDays] = useState(0);
  const nowMs = readServiceNow();
  const daysLeft = position.firstExpiryMs === null ? 0 : Math.max(0, (position.firstExpiryMs - nowMs) / DAY_MS);
  const day = Math.min(days, daysLeft);
  const key = JSON.stringify(position.legs);
  const dayMs = nowMs + day * DAY_MS;
  const request = { position, nowMs, points, dayMs, currency };
  const { analysis, hasFailed } = useAnalysis(request, `${key} ${points} ${day} ${currency}`);
  const unit = currency === 'usd' ? 'USD' : coin;
  const greeks = positionGreeks(held, nowMs);
  const places = currency === 'usd' ? 0 : 4;
  const write = (value: number) => formatDecimal(decimal(value.toFixed(places)), { min: places });
  if (hasFailed) {
    return (
      <Note title="The payoff could not be worked out" tone="bad">
        It is in the log. Legs and requests stay unchanged.
      </Note>
    );
  }
  if (analysis === null) return <Note isBusy title="Working out the payoff…" />;
  return (
    <>
      <PayoffPlot
        key={theme}
        prices={analysis.prices}
        atExpiry={analysis.atExpiry}
        onDay={analysis.onDay}
        reference={position.reference}
        unit={unit}
      />
      <p className="rfq-legend">
        <span className="rfq-line-expiry">At the first expiry</span>
        <span className="rfq-line-day">{day < 0.05 ? 'Today' : `In ${day.toFixed(1)} days`}</span>
      </p>
      {hedging}
      <label className="rfq-slider">
        Volatility <span className="number">{formatGreek(points, 0)} points</span>
        <input
          type="range"
          min={-30}
          max={30}
          step={1}
          value={points}
          onChange={(event) => setPoints(Number(event.target.value))}
        />
      </label>
      <label className="rfq-slider">
        Date <span className="number">+{day.toFixed(1)} d</span>
        <input
          type="range"
          min={0}
          max={daysLeft}
          step="any"
          value={day}
          disabled={daysLeft === 0}
          onChange={(event) => setDays(Number(event.target.value))}
        />
      </label>
      <dl className="rfq-facts">
        <dt>Break-even</dt>
        <dd className="number">
          {analysis.extremes.breakEvens.length === 0
            ? 'none'
            : analysis.extremes.breakEvens.map(formatLevel).join(' · ')}
        </dd>
        <dt>Largest gain</dt>
        <dd className="number">{describeBound(analysis.extremes.gain, write, unit)}</dd>
        <dt>Largest loss</dt>
        <dd className={`number ${analysis.extremes.loss === 'unlimited' ? 'ask' : ''}`}>
          {describeBound(analysis.extremes.loss, write, unit)}
        </dd>
        <dt>Delta · net of premium</dt>
        <dd className="number">
          {formatGreek(greeks.delta, 4)} · {formatGreek(greeks.netDelta, 4)} {coin}
        </dd>
        <dt>Gamma</dt>
        <dd className="number">{formatGreek(greeks.gamma, 5)} per USD</dd>
        <dt>Vega · theta</dt>
        <dd className="number">
          {formatGreek(greeks.vega, 0)} USD / pt · {formatGreek(greeks.theta, 0)} USD / day
        </dd>
        <dt>Forward</dt>
        <dd className="number">{formatLevel(position.reference)}</dd>
        <SimilarPrints legs={legs} nowMs={nowMs} />
      </dl>
      <p className="muted rfq-basis">
        Legs entered at the marks{hedging === null ? '' : ', the hedge at its price'}. A premium in coin counts at its
        USD worth when paid. Forwards keep their basis.
      </p>
    </>
  );
}

function describeHedge({ instrument, direction, amount, entry }: HedgeLeg): string {
  const { amount: unit } = tellUnits(instrument);
  return `${direction} ${formatDecimal(amount)} ${unit} of ${instrument.instrument_name} at ${formatDecimal(entry)}`;
}

/** A price of the underlying with five digits that count: 97,412 and 1.2876. */
function formatLevel(price: number): string {
  const places = Math.max(0, 4 - Math.floor(Math.log10(Math.max(price, 1e-9))));
  return formatDecimal(decimal(price.toFixed(Math.min(places, 8))));
}

function describeBound(bound: Bound, write: (value: number) => string, unit: string): string {
  if (bound === 'unlimited') return 'unlimited';
  return Number.isFinite(bound) ? `${write(bound)} ${unit}` : MISSING;
}
