/** On it, windows that were moved out of another say that they are there. */
const CHANNEL = 'strikedesk own windows';
/** Longer than a busy machine takes to load a window, ms. */
const ARRIVAL_MS = 10_000;

/** A window says, as soon as its page runs, that it is there. */
export function callIn(id: string): void {
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target: it is of one origin
  channel.postMessage(id);
  channel.close();
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
