import { z } from 'zod';
import type { OrderDraft } from '../../../../shared/orders/draft.ts';
import type { OrderCheck } from '../../../../shared/ipc/schemas/order-schema.ts';
import { describeFailure } from '../../../api/failure-text.ts';
import type { LinkState } from '../../../api/host-port.ts';
import { askToAccept } from '../../../ui/order-words/accept-text.ts';
import type { CheckedDraft } from '../form/check-runner.ts';
import { describeIssueElsewhere } from '../issues/issue-text.ts';
import type { TicketIssues } from '../issues/ticket-issues.ts';

interface PressFacts {
  readonly link: LinkState;
  readonly answer: CheckedDraft | null;
  readonly issues: TicketIssues;
  /** A name in the instrument field that the ticket has not taken. */
  readonly pendingInstrument: string | null;
}

/** Why the button can't be pressed, in words; null when it can. */
export function whyNotPressable({ link, answer, issues, pendingInstrument }: PressFacts): string | null {
  if (pendingInstrument !== null) return 'You typed another instrument. Enter takes it, Escape goes back.';
  if (link !== 'connected') return 'The back end is not answering.';
  if (answer === null) return 'Checking the ticket…';
  if (answer.failure !== null) return describeFailure(answer.failure);
  if (issues.firstError !== null) return describeIssueElsewhere(issues.firstError);
  const open = issues.unaccepted.length;
  return open > 0 ? askToAccept(open) : null;
}

const deadlineSchema = z.object({ valid_until: z.number() });

/**
 * How long the service may take the order, in milliseconds: the deadline of the request that would be sent, against the
 * service's clock. Null while either is not known.
 */
export function readValidForMs(check: OrderCheck | null, serviceNowMs: number | null): number | null {
  if (check === null || check.request === null || serviceNowMs === null) return null;
  const parsed = deadlineSchema.safeParse(JSON.parse(check.request));
  if (!parsed.success) return null;
  const leftMs = parsed.data.valid_until - serviceNowMs;
  return leftMs > 0 ? leftMs : null;
}

/** The small print of a press: what is sold, how long the order may be taken, and its label. */
export function describeTerms(
  { instrument_name, label, valid_for_ms }: Pick<OrderDraft, 'instrument_name' | 'label' | 'valid_for_ms'>,
  leftMs: number | null,
): string {
  const name = label === '' ? 'label made when sent' : `label ${label}`;
  // The difference of two clocks that are known within some milliseconds, it may be a little more than was chosen.
  const terms = leftMs === null ? name : `valid for ${Math.ceil(Math.min(leftMs, valid_for_ms) / 1000)} s · ${name}`;
  return `${instrument_name} · ${terms}`;
}
