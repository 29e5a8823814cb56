import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, multiply, toNumber } from '../../../../shared/decimal.ts';
import { issue } from '../../../../shared/orders/issue.ts';
import { step } from '../../../../shared/orders/forecast/forecast-schema.ts';
import { assertDefined } from '../../../../shared/result.ts';
import { describeStopped, describeWaiting } from '../../../../renderer/features/header/stop-text.ts';
import { explainEmpty } from '../../../../renderer/features/order-ticket/forecast/forecast.tsx';
import { groupSteps } from '../../../../renderer/features/order-ticket/forecast/forecast-text.ts';
import { readKeyNudge } from '../../../../renderer/ui/controls/nudging.ts';
import {
  convertTyped,
  describeForms,
  pickForm,
  readForms,
  suggestPrice,
} from '../../../../renderer/features/order-ticket/form/price-line.ts';
import { describePress } from '../../../../renderer/features/order-ticket/press/press-name.ts';
import type { NumberField } from '../../../../renderer/features/order-ticket/form/ticket-numbers.ts';
import { plainNumber } from '../../../../shared/orders/typed/typed-number.ts';
import type { TicketAction } from '../../../../renderer/features/order-ticket/form/ticket-action.ts';
import { buildDraft } from '../../../../renderer/features/order-ticket/form/ticket-draft.ts';
import {
  EMPTY_TICKET,
  reduce,
  type TicketChoices,
  type TicketState,
} from '../../../../renderer/features/order-ticket/form/ticket-state.ts';
import { summarise } from '../../../../renderer/features/order-ticket/form/ticket-summary.ts';
import { planTrigger, stepOfTrigger } from '../../../../renderer/features/order-ticket/form/trigger-plan.ts';
import type { OrderDraft } from '../../../../shared/orders/draft.ts';
import { orderDraft } from '../../../support/records/records.ts';
import { OPTION, OPTION_NOW_MS, OPTION_TICKER, PERPETUAL, SPREAD, TICKER } from '../samples.ts';

function summary(choice: Partial<TicketChoices>, numbers: Partial<Record<NumberField, string>>) {
  const typed = Object.entries(numbers).map(([field, text]): TicketAction => ({
    type: 'type_number',
    field: field as NumberField,
    text,
  }));
  const actions: TicketAction[] = [
    { type: 'select_instrument', instrumentName: 'BTC-PERPETUAL' },
    { type: 'choose', choice },
    ...typed,
  ];
  return summarise(actions.reduce(reduce, EMPTY_TICKET), PERPETUAL);
}

describe('suffixes', () => {
  it.each([
    ['50k', '50000'],
    ['1.5M', '1500000'],
    [' .5k ', '500'],
    ['2.k', '2000'],
  ])('%s stands for %s', (text, expected) => {
    expect(plainNumber(text)).toBe(expected);
  });

  it.each(['k', '', '5kk', '5 k 5', '1,000k', '1e5k', '+5k', '-5k', '1..2k', '50000', '٥k'])(
    '%s stays as it is, for the rules to judge',
    (text) => {
      expect(plainNumber(text)).toBe(text);
    },
  );

  it('are exact', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 9 }), (units) => {
        const text = (units / 1000).toFixed(3);
        expect(plainNumber(`${text}k`)).toBe(multiply(decimal(text), decimal(1000)));
      }),
    );
  });
});

describe('the steps of a nudge', () => {
  const plain = { shiftKey: false, ctrlKey: false, metaKey: false };

  it('are one, ten with Shift, a hundred with Ctrl', () => {
    expect(readKeyNudge({ ...plain, key: 'ArrowUp' })).toBe(1);
    expect(readKeyNudge({ ...plain, key: 'ArrowDown', shiftKey: true })).toBe(-10);
    expect(readKeyNudge({ ...plain, key: 'ArrowUp', ctrlKey: true })).toBe(100);
    expect(readKeyNudge({ ...plain, key: 'ArrowUp', metaKey: true })).toBe(100);
    expect(readKeyNudge({ ...plain, key: '1' })).toBeNull();
  });
});

describe('the plan of an iceberg', () => {
  it('says what shows and how often', () => {
    const plan = (amount: string, display_amount: string) => summary({}, { amount, display_amount }).icebergPlan;
    expect(plan('50000', '1000')).toBe('shows 2 % · 50 slices');
    expect(plan('50000', '3000')).toBe('shows 6 % · 17 slices');
    expect(plan('50000', '')).toBe('from 1,000');
    expect(plan('150000', '')).toBe('from 1,500');
    expect(plan('500', '')).toBe('');
    expect(plan('', '1000')).toBe('');
    // A part is never shown as all, and more than all not at all.
    expect(plan('150000', '149990')).toBe('shows 99.9 % · 2 slices');
    expect(plan('50000', '50000')).toBe('shows 100 % · 1 slice');
    expect(plan('50000', '60000')).toBe('');
  });
});

describe('the life of a trigger order', () => {
  const plan = (choice: Partial<TicketChoices>, numbers: Partial<Record<NumberField, string>>) =>
    planTrigger(summary(choice, numbers).draft, PERPETUAL, TICKER, 1).map(({ when, what }) => `${when} ${what}`);

  it('is armed, fires and sells', () => {
    expect(plan({ kind: 'stop' }, { trigger_price: '97000' })).toEqual([
      'Armed with mark at 97,411.2',
      'Fires ≤ 97,000.0',
      'Then sells at market',
    ]);
    expect(plan({ kind: 'take', firesAs: 'limit' }, { trigger_price: '98k', price: '97.9k' }).slice(1)).toEqual([
      'Fires ≥ 98,000.0',
      'Then sells at 97,900.0',
    ]);
    const typed = { trigger_price: '97k', price: '96.9k' };
    const posting = { kind: 'stop', firesAs: 'limit', stopPostOnly: true } as const;
    expect(plan({ kind: 'stop', firesAs: 'limit' }, typed)[2]).toBe('Then sells at 96,900.0');
    expect(plan(posting, typed)[2]).toBe('Then rests at 96,900.0, or just above the bid');
    expect(plan({ ...posting, rejectPostOnly: true }, typed)[2]).toBe('Then rests at 96,900.0, or is rejected');
    expect(plan({ kind: 'take', firesAs: 'limit' }, { trigger_price: '98k' })[2]).toBe(
      'Then sells at its price, once that is entered',
    );
    expect(plan({ kind: 'trail' }, { trigger_offset: '500' })[1]).toBe('Fires 500 under the peak (now 96,911.2)');
    expect(plan({ kind: 'trail' }, { trigger_offset: '1k' })[1]).toBe('Fires 1,000 under the peak (now 96,411.2)');
    // Before a first trade the peak begins at the mark.
    expect(plan({ kind: 'trail', trigger: 'last_price' }, { trigger_offset: '500' })[1]).toBe(
      'Fires 500 under the peak (now 96,911.2)',
    );
  });

  it('is not told of a distance under which it could never fire', () => {
    for (const trigger_offset of ['-5', '0', '97411.2', '100k'])
      expect(plan({ kind: 'trail' }, { trigger_offset })).toEqual([]);
    expect(plan({ kind: 'trail' }, { trigger_offset: '97411' })).toHaveLength(3);
  });

  it('is told of a combo that trails below zero, but not below an index', () => {
    const near = { ...TICKER, mark_price: decimal(5), index_price: decimal(5) };
    const trail = (trigger: 'mark_price' | 'index_price') =>
      planTrigger(orderDraft({ type: 'trailing_stop', price: '', trigger, trigger_offset: '10' }), SPREAD, near, 1);
    expect(trail('mark_price')[1]).toEqual({ when: 'Fires', what: '10 under the peak (now −5.0)' });
    expect(trail('index_price')).toEqual([]);
  });

  it('says what it can before anything is typed, and nothing without a trigger', () => {
    expect(plan({ kind: 'stop' }, {})[1]).toBe('Fires ≤ the trigger price');
    expect(plan({ kind: 'trail', trigger: 'last_price' }, {})).toEqual([
      'Armed with last at not known',
      'Fires so far under the peak',
      'Then sells at market',
    ]);
    expect(plan({ kind: 'limit' }, {})).toEqual([]);
  });
});

describe('the button', () => {
  it.each<[Partial<TicketChoices>, Partial<Record<NumberField, string>>, string]>([
    [{ kind: 'market', restStays: true }, {}, 'Sell 50,000 USD at market, rest stays'],
    [{ kind: 'stop' }, { trigger_price: '97000' }, 'Sell 50,000 USD at market when mark ≤ 97,000.0'],
    [
      { kind: 'take', firesAs: 'limit', trigger: 'index_price' },
      { trigger_price: '98k', price: '97.9k' },
      'Sell 50,000 USD at 97,900.0 when the index ≥ 98,000.00',
    ],
    [{ kind: 'trail' }, { trigger_offset: '500' }, 'Sell 50,000 USD at market once mark falls 500 from its peak'],
  ])('of %o says what a press will do', (choice, numbers, text) => {
    expect(describePress(summary(choice, { amount: '50k', ...numbers }), null)).toBe(text);
  });
});

describe('the forms of an option price', () => {
  const draft = { ...summarise(EMPTY_TICKET, OPTION).draft, type: 'limit' as const };
  const forms = (price: string, advanced: 'usd' | 'implv' | null) =>
    readForms({ ...draft, price, advanced }, OPTION, OPTION_TICKER, OPTION_NOW_MS);

  it('lead back to the same price, up to one tick', () => {
    fc.assert(
      fc.property(fc.integer({ min: 50, max: 300 }), (ticks) => {
        const price = ticks * 0.0005;
        const first = assertDefined(forms(price.toFixed(4), null), 'the market is known');
        const volatility = assertDefined(first.volatility, 'a year from expiry every such price has one');
        const back = assertDefined(forms(volatility, 'implv'), 'the market is known');
        expect(Math.abs(toNumber(back.quote) - price)).toBeLessThanOrEqual(0.00051);
      }),
    );
  });

  it('are written with their units, without the one that was typed', () => {
    const found = forms('0.0745', null);
    expect(describeForms(found, null, OPTION, 4)).toMatch(/^= 7,257\.23 USD = [\d.]+ % volatility$/);
    expect(describeForms(found, 'implv', OPTION, 4)).toBe('= 0.0745 BTC = 7,257.23 USD');
    expect(describeForms(null, null, OPTION, 4)).toContain('need a price');
  });

  it('are none without a market or a readable price', () => {
    expect(readForms({ ...draft, price: '0.07' }, OPTION, null, OPTION_NOW_MS)).toBeNull();
    expect(forms('cheap', null)).toBeNull();
    expect(pickForm(null, 'usd')).toBeNull();
  });

  it('are those of the price that was typed and the market of now, whatever form it was shown in meanwhile', () => {
    const moved = { ...OPTION_TICKER, index_price: decimal(104_000) };
    const press = (state: TicketState, form: 'usd' | 'implv' | null, ticker: typeof OPTION_TICKER) =>
      reduce(state, {
        type: 'switch_price_form',
        form,
        converted: convertTyped(state, form, OPTION, ticker, OPTION_NOW_MS),
      });
    const typed = [
      { type: 'select_instrument', instrumentName: OPTION.instrument_name },
      { type: 'type_number', field: 'price', text: '0.05' },
    ] as const satisfies readonly TicketAction[];
    const inUsd = press(typed.reduce<TicketState>(reduce, EMPTY_TICKET), 'usd', OPTION_TICKER);
    expect(buildDraft(inUsd, OPTION)).toMatchObject({ advanced: 'usd', price: '4870.62' });
    const again = press(press(inUsd, null, OPTION_TICKER), 'usd', moved);
    expect(buildDraft(again, OPTION)).toMatchObject({ advanced: 'usd', price: '5200' });
    const volatility = forms('0.05', null)?.volatility;
    expect(buildDraft(press(inUsd, 'implv', moved), OPTION)).toMatchObject({ advanced: 'implv', price: volatility });
    expect(buildDraft(press(press(inUsd, 'implv', moved), null, moved), OPTION).price).toBe('0.05');
  });

  it('start at the ask, in the form at hand', () => {
    expect(suggestPrice('sell', null, OPTION, OPTION_TICKER, OPTION_NOW_MS)).toBe('0.0755');
    // A cent more would be booked a tick above the ask.
    expect(suggestPrice('sell', 'usd', OPTION, OPTION_TICKER, OPTION_NOW_MS)).toBe('7354.64');
    expect(suggestPrice('sell', null, OPTION, null, OPTION_NOW_MS)).toBeNull();
  });
});

describe('the forecast', () => {
  it('puts figures together, after what happens; a figure with a warning stands alone', () => {
    const rests = step('good', 'rests', { price: '1', amount: '1', unit: 'USD' });
    const fee = step('good', 'fee_maker', { fee: '1', currency: 'BTC' });
    const worth = step('good', 'notional', { usd: '1', coins: '1', currency: 'BTC' });
    const credits = step('bad', 'credits', { used: '1', available: '0' });
    expect(groupSteps([fee, rests, worth, credits])).toEqual([[rests], [credits], [fee, worth]]);
    expect(groupSteps([rests])).toEqual([[rests]]);
  });
});

describe('the place of the forecast', () => {
  const because = (...reasons: readonly (string | null)[]) =>
    explainEmpty({
      draft: orderDraft({}),
      failure: null,
      check: {
        issues: reasons.map((reason) =>
          reason === null
            ? issue('error', 'price', 'price_missing', {})
            : reason === 'equal'
              ? issue('error', 'label', 'equal_order_undecided', { side: 'sell', label: 'hedge' })
              : issue('error', 'order', 'trading_not_ready', { reason }),
        ),
        forecast: null,
        request: null,
      },
    });

  it('says what there is no forecast for: no fault of the ticket where selling is not possible', () => {
    expect(because('connecting')).toBe('Shown once trading is possible.');
    expect(because('equal', 'connecting')).toBe('Shown once trading is possible.');
    expect(because('connecting', null)).toContain('Shown once the ticket is complete and correct.');
    expect(because('stopped_by_trader', null)).toContain('Shown once the ticket is complete and correct.');
    expect(because('equal', 'stopped_by_trader')).toBe('Nothing can be said without a price.');
  });
});

describe('a stop of trading', () => {
  const NONE = 'this service offers no cancel';
  it.each([
    [0, 0, 0, NONE, 'No order of this terminal rests.'],
    [1, 0, 0, NONE, '1 order still rests at the service: this service offers no cancel.'],
    [3, 0, 2, null, '3 orders still rest at the service. 2 more are being looked up.'],
    [0, 1, 0, null, '1 is on the way, sent before the stop.'],
    [
      1,
      2,
      1,
      null,
      '1 order still rests at the service. 2 more are on the way, sent before the stop. 1 more is being looked up.',
    ],
  ])('with %i resting, %i on the way and %i undecided says so', (resting, sending, undecided, why, text) => {
    expect(describeStopped(resting, { sending, undecided }, why, true)).toBe(text);
  });

  it('claims nothing of what a service that is away may have filled', () => {
    expect(describeStopped(8, { sending: 0, undecided: 0 }, null, false)).toBe(
      '8 orders were resting at the service when last seen.',
    );
  });

  it('says that stops are among what is cancelled', () => {
    expect(describeWaiting(0)).toBeNull();
    expect(describeWaiting(1)).toMatch(/^1 of them waits for a trigger, .* takes it too\.$/u);
    expect(describeWaiting(3)).toMatch(/^3 of them wait for a trigger, .* takes these too\.$/u);
  });
});

describe('the step beside a trigger', () => {
  const stepOf = (changes: Partial<OrderDraft>, instrument = OPTION) =>
    stepOfTrigger(orderDraft(changes), instrument, instrument === OPTION ? OPTION_TICKER : TICKER);
  const stop = { type: 'stop_market', price: '', trigger: 'mark_price' } as const;
  const trail = { type: 'trailing_stop', price: '', trigger: 'mark_price' } as const;

  it('is that of what is watched: an option’s own tick at that price, the cent for an index', () => {
    expect(stepOf({ ...stop, trigger_price: '0.001' })).toBe(OPTION.tick_size);
    expect(stepOf({ ...stop, trigger_price: '0.2' })).toBe(OPTION.tick_size_steps?.[0]?.tick_size);
    expect(stepOf({ ...stop, trigger: 'index_price', trigger_price: '97000' })).toBe('0.01');
    expect(stepOf({ ...trail, trigger: 'index_price' })).toBe('0.01');
    expect(stepOf(trail)).toBe(OPTION.tick_size);
    expect(stepOf(trail, PERPETUAL)).toBe('0.5');
  });
});
