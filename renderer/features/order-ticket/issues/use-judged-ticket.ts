import { useMemo } from 'react';
import { useOrderRow, useOrders } from '../../../stores/orders/orders-store.ts';
import { readServiceNow, useSession } from '../../../stores/session-store.ts';
import { isSameDraft } from '../form/ticket-draft.ts';
import type { TypedTicket } from '../form/use-typed-ticket.ts';
import { isUnresolved, whyWait } from '../press/placing-text.ts';
import { readValidForMs, whyNotPressable } from '../press/press-text.ts';
import type { Placing } from '../press/use-placing.ts';
import { describeIssueElsewhere } from './issue-text.ts';
import { dropOwnLabel, sortIssues } from './ticket-issues.ts';
import { useOrderCheck } from './use-order-check.ts';

interface Judged {
  readonly typed: TypedTicket;
  /** What became of the last press. */
  readonly placing: Placing;
  /** When the button was last pressed, by the monotonic clock. */
  readonly pressedAtMs: number;
  readonly isMissingTold: boolean;
  /** What is typed in the instrument's field and is no instrument yet. */
  readonly pendingInstrument: string | null;
}

/** What the back end says of the draft, and what keeps it from being sent. */
export type JudgedTicket = ReturnType<typeof useJudgedTicket>;

/** Has the draft checked, and sorts the answer by what the ticket shows. */
export function useJudgedTicket({ typed, placing, pressedAtMs, isMissingTold, pendingInstrument }: Judged) {
  const { draft, state, instrument } = typed;
  const link = useSession((session) => session.link);
  const isClockKnown = useSession((session) => (session.status?.clock_offset_ms ?? null) !== null);
  const isStopped = useSession((session) => session.status?.trading_stopped ?? false);
  const answer = useOrderCheck(draft, typed.quote, link, isStopped, placing);
  const isCurrent = answer !== null && isSameDraft(answer.draft, draft);
  const isAnswered = isCurrent && answer.lastPress === placing;
  const row = useOrderRow('intentId' in placing ? placing.intentId : null);
  const isListed = useOrders((orders) => orders.isListed);
  const isInFlight = placing.phase === 'in_flight';
  // Until the newest draft is checked, what was said of the one before stays, so that nothing flickers.
  const usedLabel = isInFlight ? placing.draft.label : null;
  const check = dropOwnLabel(answer?.check ?? null, draft.label, usedLabel);
  const issues = sortIssues(check, answer?.draft ?? draft, state.acknowledged, {
    pressedAtMs,
    isCurrent,
    isMissingTold,
    instrument,
    sizeUnit: state.sizeUnit,
  });
  const validForMs = useMemo(
    () => readValidForMs(answer?.check ?? null, isClockKnown ? readServiceNow() : null),
    [answer, isClockKnown],
  );
  const wait = whyWait(placing, row, isListed, draft);
  const blocked = whyNotPressable({ link, answer, issues, pendingInstrument }) ?? (isInFlight ? null : wait);
  // What the button says itself is not said beside it.
  const unsaid = (issues.byField.order ?? []).filter((issue) => describeIssueElsewhere(issue) !== blocked);
  return {
    answer,
    /** Of this very draft; null while that is still being checked. */
    currentCheck: isCurrent ? answer.check : null,
    isAnswered,
    issues,
    unsaid,
    validForMs,
    isInFlight,
    isUnresolved: isUnresolved(placing, row, isListed),
    blocked,
  };
}
