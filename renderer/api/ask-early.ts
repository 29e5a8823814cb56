import type { EventChannel, RequestChannel } from '../../shared/ipc/channels.ts';
import type { HostPort } from './host-port.ts';

const OPENS: RequestChannel = 'session.open';
const WATCHES: RequestChannel = 'market.watch';
const QUOTES: EventChannel = 'market.changed';

/**
 * A port that asks for the session as soon as it is open, and then for quotes of the list that is in front. Whoever asks
 * for the session first gets that answer, and who listens to quotes first those that came until then. Reads replies only
 * as far as it must: who gets them proves them.
 */
export function askEarly(port: HostPort, isWatching: boolean): HostPort {
  let opened: Promise<unknown> | null = null;
  let isAsked = false;
  let quotes: unknown[] = [];
  const stopKeeping = port.listen(QUOTES, (payload) => void quotes.push(payload));

  async function open(): Promise<unknown> {
    const reply = await port.request(OPENS, null);
    const instruments = isWatching ? namesInFront(reply) : [];
    if (instruments.length > 0) {
      const watched = instruments.map((name) => ({ instrument_name: name, attention: 'visible' }));
      port.request(WATCHES, { instruments: watched }).catch(() => undefined);
    }
    return reply;
  }

  port.link.listen((state) => {
    if (state === 'lost') {
      // What was said before may no longer be so.
      opened = null;
      quotes = [];
    }
    if (state !== 'connected' || isAsked) return;
    isAsked = true;
    opened = open();
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
        for (const payload of quotes) receive(payload);
        quotes = [];
      }
      return stop;
    },
  };
}

interface Unproven {
  readonly ok?: boolean;
  readonly value?: {
    readonly watchlists?: { readonly active?: string; readonly lists?: { name?: string; instruments?: string[] }[] };
  };
}

/** What the list in front holds, of a reply as the back end gave it; nothing of any other. */
function namesInFront(reply: unknown): readonly string[] {
  const { active, lists = [] } = (reply as Unproven | null)?.value?.watchlists ?? {};
  return lists.find(({ name }) => name === active)?.instruments ?? [];
}
