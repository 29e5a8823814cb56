import type { Handlers } from '../../shared/ipc/contract.ts';
import { IpcFailure } from '../../shared/ipc/error.ts';
import { isAccepted, nameAcknowledged } from '../../shared/orders/acknowledgement.ts';
import type { TradeSettings } from '../storage/trade-settings.ts';
import type { AuditLog } from './audit-log.ts';
import type { Release } from './order-record.ts';

/** What a person pressed, for the journal: the handlers of what trades and of what cancels everything, which tell it. */
export interface Presses {
  readonly placing: (place: Handlers['orders.place'], ladder: TradeSettings['ladder']) => Handlers['orders.place'];
  readonly cancelling: (cancel: Handlers['orders.cancel_account']) => Handlers['orders.cancel_account'];
  /** How the order was released that is being written; null where no window pressed for it. */
  readonly releaseOf: (intentId: string) => Release | null;
}

export function createPresses(journal: Pick<AuditLog, 'note' | 'noteNow'>): Presses {
  const releases = new Map<string, Release>();

  function placing(place: Handlers['orders.place'], ladder: TradeSettings['ladder']): Handlers['orders.place'] {
    return async (params, sender) => {
      const { intent_id, draft, acknowledged, press = 'single' } = params;
      const { label, instrument_name, direction, type, price, time_in_force, post_only, reduce_only } = draft;
      const { amount, contracts, advanced, trigger, trigger_price, trigger_offset } = draft;
      const isInContracts = amount.trim() === '' && contracts.trim() !== '';
      const accepted = acknowledged.map(nameAcknowledged);
      const wish = {
        intent_id,
        label,
        instrument_name,
        direction,
        type,
        amount: isInContracts ? `${contracts.trim()} contracts` : amount,
        price,
        time_in_force,
        post_only,
        reduce_only,
        // What a price is in hangs on it.
        ...(advanced === null ? {} : { advanced }),
        ...(trigger === null ? {} : { trigger, trigger_price, trigger_offset }),
        press,
        acknowledged: accepted,
      };
      // Kept with the intent itself, in its flush: nothing is written before it.
      releases.set(intent_id, { press, rung: ladder().rung, acknowledged: accepted });
      try {
        const placed = await place(params, sender);
        if (placed.row === null) {
          const stopping = placed.check.issues.filter(
            (found) => found.severity === 'error' || !isAccepted(found, draft, acknowledged),
          );
          journal.note('sell_stopped', { ...wish, codes: stopping.map(({ code }) => code) });
        }
        return placed;
      } catch (error) {
        if (error instanceof IpcFailure) journal.note('sell_stopped', { ...wish, codes: [error.detail.code] });
        throw error;
      } finally {
        releases.delete(intent_id);
      }
    };
  }

  function cancelling(cancel: Handlers['orders.cancel_account']): Handlers['orders.cancel_account'] {
    return async (params, sender) => {
      try {
        const result = await cancel(params, sender);
        const { cancelled: count, failed } = result;
        // At once: each press is on record, also one that the service answers as the last.
        journal.noteNow('account_cancelled', { count, ...(failed === undefined ? {} : { reason: failed.join(', ') }) });
        return result;
      } catch (error) {
        if (error instanceof IpcFailure) journal.noteNow('account_cancelled', { code: error.detail.code });
        throw error;
      }
    };
  }

  return { placing, cancelling, releaseOf: (intentId) => releases.get(intentId) ?? null };
}
