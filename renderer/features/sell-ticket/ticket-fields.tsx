import type { KeyboardEvent } from 'react';
import { type DecimalString, formatDecimal } from '../../../shared/decimal.ts';
import { bestAsk } from '../../../shared/orders/facts.ts';
import { LABEL_MAX_CHARACTERS } from '../../../shared/service/fields.ts';
import type { Instrument } from '../../../shared/service/instrument.ts';
import type { Ticker } from '../../../shared/service/ticker.ts';
import { FieldRow } from './field-row.tsx';
import { FlagBoxes } from './flag-boxes.tsx';
import { InstrumentField } from './instrument-field.tsx';
import { Segmented } from './segmented.tsx';
import { TextInput } from './text-input.tsx';
import { readNumbers, type TicketAction, type TicketState } from './ticket-state.ts';
import type { TicketIssues, TicketSummary } from './ticket-summary.ts';

const TYPES = [
  { value: 'limit', text: 'Limit', explanation: 'At the price given or better' },
  { value: 'market', text: 'Market', explanation: 'At once, at whatever the bids pay' },
] as const;

const TIMES = [
  { value: 'good_til_cancelled', text: 'GTC', explanation: 'Good till cancelled' },
  { value: 'good_til_day', text: 'Day', explanation: 'Good till the book next settles, 08:00 UTC' },
  { value: 'fill_or_kill', text: 'FOK', explanation: 'Fill or kill: all at once, or nothing' },
  {
    value: 'immediate_or_cancel',
    text: 'IOC',
    explanation: 'Immediate or cancel: what finds a bid now; the rest is cancelled',
  },
] as const;

interface TicketFieldsProps {
  readonly state: TicketState;
  readonly summary: TicketSummary;
  readonly issues: TicketIssues;
  readonly instrument: Instrument | null;
  readonly ticker: Ticker | null;
  readonly dispatch: (action: TicketAction) => void;
}

/** The fields of the ticket, top to bottom. */
export function TicketFields({ state, summary, issues, instrument, ticker, dispatch }: TicketFieldsProps) {
  const { amount, price } = readNumbers(state);
  const { byField } = issues;
  const row = { acknowledged: state.acknowledged, dispatch };
  const isBad = (field: 'amount' | 'price' | 'label'): boolean =>
    (byField[field] ?? []).some((issue) => issue.severity === 'error' && !issue.code.endsWith('_missing'));
  return (
    <>
      <FieldRow label="Instrument" htmlFor="ticket-instrument" issues={byField.instrument_name} {...row}>
        <InstrumentField instrumentName={state.instrumentName} instrument={instrument} tick={summary.tick} />
      </FieldRow>
      <FieldRow label="Type" issues={byField.type} {...row}>
        <Segmented
          label="Type"
          name="ticket-type"
          value={state.type}
          options={TYPES}
          onChoose={(value) => dispatch({ type: 'choose_type', value })}
        />
      </FieldRow>
      <FieldRow label="Amount" htmlFor="ticket-amount" issues={byField.amount} issuesId="ticket-amount-issues" {...row}>
        <TextInput
          id="ticket-amount"
          value={amount}
          suffix={[summary.amountUnit, summary.contracts].filter((part) => part !== null).join(' · ')}
          isInvalid={isBad('amount')}
          describedBy="ticket-amount-issues"
          isNumeric
          onType={(text) => dispatch({ type: 'type_amount', text })}
        />
      </FieldRow>
      {summary.price.use === 'irrelevant' ? null : (
        <FieldRow label="Price" htmlFor="ticket-price" issues={byField.price} issuesId="ticket-price-issues" {...row}>
          <TextInput
            id="ticket-price"
            value={price}
            suffix={summary.tick === null ? '' : `▲▼ ${formatDecimal(summary.tick)}`}
            isInvalid={isBad('price')}
            describedBy="ticket-price-issues"
            isNumeric
            onType={(text) => dispatch({ type: 'type_price', text })}
            onKeyDown={(event) => nudge(event, instrument, ticker, dispatch)}
          />
        </FieldRow>
      )}
      <FieldRow label="Time in force" issues={byField.time_in_force} {...row}>
        <Segmented
          label="Time in force"
          name="ticket-time-in-force"
          value={state.timeInForce}
          options={TIMES}
          onChoose={(value) => dispatch({ type: 'choose_time_in_force', value })}
        />
      </FieldRow>
      <FieldRow
        label="Flags"
        issues={[...(byField.post_only ?? []), ...(byField.reject_post_only ?? []), ...(byField.reduce_only ?? [])]}
        {...row}
      >
        <FlagBoxes summary={summary} dispatch={dispatch} />
      </FieldRow>
      <FieldRow label="Label" htmlFor="ticket-label" issues={byField.label} issuesId="ticket-label-issues" {...row}>
        <TextInput
          id="ticket-label"
          value={state.label}
          placeholder="made when sent"
          suffix={`${summary.labelCharacters} / ${LABEL_MAX_CHARACTERS}`}
          isInvalid={isBad('label')}
          describedBy="ticket-label-issues"
          onType={(text) => dispatch({ type: 'type_label', text })}
        />
      </FieldRow>
    </>
  );
}

/** Up and down move the price by one tick, with Shift by ten, with Ctrl by a hundred. */
function nudge(
  event: KeyboardEvent,
  instrument: Instrument | null,
  ticker: Ticker | null,
  dispatch: (action: TicketAction) => void,
): void {
  if ((event.key !== 'ArrowUp' && event.key !== 'ArrowDown') || instrument === null) return;
  event.preventDefault();
  const size = event.ctrlKey || event.metaKey ? 100 : event.shiftKey ? 10 : 1;
  const from: DecimalString | null = ticker === null ? null : (bestAsk(ticker)?.price ?? ticker.mark_price ?? null);
  dispatch({ type: 'nudge_price', ticks: event.key === 'ArrowUp' ? size : -size, instrument, from });
}
