import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import { EMPTY_DRAFT } from '../../../../shared/orders/draft.ts';
import { ORDER_TYPE_TRAITS } from '../../../../shared/orders/order-types.ts';
import { parseOrderLine } from '../../../../shared/orders/typed/order-line.ts';
import { ORDER_TYPES } from '../../../../shared/service/order.ts';
import { assertDefined } from '../../../../shared/result.ts';
import { buildDraft } from '../../../../renderer/features/order-ticket/form/ticket-draft.ts';
import { reduceTicket, seeThroughPreset } from '../../../../renderer/features/order-ticket/form/ticket-preset.ts';
import { EMPTY_TICKET } from '../../../../renderer/features/order-ticket/form/ticket-state.ts';
import { childDraft } from '../../../support/records/records.ts';
import { OPTION, PERPETUAL, TICKER } from '../samples.ts';

const NAME = PERPETUAL.instrument_name;
const draftOf = (line: string) => {
  const parsed = parseOrderLine(line, [NAME]);
  return assertDefined(parsed.ok ? parsed.value : null, `“${line}” can be read`);
};
/** What was on the ticket before: another instrument, a kind of its own, and a stale price. */
const used = [
  { type: 'select_instrument', instrumentName: NAME },
  { type: 'type_number', field: 'price', text: '1' },
  { type: 'choose', choice: { kind: 'stop', firesAs: 'limit', reduceOnly: true, linkedType: 'one_cancels_other' } },
  { type: 'type_label', text: 'old' },
] as const;

describe('a line in the ticket', () => {
  it.each([
    `s 10 ${NAME} 97410 reject label=hedge-1`,
    `s 5k ${NAME} mkt reduce ioc`,
    `s 3ct ${NAME} 97410 cross valid=2s`,
    `s 50k ${NAME} stop=95000 trigger=index`,
    `s 50k ${NAME} take=99k 98900 day`,
    `s 50k ${NAME} stop=95k 94900`,
    `s 50k ${NAME} stop=95k 94900 post`,
    `s 50k ${NAME} take=99k 98900 reject`,
    `s 50k ${NAME} trail=500 trigger=last`,
    `s 500k ${NAME} 97410 show=5k mmp`,
  ])('is sent as it was read, whatever was there before: %s', (line) => {
    const draft = draftOf(line);
    const before = used.reduce(reduceTicket, EMPTY_TICKET);
    const state = reduceTicket(before, { type: 'fill', draft });
    expect(buildDraft(seeThroughPreset(state), PERPETUAL)).toEqual(draft);
  });

  it.each(ORDER_TYPES)('has a linked order of the type %s as it is', (type) => {
    const { hasPrice, triggeredBy } = ORDER_TYPE_TRAITS[type];
    const child = childDraft({
      type,
      price: hasPrice ? '96000' : '',
      trigger: triggeredBy === null ? null : 'last_price',
      trigger_price: triggeredBy === 'price' ? '97000' : '',
      trigger_offset: triggeredBy === 'offset' ? '250' : '',
    });
    const linked = { linked_order_type: 'one_cancels_other', trigger_fill_condition: 'first_hit' } as const;
    const draft = { ...draftOf(`s 10 ${NAME} 97410 reject`), ...linked, children: [child] };
    const state = reduceTicket(EMPTY_TICKET, { type: 'fill', draft });
    expect(buildDraft(seeThroughPreset(state), PERPETUAL)).toEqual(draft);
  });

  it('has its price for the one that was typed, in whatever form: a conversion is made of it, and anew each time', () => {
    const draft = { ...EMPTY_DRAFT, instrument_name: OPTION.instrument_name, advanced: 'usd', price: '4870' } as const;
    const toQuote = (converted: string) =>
      ({ type: 'switch_price_form', form: null, converted: decimal(converted) }) as const;
    const toUsd = { type: 'switch_price_form', form: 'usd', converted: decimal('5000') } as const;
    const filled = reduceTicket(EMPTY_TICKET, { type: 'fill', draft });
    const state = [toQuote('0.05'), toUsd].reduce(reduceTicket, filled);
    expect(buildDraft(state, OPTION)).toMatchObject({ advanced: 'usd', price: '4870' });
    expect(buildDraft(reduceTicket(state, toQuote('0.047')), OPTION).price).toBe('0.047');
  });

  it.each([
    ['immediate or cancel', { time_in_force: 'immediate_or_cancel' }, { timeInForce: 'good_til_cancelled' }],
    ['at market', { type: 'market', price: '' }, { kind: 'limit' }],
  ] as const)(
    'that can’t be post only, %s, says nothing of what it becomes on other terms',
    (_terms, terms, choice) => {
      const draft = { ...draftOf(`s 10 ${NAME} 97410`), post_only: false, ...terms };
      const filled = reduceTicket(EMPTY_TICKET, { type: 'fill', draft });
      expect(buildDraft(filled, PERPETUAL)).toEqual(draft);
      expect(buildDraft(reduceTicket(filled, { type: 'choose', choice }), PERPETUAL).post_only).toBe(true);
    },
  );

  it('priced by volatility says nothing of a price in coin', () => {
    const draft = { ...EMPTY_DRAFT, instrument_name: OPTION.instrument_name, advanced: 'implv', price: '55' } as const;
    const filled = reduceTicket(EMPTY_TICKET, { type: 'fill', draft: { ...draft, post_only: false } });
    const inCoin = reduceTicket(filled, { type: 'switch_price_form', form: null, converted: decimal('0.05') });
    expect(buildDraft(inCoin, OPTION).post_only).toBe(true);
  });

  it('stays as it was read when the preset of its instrument comes; another choice of instrument ends that', () => {
    const draft = draftOf(`s 10 ${NAME} 97410`);
    const preset = {
      scope: { instrument_name: NAME, currency: null, kind: null },
      values: { amount: { value: decimal(99), unit: 'USD' }, type: 'market' },
    } as const;
    const apply = { type: 'apply_preset', preset, instrument: PERPETUAL, ticker: TICKER } as const;
    const filled = reduceTicket(reduceTicket(EMPTY_TICKET, { type: 'fill', draft }), apply);
    expect(buildDraft(seeThroughPreset(filled), PERPETUAL)).toEqual(draft);
    const away = reduceTicket(filled, { type: 'select_instrument', instrumentName: 'ETH-PERPETUAL' });
    const back = reduceTicket(reduceTicket(away, { type: 'select_instrument', instrumentName: NAME }), apply);
    expect(buildDraft(seeThroughPreset(back), PERPETUAL).type).toBe('market');
  });
});
