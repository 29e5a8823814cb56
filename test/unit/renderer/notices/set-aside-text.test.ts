import { expect, it } from 'vitest';
import { describeSetAside } from '../../../../renderer/features/notices/set-aside-text.ts';

it('only a damaged file of orders is said to have held orders', () => {
  expect(describeSetAside(['/data/live/journal.sqlite.damaged-1'])).toBe(
    'Earlier orders are neither shown nor looked up. It is now “/data/live/journal.sqlite.damaged-1”.',
  );
  const others = ['C:\\data\\rfqs.sqlite.damaged-1', 'settings.sqlite.damaged-1', 'recordings.sqlite.damaged-1'];
  for (const path of [...others, 'market.sqlite.damaged-1']) {
    const text = describeSetAside([path]);
    expect([/[Oo]rders/u.test(text), text.length > `It is now “${path}”.`.length]).toEqual([false, true]);
  }
});
