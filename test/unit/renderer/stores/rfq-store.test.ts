import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { legsStore } from '../../../../renderer/stores/rfq/legs-store.ts';
import {
  clearAll,
  flipAll,
  readLoadedSide,
  rfqStore,
  setForm,
  setLegs,
} from '../../../../renderer/stores/rfq/rfq-store.ts';
import { toastStore } from '../../../../renderer/stores/toast-store.ts';

const LOW = { instrumentName: 'BTC-27MAR27-80000-P', direction: 'buy', amount: '25' } as const;
const HIGH = { instrumentName: 'BTC-27MAR27-90000-P', direction: 'sell', amount: '25' } as const;
const HEDGE = { instrument_name: 'BTC-PERPETUAL', direction: 'sell', amount: '50000', price: '97000' } as const;
const COMBO = 'BTC-PS-27MAR27-80000_90000';

const before = { toasts: [], news: [] };
beforeEach(() => {
  toastStore.setState(before, true);
  clearAll();
});
afterEach(() => {
  clearAll();
  toastStore.setState(before, true);
});

const told = () => toastStore.getState().toasts.map(({ title }) => title);

describe('a structure that is loaded', () => {
  it('clears hedge, makers and allocation of the one before, and says so', () => {
    setLegs([LOW]);
    expect(told()).toEqual([]);
    setForm({
      hedge: HEDGE,
      makers: ['MAKER1'],
      allocations: [{ amount: '25', user_id: '7', client_id: '', client_link_id: '' }],
      label: 'mine',
    });
    setLegs([LOW, HIGH]);
    expect(rfqStore.getState()).toMatchObject({ hedge: null, makers: [], allocations: [], label: 'mine' });
    expect(told()).toEqual(['Cleared: hedge, makers, allocation']);
  });

  it('is of the side that was pressed, of the other one when it is turned, and of none by another name', () => {
    setLegs([LOW, HIGH], { comboId: COMBO, side: 'buy' });
    const side = (comboId: string | null) =>
      readLoadedSide(rfqStore.getState().loaded, comboId, legsStore.getState().legs);
    expect(side(COMBO)).toBe('buy');
    flipAll();
    expect(side(COMBO)).toBe('sell');
    expect(side('BTC-PSR12-27MAR27-80000_90000')).toBeNull();
    setLegs([LOW, HIGH]);
    expect(side(COMBO)).toBeNull();
  });
});
