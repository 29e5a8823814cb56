import { useId } from 'react';
import { ChildMore } from './child-more.tsx';
import { CHILD_FIELDS, type ChildNumber, nudgeChild } from './child-numbers.ts';
import { describeChildSide } from './child-text.ts';
import type { ChildChange } from './child-ticket.ts';
import { FieldRow, isBad } from '../form/field-row.tsx';
import type { FieldsProps } from '../form/fields-props.ts';
import { Segmented } from '../form/segmented.tsx';
import { TextInput } from '../form/text-input.tsx';
import { readChildPostOnly } from '../form/ticket-draft.ts';
import { collectIssues } from '../issues/ticket-issues.ts';
import { readNumber } from '../../../../shared/orders/typed/typed-number.ts';
import { nameOwnUnit, tellContracts } from '../form/ticket-summary.ts';
import { readChildren } from '../form/ticket-state.ts';
import { WATCHED } from '../form/trigger-fields.tsx';
import { restsOf } from '../form/type-fields.tsx';

const SIDES = [
  { value: 'buy', text: 'Buy', explanation: 'The linked order buys' },
  { value: 'sell', text: 'Sell', explanation: 'The linked order sells' },
] as const;

const KINDS = [
  { value: 'limit', text: 'Limit', explanation: 'At the price given or better' },
  { value: 'market', text: 'Market', explanation: 'At once when placed, at the book’s prices' },
  { value: 'stop', text: 'Stop', explanation: 'Waits for a trigger against it. With a price it becomes a limit order' },
  {
    value: 'take',
    text: 'Take',
    explanation: 'Waits for a trigger in its favour. With a price it becomes a limit order',
  },
  {
    value: 'trail',
    text: 'Trail',
    explanation: 'A stop that follows the best price at a distance, then trades at market',
  },
] as const;

/** One linked order: same instrument, a side, type, amount and price of its own. */
export function ChildFields(props: FieldsProps & { index: 0 | 1 }) {
  const { state, summary, issues, instrument, ticker, dispatch, index } = props;
  const child = readChildren(state)[index];
  const byField = issues.byChild[index] ?? {};
  const id = useId();
  const place = `Linked order ${index + 1}`;
  const row = { dispatch };
  const isWaiting = child.kind !== 'limit' && child.kind !== 'market';
  const amount = readNumber(child.amount);
  const contracts = amount === null || instrument === null ? '' : tellContracts(amount, instrument);
  const unit = summary.amountUnit === null ? '' : nameOwnUnit(summary.amountUnit, state);
  const change = (part: ChildChange): void => dispatch({ type: 'change_child', index, change: part });

  function renderNumber(key: ChildNumber, label: string, suffix: string) {
    const field = CHILD_FIELDS[key];
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
            if (instrument === null) return;
            change((now) => {
              const nudged = nudgeChild(now, key, steps, instrument, ticker, summary.amount);
              return nudged === null ? {} : { [key]: nudged };
            });
          }}
        />
      </FieldRow>
    );
  }

  return (
    <fieldset className="child" aria-label={place}>
      <FieldRow label={`Order ${index + 1}`} issues={byField.reduce_only} {...row}>
        <Segmented
          label={`${place}: side`}
          value={child.direction}
          options={SIDES}
          onChoose={(direction) => change({ direction })}
        />
      </FieldRow>
      <FieldRow label="Type" issues={collectIssues(byField, ['type', 'trigger'])} {...row}>
        <Segmented label={`${place}: type`} value={child.kind} options={KINDS} onChoose={(kind) => change({ kind })} />
      </FieldRow>
      {renderNumber('amount', 'Amount', [unit, contracts].filter((part) => part !== '').join(' · '))}
      {isWaiting ? (
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
      ) : null}
      {child.kind === 'market' ? (
        <FieldRow label="The rest" {...row}>
          <Segmented
            label={`${place}: the rest`}
            value={child.restStays ? 'stays' : 'cancelled'}
            options={restsOf(child.direction)}
            onChoose={(rest) => change({ restStays: rest === 'stays' })}
          />
        </FieldRow>
      ) : null}
      {child.kind === 'trail' || child.kind === 'market' ? null : renderNumber('price', 'Price', '')}
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
