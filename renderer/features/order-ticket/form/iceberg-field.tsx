import { useId } from 'react';
import { FieldRow, isBad } from './field-row.tsx';
import type { FieldsProps } from './fields-props.ts';
import { TextInput } from './text-input.tsx';
import { readNumbers } from './ticket-state.ts';
import { nameOwnUnit } from './ticket-summary.ts';

/** How much of the order shows, with the plan that follows from it. */
export function IcebergField({ state, summary, issues, instrument, dispatch }: FieldsProps) {
  const id = useId();
  const { iceberg, amountUnit: unit } = summary;
  if (iceberg.use === 'irrelevant') return null;
  const found = issues.byField.display_amount;
  const isDisabled = iceberg.use === 'disabled';
  return (
    <FieldRow label="Iceberg" htmlFor={id} issues={found} issuesId={`${id}-issues`} dispatch={dispatch}>
      <TextInput
        id={id}
        value={isDisabled ? '' : readNumbers(state).display_amount}
        placeholder={isDisabled ? 'not possible' : 'all shows'}
        suffix={isDisabled ? '' : summary.icebergPlan}
        isInvalid={isBad(found)}
        isDisabled={isDisabled}
        describedBy={`${id}-issues`}
        isNumeric
        onType={(text) => dispatch({ type: 'type_number', field: 'display_amount', text })}
        onNudge={
          instrument === null
            ? undefined
            : (steps) =>
                dispatch({ type: 'nudge', field: 'display_amount', steps, instrument, from: summary.leastDisplay })
        }
      >
        {isDisabled || unit === null ? null : (
          <span className="ticket-unit" title={`The part that shows is in ${unit}, whatever the amount’s unit`}>
            {nameOwnUnit(unit, state)}
          </span>
        )}
      </TextInput>
      {isDisabled ? <p className="flags-why">{iceberg.why}</p> : null}
    </FieldRow>
  );
}
