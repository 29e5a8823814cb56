import type { OrderDraft } from '../../shared/orders/draft.ts';
import type { OrderFacts } from '../../shared/orders/facts.ts';
import { TRIGGERS } from '../../shared/service/order.ts';
import { checkDraft } from '../../shared/orders/rules.ts';
import {
  childDraft,
  option,
  optionTicker,
  perpetual,
  perpetualTicker,
  orderDraft,
  orderFacts,
} from '../support/records/records.ts';

const SEED = 20_261_121;

const OPTION = option();
const ON_PERPETUAL = orderFacts();
const ON_OPTION = orderFacts({ instrument: OPTION, ticker: optionTicker({ underlying_price: 98_000 }) });
const HALTED = perpetual({ state: 'halted', is_active: false });
const HALTED_TICKER = perpetualTicker({ state: 'halted' });

export interface Case {
  readonly draft: OrderDraft;
  readonly facts: OrderFacts;
}

type Pick = <T>(values: readonly [T, ...T[]]) => T;

function isInvalid({ draft, facts }: Case): boolean {
  return checkDraft(draft, facts).some(({ severity }) => severity === 'error');
}

/** Numbers in [0, 1) that are the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** So many orders of every type, those of an option priced in each form, and linked ones; every other one is invalid. */
export function generateCases(count: number): Case[] {
  const random = createRandom(SEED);
  const pick = <T>(values: readonly [T, ...T[]]): T => values[Math.floor(random() * values.length)] ?? values[0];
  const makers: readonly [() => Case, ...(() => Case)[]] = [
    () => ({ draft: limitOnPerpetual(random, pick), facts: ON_PERPETUAL }),
    () => ({ draft: marketOnPerpetual(random, pick), facts: ON_PERPETUAL }),
    () => ({ draft: triggerOnPerpetual(random, pick), facts: ON_PERPETUAL }),
    () => ({ draft: icebergOnPerpetual(random), facts: ON_PERPETUAL }),
    () => ({ draft: linkedOnPerpetual(random, pick), facts: ON_PERPETUAL }),
    () => limitOnOption(random, pick),
  ];
  return Array.from({ length: count }, (_, index) => {
    const mustBeInvalid = index % 2 === 1;
    for (;;) {
      const valid = pick(makers)();
      const made = mustBeInvalid ? spoil(valid, pick) : valid;
      if (isInvalid(made) === mustBeInvalid) return made;
    }
  });
}

function amountOf(random: () => number): string {
  return String(10 * (1 + Math.floor(random() * 20_000)));
}

function limitOnPerpetual(random: () => number, pick: Pick): OrderDraft {
  return orderDraft({
    amount: amountOf(random),
    price: priceOf(random),
    time_in_force: pick(['good_til_cancelled', 'good_til_day']),
    post_only: random() < 0.5,
    label: `l-${Math.floor(random() * 1e6)}`,
  });
}

function priceOf(random: () => number): string {
  return String(97_400 + Math.floor(random() * 400) / 2);
}

function marketOnPerpetual(random: () => number, pick: Pick): OrderDraft {
  return orderDraft({ type: pick(['market', 'market_limit']), price: '', amount: amountOf(random) });
}

function triggerOnPerpetual(random: () => number, pick: Pick): OrderDraft {
  const below = String(97_000 - Math.floor(random() * 100) / 2);
  const above = String(98_000 + Math.floor(random() * 100) / 2);
  const waiting = { amount: amountOf(random), trigger: pick(TRIGGERS) };
  return orderDraft(
    pick<Partial<OrderDraft>>([
      { ...waiting, type: 'stop_limit', price: '96900', trigger_price: below },
      { ...waiting, type: 'stop_market', price: '', trigger_price: below },
      { ...waiting, type: 'take_limit', price: '97900', trigger_price: above },
      { ...waiting, type: 'take_market', price: '', trigger_price: above },
      { ...waiting, type: 'trailing_stop', price: '', trigger_offset: String(100 + Math.floor(random() * 400) / 2) },
    ]),
  );
}

function icebergOnPerpetual(random: () => number): OrderDraft {
  const display = 1000 * (1 + Math.floor(random() * 20));
  const amount = display * (2 + Math.floor(random() * 90));
  return orderDraft({ amount: String(amount), price: priceOf(random), display_amount: String(display) });
}

function linkedOnPerpetual(random: () => number, pick: Pick): OrderDraft {
  const amount = amountOf(random);
  const profit = childDraft({ amount, price: String(97_000 - Math.floor(random() * 400) / 2) });
  const stop = childDraft({
    amount,
    type: 'stop_market',
    price: '',
    trigger: 'mark_price',
    trigger_price: String(98_500 + Math.floor(random() * 400) / 2),
  });
  const linked = { ...limitOnPerpetual(random, pick), amount, trigger_fill_condition: 'first_hit' } as const;
  return pick<OrderDraft>([
    { ...linked, linked_order_type: 'one_triggers_other', children: [profit] },
    { ...linked, linked_order_type: 'one_triggers_one_cancels_other', children: [profit, stop] },
    {
      ...linked,
      linked_order_type: 'one_cancels_other',
      children: [{ ...stop, direction: 'sell', type: 'stop_market', trigger_price: '96500' }],
    },
  ]);
}

function limitOnOption(random: () => number, pick: Pick): Case {
  const draft = orderDraft({
    instrument_name: OPTION.instrument_name,
    amount: String(1 + Math.floor(random() * 20)),
    ...pick<Partial<OrderDraft>>([
      { price: (0.07 + Math.floor(random() * 40) * 0.0005).toFixed(4) },
      { advanced: 'usd', price: String(6900 + Math.floor(random() * 2000)) },
      { advanced: 'implv', price: String(45 + Math.floor(random() * 200) / 10) },
    ]),
  });
  return { draft, facts: ON_OPTION };
}

/** One thing wrong, of those a person gets wrong. */
function spoil({ draft, facts }: Case, pick: Pick): Case {
  const changed = (changes: Partial<OrderDraft>): Case => ({ draft: { ...draft, ...changes }, facts });
  return pick<() => Case>([
    () => changed({ amount: '15' + draft.amount.slice(-1) + '.7' }),
    () => changed({ amount: 'ten' }),
    () => changed({ amount: '' }),
    () => changed({ amount: '-10' }),
    () => changed(draft.type === 'market' ? { price: '97000' } : { price: `${draft.price}.00001` }),
    () => changed(draft.type === 'market' ? { price: '1' } : { price: '1e999' }),
    () => changed({ label: 'x'.repeat(65) }),
    () => changed({ reject_post_only: true, post_only: false }),
    () => ({ draft, facts: { ...facts, instrument: null } }),
    () => ({ draft, facts: { ...facts, instrument: HALTED } }),
    () => ({ draft, facts: { ...facts, ticker: HALTED_TICKER } }),
    () => ({ draft, facts: { ...facts, orderCredits: 0 } }),
  ])();
}
