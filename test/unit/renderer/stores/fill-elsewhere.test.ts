import { describe, expect, it } from 'vitest';
import { followFills } from '../../../../renderer/stores/orders/fill-elsewhere.ts';
import type { WindowsChannel } from '../../../../renderer/stores/workspace/selection-sync.ts';
import { EMPTY_DRAFT, type OrderDraft } from '../../../../shared/orders/draft.ts';

const DRAFT: OrderDraft = { ...EMPTY_DRAFT, instrument_name: 'BTC-PERPETUAL', amount: '10' };

/** Windows on one channel, each with a ticket or without. */
function openWindows(...tickets: readonly boolean[]) {
  const channels: WindowsChannel[] = [];
  let ids = 0;
  const late: (() => void)[] = [];
  const windows = tickets.map((hasTicket) => {
    const taken: OrderDraft[] = [];
    const channel: WindowsChannel = {
      postMessage: (data) => {
        for (const other of channels) if (other !== channel) other.onmessage?.({ data } as MessageEvent<unknown>);
      },
      onmessage: null,
    };
    channels.push(channel);
    const fills = followFills({
      channel,
      id: () => `w-${(ids += 1)}`,
      after: (_ms, run) => void late.push(run),
      hasTicket: () => hasTicket,
      take: (draft) => void taken.push(draft),
    });
    return { ...fills, taken, hear: (data: unknown) => channel.onmessage?.({ data } as MessageEvent<unknown>) };
  });
  return { windows, wait: () => late.splice(0).forEach((run) => run()) };
}

describe('an order for a ticket in a window of its own', () => {
  it('is taken by one of those that have it', async () => {
    const { windows } = openWindows(false, true, true, false);
    const taken = await windows[0]?.offer(DRAFT);
    expect(taken).toBe(true);
    expect(windows.map((window) => window.taken)).toEqual([[], [DRAFT], [], []]);
  });

  it('stays where it was typed when no window answers in time', async () => {
    const { windows, wait } = openWindows(false, false);
    const offered = windows[0]?.offer(DRAFT);
    wait();
    expect(await offered).toBe(false);
    expect(windows.flatMap(({ taken }) => taken)).toEqual([]);
  });

  it.each([
    [null],
    ['asks'],
    [{ asks: 7 }],
    [{ gives: 'w-1' }],
    [{ gives: 'w-1', draft: {} }],
    [{ gives: 'w-2', draft: DRAFT }],
    [{ answers: 'w-9', from: 'w-2' }],
  ])('is dropped where it is %j', (message) => {
    const { windows } = openWindows(false);
    windows[0]?.hear(message);
    expect(windows[0]?.taken).toEqual([]);
  });
});
