import type { EventChannel, RequestChannel } from '../../shared/ipc/channels.ts';
import type { RequestParams } from '../../shared/ipc/contract.ts';
import type { HostPort } from './host-port.ts';

const OPENS = 'session.open' satisfies RequestChannel;
const QUOTES: EventChannel = 'market.changed';

/**
 * A port that asks for the session as soon as it is open: with it, quotes of the list in front begin to come. Whoever asks
 * for the session first gets that answer, and who listens to quotes first those that came until then.
 */
export function askEarly(port: HostPort, opening: RequestParams<typeof OPENS>): HostPort {
  let opened: Promise<unknown> | null = null;
  let isAsked = false;
  let quotes: { readonly payload: unknown; readonly receivedAtMs: number }[] = [];
  const stopKeeping = port.listen(QUOTES, (payload) => void quotes.push({ payload, receivedAtMs: performance.now() }));

  port.link.listen((state) => {
    if (state === 'lost') {
      // What was said before may no longer be so.
      opened = null;
      quotes = [];
    }
    if (state !== 'connected' || isAsked) return;
    isAsked = true;
    opened = port.request(OPENS, opening);
    // Whoever asks hears of it.
    opened.catch(() => undefined);
  });
  return {
    ...port,
    request: (channel, payload) => {
      const early = channel === OPENS ? opened : null;
      if (early === null) return port.request(channel, payload);
      opened = null;
      return early;
    },
    listen: (channel, receive) => {
      const stop = port.listen(channel, receive);
      if (channel === QUOTES) {
        stopKeeping();
        for (const { payload, receivedAtMs } of quotes) receive(payload, receivedAtMs);
        quotes = [];
      }
      return stop;
    },
  };
}
