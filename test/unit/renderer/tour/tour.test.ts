import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GAP_PX, overlap, placeCard } from '../../../../renderer/features/tour/place-card.ts';
import { findPractised, practiceDraft } from '../../../../renderer/features/tour/practice.ts';
import { isTourDue } from '../../../../renderer/stores/workspace/tour-store.ts';
import { DEFAULT_PREFERENCES } from '../../../../shared/ipc/schemas/preferences-schema.ts';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import type { Session } from '../../../../shared/ipc/schemas/session-schema.ts';

const CARD = { width: 340, height: 260 };

const views = fc.record({ width: fc.integer({ min: 1080, max: 3840 }), height: fc.integer({ min: 600, max: 2160 }) });

describe('the card of the tour', () => {
  it('is whole within the window, and over what it points at only where no side has room', () => {
    const shares = fc.record({ left: fc.nat(99), top: fc.nat(99), width: fc.nat(100), height: fc.nat(100) });
    fc.assert(
      fc.property(views, shares, (view, share) => {
        const left = (view.width * share.left) / 100;
        const top = (view.height * share.top) / 100;
        const width = ((view.width - left) * share.width) / 100;
        const height = ((view.height - top) * share.height) / 100;
        const target = { left, top, width, height };
        const place = placeCard(target, CARD, view);
        expect(place.left).toBeGreaterThanOrEqual(GAP_PX);
        expect(place.top).toBeGreaterThanOrEqual(GAP_PX);
        expect(place.left + CARD.width).toBeLessThanOrEqual(view.width);
        expect(place.top + CARD.height).toBeLessThanOrEqual(view.height);
        const needsWidth = CARD.width + 2 * GAP_PX;
        const needsHeight = CARD.height + 2 * GAP_PX;
        const hasRoom =
          left >= needsWidth ||
          view.width - left - width >= needsWidth ||
          top >= needsHeight ||
          view.height - top - height >= needsHeight;
        if (hasRoom) expect(overlap({ ...place, ...CARD }, target)).toBe(0);
      }),
    );
  });
});

describe('the practice sell', () => {
  const row = (intent_id: string, label: string, created_at: number) => ({ intent_id, label, created_at }) as OrderRow;

  it('is a market sell under a label of its own', () => {
    expect(practiceDraft([])).toMatchObject({ type: 'market', amount: '5000', post_only: false, label: 'practice' });
    expect(practiceDraft([row('a', 'practice', 1), row('b', 'practice-2', 2)]).label).toBe('practice-3');
  });

  it('is the newest order that was not there before', () => {
    const rows = [row('old', '', 9), row('first', '', 10), row('second', '', 11)];
    expect(findPractised(rows, new Set(['old', 'first', 'second']))).toBeNull();
    expect(findPractised(rows, new Set(['old']))?.intent_id).toBe('second');
  });
});

describe('the tour opens by itself', () => {
  const ARRANGED = { version: 1, active: 'trade', items: [] };
  const session = (
    kind: string,
    workspaces: object | null,
    tour?: 'open' | 'seen',
    safe_start: string | null = null,
  ) => {
    const preferences = { ...DEFAULT_PREFERENCES, ...(tour === undefined ? {} : { tour }) };
    return { profile: { kind }, workspaces, preferences, safe_start } as Session;
  };

  it.each([
    ['on the first start with the simulator', session('simulator', null), true],
    ['where it was never ended', session('simulator', ARRANGED, 'open'), true],
    ['not after it was ended', session('simulator', ARRANGED, 'seen'), false],
    ['not on a first start with the simulator after it was ended', session('simulator', null, 'seen'), false],
    ['not on a folder of before there was a tour', session('simulator', ARRANGED), false],
    ['not at a safe start', session('simulator', null, undefined, 'crashes'), false],
    ['never on real money', session('live', null), false],
    ['never on a test service', session('test', null), false],
  ])('%s', (_case, given, expected) => {
    expect(isTourDue(given)).toBe(expected);
  });
});
