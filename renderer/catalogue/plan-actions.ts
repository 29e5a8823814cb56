import type { Action } from '../actions/action.ts';
import { openPlan } from '../stores/orders/plans-store.ts';
import { readSelection } from '../stores/workspace/selection-store.ts';

/** Actions on what the account holds. Both open a dialog; nothing is sent before its press. */
export const PLAN_ACTIONS: readonly Action[] = [
  {
    id: 'trading.flatten',
    title: 'Flatten…',
    group: 'Trading',
    explanation: 'Shows the plan that cancels orders and closes positions, before anything is sent.',
    words: 'close all positions panic exit everything underlying expiry',
    key: 'Ctrl+Shift+F',
    isGrave: true,
    run: () => openPlan({ kind: 'flatten', scope: { of: 'all' }, style: 'market' }, readSelection().instrumentName),
  },
  {
    id: 'trading.reverse',
    title: 'Reverse position…',
    group: 'Trading',
    explanation: 'Shows the plan that closes the selected instrument’s position and opens the other side.',
    words: 'flip turn other side opposite',
    key: null,
    isGrave: true,
    whyNot: () => (readSelection().instrumentName === null ? 'Select an instrument first.' : null),
    run: () => {
      const { instrumentName } = readSelection();
      if (instrumentName === null) return;
      openPlan({ kind: 'reverse', instrument_name: instrumentName, style: 'market' }, instrumentName);
    },
  },
];
