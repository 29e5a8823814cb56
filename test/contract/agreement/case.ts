import { add, type DecimalString } from '../../../shared/decimal.ts';
import { type ChildDraft, EMPTY_DRAFT, type OrderDraft } from '../../../shared/orders/draft.ts';
import type { Side } from '../../../shared/orders/side.ts';
import { movePrice } from '../../../shared/orders/tick.ts';
import type { Instrument } from '../../../shared/service/instrument.ts';
import { amountOf, contractsOf, icebergOf, offsetOf, priceOf, spell, triggerPriceOf, usdOf } from './draft-numbers.ts';
import type { Market, MarketTimes, Quoted, Situation } from './market.ts';
import type { ChildRecipe, LocalCircumstance, OwnRecipe, Recipe } from './recipe.ts';

/** One order and everything that decides what becomes of it: as JSON, it replays exactly. */
export interface OrderCase {
  readonly market: MarketTimes;
  readonly situation: Situation;
  readonly local: LocalCircumstance | null;
  readonly draft: OrderDraft;
}

/** The markets of ordinary hours, and those around an expiry. */
export interface Markets {
  readonly ordinary: readonly Market[];
  readonly late: readonly Market[];
}

const NO_INSTRUMENTS = [
  '',
  'BTC-PERPETUAL ',
  'btc-perpetual',
  'ВТС-PERPETUAL',
  'BTC-31FEB27-100000-C',
  'DOGE-PERPETUAL',
];

function belongs(kind: Recipe['kind'], instrument: Instrument): boolean {
  const isLinear = instrument.instrument_type === 'linear';
  switch (kind) {
    case 'inverse_future':
      return instrument.kind === 'future' && !isLinear;
    case 'linear_future':
      return instrument.kind === 'future' && isLinear;
    case 'inverse_option':
      return instrument.kind === 'option' && !isLinear;
    case 'linear_option':
      return instrument.kind === 'option' && isLinear;
    case 'no_instrument':
      return false;
    default:
      return instrument.kind === kind;
  }
}

const namesByKind = new WeakMap<Market, Map<Recipe['kind'], readonly string[]>>();

/** The names of a kind; options are many, so every fifth stands for those around it. */
function namesOf(market: Market, kind: Recipe['kind']): readonly string[] {
  let known = namesByKind.get(market);
  if (known === undefined) namesByKind.set(market, (known = new Map()));
  let names = known.get(kind);
  if (names === undefined) {
    const sample = market.names().filter((name, at) => !/-[CP]$/.test(name) || at % 5 === 0);
    names = sample.filter((name) => {
      const quoted = market.quoted(name, 'open');
      return quoted !== null && belongs(kind, quoted.instrument);
    });
    known.set(kind, names);
  }
  return names;
}

const STANDING = { name: 'BTC-PERPETUAL' };

/** The case that a recipe comes to on the markets there are. */
export function buildCase(recipe: Recipe, { ordinary, late }: Markets): OrderCase {
  const markets = recipe.isLate ? late : ordinary;
  const market = markets[recipe.market % markets.length];
  if (market === undefined) throw new Error('there are no markets');
  const names = recipe.kind === 'no_instrument' ? NO_INSTRUMENTS : namesOf(market, recipe.kind);
  const instrumentName = names[recipe.instrument % names.length] ?? STANDING.name;
  const quoted = market.quoted(instrumentName, recipe.state);
  const shown = quoted ?? market.quoted(STANDING.name, 'open');
  if (shown === null) throw new Error(`no ${STANDING.name}`);
  const isHeld = shown.instrument.kind === 'future' || shown.instrument.kind === 'option';
  const own =
    quoted !== null && recipe.state === 'open' && recipe.own !== null
      ? buildOwn(recipe.own, recipe.direction, quoted)
      : null;
  return {
    market: market.times,
    situation: {
      direction: recipe.direction,
      instrumentName,
      state: recipe.state,
      positionSteps: quoted !== null && isHeld ? recipe.positionSteps : 0,
      mmpEnabled: recipe.mmpEnabled,
      hasCredits: recipe.local !== 'no_credits',
      fees: recipe.fees,
      own,
    },
    local: recipe.local,
    draft: buildDraft(recipe, instrumentName, shown),
  };
}

function buildOwn({ mode, orders }: OwnRecipe, side: Side, quoted: Quoted): Situation['own'] {
  const { best_bid_price, best_ask_price } = quoted.ticker;
  const touch = (side === 'sell' ? best_bid_price : best_ask_price) ?? quoted.instrument.tick_size;
  const built = orders.map(({ ticks, amount, isIceberg }) => {
    const sized = { anchor: amount, steps: 0, shift: 'none', spelling: 'plain' } as const;
    const price = movePrice(quoted.instrument, touch, side === 'sell' ? ticks : -ticks);
    if (!isIceberg) return { price, amount: amountOf(quoted, sized), display: null };
    const { shown, whole } = icebergOf(quoted, { steps: 0, shift: 'none', parts: '7' });
    return { price, amount: whole, display: shown };
  });
  return { mode, orders: built };
}

function buildDraft(recipe: Recipe, instrumentName: string, quoted: Quoted): OrderDraft {
  const { instrument } = quoted;
  const amount = amountOf(quoted, recipe.amount);
  const draft: OrderDraft = {
    ...EMPTY_DRAFT,
    ...buildTerms(recipe, recipe.direction, quoted),
    direction: recipe.direction,
    instrument_name: instrumentName,
    ...sizesOf(recipe, quoted, amount),
    advanced: recipe.advanced,
    mmp: recipe.mmp,
    valid_for_ms: recipe.validForMs,
    linked_order_type: recipe.linkedType,
    trigger_fill_condition: recipe.fillCondition,
    children: recipe.children.map((child) => buildChild(child, quoted)),
  };
  if (recipe.display !== null) {
    const { shown, whole } = icebergOf(quoted, recipe.display);
    draft.display_amount = spell(shown, recipe.display.spelling);
    draft.amount = whole;
    draft.contracts = '';
  }
  const built = recipe.order === 'untidy' ? draft : slip(tidied(draft, instrument), draft, recipe.order);
  if (built.advanced === null || built.price === '') return built;
  return { ...built, price: built.advanced === 'implv' ? recipe.volatility : usdOf(quoted, recipe.usd) };
}

function sizesOf(recipe: Recipe, quoted: Quoted, amount: DecimalString): Pick<OrderDraft, 'amount' | 'contracts'> {
  const written = spell(amount, recipe.amount.spelling);
  const contracts = contractsOf(quoted, amount);
  switch (recipe.contracts) {
    case 'none':
      return { amount: written, contracts: '' };
    case 'instead':
      return { amount: '', contracts: spell(contracts, recipe.amount.spelling) };
    case 'matching':
      return { amount: written, contracts };
    case 'mismatching':
      return { amount: written, contracts: add(contracts, '1' as DecimalString) };
    case 'fraction':
      return { amount: written, contracts: '1.5' };
    case 'fraction_instead':
      return { amount: '', contracts: '0.5' };
    case 'word':
      return { amount: written, contracts: 'five' };
  }
}

type Terms = Omit<ChildDraft, 'direction'>;

function buildTerms(recipe: Omit<ChildRecipe, 'direction' | 'tidy'>, side: Side, quoted: Quoted): Terms {
  const firesOnRise = recipe.type.startsWith('take') === (side === 'sell');
  return {
    type: recipe.type,
    amount: spell(amountOf(quoted, recipe.amount), recipe.amount.spelling),
    price: priceOf(quoted, recipe.price),
    time_in_force: recipe.timeInForce,
    post_only: recipe.postOnly,
    reject_post_only: recipe.rejectPostOnly,
    reduce_only: recipe.reduceOnly,
    trigger: recipe.trigger.source,
    trigger_price: triggerPriceOf(quoted, recipe.trigger, firesOnRise === recipe.trigger.waits),
    trigger_offset: offsetOf(quoted, recipe.trigger),
    label: recipe.label,
  };
}

function buildChild(recipe: ChildRecipe, quoted: Quoted): ChildDraft {
  const child = { ...buildTerms(recipe, recipe.direction, quoted), direction: recipe.direction };
  return recipe.tidy ? { ...child, ...tidiedTerms(child, quoted.instrument) } : child;
}

/** Without what the type of the order has no use for. */
function tidiedTerms(terms: Terms, instrument: Instrument): Terms {
  const hasPrice = terms.type === 'limit' || (terms.type.endsWith('_limit') && terms.type !== 'market_limit');
  const trails = terms.type === 'trailing_stop';
  const waits = terms.type.startsWith('stop') || terms.type.startsWith('take');
  const postOnly = terms.post_only && hasPrice && terms.time_in_force === 'good_til_cancelled';
  return {
    ...terms,
    price: hasPrice ? terms.price : '',
    post_only: postOnly,
    reject_post_only: terms.reject_post_only && postOnly,
    reduce_only: terms.reduce_only && instrument.kind !== 'spot',
    trigger: trails || waits ? terms.trigger : null,
    trigger_price: waits ? terms.trigger_price : '',
    trigger_offset: trails ? terms.trigger_offset : '',
  };
}

const CHILDREN = { one_triggers_other: 1, one_cancels_other: 1, one_triggers_one_cancels_other: 2 } as const;

function tidied(draft: OrderDraft, instrument: Instrument): OrderDraft {
  const terms = { ...draft, ...tidiedTerms(draft, instrument) };
  const hasPrice = terms.price !== '';
  const advanced = instrument.kind === 'option' && hasPrice ? draft.advanced : null;
  const isLinear = instrument.instrument_type === 'linear';
  const rests = draft.time_in_force.startsWith('good_til') && hasPrice && instrument.kind !== 'future_combo';
  const count = draft.linked_order_type === null ? 0 : CHILDREN[draft.linked_order_type];
  const linked = draft.children.length >= count && count > 0;
  return {
    ...terms,
    advanced: advanced === 'usd' && isLinear ? null : advanced,
    post_only: terms.post_only && advanced === null,
    reject_post_only: terms.reject_post_only && advanced === null,
    display_amount: rests ? draft.display_amount : '',
    mmp: draft.mmp && draft.type === 'limit',
    linked_order_type: linked ? draft.linked_order_type : null,
    trigger_fill_condition: linked ? draft.trigger_fill_condition : null,
    children: linked ? draft.children.slice(0, count) : [],
  };
}

/** A limit order that may only rest. */
function strict(child: ChildDraft): ChildDraft {
  const limit = { type: 'limit', time_in_force: 'good_til_cancelled', trigger: null } as const;
  const rests = { post_only: true, reject_post_only: true, trigger_price: '', trigger_offset: '' };
  return { ...child, ...limit, ...rests };
}

/** The tidy draft with one thing out of place, as the untidy one has it. */
function slip(tidy: OrderDraft, untidy: OrderDraft, order: Exclude<Recipe['order'], 'untidy'>): OrderDraft {
  switch (order) {
    case 'tidy':
      return tidy;
    case 'price_unasked':
      return { ...tidy, price: untidy.price };
    case 'trigger_unasked':
      return { ...tidy, trigger: untidy.trigger };
    case 'trigger_price_unasked':
      return { ...tidy, trigger_price: untidy.trigger_price };
    case 'trigger_offset_unasked':
      return { ...tidy, trigger_offset: untidy.trigger_offset };
    case 'no_trigger':
      return { ...tidy, trigger: null };
    case 'post_only':
      return { ...tidy, post_only: true };
    case 'reject_alone':
      return { ...tidy, reject_post_only: true };
    case 'reduce_only':
      return { ...tidy, reduce_only: true };
    case 'advanced':
      return { ...tidy, advanced: untidy.advanced };
    case 'mmp':
      return { ...tidy, mmp: true };
    case 'display':
      return { ...tidy, display_amount: untidy.display_amount };
    case 'fill_condition_alone':
      return { ...tidy, linked_order_type: null, children: [], trigger_fill_condition: untidy.trigger_fill_condition };
    case 'children_alone':
      return { ...tidy, linked_order_type: null, trigger_fill_condition: null, children: untidy.children };
    case 'childless_link':
      return { ...tidy, linked_order_type: untidy.linked_order_type, children: [] };
    case 'many_children':
      return { ...tidy, linked_order_type: untidy.linked_order_type, children: untidy.children };
    case 'partner':
      return {
        ...tidy,
        linked_order_type: 'one_cancels_other',
        trigger_fill_condition: untidy.trigger_fill_condition,
        children: untidy.children.slice(0, 1),
      };
    case 'strict_partner':
      return { ...tidy, linked_order_type: 'one_cancels_other', children: untidy.children.slice(0, 1).map(strict) };
  }
}
