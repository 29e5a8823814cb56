import type { RequestChannel } from '../../shared/ipc/channels.ts';
import type { Handler, Handlers, RequestParams, RequestResult, Sender } from '../../shared/ipc/contract.ts';

/** A request of a window whose parameters fit its channel. */
export interface Request<C extends RequestChannel> {
  readonly channel: C;
  readonly params: RequestParams<C>;
  readonly sender: Sender;
}

/** What all requests of some channels pass. */
export type Answer<Channels extends RequestChannel> = <C extends Channels>(
  request: Request<C>,
) => Promise<RequestResult<C>>;

/** Handlers of the channels that all come down to one answer. */
export function handleAll<Channels extends RequestChannel>(
  channels: readonly Channels[],
  answer: Answer<Channels>,
): { readonly [C in Channels]: Handler<C> } {
  const handlers: { [C in Channels]?: Handler<C> } = {};
  for (const channel of channels) handlers[channel] = (params, sender) => answer({ channel, params, sender });
  return handlers as { [C in Channels]: Handler<C> };
}

/** Lets the channel's own handler answer. */
export function handle<Channels extends RequestChannel, C extends Channels>(
  handlers: Pick<Handlers, Channels>,
  { channel, params, sender }: Request<C>,
): Promise<RequestResult<C>> {
  return handlers[channel](params, sender);
}

export function isOf<C extends RequestChannel>(request: Request<RequestChannel>, channel: C): request is Request<C> {
  return request.channel === channel;
}
