import { useId } from 'react';
import { usePanelCommand } from '../../../actions/panel-commands.ts';
import { FieldRow, isBad } from './field-row.tsx';
import type { FieldsProps } from './fields-props.ts';
import { Segmented } from './segmented.tsx';
import { TextInput } from './text-input.tsx';
import { collectIssues } from '../issues/ticket-issues.ts';
import { readNumbers } from './ticket-state.ts';

const GO_TO_TICKET = 'ticket.amount';

/** The size, in the instrument's amount unit or in contracts, with what it comes to in the other. */
export function SizeField({ state, marked, summary, issues, instrument, dispatch }: FieldsProps) {
  const id = useId();
  usePanelCommand(GO_TO_TICKET, () => {
    const field = document.getElementById(id);
    field?.focus();
    if (field instanceof HTMLInputElement) field.select();
  });
  const { sizeUnit } = state;
  const found = collectIssues(issues.byField, ['amount', 'contracts']);
  const units = [
    { value: 'amount', text: summary.amountUnit ?? '–', explanation: 'Size in the unit of the instrument’s amounts' },
    { value: 'contracts', text: 'cont', explanation: 'Size in whole contracts' },
  ] as const;
  return (
    <FieldRow
      label="Amount"
      htmlFor={id}
      isPreset={marked.has('amount')}
      issues={found}
      issuesId={`${id}-issues`}
      dispatch={dispatch}
    >
      <TextInput
        id={id}
        typedAfter={GO_TO_TICKET}
        value={readNumbers(state)[sizeUnit]}
        suffix={summary.otherSize ?? ''}
        isInvalid={isBad(found)}
        describedBy={`${id}-issues`}
        isNumeric
        onType={(text) => dispatch({ type: 'type_number', field: sizeUnit, text })}
        onNudge={
          instrument === null
            ? undefined
            : (steps) => {
                const from = sizeUnit === 'amount' ? instrument.min_trade_amount : null;
                dispatch({ type: 'nudge', field: sizeUnit, steps, instrument, from });
              }
        }
      >
        <Segmented
          isSmall
          label="Unit of the amount"
          value={sizeUnit}
          options={units}
          onChoose={(unit) => dispatch({ type: 'switch_size_unit', unit, instrument })}
        />
      </TextInput>
    </FieldRow>
  );
}
