import { type ReactNode, useId } from 'react';
import type { AmendDraft } from '../../../../shared/execution/amend-draft.ts';
import type { IssueField } from '../../../../shared/orders/issue.ts';
import { ORDER_TYPE_TRAITS } from '../../../../shared/orders/order-types.ts';
import { ORDER_TYPES, type Order } from '../../../../shared/service/order.ts';
import { TERM_NAMES } from '../../../ui/order-words/amend-text.ts';
import type { TicketAction } from '../form/ticket-action.ts';
import { IssueLine } from '../issues/issue-line.tsx';
import type { TicketIssue } from '../issues/ticket-issues.ts';
import { UNCHANGED } from './amend-press.ts';

interface AmendFieldsProps {
  readonly order: Order;
  readonly unit: string;
  readonly place: AmendPlace;
}

/** The fields that the kind of order has, and what is wrong with them. */
export function AmendFields({ order, unit, place }: AmendFieldsProps) {
  const { draft, dispatch, at } = place;
  const type = ORDER_TYPES.find((known) => known === order.order_type);
  const traits = type === undefined ? null : ORDER_TYPE_TRAITS[type];
  return (
    <div className="amend-fields">
      <NumberField {...place} name="Remaining" field="remaining" issueField="amount" unit={unit} isFirst />
      {traits?.hasPrice === true ? (
        <NumberField {...place} name={priceName(order)} field="price" issueField="price" unit="" />
      ) : null}
      {traits?.triggeredBy === 'price' ? (
        <NumberField {...place} name="Trigger price" field="trigger_price" issueField="trigger_price" unit="" />
      ) : null}
      {traits?.triggeredBy === 'offset' ? (
        <NumberField {...place} name="Trigger offset" field="trigger_offset" issueField="trigger_offset" unit="" />
      ) : null}
      {traits?.hasPrice === true ? (
        <NumberField {...place} name="Shown amount" field="display_amount" issueField="display_amount" unit={unit} />
      ) : null}
      <div className="amend-flags" role="group" aria-label="Flags">
        <Flag {...place} field="post_only" />
        {draft.post_only ? <Flag {...place} field="reject_post_only" /> : null}
        <Flag {...place} field="reduce_only" />
      </div>
      <Issues found={at('order').filter(({ code }) => code !== UNCHANGED)} dispatch={dispatch} />
      <Issues found={REST.flatMap(at)} dispatch={dispatch} />
    </div>
  );
}

/** Issues that belong to a part of the order which the dialog has no field for. */
const REST: readonly IssueField[] = [
  'instrument_name',
  'type',
  'contracts',
  'advanced',
  'time_in_force',
  'trigger',
  'mmp',
  'valid_for_ms',
  'label',
];

/** What the fields show and change. */
export interface AmendPlace {
  readonly draft: AmendDraft;
  readonly setDraft: (draft: AmendDraft) => void;
  readonly dispatch: (action: TicketAction) => void;
  readonly at: (field: IssueField) => readonly TicketIssue[];
}

interface NumberFieldProps extends AmendPlace {
  readonly name: string;
  readonly field: 'remaining' | 'price' | 'trigger_price' | 'trigger_offset' | 'display_amount';
  readonly issueField: IssueField;
  readonly unit: string;
  readonly isFirst?: boolean;
}

function NumberField({
  name,
  field,
  issueField,
  unit,
  isFirst = false,
  draft,
  setDraft,
  dispatch,
  at,
}: NumberFieldProps) {
  const id = useId();
  const found = at(issueField);
  return (
    <div className="amend-field">
      <label htmlFor={id}>{name}</label>
      <span className="amend-input">
        <input
          id={id}
          className="line-input number"
          value={draft[field]}
          data-first-focus={isFirst ? '' : undefined}
          inputMode="decimal"
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={found.some(({ severity }) => severity === 'error')}
          aria-describedby={`${id}-issues`}
          onChange={({ target }) => setDraft({ ...draft, [field]: target.value })}
        />
        <span className="muted">{unit}</span>
      </span>
      <div id={`${id}-issues`} className="amend-issues">
        <Issues found={found} dispatch={dispatch} />
      </div>
    </div>
  );
}

function Flag({
  field,
  draft,
  setDraft,
  dispatch,
  at,
}: AmendPlace & { readonly field: 'post_only' | 'reject_post_only' | 'reduce_only' }) {
  return (
    <>
      <label>
        <input
          type="checkbox"
          checked={draft[field]}
          onChange={({ target }) => setDraft({ ...draft, [field]: target.checked })}
        />
        {TERM_NAMES[field]}
      </label>
      <Issues found={at(field)} dispatch={dispatch} />
    </>
  );
}

function Issues({
  found,
  dispatch,
}: {
  readonly found: readonly TicketIssue[];
  readonly dispatch: AmendPlace['dispatch'];
}): ReactNode {
  return found.map((issue) => <IssueLine key={issue.place} issue={issue} dispatch={dispatch} />);
}

function priceName({ advanced }: Order): string {
  if (advanced === 'usd') return 'Price, USD';
  return advanced === 'implv' ? 'Volatility, %' : 'Price';
}
