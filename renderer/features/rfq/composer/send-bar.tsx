import { useEffect, useRef, useState } from 'react';
import { distinctMakers } from '../../../../shared/rfq/draft.ts';
import { nextFreeLabel } from '../../../../shared/orders/rules/label.ts';
import type { RfqRow } from '../../../../shared/ipc/schemas/rfq-schema.ts';
import { isUndecided } from '../../../../shared/rfq/equal.ts';
import { rfqWarningKeys } from '../../../../shared/rfq/acknowledgement.ts';
import type { RfqIssue } from '../../../../shared/rfq/issue.ts';
import { usePanelCommand } from '../../../actions/panel-commands.ts';
import { useBackend } from '../../../api/backend.ts';
import { readFailure } from '../../../api/failure-text.ts';
import { useSession } from '../../../stores/session-store.ts';
import { showToast } from '../../../stores/toast-store.ts';
import { describeOutcome, describeSendFailure } from '../rfq-text.ts';
import { describeRfqIssue } from './rfq-issue-text.ts';
import { Happenings } from '../happenings.tsx';
import { IssueList } from './issues-under.tsx';
import { useSleepCheck } from '../../../stores/sleep.ts';
import { askToAccept } from '../../../ui/order-words/accept-text.ts';
import { replaceLabel, rfqStore } from '../../../stores/rfq/rfq-store.ts';
import { SendDialog } from './send-dialog.tsx';
import type { RfqView } from '../use-rfq.ts';

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

/** What will happen, in words, and the button that does it. Control and Enter anywhere in the composer press it. */
export function SendBar({ view }: { readonly view: RfqView }) {
  const { client } = useBackend();
  const [isConfirming, setConfirming] = useState(false);
  const [isSending, setSending] = useState(false);
  const [answered, setAnswered] = useState<Answer | null>(null);
  const bar = useRef<HTMLDivElement>(null);
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
  const open = warnings.filter((issue) => !view.form.acknowledged.includes(keyOf(issue)));
  const canPress = errors.length === 0 && open.length === 0 && !isSending;
  const press = useRef(() => undefined as void);
  press.current = () => {
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

  useEffect(() => {
    const handle = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      if (!(event.target instanceof Element) || event.target.closest('dialog') !== null) return;
      // The tools stand in the tab bar of the group, outside of the panel itself. Behind another panel it is in no group.
      const panel = bar.current?.closest('.dv-groupview') ?? bar.current?.closest('.rfq');
      if (panel?.contains(event.target) !== true) return;
      // Or the button that has the focus would be pressed as well.
      event.preventDefault();
      press.current();
    };
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);

  async function send(): Promise<void> {
    setConfirming(false);
    setSending(true);
    setAnswered(null);
    const acknowledged = warnings.map(keyOf).filter((key) => view.form.acknowledged.includes(key));
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

  const count = distinctMakers(view.form.makers).length;
  const who = count === 0 ? 'all makers' : count === 1 ? '1 maker' : `${count} makers`;
  return (
    <div className="rfq-foot" ref={bar}>
      <section className="rfq-happens" aria-label="What will happen">
        <h4>What will happen</h4>
        <Happenings view={view} who={who} />
        <IssueList issues={errors.filter(({ place }) => place.part === 'request')} />
        {warnings.map((issue) => {
          const key = keyOf(issue);
          return (
            <label key={key} className="rfq-accept">
              <input
                type="checkbox"
                checked={view.form.acknowledged.includes(key)}
                onChange={(event) => {
                  const others = view.form.acknowledged.filter((accepted) => accepted !== key);
                  rfqStore.setState({ acknowledged: event.target.checked ? [...others, key] : others });
                }}
              />
              Accept: {describeRfqIssue(issue)}
            </label>
          );
        })}
        <IssueList issues={told.filter(({ severity }) => severity === 'error')} withPlace />
      </section>
      <button
        type="button"
        className="rfq-send"
        aria-disabled={!canPress}
        title={whyNot ?? 'Ctrl+Enter'}
        onClick={() => press.current()}
      >
        <strong>{isSending ? 'Requesting…' : 'Request quotes'}</strong>
        <span>{whyNot ?? `${who} · ${view.form.disclosed ? 'disclosed' : 'anonymous'}`}</span>
      </button>
      {isConfirming ? (
        <SendDialog
          view={view}
          who={who}
          warnings={warnings.map((issue) => {
            const key = keyOf(issue);
            return { key, text: describeRfqIssue(issue), isAccepted: view.form.acknowledged.includes(key) };
          })}
          blocked={whyNot}
          onConfirm={() => void send()}
          onClose={() => setConfirming(false)}
        />
      ) : null}
    </div>
  );
}
