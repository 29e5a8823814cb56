import { useId } from 'react';
import { triggerGrid } from '../../../shared/orders/tick.ts';
import { ChildMore } from './child-more.tsx';
import { describeChildSide } from './child-text.ts';
import type { ChildTicket } from './child-ticket.ts';
import { FieldRow, isBad } from './field-row.tsx';
import type { FieldsProps } from './fields-props.ts';
import { Segmented } from './segmented.tsx';
import { TextInput } from './text-input.tsx';
import { readChildPostOnly } from './ticket-draft.ts';
import { collectIssues } from './ticket-issues.ts';
import { isNudgeable, nudgeNumber, readNumber } from './ticket-numbers.ts';
import { readChildren } from './ticket-state.ts';
import { WATCHED } from './trigger-fields.tsx';

const SIDES = [
  { value: 'buy', text: 'Buy', explanation: 'The linked order buys' },
  { value: 'sell', text: 'Sell', explanation: 'The linked order sells' },
] as const;

const KINDS = [
  { value: 'limit', text: 'Limit', explanation: 'At the price given or better' },
  { value: 'stop', text: 'Stop', explanation: 'Waits for a trigger against it; with a price it is then a limit order' },
  {
    value: 'take',
    text: 'Take',
    explanation: 'Waits for a trigger in its favour; with a price it is then a limit order',
  },
  { value: 'trail', text: 'Trail', explanation: 'A stop that follows the best price at a distance; then at market' },
] as const;

type ChildNumber = 'amount' | 'price' | 'triggerPrice' | 'triggerOffset';

const FIELD_OF = {
  amount: 'amount',
  price: 'price',
  triggerPrice: 'trigger_price',
  triggerOffset: 'trigger_offset',
} as const satisfies Record<ChildNumber, string>;

/** One linked order: same instrument, a side, type, amount and price of its own. */
export function ChildFields({ state, summary, issues, instrument, dispatch, index }: FieldsProps & { index: 0 | 1 }) {
  const child = readChildren(state)[index];
  const byField = issues.byChild[index] ?? {};
  const id = useId();
  const place = `Linked order ${index + 1}`;
  const row = { dispatch };
  const change = (part: Partial<ChildTicket>): void => dispatch({ type: 'change_child', index, change: part });

  function renderNumber(key: ChildNumber, label: string, suffix: string) {
    const field = FIELD_OF[key];
    const found = byField[field];
    return (
      <FieldRow label={label} htmlFor={`${id}-${field}`} issues={found} issuesId={`${id}-${field}-issues`} {...row}>
        <TextInput
          id={`${id}-${field}`}
          name={`${place}: ${label.toLowerCase()}`}
          value={child[key]}
          suffix={suffix}
          placeholder={key === 'price' && child.kind !== 'limit' ? 'none: at market' : ''}
          isInvalid={isBad(found)}
          describedBy={`${id}-${field}-issues`}
          isNumeric
          onType={(text) => change({ [key]: text })}
          onNudge={(steps) => {
            const value = readNumber(child[key]);
            if (instrument === null || value === null) return;
            if (!isNudgeable(field, value, instrument, child.trigger)) return;
            const isOfTrigger = field === 'trigger_price' || field === 'trigger_offset';
            const grid = isOfTrigger ? triggerGrid(instrument, child.trigger) : instrument;
            change({ [key]: nudgeNumber(field, value, steps, grid) });
          }}
        />
      </FieldRow>
    );
  }

  return (
    <fieldset className="child" aria-label={place}>
      <FieldRow
        label={`Order ${index + 1}`}
        issues={collectIssues(byField, ['type', 'reduce_only', 'trigger'])}
        {...row}
      >
        <div className="child-head">
          <Segmented
            label={`${place}: side`}
            value={child.direction}
            options={SIDES}
            onChoose={(direction) => change({ direction })}
          />
          <Segmented
            label={`${place}: type`}
            value={child.kind}
            options={KINDS}
            onChoose={(kind) => change({ kind })}
          />
        </div>
      </FieldRow>
      {renderNumber('amount', 'Amount', summary.amountUnit ?? '')}
      {child.kind === 'limit' ? null : (
        <>
          <FieldRow label="Watches" {...row}>
            <Segmented
              label={`${place}: watches`}
              value={child.trigger}
              options={WATCHED}
              onChoose={(trigger) => change({ trigger })}
            />
          </FieldRow>
          {child.kind === 'trail'
            ? renderNumber('triggerOffset', 'Distance', 'from the best price')
            : renderNumber('triggerPrice', 'Fires at', describeChildSide(child))}
        </>
      )}
      {child.kind === 'trail' ? null : renderNumber('price', 'Price', '')}
      {summary.reduceOnly.use === 'enabled' ? (
        <label className="flag child-flag">
          <input
            type="checkbox"
            aria-label={`${place}: reduce only`}
            checked={child.reduceOnly}
            onChange={(event) => change({ reduceOnly: event.target.checked })}
          />
          Reduce only
        </label>
      ) : null}
      <ChildMore
        child={child}
        place={place}
        byField={byField}
        postOnly={readChildPostOnly(child)}
        change={change}
        dispatch={dispatch}
      />
    </fieldset>
  );
}
