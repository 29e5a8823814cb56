import { expect, it } from 'vitest';
import { describeGuardsReading } from '../../../../renderer/features/notices/guards-text.ts';
import { GUARDS_READINGS } from '../../../../shared/orders/limits/guard-settings.ts';

it('guards that were not read as they were stored are told, and that trading is off only where it is', () => {
  const texts = GUARDS_READINGS.map((reading) => describeGuardsReading(reading)?.title ?? '');
  expect(texts.map((text) => [text !== '', text.includes('Trading is off')])).toEqual([
    [false, false],
    [true, false],
    [true, true],
    [true, true],
  ]);
});
