import { LINK_COLOURS } from '../../ui/panel-frame.ts';
import { readSelection, selectInstrument, selectionStore } from './selection-store.ts';
import { sessionStore } from '../session-store.ts';

/** The part of a BroadcastChannel that this needs. */
export interface WindowsChannel {
  readonly postMessage: (message: unknown) => void;
  onmessage: ((event: MessageEvent<unknown>) => void) | null;
}

/** What windows of one terminal tell each other: an instrument was chosen under a colour, or a new window asks for all. */
type Told = { readonly link: string; readonly instrumentName: string } | { readonly asks: true };

/**
 * Lets panels of one colour follow each other over windows, once the session is open. A window that was opened
 * beside others (`isLate`) takes what they show before it tells anything of its own.
 */
export function followSelections(channel: WindowsChannel, isLate: boolean): void {
  const stop = sessionStore.subscribe(({ session }) => {
    if (session === null) return;
    stop();
    // What the session chooses at first is chosen by then.
    queueMicrotask(() => start(channel, isLate));
  });
}

function start(channel: WindowsChannel, isLate: boolean): void {
  let isTold = false;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target: it is of one origin
  const tell = (told: Told): void => channel.postMessage(told);
  const tellAll = (): void => {
    for (const link of LINK_COLOURS) {
      const { instrumentName } = readSelection(link);
      if (instrumentName !== null) tell({ link, instrumentName });
    }
  };
  channel.onmessage = ({ data }) => {
    if (typeof data !== 'object' || data === null) return;
    if ('asks' in data) return tellAll();
    if (!('link' in data) || !('instrumentName' in data) || typeof data.instrumentName !== 'string') return;
    const colour = LINK_COLOURS.find((known) => known === data.link);
    if (colour === undefined || readSelection(colour).instrumentName === data.instrumentName) return;
    isTold = true;
    selectInstrument(data.instrumentName, colour);
    isTold = false;
  };
  selectionStore.subscribe((state, before) => {
    if (isTold) return;
    for (const link of LINK_COLOURS) {
      const { instrumentName } = state[link];
      if (instrumentName !== null && instrumentName !== before[link].instrumentName) tell({ link, instrumentName });
    }
  });
  if (isLate) tell({ asks: true });
}
