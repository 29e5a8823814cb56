import { decimal } from '../../../../shared/decimal.ts';
import { DEFAULT_GUARDS } from '../../../../shared/orders/facts.ts';
import { childDraft, perpetualTicker } from '../../../support/records/records.ts';
import {
  OPTION_FACTS,
  OPTION_DRAFT,
  STOP,
  STOP_LIMIT,
  BUY_STOP,
  TRAIL,
  SPREAD_DRAFT,
  SPREAD_FACTS,
  type OrderCase,
} from './order-case.ts';

/** Orders that are linked to a sell. */
export const LINKED_CASES: readonly OrderCase[] = [
  [
    'a linked stop that is post only',
    {
      linked_order_type: 'one_triggers_other',
      children: [
        childDraft({ ...STOP_LIMIT, trigger_price: '98500', price: '98600', direction: 'buy', post_only: true }),
      ],
    },
    {},
    ['warning post_only post_only_on_stop'],
  ],
  [
    'a linked stop that is post only and rejected, and a linked take that is post only',
    {
      linked_order_type: 'one_triggers_one_cancels_other',
      children: [
        childDraft({ ...STOP_LIMIT, trigger_price: '98500', price: '98600', post_only: true, reject_post_only: true }),
        childDraft({ ...STOP_LIMIT, type: 'take_limit', post_only: true }),
      ],
    },
    {},
    ['warning post_only reject_on_stop'],
  ],
  [
    'a linked order of twenty dollars',
    { linked_order_type: 'one_triggers_other', children: [childDraft({ amount: '20' })] },
    {},
    ['warning amount amount_looks_like_coin'],
  ],
  ['children without a link', { children: [childDraft()] }, {}, ['error linked_order_type children_need_linked_type']],
  [
    'a good pair',
    { linked_order_type: 'one_triggers_one_cancels_other', children: [childDraft(), childDraft({ price: '96000' })] },
    {},
    [],
  ],
  [
    'a pair of one',
    { linked_order_type: 'one_triggers_one_cancels_other', children: [childDraft()] },
    {},
    ['error linked_order_type linked_needs_children'],
  ],
  [
    'a child off the tick',
    { linked_order_type: 'one_triggers_other', children: [childDraft({ price: '97000.1' })] },
    {},
    ['error price price_off_tick'],
  ],
  [
    'a partner whose trigger the market has reached',
    {
      linked_order_type: 'one_cancels_other',
      children: [childDraft({ type: 'stop_market', trigger: 'mark_price', trigger_price: '97000', price: '' })],
    },
    {},
    ['error trigger_price trigger_fires_at_once'],
  ],
  [
    'a child that fires as its sell fills',
    { linked_order_type: 'one_triggers_other', children: [BUY_STOP] },
    {},
    ['warning trigger_price linked_fires_at_once'],
  ],
  [
    'a child that waits for its turn, beyond where its sell fills',
    { linked_order_type: 'one_triggers_other', price: '98000', children: [{ ...BUY_STOP, trigger_price: '98500' }] },
    {},
    [],
  ],
  [
    'a child that the market has not reached, and the price of its sell has',
    { linked_order_type: 'one_triggers_other', price: '98000', children: [{ ...BUY_STOP, trigger_price: '97900' }] },
    {},
    ['warning trigger_price linked_fires_at_once'],
  ],
  [
    'a child that the market has reached, and has not when its stop fires',
    { ...STOP, trigger_price: '90000', linked_order_type: 'one_triggers_other', children: [BUY_STOP] },
    {},
    [],
  ],
  [
    'a child that the market has not reached when its take fires, and has when that fills',
    {
      type: 'take_limit',
      trigger: 'mark_price',
      trigger_price: '98000',
      price: '98500',
      linked_order_type: 'one_triggers_other',
      children: [{ ...BUY_STOP, trigger_price: '98400' }],
    },
    {},
    ['warning trigger_price linked_fires_at_once'],
  ],
  [
    'a child of a sell that trails the market, whose fill nobody can tell',
    { ...TRAIL, linked_order_type: 'one_triggers_other', children: [BUY_STOP] },
    {},
    [],
  ],
  [
    'a child worth more than the hard limit',
    { linked_order_type: 'one_triggers_other', children: [childDraft({ amount: '20000000' })] },
    {},
    ['error amount notional_above_limit'],
  ],
  [
    'a child far from the mark',
    { linked_order_type: 'one_triggers_other', children: [childDraft({ price: '9700' })] },
    {},
    ['warning price price_far'],
  ],
  [
    'a child that waits for another market, far from this one',
    {
      linked_order_type: 'one_triggers_other',
      children: [childDraft({ type: 'stop_limit', trigger: 'mark_price', trigger_price: '150000', price: '151000' })],
    },
    {},
    [],
  ],
  [
    'a linked limit that is far from what fires it',
    {
      linked_order_type: 'one_triggers_other',
      children: [childDraft({ type: 'stop_limit', trigger: 'mark_price', trigger_price: '98900', price: '989000' })],
    },
    {},
    ['warning price price_far'],
  ],
  [
    'a linked stop limit of an option that watches the index, far from the mark',
    {
      ...OPTION_DRAFT,
      price: '0.075',
      linked_order_type: 'one_triggers_other',
      children: [
        childDraft({
          type: 'stop_limit',
          trigger: 'index_price',
          trigger_price: '120000',
          price: '0.75',
          amount: '2',
        }),
      ],
    },
    OPTION_FACTS,
    ['warning price price_far'],
  ],
  [
    'a linked stop on the index of a spread that is sold once its own mark is reached',
    {
      ...SPREAD_DRAFT,
      ...STOP,
      trigger_price: '-130',
      linked_order_type: 'one_triggers_other',
      children: [
        childDraft({
          type: 'stop_market',
          direction: 'sell',
          price: '',
          trigger: 'index_price',
          trigger_price: '90000',
        }),
      ],
    },
    SPREAD_FACTS,
    [],
  ],
  [
    'a linked take on the mark of a spread that is sold once the index is reached',
    {
      ...SPREAD_DRAFT,
      ...STOP,
      trigger: 'index_price',
      trigger_price: '95000',
      linked_order_type: 'one_triggers_other',
      children: [
        childDraft({ type: 'take_market', direction: 'sell', price: '', trigger: 'mark_price', trigger_price: '-60' }),
      ],
    },
    SPREAD_FACTS,
    [],
  ],
  [
    'a linked stop above the limit of a stop that is rejected where it would trade',
    {
      ...STOP_LIMIT,
      trigger_price: '95000',
      price: '94000',
      post_only: true,
      reject_post_only: true,
      linked_order_type: 'one_triggers_other',
      children: [
        childDraft({ type: 'stop_market', direction: 'buy', price: '', trigger: 'mark_price', trigger_price: '94500' }),
      ],
    },
    {},
    ['warning post_only reject_on_stop'],
  ],
  [
    'a linked buy beyond a narrow limit of the distance from the bid, and within that from the mark',
    {
      linked_order_type: 'one_triggers_other',
      children: [childDraft({ type: 'stop_limit', trigger: 'mark_price', trigger_price: '98900', price: '99900' })],
    },
    {
      guards: {
        ...DEFAULT_GUARDS,
        hard: { ...DEFAULT_GUARDS.hard, maxDistanceFromMark: decimal('0.1'), maxDistanceFromTouch: decimal('0.005') },
      },
    },
    ['error price price_far'],
  ],
  [
    'no mark to hold a linked limit against, whose sell waits',
    { ...STOP, linked_order_type: 'one_triggers_other', children: [childDraft({ price: '90000' })] },
    { ticker: perpetualTicker({ mark_price: null }) },
    ['warning price guard_unjudged'],
  ],
  [
    'a partner that sells under the band',
    { linked_order_type: 'one_cancels_other', children: [childDraft({ direction: 'sell', price: '95000' })] },
    {},
    ['warning price price_below_band', 'warning price partner_trades_at_once'],
  ],
  [
    'a partner that buys over the band',
    { linked_order_type: 'one_cancels_other', children: [childDraft({ direction: 'buy', price: '105000' })] },
    {},
    ['warning price price_above_band', 'warning price partner_meets_order'],
  ],
  [
    'a partner that sells at once',
    { linked_order_type: 'one_cancels_other', children: [childDraft({ direction: 'sell', price: '97410' })] },
    {},
    ['warning price partner_trades_at_once'],
  ],
  [
    'a partner that can’t rest',
    {
      linked_order_type: 'one_cancels_other',
      children: [childDraft({ time_in_force: 'immediate_or_cancel' })],
    },
    {},
    ['warning time_in_force partner_ends_at_once'],
  ],
  [
    'a child that comes to the book later, beyond the band of now',
    { linked_order_type: 'one_triggers_other', children: [childDraft({ price: '95000' })] },
    {},
    [],
  ],
];
