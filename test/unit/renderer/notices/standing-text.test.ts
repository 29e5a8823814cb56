import { expect, it } from 'vitest';
import { describeStanding } from '../../../../renderer/features/notices/standing-text.ts';
import { sessionStatusSchema } from '../../../../shared/ipc/schemas/session-schema.ts';

it('a full disk, and a profile that could be opened for writing, are told in at most 20 words', () => {
  const told = sessionStatusSchema.shape.journal.options.flatMap((journal) =>
    [false, true].flatMap((may_take_over) => {
      const text = describeStanding({ journal, may_take_over });
      return text === null ? [] : [{ journal, may_take_over, ...text }];
    }),
  );
  for (const { title, detail } of told) expect(`${title} ${detail}`.split(' ').length).toBeLessThanOrEqual(20);
  expect(told).toContainEqual(
    expect.objectContaining({
      journal: 'full',
      may_take_over: false,
      press: null,
      title: expect.stringContaining('full') as string,
    }),
  );
  expect(told).toContainEqual(
    expect.objectContaining({
      journal: 'read_only',
      title: 'The instance that held this profile is gone.',
      press: 'Take over',
    }),
  );
  expect(told.find(({ journal, may_take_over }) => journal === 'full' && may_take_over)?.title).toBe(
    'The disk has room again.',
  );
  expect(told.filter(({ may_take_over }) => !may_take_over).map(({ journal }) => journal)).toEqual(['full']);
});
