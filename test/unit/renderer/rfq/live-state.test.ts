import { expect, it } from 'vitest';
import { describeUnread, isLive } from '../../../../renderer/features/rfq/rfq-text.ts';
import type { RfqRow } from '../../../../shared/ipc/schemas/rfq-schema.ts';

it('a live request that could not be read says for how long', () => {
  const open = { text: 'open', tone: 'good' } as const;
  expect(describeUnread(open, null)).toBe(open);
  expect(describeUnread(open, 12_400)).toEqual({ text: 'open · not read for 12 s', tone: 'attention' });
});

it.each([
  ['open', 'created', 1000, true],
  ['created', 'created', 1000, true],
  ['open', 'created', 0, false],
  ['filled', 'created', 1000, false],
  ['open', 'absent', 1000, false],
] as const)('one that is %s, its outcome %s, with %i ms left lives: %s', (state, outcome, leftMs, lives) => {
  const row = { outcome, rfq: { state, expiration_timestamp: 5000 + leftMs } } as unknown as RfqRow;
  expect(isLive(row, 5000)).toBe(lives);
});
