import { priceUnit } from '../../../../shared/orders/facts.ts';
import { Fragment, useState } from 'react';
import { type DecimalString, decimal, multiply } from '../../../../shared/decimal.ts';
import { bestAsk, bestBid } from '../../../../shared/orders/facts.ts';
import {
  greeksOfOne,
  legGreeks,
  type NetPrices,
  netPrices,
  type PositionGreeks,
  positionGreeks,
  scalePrices,
} from '../../../../shared/rfq/analysis/totals.ts';
import { formatFixed, formatSigned, MISSING, pricePlaces, formatPrice } from '../../../ui/words/format.ts';
import { IssueList } from './issues-under.tsx';
import { NumberField } from './number-field.tsx';
import { legSteps, RATIO_STEPS } from './number-steps.ts';
import { flipLeg, moveLeg, removeLeg, setAmount } from '../../../stores/rfq/rfq-store.ts';
import { type LegView, priceLegs, type RfqView } from '../use-rfq.ts';
import { formatDecimal } from '../../../ui/words/shown.ts';

/** A computed number with its sign, or a dash. */
export function formatGreek(value: number | null, places: number): string {
  if (value === null || !Number.isFinite(value)) return MISSING;
  return formatSigned(decimal(value.toFixed(places)), { min: places, max: places });
}

/** The legs with prices and greeks, each editable, and their sum. */
export function LegsTable({ view }: { readonly view: RfqView }) {
  const { legs, verdict, priced, serviceNowMs } = view;
  if (legs.length === 0) return null;
  const { structure } = verdict;
  const tickerOf = (name: string) =>
    legs.find(({ leg }) => leg.instrumentName === name)?.received?.quote.ticker ?? null;
  const net = structure === null ? null : netPrices(structure.legs, tickerOf);
  const total = priced.length === legs.length ? positionGreeks(priced, serviceNowMs) : null;
  const one = structure === null || total === null ? null : greeksOfOne(total, structure.amount);
  const first = legs[0]?.instrument ?? null;
  const places = pricePlaces(first);
  const unit = net === null || first === null ? '' : priceUnit(first);
  return (
    <table className="rfq-legs" aria-label="Legs">
      <thead>
        <tr>
          <th>Leg</th>
          <th className="rfq-name">Instrument</th>
          <th>Side</th>
          <th className="rfq-number">Amount</th>
          <th className="rfq-number">Ratio</th>
          <th className="rfq-number">Bid</th>
          <th className="rfq-number">Ask</th>
          <th className="rfq-number">Mark</th>
          <th className="rfq-number" title="Implied volatility at the mark, %">
            IV
          </th>
          <th className="rfq-number" title="In coins, before the premium">
            Delta
          </th>
          <th className="rfq-number rfq-roomy" title="Delta for one dollar of the underlying">
            Gamma
          </th>
          <th className="rfq-number" title="USD for one point of volatility">
            Vega
          </th>
          <th className="rfq-number" title="USD for one day">
            Theta
          </th>
          <th>
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {legs.map((leg, index) => (
          <LegRow key={leg.leg.instrumentName} view={view} leg={leg} index={index} />
        ))}
      </tbody>
      <tfoot>
        <SumRow name={ofUnit('Net of one', unit)} amount={ONE} prices={net} greeks={one} places={[places, 3, 1]} />
        <SumRow
          name={ofUnit('In total', unit)}
          amount={structure?.amount ?? null}
          prices={structure === null || net === null ? null : scalePrices(net, structure.amount)}
          greeks={total}
          places={[places, 2, 0]}
        />
      </tfoot>
    </table>
  );
}

const ONE = decimal(1);

/** Of prices alone: vega and theta stand in the same row, in USD. */
function ofUnit(name: string, unit: string): string {
  return unit === '' ? name : `${name}, prices in ${unit}`;
}

interface SumRowProps {
  readonly name: string;
  readonly amount: DecimalString | null;
  readonly prices: NetPrices | null;
  readonly greeks: PositionGreeks | null;
  /** Of prices, of delta, of vega and theta. */
  readonly places: readonly [number | null, number, number];
}

function SumRow({ name, amount, prices, greeks, places: [price, delta, dollars] }: SumRowProps) {
  return (
    <tr className="number">
      <td />
      <td className="rfq-name" colSpan={2}>
        {name}
      </td>
      <td className="rfq-number">{amount === null ? MISSING : formatDecimal(amount)}</td>
      <td />
      <td className="rfq-number">{formatPrice(prices?.bid, price)}</td>
      <td className="rfq-number">{formatPrice(prices?.ask, price)}</td>
      <td className="rfq-number">{formatPrice(prices?.mark, price)}</td>
      <td />
      <td className="rfq-number">{formatGreek(greeks?.delta ?? null, delta)}</td>
      <td className="rfq-number rfq-roomy">{formatGreek(greeks?.gamma ?? null, 5)}</td>
      <td className="rfq-number">{formatGreek(greeks?.vega ?? null, dollars)}</td>
      <td className="rfq-number">{formatGreek(greeks?.theta ?? null, dollars)}</td>
      <td />
    </tr>
  );
}

function LegRow({
  view,
  leg: shown,
  index,
}: {
  readonly view: RfqView;
  readonly leg: LegView;
  readonly index: number;
}) {
  const { leg, amount, instrument, received } = shown;
  const name = leg.instrumentName;
  const ticker = received?.quote.ticker ?? null;
  const places = pricePlaces(instrument);
  const [priced] = priceLegs([shown]);
  const greeks = priced === undefined ? null : legGreeks(priced, view.serviceNowMs);
  const ratio = view.verdict.structure?.legs[index]?.ratio;
  const issues = view.verdict.issues.filter(({ place }) => place.part === 'leg' && place.index === index);
  const issuesId = `rfq-leg-${index}-issues`;
  const isInvalid = issues.some(({ severity, place }) => severity === 'error' && place.field === 'amount');
  const volatility: DecimalString | null = ticker?.mark_iv ?? null;
  return (
    <Fragment>
      <tr className={received?.quote.is_stale === true ? 'number rfq-stale' : 'number'}>
        <td>{index + 1}</td>
        <td className="rfq-name" title={name}>
          {name}
        </td>
        <td>
          <button
            type="button"
            className={`rfq-side ${leg.direction === 'buy' ? 'bid' : 'ask'}`}
            aria-label={`Leg ${index + 1}: ${leg.direction}; flip`}
            onClick={() => flipLeg(index)}
          >
            {leg.direction === 'buy' ? 'Buy' : 'Sell'}
          </button>
        </td>
        <td className="rfq-number">
          <NumberField
            aria-label={`Amount of leg ${index + 1}`}
            aria-invalid={isInvalid}
            aria-describedby={issues.length === 0 ? undefined : issuesId}
            value={amount}
            steps={legSteps(instrument)}
            onType={(text) => setAmount(name, text)}
          />
        </td>
        <td className="rfq-number">
          <RatioField index={index} ratio={ratio ?? null} of={view.verdict.structure?.amount ?? null} name={name} />
        </td>
        <td className="rfq-number">{formatPrice(ticker === null ? null : bestBid(ticker)?.price, places)}</td>
        <td className="rfq-number">{formatPrice(ticker === null ? null : bestAsk(ticker)?.price, places)}</td>
        <td className="rfq-number">{formatPrice(ticker?.mark_price, places)}</td>
        <td className="rfq-number">{formatFixed(volatility, 1)}</td>
        <td className="rfq-number">{formatGreek(greeks?.delta ?? null, 2)}</td>
        <td className="rfq-number rfq-roomy">{formatGreek(greeks?.gamma ?? null, 5)}</td>
        <td className="rfq-number">{formatGreek(greeks?.vega ?? null, 0)}</td>
        <td className="rfq-number">{formatGreek(greeks?.theta ?? null, 0)}</td>
        <td className="rfq-actions">
          <RowButton
            label={`Move leg ${index + 1} up`}
            sign="↑"
            isDisabled={index === 0}
            onPress={() => moveLeg(index, -1)}
          />
          <RowButton
            label={`Move leg ${index + 1} down`}
            sign="↓"
            isDisabled={index === view.legs.length - 1}
            onPress={() => moveLeg(index, 1)}
          />
          <RowButton label={`Take out leg ${index + 1}`} sign="×" isDisabled={false} onPress={() => removeLeg(index)} />
        </td>
      </tr>
      {issues.length === 0 ? null : (
        <tr>
          <td />
          <td colSpan={13}>
            <IssueList issues={issues} id={issuesId} />
          </td>
        </tr>
      )}
    </Fragment>
  );
}

interface RatioFieldProps {
  readonly index: number;
  readonly ratio: number | null;
  /** The structure's amount; null while the legs make none. */
  readonly of: DecimalString | null;
  readonly name: string;
}

/** Enter gives the leg that many times the structure's amount; the ratios are then what the amounts make them. */
function RatioField({ index, ratio, of, name }: RatioFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const wanted = /^[1-9]\d{0,3}$/.test(typed?.trim() ?? '') ? Number(typed) : null;
  if (ratio === null || of === null) return MISSING;
  return (
    <NumberField
      className="rfq-ratio"
      aria-label={`Ratio of leg ${index + 1}`}
      aria-invalid={typed !== null && wanted === null}
      title="A whole number from 1 to 9999. Enter sets the leg’s amount"
      most={4}
      value={typed ?? String(ratio)}
      steps={RATIO_STEPS}
      onType={setTyped}
      onMove={(moved) => {
        setAmount(name, multiply(of, moved));
        setTyped(null);
      }}
      onBlur={() => setTyped(null)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setTyped(null);
        if (event.key !== 'Enter' || event.ctrlKey || wanted === null) return;
        setAmount(name, multiply(of, decimal(wanted)));
        setTyped(null);
      }}
    />
  );
}

interface RowButtonProps {
  readonly label: string;
  readonly sign: string;
  readonly isDisabled: boolean;
  readonly onPress: () => void;
}

function RowButton({ label, sign, isDisabled, onPress }: RowButtonProps) {
  return (
    <button
      type="button"
      className="rfq-row-button"
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={onPress}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}
