import type { CancelCommand, Command, EditCommand, PlaceCommand } from '../../shared/execution/command.ts';
import type { Evidence } from '../../shared/execution/evidence.ts';
import { traitsOf } from '../../shared/orders/side.ts';
import { assertNever, ok, type Result } from '../../shared/result.ts';
import type { Order } from '../../shared/service/order.ts';
import type { EditParams } from '../../shared/service/order-extensions.ts';
import type { Clock } from '../clock.ts';
import { observeTimes } from '../orders/observe-times.ts';
import type { ServiceClient } from '../service/client-interface.ts';
import { replyDeadlineMs } from '../service/deadline.ts';
import { type CallFailure, describeRefusal, nameFailure } from '../service/failure.ts';
import { provesNothing } from '../service/retry.ts';
import type { ServiceClock } from '../service/service-clock.ts';

export interface SenderOptions {
  readonly client: Pick<ServiceClient, 'call' | 'callExtension'>;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  /** Trading as a whole has stopped: what waits to be written is not written. */
  readonly isStopped: () => boolean;
}

/** Writes a command once; resolves with what that told, never rejects. */
export type Send = (command: Command) => Promise<Evidence>;

/** The one path on which a command is written. Nothing here writes it again. */
export function createSender({ client, clock, serviceClock, isStopped }: SenderOptions): Send {
  const mayWrite = (): boolean => !isStopped();

  function deadlineOf({ valid_until, submitted_at }: EditCommand | PlaceCommand): number {
    return replyDeadlineMs(valid_until - submitted_at, serviceClock.roundTripMs());
  }

  async function edit(command: EditCommand): Promise<Result<Order, CallFailure>> {
    const options = { deadlineMs: deadlineOf(command), mayWrite };
    const result = await client.callExtension('private/edit', editParams(command), options);
    observeTimes(serviceClock, result);
    return result.ok ? ok(result.value.value.order) : result;
  }

  async function place(command: PlaceCommand): Promise<Result<Order, CallFailure>> {
    const { method } = traitsOf(command.target.direction);
    const result = await client.call(method, command.params, { deadlineMs: deadlineOf(command), mayWrite });
    observeTimes(serviceClock, result);
    return result.ok ? ok(result.value.value.order) : result;
  }

  /** A stop of trading stops no cancel. */
  async function cancel({ target }: CancelCommand): Promise<Result<Order, CallFailure>> {
    const result = await client.callExtension('private/cancel', { order_id: target.order_id });
    observeTimes(serviceClock, result);
    return result.ok ? ok(result.value.value) : result;
  }

  function write(command: Command): Promise<Result<Order, CallFailure>> {
    switch (command.kind) {
      case 'edit':
        return edit(command);
      case 'place':
        return place(command);
      case 'cancel':
        return cancel(command);
      default:
        return assertNever(command);
    }
  }

  return async (command) => {
    const result = await write(command);
    const at = clock.now();
    return result.ok ? { kind: 'reply', at, order: result.value } : readFailure(result.error, at);
  };
}

/** Params of `private/edit`. The service forgets `advanced` and the flags of an edit that leaves them out. */
export function editParams({ target, before, asked, valid_until }: EditCommand): EditParams {
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

/** What a failed write tells of a command. */
export function readFailure(error: CallFailure, at: number): Evidence {
  if (error.kind === 'not_sent') return { kind: 'not_sent', at, reason: error.reason, detail: error.detail };
  if (error.kind === 'no_answer' || provesNothing(error)) return { kind: 'no_reply', at, reason: nameFailure(error) };
  return { kind: 'rejected', at, ...describeRefusal(error) };
}
