/** On it, windows that were moved out of another say that they are there, and that they go. */
const CHANNEL = 'strikedesk own windows';
/** Longer than a busy machine takes to load a window, ms. */
const ARRIVAL_MS = 10_000;
/** A page that is loaded anew goes and comes within this time, ms. */
const RELOAD_MS = 3000;

/** What a window says as it goes. */
interface Gone {
  readonly gone: string;
  /** The panels that it had. */
  readonly panels: readonly string[];
}

function say(message: string | Gone): void {
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target: it is of one origin
  channel.postMessage(message);
  channel.close();
}

/** A window says, as soon as its page runs, that it is there. */
export function callIn(id: string): void {
  say(id);
}

/** A window says, as its page goes, which panels go with it. */
export function callOut(id: string, panels: readonly string[]): void {
  say({ gone: id, panels });
}

/** Tells of the panels of each window that went and did not come again, as a page does that is loaded anew. */
export function followGone(onGone: (panels: readonly string[]) => void, withinMs = RELOAD_MS): void {
  const going = new Map<string, ReturnType<typeof setTimeout>>();
  new BroadcastChannel(CHANNEL).onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') clearTimeout(going.get(data));
    const gone = readGone(data);
    if (gone === null) return;
    clearTimeout(going.get(gone.gone));
    going.set(
      gone.gone,
      setTimeout(() => onGone(gone.panels), withinMs),
    );
  };
}

function readGone(data: unknown): Gone | null {
  if (typeof data !== 'object' || data === null || !('gone' in data) || !('panels' in data)) return null;
  const { gone, panels } = data;
  if (typeof gone !== 'string' || !Array.isArray(panels)) return null;
  return { gone, panels: panels.filter((panel) => typeof panel === 'string') };
}

/** Whether the window calls in before it has to be taken for one that was held back. To be called before it is asked for. */
export function awaitCall(id: string, withinMs = ARRIVAL_MS): Promise<boolean> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(CHANNEL);
    const late = setTimeout(() => end(false), withinMs);
    function end(isThere: boolean): void {
      clearTimeout(late);
      channel.close();
      resolve(isThere);
    }
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (data === id) end(true);
    };
  });
}
