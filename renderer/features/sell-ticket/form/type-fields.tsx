import { FieldRow } from './field-row.tsx';
import type { FieldsProps } from './fields-props.ts';
import { Segmented } from './segmented.tsx';

const KINDS = [
  { value: 'limit', text: 'Limit', explanation: 'At the price given or better' },
  { value: 'market', text: 'Market', explanation: 'At once, at whatever the bids pay' },
  { value: 'stop', text: 'Stop', explanation: 'Sells when the watched price falls to the trigger' },
  { value: 'take', text: 'Take', explanation: 'Sells when the watched price rises to the trigger' },
  {
    value: 'trail',
    text: 'Trail',
    explanation: 'Follows the watched price up and sells when it falls so far from its peak',
  },
] as const;

const THENS = [
  { value: 'market', text: 'Market', explanation: 'When it fires it sells at the bids' },
  { value: 'limit', text: 'Limit', explanation: 'When it fires it goes to the book at the price below' },
] as const;

/** What a market order's rest does. */
export const RESTS = [
  { value: 'cancelled', text: 'Cancelled', explanation: 'Cancels what finds no bid' },
  {
    value: 'stays',
    text: 'Stays',
    explanation: 'What finds no bid rests as a limit order at its last trade price',
  },
] as const;

/** The kind of order, and what it becomes where that is a choice. */
export function TypeFields({ state, marked, issues, dispatch }: FieldsProps) {
  const row = { dispatch };
  return (
    <>
      <FieldRow label="Type" isPreset={marked.has('type')} issues={issues.byField.type} {...row}>
        <Segmented
          label="Type"
          value={state.kind}
          options={KINDS}
          onChoose={(kind) => dispatch({ type: 'choose', choice: { kind } })}
        />
      </FieldRow>
      {state.kind === 'stop' || state.kind === 'take' ? (
        <FieldRow label="Then" {...row}>
          <Segmented
            label="Then"
            value={state.firesAs}
            options={THENS}
            onChoose={(firesAs) => dispatch({ type: 'choose', choice: { firesAs } })}
          />
        </FieldRow>
      ) : null}
      {state.kind === 'market' ? (
        <FieldRow label="The rest" {...row}>
          <Segmented
            label="The rest"
            value={state.restStays ? 'stays' : 'cancelled'}
            options={RESTS}
            onChoose={(rest) => dispatch({ type: 'choose', choice: { restStays: rest === 'stays' } })}
          />
        </FieldRow>
      ) : null}
    </>
  );
}
