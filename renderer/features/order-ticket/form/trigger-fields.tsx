import { useId } from 'react';
import { watchedPrice } from '../../../../shared/orders/rules/trigger.ts';
import { firesBelow } from '../../../../shared/orders/side.ts';
import { FieldRow, isBad } from './field-row.tsx';
import type { FieldsProps } from './fields-props.ts';
import { Segmented } from './segmented.tsx';
import { TextInput } from './text-input.tsx';
import { readNumbers } from './ticket-state.ts';
import { planTrigger, stepOfTrigger } from './trigger-plan.ts';
import { formatDecimal } from '../../../ui/words/shown.ts';

/** Prices that a trigger can watch. */
export const WATCHED = [
  { value: 'index_price', text: 'Index', explanation: 'The price of the underlying index' },
  { value: 'mark_price', text: 'Mark', explanation: 'The instrument’s mark price' },
  { value: 'last_price', text: 'Last', explanation: 'The price of the instrument’s last trade' },
] as const;

/** What is watched, when it fires, and what happens then. */
export function TriggerFields({ state, summary, issues, instrument, ticker, dispatch }: FieldsProps) {
  const id = useId();
  const { draft } = summary;
  if (draft.trigger === null) return null;
  const trails = state.kind === 'trail';
  const field = trails ? 'trigger_offset' : 'trigger_price';
  const label = trails ? 'Distance' : 'Fires at';
  const { byField } = issues;
  const row = { dispatch };
  const { trigger } = draft;
  const typed = readNumbers(state)[field];
  const step = instrument === null ? null : stepOfTrigger(draft, instrument, ticker);
  // What is refused has no life to tell of; what is only empty still has.
  const isRefused = isBad(byField[field]) && typed.trim() !== '';
  const plan = isRefused ? [] : planTrigger(draft, instrument, ticker, summary.places ?? 0);
  return (
    <>
      <FieldRow label="Watches" issues={byField.trigger} {...row}>
        <Segmented
          label="Watches"
          value={state.trigger}
          options={WATCHED}
          onChoose={(value) => dispatch({ type: 'choose', choice: { trigger: value } })}
        />
      </FieldRow>
      <FieldRow label={label} htmlFor={id} issues={byField[field]} issuesId={`${id}-issues`} {...row}>
        <TextInput
          id={id}
          value={typed}
          suffix={describeSide(state, step === null ? '' : formatDecimal(step))}
          isInvalid={isBad(byField[field])}
          describedBy={`${id}-issues`}
          isNumeric
          onType={(text) => dispatch({ type: 'type_number', field, text })}
          onNudge={
            instrument === null || step === null
              ? undefined
              : (steps) => {
                  const watched = ticker === null ? null : watchedPrice(ticker, trigger);
                  const from = trails ? step : watched;
                  dispatch({ type: 'nudge', field, steps, instrument, from });
                }
          }
        />
        {plan.length === 0 ? null : (
          <ol className="timeline" aria-label="What will happen to the trigger">
            {plan.map(({ when, what }) => (
              <li key={when}>
                <b>{when}</b> <span className="number">{what}</span>
              </li>
            ))}
          </ol>
        )}
      </FieldRow>
    </>
  );
}

function describeSide({ kind, side }: FieldsProps['state'], tick: string): string {
  const isBelow = firesBelow(side, kind === 'take' ? 'profit' : 'loss');
  if (kind === 'trail') return `${isBelow ? 'under the peak' : 'above the low'} · ↕ ${tick}`;
  return `${isBelow ? 'or below' : 'or above'} · ↕ ${tick}`;
}
