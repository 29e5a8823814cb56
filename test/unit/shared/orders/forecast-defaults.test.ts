import { expect, it } from 'vitest';
import type { SellDraft } from '../../../../shared/orders/draft.ts';
import type { SellFacts } from '../../../../shared/orders/facts.ts';
import { forecastSell } from '../../../../shared/orders/forecast/forecast.ts';
import { childDraft, sellDraft, sellFacts } from '../../../support/records/records.ts';

const fieldsOf = (draft: Partial<SellDraft>, facts: Partial<SellFacts> = {}): string | null =>
  forecastSell(sellDraft(draft), sellFacts(facts))?.steps.find(({ code }) => code === 'defaults')?.params['fields'] ??
  null;

const LINKED = { linked_order_type: 'one_triggers_other', children: [childDraft()] } satisfies Partial<SellDraft>;

it.each<[string, string | null, Partial<SellDraft>, Partial<SellFacts>]>([
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
