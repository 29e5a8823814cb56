import { useState } from 'react';
import { type AmendDraft, draftOfAmend, seedAmend } from '../../../../shared/execution/amend-draft.ts';
import type { CommandState } from '../../../../shared/ipc/schemas/amend-schema.ts';
import type { Acknowledgement } from '../../../../shared/orders/acknowledgement.ts';
import { EMPTY_DRAFT, type OrderDraft } from '../../../../shared/orders/draft.ts';
import type { IssueField } from '../../../../shared/orders/issue.ts';
import type { Order } from '../../../../shared/service/order.ts';
import { useBackend } from '../../../api/backend.ts';
import { describeFailure, readFailure } from '../../../api/failure-text.ts';
import { useAmends } from '../../../stores/orders/amends-store.ts';
import type { TicketAction } from '../form/ticket-action.ts';
import { describeIssueElsewhere } from '../issues/issue-text.ts';
import { sortIssues, type TicketIssues } from '../issues/ticket-issues.ts';
import { type AmendAnswer, useAmendCheck } from './use-amend-check.ts';

/** An amend as it is being typed, checked and sent. */
export interface Amend {
  readonly draft: AmendDraft;
  readonly change: (next: AmendDraft) => void;
  /** The amended order as a draft of what is left; null for a kind that is not known here. */
  readonly orderDraft: OrderDraft | null;
  /** The newest answer, perhaps to a draft of before. */
  readonly answer: AmendAnswer | null;
  readonly isCurrent: boolean;
  readonly issues: TicketIssues;
  readonly dispatch: (action: TicketAction) => void;
  readonly send: () => void;
  readonly isOnItsWay: boolean;
  /** What is known of the one that was sent last; null: none was. */
  readonly state: CommandState | null;
  /** Why the last press came to nothing; null: it did not. */
  readonly problem: string | null;
}

/** The last press: its command, and why it came to nothing. */
interface Sent {
  readonly commandId: string;
  readonly problem: string | null;
}

/** Holds what is typed of an amend, has it checked, and sends it once a press. */
export function useAmend(order: Order): Amend {
  const { client } = useBackend();
  const [typed, setTyped] = useState(() => seedAmend(order));
  const [isLeftTyped, setLeftTyped] = useState(false);
  const [acknowledged, setAcknowledged] = useState<readonly Acknowledgement[]>([]);
  const [sent, setSent] = useState<Sent | null>(null);
  const [pressedAtMs, setPressedAtMs] = useState(Number.NEGATIVE_INFINITY);
  // Until somebody types what is to be left, it is what the fills leave.
  const seeded = seedAmend(order);
  const draft = useSame(isLeftTyped ? typed : { ...typed, remaining: seeded.remaining, filled: seeded.filled });
  const answer = useAmendCheck(order.order_id, draft);
  const isCurrent = answer !== null && answer.draft === draft;
  const state = useAmends(({ commands }) => (sent === null ? null : (commands.get(sent.commandId) ?? null)));
  const orderDraft = draftOfAmend(order, draft);
  const issues = sortIssues(answer?.check ?? null, orderDraft ?? EMPTY_DRAFT, acknowledged, {
    ...NOTHING_KNOWN,
    pressedAtMs,
    isCurrent,
    isMissingTold: true,
  });

  function change(next: AmendDraft): void {
    const isLeft = next.remaining !== draft.remaining;
    if (isLeft) setLeftTyped(true);
    setTyped(isLeft ? { ...next, filled: seeded.filled } : next);
  }

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
      ({ state: began, check }) => {
        if (began !== null) return;
        const why = check.issues.find(({ severity }) => severity === 'error') ?? check.issues[0];
        setSent({
          commandId,
          problem: `Nothing was sent. ${why === undefined ? '' : describeIssueElsewhere(why)}`.trim(),
        });
      },
      (error: unknown) => setSent({ commandId, problem: describeFailure(readFailure(error)) }),
    );
  }

  const problem = sent?.problem ?? null;
  const isOnItsWay = sent !== null && problem === null && (state === null || state.verdict === 'sending');
  return { draft, change, orderDraft, answer, isCurrent, issues, dispatch, send, isOnItsWay, state, problem };
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
