import { type ReactNode, useId } from 'react';
import { LABEL_MAX_CHARACTERS } from '../../../../shared/service/fields.ts';
import { FieldRow, isBad } from './field-row.tsx';
import type { FieldsProps } from './fields-props.ts';
import { FlagBoxes } from './flag-boxes.tsx';
import { IcebergField } from './iceberg-field.tsx';
import { InstrumentField } from './instrument-field.tsx';
import { MoreSection } from './more-section.tsx';
import { PriceField } from './price-field.tsx';
import { Segmented } from './segmented.tsx';
import { SideField } from './side-field.tsx';
import { SizeField } from './size-field.tsx';
import { TextInput } from './text-input.tsx';
import { collectIssues } from '../issues/ticket-issues.ts';
import { TIMES } from '../../../ui/order-words/times-in-force.ts';
import { TriggerFields } from './trigger-fields.tsx';
import { TypeFields } from './type-fields.tsx';

interface TicketFieldsProps extends FieldsProps {
  readonly onPendingInstrument: (name: string | null) => void;
  readonly presetLine: ReactNode;
  readonly positionLine: ReactNode;
}

/** The fields of the ticket, top to bottom. */
export function TicketFields(props: TicketFieldsProps) {
  const { state, marked, summary, issues, instrument, dispatch } = props;
  const id = useId();
  const { byField } = issues;
  const row = { dispatch };
  return (
    <>
      <FieldRow label="Instrument" htmlFor={`${id}-instrument`} issues={byField.instrument_name} {...row}>
        <InstrumentField
          id={`${id}-instrument`}
          instrumentName={state.instrumentName}
          instrument={instrument}
          tick={summary.tick}
          onPending={props.onPendingInstrument}
        />
      </FieldRow>
      {props.presetLine}
      {props.positionLine}
      <SideField side={state.side} onChoose={(side) => dispatch({ type: 'choose', choice: { side } })} />
      <TypeFields {...props} />
      <SizeField {...props} />
      <PriceField {...props} />
      <TriggerFields {...props} />
      <FieldRow label="Time in force" isPreset={marked.has('time_in_force')} issues={byField.time_in_force} {...row}>
        <Segmented
          label="Time in force"
          value={state.timeInForce}
          options={TIMES}
          onChoose={(timeInForce) => dispatch({ type: 'choose', choice: { timeInForce } })}
        />
      </FieldRow>
      <FieldRow
        label="Flags"
        isPreset={marked.has('flags')}
        issues={collectIssues(byField, ['post_only', 'reject_post_only', 'reduce_only', 'mmp'])}
        {...row}
      >
        <FlagBoxes summary={summary} dispatch={dispatch} />
      </FieldRow>
      <IcebergField {...props} />
      <FieldRow label="Label" htmlFor={`${id}-label`} issues={byField.label} issuesId={`${id}-label-issues`} {...row}>
        <TextInput
          id={`${id}-label`}
          value={state.label}
          placeholder="made when sent"
          suffix={`${summary.labelCharacters} / ${LABEL_MAX_CHARACTERS}`}
          isInvalid={isBad(byField.label)}
          describedBy={`${id}-label-issues`}
          onType={(text) => dispatch({ type: 'type_label', text })}
        />
      </FieldRow>
      <MoreSection {...props} />
    </>
  );
}
