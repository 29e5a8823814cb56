import { type ReactNode, useId, useMemo, useState } from 'react';
import { type AmendDraft, draftOfAmend, remainingOf, seedAmend } from '../../../../shared/execution/amend-draft.ts';
import type { AmendCheck, CommandState } from '../../../../shared/ipc/schemas/amend-schema.ts';
import type { Acknowledgement } from '../../../../shared/orders/acknowledgement.ts';
import { EMPTY_DRAFT } from '../../../../shared/orders/draft.ts';
import type { Issue, IssueField } from '../../../../shared/orders/issue.ts';
import { ORDER_TYPE_TRAITS } from '../../../../shared/orders/order-types.ts';
import { amountUnitOfName } from '../../../../shared/service/instrument-name.ts';
import { ORDER_TYPES, type Order } from '../../../../shared/service/order.ts';
import { useBackend } from '../../../api/backend.ts';
import { describeFailure, readFailure } from '../../../api/failure-text.ts';
import { createPlaces } from '../../../api/known-places.ts';
import { useOrders } from '../../../stores/orders/orders-store.ts';
import { endAmend, useAmends } from '../../../stores/orders/amends-store.ts';
import { Dialog } from '../../../ui/controls/dialog.tsx';
import { Pill } from '../../../ui/controls/pill.tsx';
import { PressButton } from '../../../ui/controls/press-button.tsx';
import {
  compareAmended,
  describeAmend,
  PRIORITY_TEXTS,
  TERM_NAMES,
  toneOfAmend,
} from '../../../ui/order-words/amend-text.ts';
import { showForeign } from '../../../ui/order-words/foreign-text.ts';
import { sideWords } from '../../../ui/order-words/side-text.ts';
import { formatDecimal } from '../../../ui/words/shown.ts';
import { ForecastSteps } from '../forecast/forecast.tsx';
import type { TicketAction } from '../form/ticket-action.ts';
import { IssueLine } from '../issues/issue-line.tsx';
import { sortIssues, type TicketIssue } from '../issues/ticket-issues.ts';
import { useAmendCheck } from './use-amend-check.ts';
import './amend.css';

/** The dialog of the order that is being amended, wherever it was chosen; the order as it stands now. */
export function Amending() {
  const backend = useBackend();
  const opened = useAmends((state) => state.opened);
  const row = useOrders(({ entries }) =>
    [...entries.values()].find((entry) => entry.row.order?.order_id === opened?.order_id),
  );
  const places = useMemo(() => createPlaces(backend), [backend]);
  if (opened === null) return null;
  const order = row?.row.order ?? opened;
  return <AmendDialog key={order.order_id} order={order} places={places(order.instrument_name) ?? 0} />;
}

interface AmendDialogProps {
  readonly order: Order;
  /** Digits after the point of the instrument's prices. */
  readonly places: number;
}

/** Changes a working order: what is left of it, its prices and its flags. One press sends one amend. */
function AmendDialog({ order, places }: AmendDialogProps) {
  const { client } = useBackend();
  const [typed, setDraft] = useState(() => seedAmend(order));
  const [isLeftTyped, setLeftTyped] = useState(false);
  // Until somebody types what is to be left, it is what the fills leave.
  const seeded = seedAmend(order);
  const draft = useSame(isLeftTyped ? typed : { ...typed, remaining: seeded.remaining, filled: seeded.filled });
  const [acknowledged, setAcknowledged] = useState<readonly Acknowledgement[]>([]);
  const [sent, setSent] = useState<{ readonly commandId: string; readonly problem: string | null } | null>(null);
  const [pressedAtMs, setPressedAtMs] = useState(Number.NEGATIVE_INFINITY);
  const answer = useAmendCheck(order.order_id, draft);
  const state = useAmends(({ commands }) => (sent === null ? null : (commands.get(sent.commandId) ?? null)));
  const unit = amountUnitOfName(order.instrument_name);
  const orderDraft = draftOfAmend(order, draft);
  const isCurrent = answer !== null && answer.draft === draft;
  const check = answer?.check ?? null;
  const issues = sortIssues(check, orderDraft ?? EMPTY_DRAFT, acknowledged, {
    ...NOTHING_KNOWN,
    pressedAtMs,
    isCurrent,
    isMissingTold: true,
  });

  function dispatch(action: TicketAction): void {
    if (action.type === 'apply_fix') change(applyFix(draft, action.fix.field, action.fix.value));
    if (action.type !== 'acknowledge') return;
    const others = acknowledged.filter(({ key }) => key !== action.key);
    setAcknowledged(action.typed === null ? others : [...others, { key: action.key, typed: action.typed }]);
  }

  function send(): void {
    const commandId = crypto.randomUUID();
    setPressedAtMs(performance.now());
    setSent({ commandId, problem: null });
    const params = { command_id: commandId, order_id: order.order_id, draft, acknowledged: [...acknowledged] };
    client.request('amends.send', params).then(
      ({ state: began, check: last }) => {
        if (began !== null) return;
        const why = last.issues.find(({ code }) => code === 'amend_folded');
        setSent(why === undefined ? null : { commandId, problem: 'A later amend took its place. Nothing was sent.' });
      },
      (error: unknown) => setSent({ commandId, problem: describeFailure(readFailure(error)) }),
    );
  }

  const isOnItsWay = sent !== null && sent.problem === null && (state === null || state.verdict === 'sending');
  const blocked = whyBlocked(check, issues.firstError, issues.unaccepted);
  const at = (field: IssueField): readonly TicketIssue[] => issues.byField[field] ?? [];
  const change = (next: AmendDraft): void => {
    const isLeft = next.remaining !== draft.remaining;
    if (isLeft) setLeftTyped(true);
    setDraft(isLeft ? { ...next, filled: seeded.filled } : next);
  };
  const place = { draft, setDraft: change, dispatch, at };
  const type = ORDER_TYPES.find((known) => known === order.order_type);
  const traits = type === undefined ? null : ORDER_TYPE_TRAITS[type];
  return (
    <Dialog title={`Amend ${showForeign(order.label ?? order.order_id)}`} className="amend" onClose={endAmend}>
      <p className="amend-order">
        <span className={order.direction === 'buy' ? 'bid' : 'ask'}>{sideWords(order.direction).Name}</span>{' '}
        <span className="number">{order.instrument_name}</span>, {describeProgress(order, unit)}
      </p>
      {state === null ? null : <Outcome state={state} />}
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
      <section className="forecast amend-forecast" aria-label="What the amend does">
        <h3>What the amend does</h3>
        <Preview check={check} unit={unit} draft={draft} />
        {check?.forecast == null || orderDraft === null ? null : (
          <ForecastSteps
            answer={{
              draft: orderDraft,
              check: { issues: check.issues, forecast: check.forecast, request: check.request },
              failure: null,
            }}
            places={places}
          />
        )}
      </section>
      {answer?.failure == null ? null : (
        <p className="dialog-problem" role="alert">
          {describeFailure(answer.failure)}
        </p>
      )}
      {sent?.problem == null ? null : (
        <p className="dialog-problem" role="alert">
          {sent.problem}
        </p>
      )}
      <PressButton
        side={order.direction}
        text={describePress(order, draft, unit)}
        detail={blocked ?? PRIORITY_TEXTS[check?.priority ?? 'none']}
        isDisabled={blocked !== null || !isCurrent}
        isInFlight={isOnItsWay}
        isBusy={!isCurrent}
        isArmed={false}
        onPress={send}
      />
    </Dialog>
  );
}

/** The same object while its content is. */
function useSame(draft: AmendDraft): AmendDraft {
  const [kept, setKept] = useState(draft);
  const isSame = JSON.stringify(kept) === JSON.stringify(draft);
  if (!isSame) setKept(draft);
  return isSame ? kept : draft;
}

/** The ticket's steps and units: an amend shows issues as the rules give them. */
const NOTHING_KNOWN = { instrument: null, sizeUnit: 'amount' } as const;

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

interface Place {
  readonly draft: AmendDraft;
  readonly setDraft: (draft: AmendDraft) => void;
  readonly dispatch: (action: TicketAction) => void;
  readonly at: (field: IssueField) => readonly TicketIssue[];
}

interface NumberFieldProps extends Place {
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
}: Place & { readonly field: 'post_only' | 'reject_post_only' | 'reduce_only' }) {
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
  readonly dispatch: Place['dispatch'];
}): ReactNode {
  return found.map((issue) => <IssueLine key={issue.place} issue={issue} dispatch={dispatch} />);
}

/** What would be sent, and where the order stands then. */
function Preview({
  check,
  unit,
  draft,
}: {
  readonly check: AmendCheck | null;
  readonly unit: string;
  readonly draft: AmendDraft;
}) {
  if (check === null) return <p className="muted">Being worked out…</p>;
  const { total, size_ahead: ahead, request } = check;
  if (request === null) return <p className="muted">Shown once the amend is complete and correct.</p>;
  const crossing = draft.post_only && draft.reject_post_only;
  return (
    <ul>
      {total === null ? null : (
        <li className="step">
          Sends the total <b className="number">{formatDecimal(total)}</b> {unit}. A fill on the way leaves less.
        </li>
      )}
      <li className="step">
        {ahead === null ? 'Size ahead: beyond the levels known.' : `Size ahead: ${formatDecimal(ahead)} ${unit}.`}
      </li>
      {crossing ? (
        <li className="step step-attention">If it would trade at once, the service cancels the order.</li>
      ) : null}
    </ul>
  );
}

/** The state of the amend that was sent, asked against booked. */
function Outcome({ state }: { readonly state: CommandState }) {
  const { client } = useBackend();
  const terms = state.verdict === 'accepted' ? compareAmended(state) : [];
  const settle = (said: 'applied' | 'not_applied' | null): void =>
    void client.request('amends.settle', { command_id: state.command.command_id, said }).catch(() => undefined);
  return (
    <div className="amend-outcome" role="status">
      <Pill tone={toneOfAmend(state)}>{describeAmend(state)}</Pill>
      {terms.length === 0 ? null : (
        <table>
          <thead>
            <tr>
              <th scope="col">Term</th>
              <th scope="col">Asked</th>
              <th scope="col">Booked</th>
            </tr>
          </thead>
          <tbody>
            {terms.map(({ term, asked, booked, isAsAsked }) => (
              <tr key={term} className={isAsAsked ? '' : 'order-missed'}>
                <th scope="row">{TERM_NAMES[term]}</th>
                <td className="number">{asked}</td>
                <td className="number">{booked}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {state.verdict === 'unknown' ? (
        <span className="amend-settle">
          <button type="button" className="button" onClick={() => settle(null)}>
            Look it up now
          </button>
          {state.is_escalated ? (
            <>
              <button type="button" className="button" onClick={() => settle('applied')}>
                It was amended
              </button>
              <button type="button" className="button" onClick={() => settle('not_applied')}>
                It was not amended
              </button>
            </>
          ) : null}
        </span>
      ) : null}
    </div>
  );
}

function describeProgress(order: Order, unit: string): string {
  const left = remainingOf(order);
  const filled = order.filled_amount ?? '0';
  return left === null ? 'amount not told' : `${formatDecimal(left)} ${unit} left, ${filled} filled`;
}

function priceName({ advanced }: Order): string {
  if (advanced === 'usd') return 'Price, USD';
  return advanced === 'implv' ? 'Volatility, %' : 'Price';
}

function describePress({ direction }: Order, { remaining, price, trigger_price }: AmendDraft, unit: string): string {
  const at = price === '' ? trigger_price : price;
  return `Amend: ${direction} ${remaining} ${unit}${at === '' ? '' : ` at ${at}`}`;
}

/** Where nothing is typed yet nothing is wrong either. */
const UNCHANGED: Issue['code'] = 'amend_changes_nothing';

function whyBlocked(
  check: AmendCheck | null,
  mistake: Issue | null,
  unaccepted: readonly TicketIssue[],
): string | null {
  if (check === null) return 'Being checked…';
  if (mistake?.code === UNCHANGED) return 'Change something first.';
  if (mistake !== null) return 'Mend what is marked first.';
  return unaccepted.length > 0 ? 'Accept the warning first.' : null;
}

function applyFix(draft: AmendDraft, field: IssueField, value: string): AmendDraft {
  switch (field) {
    case 'amount':
      return { ...draft, remaining: value };
    case 'price':
    case 'trigger_price':
    case 'trigger_offset':
    case 'display_amount':
      return { ...draft, [field]: value };
    case 'post_only':
    case 'reject_post_only':
    case 'reduce_only':
      return { ...draft, [field]: value === 'true' };
    default:
      return draft;
  }
}
