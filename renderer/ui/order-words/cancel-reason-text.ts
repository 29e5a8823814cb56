import { wordCancelReason } from '../../../shared/orders/outcome/cancel-reason.ts';
import { spell } from '../words/spell.ts';

/** The reason of a cancel in words; one that came later than the list is shown as the service spells it. */
export function describeCancelReason(reason: string): string {
  return wordCancelReason(reason) ?? spell(reason);
}

/** That it was cancelled, and why, as far as the service says. */
export function sayCancelled(reason: string | undefined): string {
  if (reason === undefined) return 'cancelled';
  return wordCancelReason(reason) === null
    ? `cancelled (${spell(reason)})`
    : `cancelled ${describeCancelReason(reason)}`;
}
