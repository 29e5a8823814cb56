import { type RefObject, useEffect, useRef, useState } from 'react';
import { nextFreeLabel } from '../../../../shared/orders/rules/label.ts';
import type { RfqRow } from '../../../../shared/ipc/schemas/rfq-schema.ts';
import { rfqWarningKeys } from '../../../../shared/rfq/acknowledgement.ts';
import { isUndecided } from '../../../../shared/rfq/equal.ts';
import type { RfqIssue } from '../../../../shared/rfq/issue.ts';
import { usePanelCommand } from '../../../actions/panel-commands.ts';
import { useBackend } from '../../../api/backend.ts';
import { readFailure } from '../../../api/failure-text.ts';
import { replaceLabel, rfqStore } from '../../../stores/rfq/rfq-store.ts';
import { useSession } from '../../../stores/session-store.ts';
import { useSleepCheck } from '../../../stores/sleep.ts';
import { showToast } from '../../../stores/toast-store.ts';
import { askToAccept } from '../../../ui/order-words/accept-text.ts';
import { describeOutcome, describeSendFailure } from '../rfq-text.ts';
import type { RfqView } from '../use-rfq.ts';
import { describeRfqIssue } from './rfq-issue-text.ts';

/** Issues that only the back end found in a draft. */
interface Answer {
  /** As JSON. */
  readonly draft: string;
  readonly issues: readonly RfqIssue[];
}

/** What of the answer still stands: of this very draft, not settled since, and not found by the window itself. */
function listAnswered(answer: Answer | null, { draft, verdict, board }: RfqView): RfqIssue[] {
  if (answer?.draft !== JSON.stringify(draft)) return [];
  const isSettled = ({ code, params }: RfqIssue): boolean => {
    const row = board?.rows.find(({ label }) => label === params['label']);
    return code === 'equal_request_undecided' && row !== undefined && !isUndecided(row);
  };
  const keyOf = (issue: RfqIssue) => JSON.stringify([issue.code, issue.place]);
  const own = new Set(verdict.issues.map(keyOf));
  return answer.issues.filter((issue) => !own.has(keyOf(issue)) && !isSettled(issue));
}

/** A request has used its label and what was accepted for it. */
function takeUp(label: string, rows: readonly RfqRow[]): void {
  rfqStore.setState({ acknowledged: [] });
  const isUsed = (other: string): boolean => other === label || rows.some((row) => row.label === other);
  if (label !== '') replaceLabel(label, nextFreeLabel(label, isUsed));
}

/** Sends the request once it is confirmed; says what keeps it from that. `bar` stands in the composer whose keys count. */
export function useSend(view: RfqView, bar: RefObject<HTMLDivElement | null>) {
  const { client } = useBackend();
  const [isConfirming, setConfirming] = useState(false);
  const [isSending, setSending] = useState(false);
  const [answered, setAnswered] = useState<Answer | null>(null);
  useSleepCheck(isConfirming, () => {
    setConfirming(false);
    const detail = 'What was shown before is not requested. Look at the prices, and press again.';
    showToast({ subject: 'rfq', tone: 'attention', title: 'Taken back: the machine slept', detail, isSticky: true });
  });
  const isStopped = useSession((state) => state.status?.trading_stopped ?? false);
  // Allowed again, what was shown before the stop would be one press away.
  if (isConfirming && isStopped) setConfirming(false);
  const { issues } = view.verdict;
  const errors = issues.filter(({ severity }) => severity === 'error');
  const keyOf = rfqWarningKeys(view.draft);
  const told = listAnswered(answered, view);
  const warnings = [...issues, ...told].filter(({ severity }) => severity === 'warning');
  const accepted = view.form.acknowledged;
  const open = warnings.filter((issue) => !accepted.includes(keyOf(issue)));
  const canPress = errors.length === 0 && open.length === 0 && !isSending;
  const press = () => {
    if (canPress) setConfirming(true);
  };
  const [worst] = errors;
  const whyNot = worst !== undefined ? describeRfqIssue(worst) : open.length > 0 ? askToAccept(open.length) : null;
  usePanelCommand('rfq.request', () => {
    if (canPress) return setConfirming(true);
    const detail = whyNot ?? 'A request is on its way.';
    return showToast({
      subject: 'rfq',
      tone: 'attention',
      title: 'Quotes were not requested',
      detail,
      isSticky: false,
    });
  });
  useSendKey(bar, press);

  async function send(): Promise<void> {
    setConfirming(false);
    setSending(true);
    setAnswered(null);
    const acknowledged = warnings.map(keyOf).filter((key) => accepted.includes(key));
    const request = { request_id: crypto.randomUUID(), draft: view.draft, acknowledged };
    try {
      const sent = await client.request('rfq.send', request);
      if (sent.row === null) setAnswered({ draft: JSON.stringify(request.draft), issues: sent.issues });
      else {
        showToast({
          ...describeOutcome(sent.row),
          subject: sent.row.request_id,
          isSticky: sent.row.outcome === 'unknown',
        });
        takeUp(request.draft.label, view.board?.rows ?? []);
      }
    } catch (error) {
      showToast({ ...describeSendFailure(readFailure(error)), subject: request.request_id, isSticky: true });
    }
    setSending(false);
  }

  return {
    errors,
    told,
    warnings: warnings.map((issue) => {
      const key = keyOf(issue);
      return { key, text: describeRfqIssue(issue), isAccepted: accepted.includes(key) };
    }),
    canPress,
    whyNot,
    isSending,
    isConfirming,
    press,
    send,
    takeBack: () => setConfirming(false),
  };
}

/** Control and Enter anywhere in the composer press. */
function useSendKey(bar: RefObject<HTMLDivElement | null>, press: () => void): void {
  const newest = useRef(press);
  newest.current = press;
  useEffect(() => {
    const handle = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      if (!(event.target instanceof Element) || event.target.closest('dialog') !== null) return;
      // The tools stand in the tab bar of the group, outside of the panel itself. Behind another panel it is in no group.
      const panel = bar.current?.closest('.dv-groupview') ?? bar.current?.closest('.rfq');
      if (panel?.contains(event.target) !== true) return;
      // Or the button that has the focus would be pressed as well.
      event.preventDefault();
      newest.current();
    };
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, [bar]);
}
