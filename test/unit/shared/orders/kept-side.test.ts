import { describe, expect, it } from 'vitest';
import { makeIntent } from '../../../../electron/orders/intent.ts';
import { orderRowSchema } from '../../../../shared/ipc/schemas/order-schema.ts';
import { EMPTY_DRAFT, keptDraftSchema, orderDraftSchema } from '../../../../shared/orders/draft.ts';
import { pickPreset, presetListSchema } from '../../../../shared/orders/presets.ts';
import { buildOrderParams } from '../../../../shared/orders/request.ts';
import { SIDES, traitsOf } from '../../../../shared/orders/side.ts';
import { perpetual, orderDraft } from '../../../support/records/records.ts';

describe('what a version kept that only sold', () => {
  const { direction: _side, ...old } = orderDraft({ label: 'kept' });

  it('as a draft reads as a sell; a draft that is sent names its side', () => {
    expect(keptDraftSchema.parse(old)).toEqual({ ...old, direction: 'sell' });
    expect(keptDraftSchema.parse({ ...old, direction: 'buy' }).direction).toBe('buy');
    expect(orderDraftSchema.safeParse(old).success).toBe(false);
    expect(EMPTY_DRAFT.direction).toBe('sell');
  });

  it('as a preset is for sells', () => {
    const scope = { instrument_name: null, currency: 'BTC', kind: null };
    const [kept] = presetListSchema.parse([{ scope, values: { mmp: true } }]);
    expect(pickPreset(kept === undefined ? [] : [kept], perpetual(), 'sell')).toEqual({ scope, values: { mmp: true } });
    expect(pickPreset(kept === undefined ? [] : [kept], perpetual(), 'buy')).toBeNull();
  });

  it.each(SIDES)(
    'a row of the journal of a %s has its side, as every version wrote it: none is guessed',
    (direction) => {
      const draft = orderDraft({ direction, label: 'kept' });
      const params = buildOrderParams(draft, 'kept', 2000, perpetual());
      const row = makeIntent(draft, {
        intentId: 'one',
        params,
        forecast: null,
        currency: 'BTC',
        nowMs: 1000,
        serviceNowMs: 1000,
      });
      expect(orderRowSchema.parse(row).direction).toBe(direction);
      const { direction: _kept, ...before } = row;
      expect(orderRowSchema.safeParse(before).success).toBe(false);
      // On the wire the method alone says it.
      expect(Object.keys(params)).not.toContain('direction');
      expect(traitsOf(direction).method).toBe(`private/${direction}`);
    },
  );
});
