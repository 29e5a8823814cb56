import { useState } from 'react';
import type { RfqRow } from '../../../../shared/ipc/schemas/rfq-schema.ts';
import { legsOfPrint, type Premium, premiumOf, printPrice } from '../../../../shared/rfq/tape/print.ts';
import type { BlockRfqTrade } from '../../../../shared/service/block-rfq.ts';
import type { Direction } from '../../../../shared/service/fields.ts';
import { amountUnitOfName, priceUnitOfName } from '../../../../shared/service/instrument-name.ts';
import { showForeign } from '../../../ui/order-words/foreign-text.ts';
import { formatWhen, MISSING, formatPrice } from '../../../ui/words/format.ts';
import { setLegs } from '../../../stores/rfq/rfq-store.ts';
import { type LegUnits, unitsOfLegs, withUnit } from '../composer/leg-units.ts';
import { formatPremium, printName } from './tape-rows.ts';
import { Unit } from '../unit.tsx';
import { formatDecimal } from '../../../ui/words/shown.ts';

interface TapePrintProps {
  readonly print: BlockRfqTrade;
  readonly nowMs: number;
  /** A request of this terminal for the structure, open at the print. */
  readonly own: RfqRow | null;
}

/** One print; opened, its legs, trades, hedge and index prices. */
export function TapePrint({ print, nowMs, own }: TapePrintProps) {
  const [isOpen, setOpen] = useState(false);
  const premium = premiumOf(print);
  const price = printPrice(print);
  const units = unitsOfLegs(print.legs);
  const name = showForeign(printName(print));
  return (
    <>
      <tr className={own === null ? '' : 'tape-own'}>
        <td className="number">{formatWhen(print.timestamp, nowMs)}</td>
        <td>
          <button
            type="button"
            className="tape-name"
            aria-expanded={isOpen}
            title={describeLegs(print)}
            onClick={() => setOpen(!isOpen)}
          >
            {name}
          </button>
          {own === null ? null : (
            <span className="tape-mine" title={`Your request “${own.label}” was for this structure and open then`}>
              yours?
            </span>
          )}
        </td>
        <td className={print.direction === 'buy' ? 'bid' : 'ask'}>{print.direction === 'buy' ? 'Buy' : 'Sell'}</td>
        <td className="rfq-number number">
          {formatDecimal(print.amount)} <Unit name={units.amount} />
        </td>
        <td className="rfq-number number">
          {formatPrice(price, 4)} {price === null ? null : <Unit name={units.price} />}
        </td>
        <td className="rfq-number number tape-wide">{formatPrice(print.mark_price, 4)}</td>
        <td className="rfq-number number">{premium === null ? MISSING : formatPremium(premium.quote, 6)}</td>
        <td className="rfq-number number tape-wide">
          {premium?.usd == null ? MISSING : formatPremium(premium.usd, 1)}
        </td>
        <td className="rfq-number number tape-wide">
          {premium?.volatility == null ? MISSING : formatPoints(premium.volatility)}
        </td>
        <td>
          {(['buy', 'sell'] as const).map((side) => (
            <LoadButton key={side} print={print} side={side} name={name} />
          ))}
        </td>
      </tr>
      {isOpen ? (
        <tr className="tape-detail">
          <td colSpan={10}>
            <PrintDetail print={print} premium={premium} units={units} />
          </td>
        </tr>
      ) : null}
    </>
  );
}

/** In every row: prints of several currencies stand below each other. */
interface LoadButtonProps {
  readonly print: BlockRfqTrade;
  readonly side: Direction;
  readonly name: string;
}

function LoadButton({ print, side, name }: LoadButtonProps) {
  const word = side === 'buy' ? 'Buy' : 'Sell';
  return (
    <button
      type="button"
      className="rfq-fix"
      aria-label={`${word} ${name}: take it as a draft`}
      title={`Replace the composer’s legs with those of this print, to ${side} it`}
      onClick={() =>
        setLegs(legsOfPrint(print, side), print.combo_id == null ? undefined : { comboId: print.combo_id, side })
      }
    >
      {word}
    </button>
  );
}

function describeLegs({ legs }: BlockRfqTrade): string {
  return legs
    .map(
      ({ direction, ratio, instrument_name: name, price }) =>
        `${direction} ${ratio} ${name} at ${price} ${priceUnitOfName(name)}`,
    )
    .join('\n');
}

function describePremium({ quote, usd, volatility }: Premium, unit: string): string {
  const parts = [withUnit(formatPremium(quote, 8), unit)];
  if (usd !== null && usd !== quote) parts.push(`${formatPremium(usd, 2)} USD`);
  if (volatility !== null) parts.push(`about ${formatPoints(volatility)} volatility points`);
  return parts.join(' · ');
}

function formatPoints(points: number): string {
  return `${points > 0 ? '+' : ''}${points.toFixed(2)}`;
}

interface PrintDetailProps {
  readonly print: BlockRfqTrade;
  readonly premium: Premium | null;
  readonly units: LegUnits;
}

function PrintDetail({ print, premium, units }: PrintDetailProps) {
  const { hedge, trades, index_prices: indexPrices } = print;
  const hedgeUnit = hedge == null ? '' : showForeign(amountUnitOfName(hedge.instrument_name));
  return (
    <ul className="tape-list">
      {print.legs.map((leg) => (
        <li key={leg.instrument_name}>
          <span className={leg.direction === 'buy' ? 'bid' : 'ask'}>{leg.direction}</span> {leg.ratio} ×{' '}
          {showForeign(leg.instrument_name)} at {formatDecimal(leg.price)}{' '}
          {showForeign(priceUnitOfName(leg.instrument_name))}
        </li>
      ))}
      {trades.map((trade, at) => (
        <li key={at}>
          Trade: {trade.direction} {withUnit(formatDecimal(trade.amount), units.amount)} at{' '}
          {withUnit(formatDecimal(trade.price), units.price)}
          {trade.hedge_amount === undefined ? '' : `, hedged ${withUnit(formatDecimal(trade.hedge_amount), hedgeUnit)}`}
        </li>
      ))}
      <li>Mark: {print.mark_price == null ? 'none given' : withUnit(formatDecimal(print.mark_price), units.price)}</li>
      {premium === null ? null : <li>Over the mark: {describePremium(premium, units.price)}</li>}
      <li>
        {hedge == null
          ? 'No hedge leg'
          : `Hedge: ${hedge.direction} ${formatDecimal(hedge.amount)} ${hedgeUnit} of ${showForeign(hedge.instrument_name)} at ${formatDecimal(hedge.price)} ${showForeign(priceUnitOfName(hedge.instrument_name))}`}
      </li>
      {indexPrices == null ? null : (
        <li>
          Index:{' '}
          {Object.entries(indexPrices)
            .map(([index, price]) => `${showForeign(index)} ${formatDecimal(price)}`)
            .join(' · ')}
        </li>
      )}
      <li className="muted">Print {print.id}</li>
    </ul>
  );
}
