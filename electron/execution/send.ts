import type { Command } from '../../shared/execution/command.ts';
import type { Evidence } from '../../shared/execution/evidence.ts';
import type { EditParams } from '../../shared/service/order-extensions.ts';
import type { Clock } from '../clock.ts';
import { observeTimes } from '../orders/observe-times.ts';
import type { ServiceClient } from '../service/client-interface.ts';
import { replyDeadlineMs } from '../service/deadline.ts';
import { type CallFailure, describeRefusal, nameFailure } from '../service/failure.ts';
import { provesNothing } from '../service/retry.ts';
import type { ServiceClock } from '../service/service-clock.ts';

export interface SenderOptions {
  readonly client: Pick<ServiceClient, 'callExtension'>;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  /** Trading as a whole has stopped: what waits to be written is not written. */
  readonly isStopped: () => boolean;
}

/** Writes a command once; resolves with what that told, never rejects. */
export type Send = (command: Command) => Promise<Evidence>;

/** The one path on which a command is written. Nothing here writes it again. */
export function createSender({ client, clock, serviceClock, isStopped }: SenderOptions): Send {
  return async (command) => {
    const deadlineMs = replyDeadlineMs(command.valid_until - command.submitted_at, serviceClock.roundTripMs());
    const result = await client.callExtension('private/edit', editParams(command), {
      deadlineMs,
      mayWrite: () => !isStopped(),
    });
    observeTimes(serviceClock, result);
    const at = clock.now();
    return result.ok ? { kind: 'reply', at, order: result.value.value.order } : readFailure(result.error, at);
  };
}

/** Params of `private/edit`. The service forgets `advanced` and the flags of an edit that leaves them out. */
export function editParams({ target, before, asked, valid_until }: Command): EditParams {
  const optional = { price: asked.price, trigger_price: asked.trigger_price, trigger_offset: asked.trigger_offset };
  return {
    order_id: target.order_id,
    amount: asked.amount,
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== null)),
    post_only: asked.post_only,
    ...(asked.post_only ? { reject_post_only: asked.reject_post_only } : {}),
    // Spot pairs take none at all.
    ...(asked.reduce_only || before.reduce_only ? { reduce_only: asked.reduce_only } : {}),
    ...(asked.advanced === null ? {} : { advanced: asked.advanced }),
    ...(asked.display_amount === null ? {} : { display_amount: asked.display_amount }),
    ...(asked.mmp ? { mmp: true } : {}),
    valid_until,
  };
}

function readFailure(error: CallFailure, at: number): Evidence {
  if (error.kind === 'not_sent') return { kind: 'not_sent', at, reason: error.reason, detail: error.detail };
  if (error.kind === 'no_answer' || provesNothing(error)) return { kind: 'no_reply', at, reason: nameFailure(error) };
  return { kind: 'rejected', at, ...describeRefusal(error) };
}
