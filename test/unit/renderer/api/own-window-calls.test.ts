import { expect, it } from 'vitest';
import { awaitCall, callIn } from '../../../../renderer/api/own-window-calls.ts';

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
