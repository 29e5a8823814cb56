import { expect, it } from 'vitest';
import { labelChildren } from '../../../shared/orders/child-labels.ts';
import { checkDraft } from '../../../shared/orders/rules.ts';
import { labelLength } from '../../../shared/service/fields.ts';
import { childDraft, orderDraft, orderFacts } from '../../support/records/records.ts';

const two = (first = '', second = '') =>
  orderDraft({
    linked_order_type: 'one_triggers_one_cancels_other',
    children: [childDraft({ label: first }), childDraft({ label: second })],
  });
const labels = (draft: ReturnType<typeof two>, own: string, used: readonly string[] = []) =>
  labelChildren(draft, own, (label) => used.includes(label)).children.map(({ label }) => label);

it.each<[string, readonly string[], string, readonly string[], readonly string[]]>([
  ['the label of the sell with its place', [], 'hedge', [], ['hedge/1', 'hedge/2']],
  ['another where that was used', [], 'hedge', ['hedge/1'], ['hedge/1-2', 'hedge/2']],
  ['the one that was typed', ['', 'stop'], 'hedge', [], ['hedge/1', 'stop']],
  ['none that was typed for the other', ['', 'hedge/1'], 'hedge', [], ['hedge/1-2', 'hedge/1']],
])('a linked order has %s', (_name, [first, second], own, used, expected) => {
  expect(labels(two(first, second), own, used)).toEqual(expected);
});

it('fits into what the service takes, in whole characters', () => {
  const made = labels(two(), '\u{1F600}'.repeat(64));
  expect(made.map(labelLength)).toEqual([64, 64]);
  expect(new Set(made).size).toBe(2);
});

it('is left as it is for a sell alone', () => {
  const draft = orderDraft();
  expect(labelChildren(draft, 'hedge', () => true)).toBe(draft);
});

it.each<[string, string, string, string, readonly (number | null)[]]>([
  ['its sell', 'hedge', 'hedge', 'other', [0]],
  ['the one before it', 'hedge', 'same', 'same', [1]],
  ['an order before', 'hedge', 'used', 'other', [0]],
  ['none', 'hedge', 'one', 'other', []],
])('a label that is that of %s is refused where it stands', (_name, own, first, second, places) => {
  const facts = orderFacts({ isLabelInUse: (label) => label === 'used' });
  const found = checkDraft({ ...two(first, second), label: own }, facts).filter(({ code }) => code === 'label_in_use');
  expect(found.map(({ child }) => child)).toEqual(places);
});
