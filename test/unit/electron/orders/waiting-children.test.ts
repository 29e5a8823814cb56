import { describe, expect, it } from 'vitest';
import { createWaitingChildren } from '../../../../electron/orders/children.ts';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import { OPEN_ROW } from '../../renderer/samples.ts';

const sell = (changes: Partial<OrderRow>): OrderRow => ({ ...OPEN_ROW, order: null, notices: [], ...changes });
const CHILD = sell({
  intent_id: 'a-child',
  child_of: { intent_id: OPEN_ROW.intent_id, label: OPEN_ROW.label, place: 1 },
  outcome: 'sending',
});

describe('orders linked to a sell that was called absent', () => {
  function callAbsent() {
    const children = createWaitingChildren();
    expect(children.sift([CHILD])).toEqual([]);
    expect(children.follow(sell({ outcome: 'unknown' }))).toEqual([]);
    expect(children.follow(sell({ outcome: 'absent', decided_at: 7 }))).toEqual([
      expect.objectContaining({ outcome: 'absent', decided_at: 7 }),
    ]);
    return children;
  }

  it('are undecided again with it, once', () => {
    const children = callAbsent();
    const again = sell({ outcome: 'unknown' });
    expect(children.follow(again)).toEqual([expect.objectContaining({ outcome: 'unknown', decided_at: null })]);
    expect(children.follow(again)).toEqual([]);
  });

  it('are there as soon as it is', () => {
    const children = callAbsent();
    children.follow(sell({ outcome: 'unknown' }));
    expect(children.follow(sell({ outcome: 'accepted', decided_at: 9 }))).toEqual([
      expect.objectContaining({ outcome: 'accepted', decided_at: 9 }),
    ]);
    expect(children.follow(sell({ outcome: 'unknown' }))).toEqual([]);
  });
});
