import { expect, it } from 'vitest';
import { createWindowErrors } from '../../../../electron/audit/window-errors.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';

type Kept = Parameters<Parameters<typeof createWindowErrors>[1]>[0];

it('errors of a window: the first of a minute are kept, then how many more there were', async () => {
  const clock = createVirtualClock();
  const kept: Kept[] = [];
  const errors = createWindowErrors(clock, (fields) => kept.push(fields));
  for (let count = 1; count <= 20_000; count += 1) errors.hear({ message: `m${count}`, stack: null });
  expect(kept.map(({ event, message }) => [event, message])).toEqual([
    ['window_error', 'm1'],
    ['window_error', 'm2'],
    ['window_error', 'm3'],
  ]);
  await clock.advance(60_000);
  expect(kept.splice(0).at(-1)).toEqual({ event: 'window_errors_left_out', count: 19_997 });

  // Minutes without omissions report none.
  await clock.advance(600_000);
  errors.hear({ message: 'later', stack: null });
  await clock.advance(60_000);
  expect(kept.splice(0)).toEqual([{ event: 'window_error', message: 'later', stack: null }]);

  // The same again takes no other's place.
  for (let count = 1; count <= 10; count += 1) errors.hear({ message: 'same', stack: null });
  errors.hear({ message: 'of another window', stack: null });
  errors.close();
  expect(kept.splice(0)).toEqual([
    { event: 'window_error', message: 'same', stack: null },
    { event: 'window_error', message: 'of another window', stack: null },
    { event: 'window_errors_left_out', count: 9 },
  ]);
  await clock.advance(120_000);
  expect(kept).toEqual([]);
});
