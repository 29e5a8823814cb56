import { FieldRow } from './field-row.tsx';
import type { FieldsProps } from './fields-props.ts';
import { Segmented } from './segmented.tsx';

const KINDS = [
  { value: 'limit', text: 'Limit', explanation: 'At the price given or better' },
  { value: 'market', text: 'Market', explanation: 'At once, at whatever the bids pay' },
  { value: 'stop', text: 'Stop', explanation: 'Waits, and sells when the price watched falls to the trigger' },
  { value: 'take', text: 'Take', explanation: 'Waits, and sells when the price watched rises to the trigger' },
  {
    value: 'trail',
    text: 'Trail',
    explanation: 'Follows the price watched up, and sells when it falls so far from its peak',
  },
] as const;

const THENS = [
  { value: 'market', text: 'Market', explanation: 'When it fires it sells at whatever the bids pay' },
  { value: 'limit', text: 'Limit', explanation: 'When it fires it goes to the book at the price below' },
] as const;

/** What a market order's rest does. */
export const RESTS = [
  { value: 'cancelled', text: 'Cancelled', explanation: 'What finds nothing to trade with is cancelled' },
  {
    value: 'stays',
    text: 'Stays',
    explanation: 'What finds nothing to trade with rests as a limit order at the last price it traded at',
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
