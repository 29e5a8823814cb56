import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkSell } from '../../../shared/orders/rules.ts';
import { nextFreeLabel } from '../../../shared/orders/rules/label.ts';
import type { SellDraft } from '../../../shared/orders/draft.ts';
import { DEFAULT_GUARDS, type GuardTier, type SellFacts } from '../../../shared/orders/facts.ts';
import { ISSUE_PARAMS } from '../../../shared/orders/issue.ts';
import { isMultipleOf, multiply, decimal, type DecimalString } from '../../../shared/decimal.ts';
import { LABEL_MAX_CHARACTERS, labelLength } from '../../../shared/service/fields.ts';
import {
  childDraft,
  option,
  optionTicker,
  perpetual,
  perpetualTicker,
  sellDraft,
  sellFacts,
} from '../../support/records.ts';

const OPTION_FACTS = { instrument: option(), ticker: optionTicker() };
const OPTION_DRAFT = { instrument_name: 'BTC-27MAR27-100000-C', amount: '1', price: '0.075' };

const IV_FACTS = {
  instrument: option(),
  ticker: optionTicker({ mark_iv: 55, mark_price: 0.1245, underlying_price: 99_000 }),
};
const STOP = { type: 'stop_market', price: '', trigger: 'mark_price', trigger_price: '97000' } as const;
const STOP_LIMIT = { ...STOP, type: 'stop_limit', price: '96900' } as const;
const BUY_STOP = childDraft({ type: 'stop_market', trigger: 'mark_price', trigger_price: '97000', price: '' });
const TRAIL = { type: 'trailing_stop', price: '', trigger: 'mark_price', trigger_offset: '250' } as const;

const SPREAD_DRAFT = { instrument_name: 'BTC-FS-25DEC26_PERP', price: '-120.5' };
const SPREAD_FACTS = {
  instrument: perpetual({ instrument_name: 'BTC-FS-25DEC26_PERP', kind: 'future_combo' }),
  ticker: perpetualTicker({ min_price: -1600, max_price: 1300, mark_price: -121, best_bid_price: -122 }),
};

const COIN_QUOTED = {
  instrument: perpetual({
    instrument_name: 'ETH_BTC',
    kind: 'spot',
    instrument_type: 'linear',
    base_currency: 'ETH',
    quote_currency: 'BTC',
    tick_size: 0.0001,
    tick_size_steps: [],
    contract_size: 0.001,
    min_trade_amount: 0.001,
  }),
  ticker: perpetualTicker({ min_price: 0.03, max_price: 0.04, mark_price: 0.036, best_bid_price: 0.0359 }),
};

/** A tier that asks about nothing. */
const NO_LIMITS: GuardTier = {
  maxDistanceFromMark: null,
  maxDistanceFromBid: null,
  maxDistanceFromIndex: null,
  maxVolatilityPoints: null,
  maxNotionalUsd: null,
  maxAmount: null,
  maxBlockRfqUsd: null,
};

function codes(draft: Partial<SellDraft>, facts: Partial<SellFacts> = {}): string[] {
  return checkSell(sellDraft(draft), sellFacts(facts)).map(
    ({ severity, field, code }) => `${severity} ${field} ${code}`,
  );
}

/** Draft, facts, what the rules find: severity, field, code. */
const CASES: [name: string, draft: Partial<SellDraft>, facts: Partial<SellFacts>, found: string[]][] = [
  ['a good limit sell', {}, {}, []],
  ['a good market sell', { type: 'market', price: '' }, {}, []],
  ['a good option sell', OPTION_DRAFT, OPTION_FACTS, []],
  ['a price off the tick', { price: '97500.3' }, {}, ['error price price_off_tick']],
  ['a price of zero', { price: '0' }, {}, ['error price price_not_positive']],
  ['a negative price', { price: '-1' }, {}, ['error price price_not_positive']],
  ['NaN as price', { price: 'NaN' }, {}, ['error price price_not_decimal']],
  ['Infinity as price', { price: 'Infinity' }, {}, ['error price price_not_decimal']],
  ['an exponent', { price: '1e5' }, {}, ['error price price_not_decimal']],
  ['hexadecimal', { price: '0x10' }, {}, ['error price price_not_decimal']],
  ['a plus sign', { price: '+97500' }, {}, ['error price price_not_decimal']],
  ['a thousands comma', { price: '97,500.0' }, {}, ['error price price_not_decimal']],
  ['a decimal comma', { price: '97.500,00' }, {}, ['error price price_not_decimal']],
  ['Arabic digits', { price: '٩٧٥٠٠' }, {}, ['error price price_not_decimal']],
  ['full-width digits', { price: '９７５００' }, {}, ['error price price_not_decimal']],
  ['leading zeros', { price: '000097500.0' }, {}, []],
  ['twenty significant digits', { price: '97500.000000000000001' }, {}, ['error price price_too_precise']],
  ['a price under the band', { price: '95000' }, {}, ['warning price price_below_band']],
  ['a price over the band', { price: '99000' }, {}, ['warning price price_above_band']],
  ['a price far from mark', { price: '130000' }, {}, ['warning price price_above_band', 'warning price price_far']],
  ['a price on a market order', { type: 'market', price: '97500' }, {}, ['error price price_not_used']],
  ['no price on a limit order', { price: '' }, {}, ['error price price_missing']],
  ['no amount', { amount: ' ' }, {}, ['error amount amount_missing']],
  ['an amount of zero', { amount: '0' }, {}, ['error amount amount_not_positive']],
  ['a negative amount', { amount: '-10' }, {}, ['error amount amount_not_positive']],
  ['minus zero', { amount: '-0' }, {}, ['error amount amount_not_positive']],
  ['an amount under the minimum', { amount: '5' }, {}, ['error amount amount_below_minimum']],
  ['an amount off the contract size', { amount: '15' }, {}, ['error amount amount_off_step']],
  ['an amount with a suffix', { amount: '50k' }, {}, ['error amount amount_not_decimal']],
  ['an amount of twenty digits', { amount: '50000.00000000000000001' }, {}, ['error amount amount_too_precise']],
  ['a label of 65 characters', { label: 'x'.repeat(65) }, {}, ['error label label_too_long']],
  ['a label of 64 emoji', { label: '🦊'.repeat(64) }, {}, []],
  ['a label of 65 emoji', { label: '🦊'.repeat(65) }, {}, ['error label label_too_long']],
  ['NUL in a label', { label: 'a\u0000b' }, {}, ['error label label_control_character']],
  ['a newline in a label', { label: 'a\nb' }, {}, ['error label label_control_character']],
  ['a bidi override in a label', { label: 'a\u202eb' }, {}, ['error label label_control_character']],
  ['markup in a label', { label: '</script>' }, {}, []],
  [
    'a label used before',
    { label: 'hedge' },
    { isLabelInUse: (label) => label === 'hedge' },
    ['error label label_in_use'],
  ],
  [
    'post only with IOC',
    { post_only: true, time_in_force: 'immediate_or_cancel' },
    {},
    ['error post_only post_only_needs_gtc'],
  ],
  [
    'post only with FOK',
    { post_only: true, time_in_force: 'fill_or_kill' },
    {},
    ['error post_only post_only_needs_gtc'],
  ],
  [
    'post only for the day',
    { post_only: true, time_in_force: 'good_til_day' },
    {},
    ['error post_only post_only_needs_gtc'],
  ],
  [
    'post only at market',
    { type: 'market', price: '', post_only: true },
    {},
    ['error post_only post_only_needs_price'],
  ],
  ['a post-only stop', { ...STOP_LIMIT, post_only: true }, {}, ['warning post_only post_only_on_stop']],
  [
    'a post-only stop that is rejected',
    { ...STOP_LIMIT, post_only: true, reject_post_only: true },
    {},
    ['warning post_only reject_on_stop'],
  ],
  ['a stop limit that may take', STOP_LIMIT, {}, []],
  [
    'a post-only stop for the day',
    { ...STOP_LIMIT, post_only: true, time_in_force: 'good_til_day' },
    {},
    ['error post_only post_only_needs_gtc'],
  ],
  [
    'a post-only take',
    {
      ...STOP_LIMIT,
      type: 'take_limit',
      trigger_price: '98000',
      price: '97900',
      post_only: true,
      reject_post_only: true,
    },
    {},
    [],
  ],
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
  ['reject without post only', { reject_post_only: true }, {}, ['error reject_post_only reject_needs_post_only']],
  [
    'reduce only on spot',
    { reduce_only: true },
    { instrument: perpetual({ kind: 'spot', instrument_type: 'linear' }) },
    ['error reduce_only reduce_only_on_spot'],
  ],
  ['no instrument', { instrument_name: '' }, { instrument: null }, ['error instrument_name instrument_missing']],
  [
    'a trailing blank',
    { instrument_name: 'BTC-PERPETUAL ' },
    { instrument: null },
    ['error instrument_name instrument_unknown'],
  ],
  [
    'a locked book',
    {},
    { ticker: perpetualTicker({ state: 'locked' }) },
    ['error instrument_name instrument_not_open'],
  ],
  [
    'an inactive instrument',
    {},
    { instrument: perpetual({ is_active: false }) },
    ['error instrument_name instrument_inactive'],
  ],
  [
    'an expired option',
    OPTION_DRAFT,
    { ...OPTION_FACTS, serviceNowMs: Date.UTC(2027, 2, 27, 8) },
    ['error instrument_name instrument_expired'],
  ],
  [
    'an option that expires in 30 s',
    OPTION_DRAFT,
    { ...OPTION_FACTS, serviceNowMs: Date.UTC(2027, 2, 27, 7, 59, 30) },
    ['warning instrument_name instrument_expires_soon'],
  ],
  ['old metadata', {}, { instrumentAgeMs: 2 * 60 * 60_000 }, ['error instrument_name instrument_stale']],
  ['no ticker', {}, { ticker: null }, ['error order ticker_missing']],
  ['a stale ticker', {}, { isTickerStale: true, tickerAgeMs: 4000 }, ['warning order ticker_stale']],
  ['contracts alone', { amount: '', contracts: '5000' }, {}, []],
  ['contracts that match the amount', { contracts: '5000' }, {}, []],
  ['contracts that do not match', { contracts: '4999' }, {}, ['error contracts contracts_mismatch']],
  ['a contract and a half', { amount: '', contracts: '1.5' }, {}, ['error contracts contracts_not_whole']],
  ['tenths of an option contract', { ...OPTION_DRAFT, amount: '', contracts: '0.3' }, OPTION_FACTS, []],
  ['ten dollars where ten coins may be meant', { amount: '10' }, {}, ['warning amount amount_looks_like_coin']],
  ['ten dollars as a contract', { amount: '', contracts: '1' }, {}, []],
  [
    'a linked order of twenty dollars',
    { linked_order_type: 'one_triggers_other', children: [childDraft({ amount: '20' })] },
    {},
    ['warning amount amount_looks_like_coin'],
  ],
  ['more than the profile asks about', { amount: '2000000' }, {}, ['warning amount notional_above_limit']],
  ['more than the profile allows', { amount: '20000000' }, {}, ['error amount notional_above_limit']],
  ['a volatility of 65 %', { ...OPTION_DRAFT, price: '65', advanced: 'implv' }, IV_FACTS, []],
  [
    'a volatility of 0',
    { ...OPTION_DRAFT, price: '0', advanced: 'implv' },
    IV_FACTS,
    ['error price volatility_not_positive'],
  ],
  [
    'a volatility below 0',
    { ...OPTION_DRAFT, price: '-5', advanced: 'implv' },
    IV_FACTS,
    ['error price volatility_not_positive'],
  ],
  [
    'a volatility of 1,000 %',
    { ...OPTION_DRAFT, price: '1000', advanced: 'implv' },
    IV_FACTS,
    [
      'warning price volatility_unusual',
      'warning price price_above_band',
      'warning price price_far',
      'warning price volatility_far',
    ],
  ],
  [
    'a price in coin that asks for far more volatility than the mark',
    { ...OPTION_DRAFT, price: '0.19' },
    { ...IV_FACTS, guards: { ...DEFAULT_GUARDS, soft: { ...NO_LIMITS, maxVolatilityPoints: '20' as DecimalString } } },
    ['warning price volatility_far'],
  ],
  [
    'a price in USD that asks for little less',
    { ...OPTION_DRAFT, price: '7000', advanced: 'usd' },
    {
      ...IV_FACTS,
      ticker: optionTicker({ mark_iv: 34, underlying_price: 99_000 }),
      guards: { ...DEFAULT_GUARDS, soft: { ...NO_LIMITS, maxVolatilityPoints: '20' as DecimalString } },
    },
    [],
  ],
  ['volatility on a perpetual', { advanced: 'implv', price: '65' }, {}, ['error advanced advanced_needs_option']],
  [
    'USD on a linear option',
    { ...OPTION_DRAFT, advanced: 'usd', price: '7000' },
    { ...IV_FACTS, instrument: option({ instrument_type: 'linear' }) },
    ['error advanced advanced_usd_on_linear'],
  ],
  [
    'volatility and post only',
    { ...OPTION_DRAFT, advanced: 'implv', price: '55', post_only: true },
    IV_FACTS,
    ['error post_only post_only_with_advanced'],
  ],
  [
    'volatility at market',
    { ...OPTION_DRAFT, type: 'market', advanced: 'implv', price: '' },
    IV_FACTS,
    ['error advanced advanced_needs_price'],
  ],
  ['a good iceberg', { display_amount: '1000' }, {}, []],
  [
    'an iceberg that shows less than 100 minimums',
    { display_amount: '990' },
    {},
    ['error display_amount display_below_minimum'],
  ],
  [
    'an iceberg that hides 100 times what it shows',
    { amount: '101000', display_amount: '1000' },
    {},
    ['error display_amount display_ratio'],
  ],
  ['an iceberg that hides just less than that', { amount: '100990', display_amount: '1000' }, {}, []],
  [
    'an iceberg that shows more than there is',
    { amount: '2000', display_amount: '3000' },
    {},
    ['error display_amount display_above_amount'],
  ],
  ['an iceberg off the step', { display_amount: '1005' }, {}, ['error display_amount display_off_step']],
  [
    'an iceberg at market',
    { type: 'market', price: '', display_amount: '1000' },
    {},
    ['error display_amount display_not_possible'],
  ],
  [
    'an iceberg that must fill at once',
    { time_in_force: 'immediate_or_cancel', display_amount: '1000' },
    {},
    ['error display_amount display_not_possible'],
  ],
  ['a good stop', STOP, {}, []],
  ['a stop without a trigger', { ...STOP, trigger: null }, {}, ['error trigger trigger_missing']],
  ['a stop without a trigger price', { ...STOP, trigger_price: '' }, {}, ['error trigger_price trigger_price_missing']],
  ['a stop off the tick', { ...STOP, trigger_price: '97000.2' }, {}, ['error trigger_price trigger_price_off_tick']],
  ['a stop above the market', { ...STOP, trigger_price: '98000' }, {}, ['error trigger_price trigger_fires_at_once']],
  ['a take below the market', { ...STOP, type: 'take_market' }, {}, ['error trigger_price trigger_fires_at_once']],
  ['a stop half as high as what it watches', { ...STOP, trigger_price: '48800' }, {}, []],
  ['a stop that lacks a digit', { ...STOP, trigger_price: '9700' }, {}, ['warning trigger_price trigger_far']],
  [
    'a take with a digit too many',
    { ...STOP, type: 'take_market', trigger_price: '970000' },
    {},
    ['warning trigger_price trigger_far'],
  ],
  ['a stop limit without a price', { ...STOP, type: 'stop_limit' }, {}, ['error price price_missing']],
  ['a price on a stop at market', { ...STOP, price: '97000' }, {}, ['error price price_not_used']],
  [
    'a trigger on a limit order',
    { trigger: 'mark_price', trigger_price: '97000' },
    {},
    ['error trigger trigger_not_used', 'error trigger_price trigger_price_not_used'],
  ],
  ['a good trailing stop', TRAIL, {}, []],
  [
    'a trailing stop without an offset',
    { ...TRAIL, trigger_offset: '' },
    {},
    ['error trigger_offset trigger_offset_missing'],
  ],
  [
    'a trailing stop with an offset of 0',
    { ...TRAIL, trigger_offset: '0' },
    {},
    ['error trigger_offset trigger_offset_not_positive'],
  ],
  [
    'a trailing stop with a negative offset',
    { ...TRAIL, trigger_offset: '-5' },
    {},
    ['error trigger_offset trigger_offset_not_positive'],
  ],
  [
    'a trailing stop off the tick',
    { ...TRAIL, trigger_offset: '250.2' },
    {},
    ['error trigger_offset trigger_offset_off_tick'],
  ],
  [
    'a trailing stop that reaches below zero',
    { ...TRAIL, trigger_offset: '98000' },
    {},
    ['error trigger_offset trigger_offset_beyond_price'],
  ],
  [
    'a trailing stop whose distance was meant for a price',
    { ...TRAIL, trigger_offset: '97000' },
    {},
    ['warning trigger_offset trigger_offset_far'],
  ],
  ['a trailing stop at half of what it watches', { ...TRAIL, trigger_offset: '48700' }, {}, []],
  [
    'an option that watches the index, to the cent',
    { ...OPTION_DRAFT, ...STOP, trigger: 'index_price', trigger_price: '97000.01' },
    OPTION_FACTS,
    [],
  ],
  [
    'an option whose own mark is to reach a level of the index',
    { ...OPTION_DRAFT, ...STOP, type: 'take_market', trigger: 'mark_price', trigger_price: '110000' },
    OPTION_FACTS,
    ['warning trigger_price trigger_far'],
  ],
  [
    'an option whose index is to fall to a price of the option',
    { ...OPTION_DRAFT, ...STOP, trigger: 'index_price', trigger_price: '0.02' },
    OPTION_FACTS,
    ['warning trigger_price trigger_far'],
  ],
  [
    'an option that watches the index, off the cent',
    { ...OPTION_DRAFT, ...STOP, trigger: 'index_price', trigger_price: '97000.0005' },
    OPTION_FACTS,
    ['error trigger_price trigger_price_off_tick'],
  ],
  [
    'a stop with twenty digits',
    { ...STOP, trigger_price: '97000.000000000000001' },
    {},
    ['error trigger_price number_too_precise'],
  ],
  ['a trailing stop without a trigger', { ...TRAIL, trigger: null }, {}, ['error trigger trigger_missing']],
  ['mmp on a market order', { type: 'market', price: '', mmp: true }, {}, ['error mmp mmp_needs_limit']],
  ['mmp on a stop', { ...STOP, mmp: true }, {}, ['error mmp mmp_needs_limit']],
  ['mmp on an account without it', { mmp: true }, { isMmpEnabled: false }, ['error mmp mmp_not_enabled']],
  ['mmp on an account with it', { mmp: true }, { isMmpEnabled: true }, []],
  ['mmp on an account that does not say', { mmp: true }, { isMmpEnabled: null }, []],
  ['valid for two round trips', { valid_for_ms: 2000 }, { roundTripMs: 1000 }, []],
  ['valid for less', { valid_for_ms: 2000 }, { roundTripMs: 1001 }, ['warning valid_for_ms valid_for_short']],
  ['valid for less on a link that was not seen', { valid_for_ms: 1000 }, { roundTripMs: null }, []],
  ['valid for no time', { valid_for_ms: 0 }, {}, ['error valid_for_ms valid_for_out_of_range']],
  ['valid for an hour', { valid_for_ms: 3_600_000 }, {}, ['error valid_for_ms valid_for_out_of_range']],
  [
    'a fill condition without a link',
    { trigger_fill_condition: 'first_hit' },
    {},
    ['error trigger_fill_condition fill_condition_needs_linked_type'],
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
    'a sell’s own limit that is near to what fires it, however far from the mark',
    { type: 'take_limit', trigger: 'mark_price', trigger_price: '122000', price: '122000' },
    {},
    [],
  ],
  [
    'a sell’s own limit that is far from what fires it, however near to the mark',
    { type: 'take_limit', trigger: 'mark_price', trigger_price: '125000', price: '97500', post_only: false },
    {},
    ['warning price price_far'],
  ],
  [
    'a stop limit a little below its stop, far below the market',
    { type: 'stop_limit', trigger: 'mark_price', trigger_price: '75000', price: '74500', post_only: false },
    {},
    [],
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
        hard: { ...DEFAULT_GUARDS.hard, maxDistanceFromMark: decimal('0.1'), maxDistanceFromBid: decimal('0.005') },
      },
    },
    ['error price price_far'],
  ],
  [
    'a stop limit below the band of now, which is another once it fires',
    { type: 'stop_limit', trigger: 'mark_price', trigger_price: '95900', price: '95800', post_only: false },
    {},
    [],
  ],
  [
    'a volatility minutes before expiry',
    { ...OPTION_DRAFT, advanced: 'implv', price: '54' },
    { ...IV_FACTS, serviceNowMs: Date.UTC(2027, 2, 27, 7, 56) },
    ['error advanced volatility_near_expiry'],
  ],
  [
    'a volatility beyond belief',
    { ...OPTION_DRAFT, advanced: 'implv', price: '1000.5' },
    IV_FACTS,
    ['error price advanced_price_too_high'],
  ],
  ['half a character in a label', { label: 'a\ud800b' }, {}, ['error label label_control_character']],
  ['a future spread below zero', SPREAD_DRAFT, SPREAD_FACTS, []],
  [
    'a future spread with an iceberg',
    { ...SPREAD_DRAFT, display_amount: '1000' },
    SPREAD_FACTS,
    ['error display_amount display_on_future_spread'],
  ],
  [
    'a linear future far below the market is worth what the market pays',
    { amount: '200', price: '1' },
    { instrument: perpetual({ instrument_type: 'linear', contract_size: 1, min_trade_amount: 1 }) },
    ['warning price price_below_band', 'warning price price_far', 'error amount notional_above_limit'],
  ],
  [
    'spot quoted in coins, whose worth in USD nobody says',
    { amount: '1000', price: '0.036' },
    COIN_QUOTED,
    ['warning amount guard_unjudged'],
  ],
  [
    'no mark to hold the price against',
    {},
    { ticker: perpetualTicker({ mark_price: null }) },
    ['warning price guard_unjudged'],
  ],
  [
    'no mark, where nothing is to be held against it',
    {},
    { ticker: perpetualTicker({ mark_price: null }), guards: { ...DEFAULT_GUARDS, soft: NO_LIMITS } },
    [],
  ],
  [
    'no mark to hold a linked limit against, whose sell waits',
    { ...STOP, linked_order_type: 'one_triggers_other', children: [childDraft({ price: '90000' })] },
    { ticker: perpetualTicker({ mark_price: null }) },
    ['warning price guard_unjudged'],
  ],
  [
    'no index for what an option is worth',
    { ...OPTION_DRAFT, amount: '100000' },
    { ...OPTION_FACTS, ticker: optionTicker({ index_price: null }) },
    ['warning amount guard_unjudged'],
  ],
  [
    'a volatility where the mark has none',
    { ...OPTION_DRAFT, price: '65', advanced: 'implv' },
    { ...IV_FACTS, ticker: optionTicker({ underlying_price: 99_000, mark_price: 0.1245, mark_iv: null }) },
    ['warning price guard_unjudged'],
  ],
  [
    'no bid, where the distance from it is limited',
    {},
    {
      ticker: perpetualTicker({ best_bid_price: null }),
      guards: { ...DEFAULT_GUARDS, soft: { ...NO_LIMITS, maxDistanceFromBid: decimal(0.1) } },
    },
    ['warning price guard_unjudged'],
  ],
  [
    'a partner that sells under the band',
    { linked_order_type: 'one_cancels_other', children: [childDraft({ price: '95000' })] },
    {},
    ['warning price price_below_band'],
  ],
  [
    'a partner that buys over the band',
    { linked_order_type: 'one_cancels_other', children: [childDraft({ direction: 'buy', price: '105000' })] },
    {},
    ['warning price price_above_band', 'warning price partner_meets_sell'],
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
  [
    'an iceberg of an order that is too small for one',
    { amount: '500', display_amount: '100' },
    {},
    ['error display_amount display_below_minimum'],
  ],
  ['a blank at the end of a label', { label: 'hedge ' }, {}, ['error label label_outer_blanks']],
  ['no order credit', {}, { orderCredits: 0 }, ['error order no_order_credits']],
  [
    'an instrument with a tick of 0',
    {},
    { instrument: perpetual({ tick_size: 0 }) },
    ['error instrument_name instrument_unreadable'],
  ],
  ['a currency without look-ups', {}, { lookUpCurrency: 'SOL' }, ['error instrument_name instrument_not_looked_up']],
  [
    'an instrument on which a label has two orders',
    {},
    { lockedByLabel: 'twice' },
    ['error instrument_name instrument_locked'],
  ],
  [
    'the same sell again',
    {},
    { lastEqualSell: () => ({ label: 'sd-0', ageMs: 2000 }) },
    ['warning order duplicate_sell'],
  ],
  [
    'the same sell, by a clock that was set back since',
    {},
    { lastEqualSell: () => ({ label: 'sd-0', ageMs: -600_000 }) },
    ['warning order duplicate_sell'],
  ],
  ['the same sell long after', {}, { lastEqualSell: () => ({ label: 'sd-0', ageMs: 31_000 }) }, []],
  [
    'the same sell while the last one is unknown',
    {},
    { undecidedEqualLabel: () => 'dark' },
    ['error order equal_sell_undecided'],
  ],
  ['a soft hyphen in a label', { label: 'a\u00adb' }, {}, ['error label label_control_character']],
  ['a joined emoji in a label', { label: '👩\u200d🚀' }, {}, []],
];

describe('the rules of a sell', () => {
  it.each(CASES)('%s', (_name, draft, facts, found) => {
    expect(codes(draft, facts)).toEqual(found);
  });

  it.each([
    [1000, 300, undefined],
    [1000, 600, '5000'],
    [2000, 2000, '10000'],
    [5000, 9000, undefined],
    [30_000, 20_000, undefined],
  ])(
    'of a deadline in %i ms, with round trips of %i ms, is one that leaves twice what it takes: %s',
    (ms, roundTripMs, value) => {
      const [found] = checkSell(sellDraft({ valid_for_ms: ms }), sellFacts({ roundTripMs }));
      expect(found?.fixes[0]?.value).toBe(value);
    },
  );

  it('offers the nearest prices for one off the tick', () => {
    const [found] = checkSell(sellDraft({ price: '36000.1234' }), sellFacts());
    expect(found?.fixes.map(({ value }) => value)).toEqual(['36000', '36000.5']);
  });

  it('offers the nearest amounts for one off the step', () => {
    const [found] = checkSell(sellDraft({ amount: '15' }), sellFacts());
    expect(found?.fixes.map(({ value }) => value)).toEqual(['10', '20']);
  });

  it('names the params that each code declares', () => {
    for (const [, draft, facts] of CASES) {
      for (const { code, params } of checkSell(sellDraft(draft), sellFacts(facts))) {
        expect(Object.keys(params).toSorted()).toEqual([...ISSUE_PARAMS[code]].toSorted());
      }
    }
  });

  it('accepts every multiple of 0.0005 on a 0.0005 tick', () => {
    const instrument = option({ tick_size: 0.0005, tick_size_steps: [] });
    for (let k = 1; k <= 2000; k += 1) {
      const price = multiply('0.0005' as DecimalString, decimal(k));
      const found = codes(
        { ...OPTION_DRAFT, price },
        {
          ...OPTION_FACTS,
          instrument,
          ticker: optionTicker({ mark_price: Number(price), min_price: null, max_price: null }),
        },
      );
      expect(found).toEqual([]);
    }
  });

  it('every fix it offers is accepted', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.integer({ min: 0, max: 6 }), (digits, places) => {
        const text = decimal(digits / 10 ** places);
        for (const { fixes } of checkSell(sellDraft({ price: text, amount: text }), sellFacts())) {
          for (const { field, value } of fixes) {
            const again = codes({ [field]: value }).filter((line) => line.startsWith(`error ${field}`));
            expect(again).toEqual([]);
          }
        }
      }),
    );
  });

  it('every fix of an iceberg is accepted with the order as it is', () => {
    const tens = fc.integer({ min: 1, max: 20_000 }).map((count) => decimal(count * 10));
    fc.assert(
      fc.property(tens, fc.integer({ min: 1, max: 300_000 }), (amount, shown) => {
        const draft = sellDraft({ amount, display_amount: String(shown) });
        for (const { field, fixes } of checkSell(draft, sellFacts())) {
          if (field !== 'display_amount') continue;
          expect(fixes.length).toBe(1);
          const again = codes({ amount, display_amount: fixes[0]?.value ?? 'none' });
          expect(again.filter((line) => line.startsWith('error display_amount'))).toEqual([]);
        }
      }),
    );
  });

  it('never finds a good price off the tick, or a bad one on it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000_000 }), (thousandths) => {
        const price = decimal(thousandths / 1000);
        const isOff = codes({ price }).includes('error price price_off_tick');
        expect(isOff).toBe(thousandths % 500 !== 0);
        expect(isMultipleOf(price, decimal(0.5))).toBe(!isOff);
      }),
    );
  });
});

describe('the next free label', () => {
  it.each([
    ['hedge', 'hedge-2'],
    ['hedge-2', 'hedge-3'],
    ['hedge-5', 'hedge-6'],
    ['-5', '-6'],
    ['hedge-1', 'hedge-2'],
    ['run-007', 'run-008'],
    ['run-09', 'run-10'],
    ['a-3-9', 'a-3-10'],
    // Not a count: a strike, a date, a word.
    ['short-80000', 'short-80000-2'],
    ['roll-20261127', 'roll-20261127-2'],
    ['BTC-27NOV26', 'BTC-27NOV26-2'],
    ['hedge-', 'hedge--2'],
    ['٣-٥', '٣-٥-2'],
  ])('after %s is %s', (label, next) => {
    expect(nextFreeLabel(label, (candidate) => candidate === label)).toBe(next);
  });

  it('passes over those that were used, and never goes back', () => {
    expect(nextFreeLabel('hedge-2', (label) => label !== 'hedge-4')).toBe('hedge-4');
    expect(nextFreeLabel('hedge-5', (label) => label === 'hedge-6')).toBe('hedge-7');
  });

  it('fits the limit and is another than any before, whatever the label', () => {
    const word = fc.string({ minLength: 1, maxLength: 64, unit: 'grapheme' });
    const counted = fc.tuple(word, fc.integer({ min: 0, max: 1200 })).map(([stem, count]) => `${stem}-${count}`);
    fc.assert(
      fc.property(fc.oneof(word, counted), fc.integer({ min: 1, max: 40 }), (label, sells) => {
        const used = new Set([label]);
        for (let count = 0; count < sells; count += 1) {
          const next = nextFreeLabel([...used].at(-1) ?? label, (candidate) => used.has(candidate));
          expect(labelLength(next)).toBeLessThanOrEqual(LABEL_MAX_CHARACTERS);
          used.add(next);
        }
        expect(used.size).toBe(sells + 1);
      }),
    );
  });
});
