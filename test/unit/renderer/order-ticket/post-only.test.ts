import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OrderDraft } from '../../../../shared/orders/draft.ts';
import type { PresetValues } from '../../../../shared/orders/presets.ts';
import { buildOrderParams } from '../../../../shared/orders/request.ts';
import { checkDraft } from '../../../../shared/orders/rules.ts';
import {
  choosePostOnly,
  POST_ONLY_AT_FIRST,
  postOnlyField,
} from '../../../../renderer/features/order-ticket/form/post-only.ts';
import { describeApplied } from '../../../../renderer/features/order-ticket/presets/preset-text.ts';
import type { ChildTicket } from '../../../../renderer/features/order-ticket/linked/child-ticket.ts';
import type { TicketAction } from '../../../../renderer/features/order-ticket/form/ticket-action.ts';
import { buildDraft } from '../../../../renderer/features/order-ticket/form/ticket-draft.ts';
import type { FillAction } from '../../../../renderer/features/order-ticket/form/ticket-fill.ts';
import {
  listMarked,
  type PresetAction,
  readPresetValues,
  reduceTicket,
  seeThroughPreset,
} from '../../../../renderer/features/order-ticket/form/ticket-preset.ts';
import {
  EMPTY_TICKET,
  type TicketChoices,
  type TicketState,
} from '../../../../renderer/features/order-ticket/form/ticket-state.ts';
import { orderDraft, orderFacts } from '../../../support/records/records.ts';
import { PERPETUAL, TICKER } from '../samples.ts';

type Action = TicketAction | PresetAction | FillAction;

const choose = (choice: Partial<TicketChoices>): TicketAction => ({ type: 'choose', choice });
const LIMIT = choose({ kind: 'limit' });
const STOP = choose({ kind: 'stop', firesAs: 'limit' });
const TAKE = choose({ kind: 'take', firesAs: 'limit' });
const MARKET = choose({ kind: 'market' });
const DAY = choose({ timeInForce: 'good_til_day' });
const GTC = choose({ timeInForce: 'good_til_cancelled' });
const tick = (kind: TicketChoices['kind'], isOn: boolean): TicketAction => choose(choosePostOnly(kind, isOn));
const REJECT = choose({ rejectPostOnly: true });
const fix = (child: number | null): TicketAction => ({
  type: 'apply_fix',
  fix: { field: 'post_only', value: 'false' },
  child,
});
const preset = (values: PresetValues): PresetAction => ({
  type: 'apply_preset',
  preset: { scope: { instrument_name: null, currency: 'BTC', kind: null }, values },
  instrument: PERPETUAL,
  ticker: TICKER,
});
const fill = (draft: Partial<OrderDraft>): FillAction => ({ type: 'fill', draft: orderDraft(draft) });

function ticket(...actions: readonly Action[]): TicketState {
  const select: TicketAction = { type: 'select_instrument', instrumentName: PERPETUAL.instrument_name };
  return [select, ...actions].reduce<TicketState>(reduceTicket, EMPTY_TICKET);
}
const draftOf = (...actions: readonly Action[]): OrderDraft =>
  buildDraft(seeThroughPreset(ticket(...actions)), PERPETUAL);

describe('post only of the ticket', () => {
  it.each<[string, readonly Action[], post_only: boolean, reject_post_only: boolean]>([
    ['is on at first for a limit order', [], true, false],
    ['is off at first for a stop limit', [STOP], false, false],
    ['is off at first for a take limit', [TAKE], false, false],
    ['is on again for the limit order after a stop', [STOP, LIMIT], true, false],
    ['is off for a limit order as it was chosen, after a stop', [tick('limit', false), STOP, LIMIT], false, false],
    [
      'goes with no choice of the limit order to a stop',
      [tick('limit', false), tick('limit', true), STOP],
      false,
      false,
    ],
    ['is on for a stop as it was chosen, after a limit order', [STOP, tick('stop', true), LIMIT, STOP], true, false],
    ['goes with no choice of a stop to a take', [STOP, tick('stop', true), TAKE], false, false],
    ['is there again once the order may stay', [STOP, tick('stop', true), DAY, GTC], true, false],
    ['is there again after a market order', [STOP, tick('stop', true), MARKET, STOP], true, false],
    ['rejects for a limit order alone', [REJECT, STOP], false, false],
    ['rejects for a stop that is post only', [STOP, tick('stop', true), REJECT], true, true],
    ['is off once its fix is taken', [STOP, tick('stop', true), fix(null)], false, false],
    ['is on as the preset of a stop says', [preset({ type: 'stop_limit', post_only: true })], true, false],
    ['is on for any kind as a preset without a type says', [preset({ post_only: true }), STOP], true, false],
    [
      'is off though the preset of a stop at market was kept with it, which has none',
      [preset({ type: 'stop_market', post_only: true }), STOP],
      false,
      false,
    ],
    ['is off for any kind as a preset without a type says', [preset({ post_only: false })], false, false],
    [
      'is not carried to a stop by the preset of a limit order',
      [preset({ type: 'limit', post_only: true }), STOP],
      false,
      false,
    ],
    [
      'is off as the preset of a limit order says, after a stop',
      [preset({ type: 'limit', post_only: false }), STOP, LIMIT],
      false,
      false,
    ],
    [
      'is off once the fix of a preset’s is taken',
      [preset({ type: 'stop_limit', post_only: true }), fix(null)],
      false,
      false,
    ],
    [
      'is off once it was unticked over a preset',
      [preset({ type: 'stop_limit', post_only: true }), tick('stop', false)],
      false,
      false,
    ],
    [
      'is as a draft says that was filled in',
      [fill({ type: 'stop_limit', trigger: 'mark_price', post_only: true, reject_post_only: true })],
      true,
      true,
    ],
    [
      'is on at first for a limit order after a market order that was filled in',
      [fill({ type: 'market' }), LIMIT],
      true,
      false,
    ],
    [
      'is off at first for a stop after a limit order that was filled in',
      [fill({ post_only: true }), STOP],
      false,
      false,
    ],
  ])('%s', (_name, actions, post_only, reject_post_only) => {
    expect(draftOf(...actions)).toMatchObject({ post_only, reject_post_only });
  });

  it('is what was chosen last for its kind, whatever came between', () => {
    const kind = fc.constantFrom('limit' as const, 'stop' as const, 'take' as const);
    const deed = fc.record({ kind, ticked: fc.option(fc.boolean(), { freq: 2 }), mayStay: fc.boolean() });
    fc.assert(
      fc.property(fc.array(deed, { maxLength: 12 }), kind, (deeds, last) => {
        const chosen: Record<string, boolean> = { ...POST_ONLY_AT_FIRST };
        const actions = deeds.flatMap((each) => {
          if (each.ticked !== null) chosen[postOnlyField(each.kind)] = each.ticked;
          return [
            choose({ kind: each.kind, firesAs: 'limit' }),
            each.mayStay ? GTC : DAY,
            ...(each.ticked === null ? [] : [tick(each.kind, each.ticked)]),
          ];
        });
        const { post_only } = draftOf(...actions, choose({ kind: last, firesAs: 'limit' }), GTC);
        expect(post_only).toBe(chosen[postOnlyField(last)]);
      }),
    );
  });

  it('of an untouched stop limit is sent as off, and nothing is to be accepted', () => {
    const draft = draftOf(
      STOP,
      { type: 'type_number', field: 'amount', text: '50k' },
      { type: 'type_number', field: 'trigger_price', text: '96500' },
      { type: 'type_number', field: 'price', text: '96400' },
    );
    const facts = orderFacts();
    expect(checkDraft(draft, facts)).toEqual([]);
    expect(buildOrderParams(draft, 'x', 1, PERPETUAL)).toMatchObject({ type: 'stop_limit', post_only: false });
    const [found] = checkDraft({ ...draft, post_only: true }, facts);
    expect(found).toMatchObject({ code: 'post_only_on_stop', fixes: [{ field: 'post_only', value: 'false' }] });
  });
});

describe('post only of a linked order', () => {
  const LINK = choose({ linkedType: 'one_triggers_other' });
  const change = (part: Partial<ChildTicket>): TicketAction => ({
    type: 'change_child',
    index: 0,
    change: { price: '97000', triggerPrice: '98000', ...part },
  });

  it.each<[string, readonly Action[], boolean]>([
    ['is off at first', [change({})], false],
    ['goes with no choice of a limit order to a stop', [change({ postOnly: true }), change({ kind: 'stop' })], false],
    ['is kept for its kind', [change({ postOnly: true }), change({ kind: 'stop' }), change({ kind: 'limit' })], true],
    ['is on for a stop as it was chosen', [change({ kind: 'stop', stopPostOnly: true })], true],
    ['is off once its fix is taken', [change({ kind: 'stop', stopPostOnly: true }), fix(0)], false],
  ])('%s', (_name, actions, expected) => {
    expect(draftOf(LINK, ...actions).children[0]?.post_only).toBe(expected);
  });
});

describe('post only of a preset', () => {
  it('is saved for the kind on screen', () => {
    const saved = (...actions: readonly Action[]) => readPresetValues(seeThroughPreset(ticket(...actions)), null);
    expect(saved(STOP)).toMatchObject({ type: 'stop_limit', post_only: false });
    expect(saved(STOP, tick('stop', true))).toMatchObject({ type: 'stop_limit', post_only: true });
    expect(saved(STOP, LIMIT)).toMatchObject({ type: 'limit', post_only: true });
  });

  it('is marked and told only where it is what the order has it from', () => {
    const told = (...actions: readonly Action[]) => {
      const state = ticket(...actions);
      const text = state.preset === null ? '' : describeApplied(state.preset, state.kind, 'USD', 1);
      return [listMarked(state).has('flags'), text];
    };
    const ofLimits = preset({ type: 'limit', post_only: true });
    expect(told(ofLimits)).toEqual([true, 'limit, post only']);
    expect(told(ofLimits, STOP)).toEqual([false, 'nothing of it is left']);
    expect(told(ofLimits, STOP, LIMIT)).toEqual([true, 'post only']);
    expect(told(preset({ type: 'stop_limit', post_only: false }))).toEqual([true, 'stop, no post only']);
    expect(told(preset({ post_only: true }), TAKE)).toEqual([true, 'post only']);
  });
});
