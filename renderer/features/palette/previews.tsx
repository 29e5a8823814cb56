import { tellFreshness } from '../../stores/freshness.ts';
import { useNow } from '../../stores/now.ts';
import { readServiceNow, useSession } from '../../stores/session-store.ts';
import { sentAt } from '../../../shared/orders/outcome/sent-at.ts';
import { LINE_EXAMPLES } from '../../../shared/orders/typed/order-line.ts';
import { isPositive } from '../../../shared/decimal.ts';
import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { readFills } from '../../../shared/orders/outcome/filled.ts';
import { amountUnitOfName } from '../../../shared/service/instrument-name.ts';
import { type Action, readWhyNot } from '../../actions/action.ts';
import { spellChord } from '../../actions/chord.ts';
import { useInstrument } from '../../api/queries.ts';
import { useQuote } from '../../stores/market-store.ts';
import { useLook } from '../../stores/watch-store.ts';
import { readBookedPrice } from '../../ui/order-words/booked-price.ts';
import { FieldGroups, type FieldText } from '../../ui/controls/field-groups.tsx';
import { showForeign } from '../../ui/order-words/foreign-text.ts';
import { formatFixed, formatDate, formatTimeOfDay } from '../../ui/words/format.ts';
import { describeOutcome, describeState, describeTrigger, describeType } from '../../ui/order-words/order-text.ts';
import { nameKind } from '../../ui/words/kind-text.ts';
import type { LinkColour } from '../../ui/panel-frame.ts';
import { spell } from '../../ui/words/spell.ts';
import { tellUnits } from '../../ui/words/units.ts';
import { describePrices, warnOfAge } from './instrument-text.ts';
import { describeDraft, describeFault } from './line-text.ts';
import type { LineReading } from './use-order-line.ts';
import { Working } from '../../ui/working.tsx';
import { formatDecimal, zoneName } from '../../ui/words/shown.ts';

export function ActionPreview({ action, chord }: { readonly action: Action; readonly chord: string | null }) {
  const whyNot = readWhyNot(action);
  return (
    <>
      <h3>{action.title}</h3>
      <p>{action.explanation}</p>
      {whyNot === null ? null : <p className="warn-text">Not now: {whyNot}</p>}
      <p className="muted">{chord === null ? 'No key. “Change keys…” gives it one.' : `Key: ${spellChord(chord)}`}</p>
    </>
  );
}

interface InstrumentPreviewProps {
  readonly instrumentName: string;
  readonly link: LinkColour;
}

export function InstrumentPreview({ instrumentName, link }: InstrumentPreviewProps) {
  useLook([instrumentName], 'visible');
  const { data } = useInstrument(instrumentName);
  const received = useQuote(instrumentName);
  const isLost = useSession((state) => state.link === 'lost');
  const nowMs = useNow();
  const warning = warnOfAge(received, tellFreshness(received, isLost, nowMs), nowMs);
  const units = tellUnits(data ?? null);
  const expiry = data?.expiration_timestamp;
  const fields: FieldText[] = [
    { name: 'Kind', text: data === undefined ? '…' : nameKind(data), unit: '' },
    ...describePrices(received, units),
    { name: 'Contract', text: formatFixed(data?.contract_size, null), unit: units.amount },
    { name: 'Least amount', text: formatFixed(data?.min_trade_amount, null), unit: units.amount },
    ...(expiry === undefined || data?.settlement_period === 'perpetual'
      ? []
      : [{ name: 'Expires', text: formatDate(expiry), unit: zoneName(expiry) }]),
  ];
  return (
    <>
      <FieldGroups groups={[{ name: instrumentName, fields }]} />
      {warning === null ? null : <p className="warn-text">{warning}</p>}
      <p className="muted">
        Enter shows it in the panels linked <span className={`link-dot link-${link}`} aria-hidden="true" /> {link}.
      </p>
    </>
  );
}

/** Everything that is known of an order. */
export function OrderDetails({ row }: { readonly row: OrderRow }) {
  const { order } = row;
  const outcome = describeOutcome(row);
  const trigger = describeTrigger(row);
  const { amount: filled, of, isInPieces } = readFills(row);
  const unit = amountUnitOfName(row.instrument_name);
  // Of nothing there is no average, and that of earlier pieces is not kept.
  const average = isPositive(filled) && !isInPieces ? order?.average_price : null;
  const asked: FieldText[] = [
    { name: 'Instrument', text: row.instrument_name, unit: '' },
    { name: row.direction === 'buy' ? 'Buy' : 'Sell', text: formatDecimal(of), unit },
    { name: 'Type', text: describeType(row), unit: '' },
    { name: 'Price', text: formatFixed(readBookedPrice(row), null), unit: '' },
    ...(trigger === null ? [] : [{ name: 'Trigger', text: trigger, unit: '' }]),
    { name: 'Stays', text: spell(row.time_in_force), unit: '' },
    {
      name: 'Sent',
      text: `${formatDate(sentAt(row)).slice(0, 10)} ${formatTimeOfDay(sentAt(row))}`,
      unit: zoneName(sentAt(row)),
    },
  ];
  const booked: FieldText[] = [
    { name: 'State', text: describeState(row, readServiceNow()).text, unit: '' },
    { name: 'Filled', text: formatFixed(order?.filled_amount === undefined ? null : filled, null), unit },
    { name: 'Average price', text: formatFixed(average, null), unit: '' },
    { name: 'Id', text: order === null ? '–' : showForeign(order.order_id), unit: '' },
  ];
  return (
    <>
      <FieldGroups
        groups={[
          { name: showForeign(row.label), fields: asked },
          { name: 'At the service', fields: booked },
        ]}
      />
      {outcome === null ? null : <p className="palette-said">{outcome.detail}</p>}
    </>
  );
}

interface LinePreviewProps {
  readonly reading: LineReading;
  /** Writes another word in place of one of the line. */
  readonly onInstead: (word: string, instead: string) => void;
}

/** What a line would fill, or what is wrong with it. */
export function LinePreview({ reading, onInstead }: LinePreviewProps) {
  if (reading.state === 'ready') {
    return (
      <>
        <FieldGroups groups={[{ name: 'Fills the ticket', fields: describeDraft(reading.draft, reading.units) }]} />
        <p className="muted">Nothing is sent yet. The ticket checks it and its button sends.</p>
      </>
    );
  }
  if (reading.state !== 'wrong') return <Working text="Looking for its instrument…" />;
  return (
    <>
      <ul className="palette-faults" role="alert">
        {reading.faults.map((fault) => (
          <li key={`${fault.token} ${fault.reason}`}>
            {describeFault(fault)}
            {fault.instead?.map((word) => (
              <button key={word} type="button" className="button" onClick={() => onInstead(fault.token ?? '', word)}>
                {word}
              </button>
            ))}
          </li>
        ))}
      </ul>
      <LineHelp />
    </>
  );
}

/** How an order is written. */
export function LineHelp() {
  return (
    <>
      <h3>An order as one line</h3>
      <ul className="palette-examples number">
        {LINE_EXAMPLES.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="muted">
        Post only stays on if possible, except for trigger orders. “cross” turns it off, “post” on.
      </p>
    </>
  );
}
