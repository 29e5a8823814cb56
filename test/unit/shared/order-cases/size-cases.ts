import { optionTicker } from '../../../support/records/records.ts';
import { OPTION_FACTS, OPTION_DRAFT, SPREAD_DRAFT, SPREAD_FACTS, COIN_QUOTED, type OrderCase } from './order-case.ts';

/** Amounts, contracts, and what of them is shown. */
export const SIZE_CASES: readonly OrderCase[] = [
  ['no amount', { amount: ' ' }, {}, ['error amount amount_missing']],
  ['an amount of zero', { amount: '0' }, {}, ['error amount amount_not_positive']],
  ['a negative amount', { amount: '-10' }, {}, ['error amount amount_not_positive']],
  ['minus zero', { amount: '-0' }, {}, ['error amount amount_not_positive']],
  ['an amount under the minimum', { amount: '5' }, {}, ['error amount amount_below_minimum']],
  ['an amount off the contract size', { amount: '15' }, {}, ['error amount amount_off_step']],
  ['an amount with a suffix', { amount: '50k' }, {}, ['error amount amount_not_decimal']],
  ['an amount of twenty digits', { amount: '50000.00000000000000001' }, {}, ['error amount amount_too_precise']],
  ['contracts alone', { amount: '', contracts: '5000' }, {}, []],
  ['contracts that match the amount', { contracts: '5000' }, {}, []],
  ['contracts that do not match', { contracts: '4999' }, {}, ['error contracts contracts_mismatch']],
  ['a contract and a half', { amount: '', contracts: '1.5' }, {}, ['error contracts contracts_not_whole']],
  ['tenths of an option contract', { ...OPTION_DRAFT, amount: '', contracts: '0.3' }, OPTION_FACTS, []],
  ['ten dollars where ten coins may be meant', { amount: '10' }, {}, ['warning amount amount_looks_like_coin']],
  ['ten dollars as a contract', { amount: '', contracts: '1' }, {}, []],
  [
    'spot quoted in coins, whose worth in USD nobody says',
    { amount: '1000', price: '0.036' },
    COIN_QUOTED,
    ['warning amount guard_unjudged'],
  ],
  [
    'no index for what an option is worth',
    { ...OPTION_DRAFT, amount: '100000' },
    { ...OPTION_FACTS, ticker: optionTicker({ index_price: null }) },
    ['warning amount guard_unjudged'],
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
  [
    'a future spread with an iceberg',
    { ...SPREAD_DRAFT, display_amount: '1000' },
    SPREAD_FACTS,
    ['error display_amount display_on_future_spread'],
  ],
  [
    'an iceberg of an order that is too small for one',
    { amount: '500', display_amount: '100' },
    {},
    ['error display_amount display_below_minimum'],
  ],
];
