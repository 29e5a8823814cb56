import { expect, it } from 'vitest';
import type { SellDraft } from '../../../../shared/orders/draft.ts';
import type { SellFacts } from '../../../../shared/orders/facts.ts';
import { forecastSell } from '../../../../shared/orders/forecast.ts';
import { childDraft, perpetual, sellDraft, sellFacts } from '../../../support/records.ts';

const fieldsOf = (draft: Partial<SellDraft>, facts: Partial<SellFacts> = {}): string | null =>
  forecastSell(sellDraft(draft), sellFacts(facts))?.steps.find(({ code }) => code === 'defaults')?.params['fields'] ??
  null;

const DAY = { post_only: false, time_in_force: 'good_til_day' } as const;
const LINKED = { linked_order_type: 'one_triggers_other', children: [childDraft()] } satisfies Partial<SellDraft>;

it.each<[string, string | null, Partial<SellDraft>, Partial<SellFacts>]>([
  ['a limit order', 'display_amount', {}, {}],
  ['with a', 'display_amount', { label: 'mine' }, {}],
  ['an iceberg', null, { display_amount: '5000' }, {}],
  ['an iceberg with a', null, { display_amount: '5000', label: 'mine' }, {}],
  ['for the day', 'display_amount', DAY, {}],
  ['that may not rest', null, { price: '97400', post_only: false, time_in_force: 'immediate_or_cancel' }, {}],
  ['at market', null, { type: 'market', price: '' }, {}],
  ['where the account has protection', 'display_amount mmp', {}, { isMmpEnabled: true }],
  ['under protection', 'display_amount', { mmp: true }, { isMmpEnabled: true }],
  ['at market, which has none', null, { type: 'market', price: '' }, { isMmpEnabled: true }],
  ['of a spread, which shows whole', null, {}, { instrument: perpetual({ kind: 'future_combo' }) }],
  ['with a linked order', 'display_amount trigger_fill_condition', LINKED, {}],
  ['with a chosen condition', 'display_amount', { ...LINKED, trigger_fill_condition: 'incremental' }, {}],
  ['that is refused', null, { price: '97400', post_only: true, reject_post_only: true }, {}],
  ['that is cancelled', null, { post_only: false, time_in_force: 'fill_or_kill' }, {}],
])('what a sell leaves open is told with its default: %s', (_name, fields, draft, facts) => {
  expect(fieldsOf(draft, facts)).toBe(fields);
});
