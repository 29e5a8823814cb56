import { expect, it, vi } from 'vitest';
import { awaitCall, callIn, callOut, followGone } from '../../../../renderer/api/own-window-calls.ts';

it('hears the window that calls in, and takes no other for it', async () => {
  const heard = awaitCall('w-0000aaaa', 60_000);
  const other = awaitCall('w-0000bbbb', 0);
  callIn('w-0000aaaa');
  expect(await heard).toBe(true);
  expect(await other).toBe(false);
});

it('gives up on a window that never comes', async () => {
  expect(await awaitCall('w-0000cccc', 1)).toBe(false);
});

it('hears which panels went with a window, and nothing of one that was only loaded anew', async () => {
  const gone = vi.fn<(panels: readonly string[]) => void>();
  followGone(gone, 50);
  callOut('w-0000dddd', ['chart']);
  callIn('w-0000dddd');
  callOut('w-0000eeee', ['ticker', 'orders']);
  await vi.waitFor(() => expect(gone).toHaveBeenCalled());
  expect(gone.mock.calls).toEqual([[['ticker', 'orders']]]);
});
