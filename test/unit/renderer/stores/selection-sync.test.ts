import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSelection, selectionStore } from '../../../../renderer/stores/workspace/selection-store.ts';
import { followSelections, type WindowsChannel } from '../../../../renderer/stores/workspace/selection-sync.ts';
import { sessionStore } from '../../../../renderer/stores/session-store.ts';

beforeEach(() => selectionStore.setState(selectionStore.getInitialState(), true));
afterEach(() => sessionStore.setState(sessionStore.getInitialState(), true));

/** A window's end of the channel, once its session is open. */
async function open() {
  const told: unknown[] = [];
  const channel: WindowsChannel = { postMessage: (message) => void told.push(message), onmessage: null };
  followSelections(channel, false);
  sessionStore.setState({ session: {} as never });
  await Promise.resolve();
  return { told, hear: (data: unknown) => channel.onmessage?.({ data } as MessageEvent<unknown>) };
}

describe('what windows tell each other', () => {
  it('is followed where it names a colour and an instrument', async () => {
    const { hear } = await open();
    hear({ link: 'green', instrumentName: 'ETH-PERPETUAL' });
    expect(readSelection('green').instrumentName).toBe('ETH-PERPETUAL');
  });

  it.each([
    [null],
    ['green'],
    [[]],
    [{ link: 'green' }],
    [{ link: 'green', instrumentName: 7 }],
    [{ link: 'green', instrumentName: { toString: () => 'ETH-PERPETUAL' } }],
    [{ link: 'mauve', instrumentName: 'ETH-PERPETUAL' }],
    [{ link: '__proto__', instrumentName: 'ETH-PERPETUAL' }],
    [{ link: ['green'], instrumentName: 'ETH-PERPETUAL' }],
  ])('is dropped where it is %j', async (message) => {
    const { hear, told } = await open();
    const before = selectionStore.getState();
    hear(message);
    expect(selectionStore.getState()).toBe(before);
    expect(told).toEqual([]);
  });
});
