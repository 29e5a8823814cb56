import { expect, it } from 'vitest';
import { listOfferedActions } from '../../../../renderer/features/sell-ticket/use-offered-order.ts';
import { intentOf } from '../../../support/forecast-replies.ts';
import { sellDraft } from '../../../support/records.ts';

it('an order that was refused for crossing comes back as one that is refused, not moved', () => {
  const row = intentOf(sellDraft({ post_only: true, reject_post_only: true, mmp: true, label: 'hedge' }));
  const actions = listOfferedActions(row, (label) => label === row.label);
  expect(actions[0]).toMatchObject({ choice: { postOnly: true, rejectPostOnly: true, mmp: true } });
  expect(actions.at(-1)).toMatchObject({ type: 'type_label' });
  // Of an older journal, which does not say.
  const [first] = listOfferedActions({ ...row, expected: null }, () => false);
  expect(first).not.toHaveProperty('choice.rejectPostOnly');
});
