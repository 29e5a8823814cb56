import { firesBelow, type Side, traitsOf } from '../../../../shared/orders/side.ts';
import { sideWords } from '../../../ui/order-words/side-text.ts';
import { FieldRow } from './field-row.tsx';
import type { FieldsProps } from './fields-props.ts';
import { Segmented } from './segmented.tsx';

/** What the kinds of a side do. */
function kindsOf(side: Side) {
  const verb = sideWords(side).Does;
  const [bad, good] = firesBelow(side, 'loss') ? ['falls', 'rises'] : ['rises', 'falls'];
  const from = firesBelow(side, 'loss') ? 'peak' : 'low';
  return [
    { value: 'limit', text: 'Limit', explanation: 'At the price given or better' },
    { value: 'market', text: 'Market', explanation: `At once, against the ${traitsOf(side).touch}s` },
    { value: 'stop', text: 'Stop', explanation: `${verb} when the watched price ${bad} to the trigger` },
    { value: 'take', text: 'Take', explanation: `${verb} when the watched price ${good} to the trigger` },
    { value: 'trail', text: 'Trail', explanation: `${verb} when the watched price ${bad} so far from its ${from}` },
  ] as const;
}

function thensOf(side: Side) {
  return [
    {
      value: 'market',
      text: 'Market',
      explanation: `When it fires it ${sideWords(side).does} against the ${traitsOf(side).touch}s`,
    },
    { value: 'limit', text: 'Limit', explanation: 'When it fires it goes to the book at the price below' },
  ] as const;
}

/** What a market order's rest does. */
export function restsOf(side: Side) {
  const { touch } = traitsOf(side);
  return [
    { value: 'cancelled', text: 'Cancelled', explanation: `Cancels what finds no ${touch}` },
    {
      value: 'stays',
      text: 'Stays',
      explanation: `What finds no ${touch} rests as a limit order at its last trade price`,
    },
  ] as const;
}

/** The kind of order, and what it becomes where that is a choice. */
export function TypeFields({ state, marked, issues, dispatch }: FieldsProps) {
  const row = { dispatch };
  return (
    <>
      <FieldRow label="Type" isPreset={marked.has('type')} issues={issues.byField.type} {...row}>
        <Segmented
          label="Type"
          value={state.kind}
          options={kindsOf(state.side)}
          onChoose={(kind) => dispatch({ type: 'choose', choice: { kind } })}
        />
      </FieldRow>
      {state.kind === 'stop' || state.kind === 'take' ? (
        <FieldRow label="Then" {...row}>
          <Segmented
            label="Then"
            value={state.firesAs}
            options={thensOf(state.side)}
            onChoose={(firesAs) => dispatch({ type: 'choose', choice: { firesAs } })}
          />
        </FieldRow>
      ) : null}
      {state.kind === 'market' ? (
        <FieldRow label="The rest" {...row}>
          <Segmented
            label="The rest"
            value={state.restStays ? 'stays' : 'cancelled'}
            options={restsOf(state.side)}
            onChoose={(rest) => dispatch({ type: 'choose', choice: { restStays: rest === 'stays' } })}
          />
        </FieldRow>
      ) : null}
    </>
  );
}
