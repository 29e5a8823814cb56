import { expect, it } from 'vitest';
import { startBackEnd } from '../../support/bench/back-end.ts';

it('a label that one window adopts is not dropped by another that had not heard of it', async () => {
  const on = await startBackEnd();
  const follow = (windowId: string, labels: string[], base: string[]) =>
    on.services.handlers['orders.follow']({ labels, base }, { windowId });
  try {
    await follow('main', ['desk-a'], []);
    await expect(follow('second', ['desk-b'], [])).rejects.toMatchObject({ detail: { code: 'Conflict' } });
    const { labels } = await follow('second', ['desk-a', 'desk-b'], ['desk-a']);
    expect(labels.map(({ label }) => label)).toEqual(['desk-a', 'desk-b']);
  } finally {
    await on.close();
  }
});
