import { expect, it } from 'vitest';
import type { OrderDraft } from '../../../../shared/orders/draft.ts';
import type { OrderFacts } from '../../../../shared/orders/facts.ts';
import { forecastOrder } from '../../../../shared/orders/forecast/forecast.ts';
import { childDraft, orderDraft, orderFacts } from '../../../support/records/records.ts';

const fieldsOf = (draft: Partial<OrderDraft>, facts: Partial<OrderFacts> = {}): string | null =>
  forecastOrder(orderDraft(draft), orderFacts(facts))?.steps.find(({ code }) => code === 'defaults')?.params[
    'fields'
  ] ?? null;

const LINKED = { linked_order_type: 'one_triggers_other', children: [childDraft()] } satisfies Partial<OrderDraft>;

it.each<[string, string | null, Partial<OrderDraft>, Partial<OrderFacts>]>([
  ['a limit order', null, {}, {}],
  ['where the account has protection', 'mmp', {}, { isMmpEnabled: true }],
  ['under protection', null, { mmp: true }, { isMmpEnabled: true }],
  ['at market, which has none', null, { type: 'market', price: '' }, { isMmpEnabled: true }],
  ['with a linked order', 'trigger_fill_condition', LINKED, {}],
  ['with both', 'mmp trigger_fill_condition', LINKED, { isMmpEnabled: true }],
  ['with a chosen condition', null, { ...LINKED, trigger_fill_condition: 'incremental' }, {}],
  ['that is refused', null, { price: '97400', post_only: true, reject_post_only: true }, { isMmpEnabled: true }],
  ['that is cancelled', null, { post_only: false, time_in_force: 'fill_or_kill' }, { isMmpEnabled: true }],
])('what a sell leaves open is told with its default: %s', (_name, fields, draft, facts) => {
  expect(fieldsOf(draft, facts)).toBe(fields);
});
