import { LINKED_CHILDREN } from '../../../../shared/orders/order-types.ts';
import type { LinkedOrderType } from '../../../../shared/service/order.ts';
import { ChildFields } from './child-fields.tsx';
import { FieldRow } from '../form/field-row.tsx';
import type { FieldsProps } from '../form/fields-props.ts';
import { Segmented } from '../form/segmented.tsx';

type LinkKey = 'none' | LinkedOrderType;

const LINKS: readonly { value: LinkKey; text: string; explanation: string }[] = [
  { value: 'none', text: 'None', explanation: 'This order alone' },
  { value: 'one_triggers_other', text: 'OTO', explanation: 'One triggers other: its fill places one or two orders' },
  { value: 'one_cancels_other', text: 'OCO', explanation: 'One cancels other: the fill of either cancels the other' },
  {
    value: 'one_triggers_one_cancels_other',
    text: 'OTOCO',
    explanation: 'One triggers one cancels other: its fill places two orders, and one cancels the other',
  },
];

const CONDITIONS = [
  { value: 'first_hit', text: 'First fill', explanation: 'As soon as any of it fills' },
  { value: 'complete_fill', text: 'All filled', explanation: 'Once all of it has filled' },
  { value: 'incremental', text: 'Each fill', explanation: 'With each fill, in proportion' },
] as const;

const COUNTS = [
  { value: '1', text: 'One', explanation: 'One order is placed' },
  { value: '2', text: 'Two', explanation: 'Two orders are placed' },
] as const;

/** Orders that this one places or cancels. */
export function LinkedFields(props: FieldsProps) {
  const { state, summary, issues, dispatch } = props;
  const row = { dispatch };
  const { linkedType } = state;
  const bounds = linkedType === null ? null : LINKED_CHILDREN[linkedType];
  return (
    <>
      <FieldRow label="Linked" issues={issues.byField.linked_order_type} {...row}>
        <Segmented
          label="Linked orders"
          value={linkedType ?? 'none'}
          options={LINKS}
          onChoose={(key) => dispatch({ type: 'choose', choice: { linkedType: key === 'none' ? null : key } })}
        />
      </FieldRow>
      {linkedType === null ? null : (
        <FieldRow label="After" issues={issues.byField.trigger_fill_condition} {...row}>
          <Segmented
            label="After which fill"
            value={state.fillCondition}
            options={CONDITIONS}
            onChoose={(fillCondition) => dispatch({ type: 'choose', choice: { fillCondition } })}
          />
        </FieldRow>
      )}
      {bounds === null || bounds.least === bounds.most ? null : (
        <FieldRow label="Orders" {...row}>
          <Segmented
            label="Number of linked orders"
            value={summary.childCount === 2 ? '2' : '1'}
            options={COUNTS}
            onChoose={(count) => dispatch({ type: 'choose', choice: { childCount: count === '2' ? 2 : 1 } })}
          />
        </FieldRow>
      )}
      {([0, 1] as const).slice(0, summary.childCount).map((index) => (
        <ChildFields key={index} {...props} index={index} />
      ))}
    </>
  );
}
