import { afterEach, describe, expect, it } from 'vitest';
import type { PlanRequest, PlanView } from '../../../shared/execution/plan.ts';
import { IpcFailure } from '../../../shared/ipc/error.ts';
import type { PlanPreview } from '../../../shared/ipc/schemas/plan-schema.ts';
import { absolute, add, decimal, isZero, roundToPlaces, subtract } from '../../../shared/decimal.ts';
import { EXTENSION_NAMES } from '../../../simulator/http/rules.ts';
import {
  type BackEnd,
  checkAndPlace,
  startBackEnd,
  TEST_WINDOW,
  watchPerpetual,
} from '../../support/bench/back-end.ts';
import { orderDraft } from '../../support/records/records.ts';
import { acceptBeforehand } from '../../support/window/accept-warnings.ts';

const PERPETUAL = 'BTC-PERPETUAL';
const CLOSE = { kind: 'flatten', scope: { of: 'instrument', instrument_name: PERPETUAL }, style: 'market' } as const;
/** The account holds little of it: its book takes the position twice. */
const LINEAR = 'BTC_USDC-PERPETUAL';
const REVERSE = { kind: 'reverse', instrument_name: LINEAR, style: 'market' } as const;

let on: BackEnd | null = null;
afterEach(async () => {
  await on?.close();
  on = null;
});

/** A back end whose account holds what the simulator gives it. */
async function start(): Promise<BackEnd> {
  const desk = await startBackEnd();
  on = desk;
  await desk.waitUntilReady();
  return desk;
}

/** The same with one order of 200 USD resting far above the market. */
async function startWithOrder(): Promise<BackEnd> {
  const desk = await start();
  await placeFarAbove(desk);
  return desk;
}

async function placeFarAbove(desk: BackEnd): Promise<void> {
  const { ticker } = await watchPerpetual(desk);
  const price = add(roundToPlaces(ticker?.mark_price ?? decimal(0), 0), decimal(500));
  const { row, check } = await checkAndPlace(
    desk,
    orderDraft({ amount: '200', price, post_only: true, label: 'rests' }),
  );
  if (row?.order == null) throw new Error(`it does not rest: ${JSON.stringify(check.issues)}`);
}

async function buy(desk: BackEnd, amount: string): Promise<void> {
  const draft = orderDraft({ direction: 'buy', type: 'market', amount, price: '', post_only: false });
  const { row, check } = await checkAndPlace(desk, draft, 'all');
  if (row?.order?.order_state !== 'filled') throw new Error(`it is not filled: ${JSON.stringify(check.issues)}`);
}

const preview = (desk: BackEnd, request: PlanRequest): Promise<PlanPreview> =>
  desk.services.handlers['plans.preview']({ request }, TEST_WINDOW);

function startPlan(desk: BackEnd, { plan, checks }: PlanPreview): Promise<PlanView> {
  const acknowledged = checks.map(({ step_id, check, draft }) => ({
    step_id,
    given: acceptBeforehand(check.issues, draft),
  }));
  return desk.services.handlers['plans.start']({ plan_id: plan.plan_id, left_out: [], acknowledged }, TEST_WINDOW);
}

/** The plan once nothing of it runs any more. */
async function run(desk: BackEnd, shown: PlanPreview): Promise<PlanView> {
  const ended = waitForEnd(desk);
  await startPlan(desk, shown);
  return ended;
}

async function waitForEnd(desk: BackEnd): Promise<PlanView> {
  const isOver = ({ state }: PlanView): boolean => state !== 'running';
  const views = await desk.waitFor<PlanView[]>('plans.changed', (all) => all.length > 0 && all.every(isOver));
  const [view] = views;
  if (view === undefined) throw new Error('the plan went missing');
  return view;
}

async function sizeOf(desk: BackEnd, instrument_name = PERPETUAL): Promise<string> {
  const held = await desk.services.handlers['account.held']({ instrument_name }, TEST_WINDOW);
  if (held.state !== 'known') throw new Error('no position is told');
  return held.position.size;
}

const states = ({ steps }: PlanView): string[] => steps.map(({ state }) => state);
const does = ({ plan }: PlanPreview): string[] => plan.steps.map((step) => step.does);

describe('flatten', () => {
  it('cancels what rests, proves it, and closes the position', async () => {
    const desk = await startWithOrder();
    await buy(desk, '1000');
    const shown = await preview(desk, CLOSE);
    expect(does(shown)).toEqual(['cancel', 'close']);
    expect(shown.frees).toMatchObject([{ currency: 'BTC' }]);
    const ended = await run(desk, shown);
    expect([ended.state, states(ended)]).toEqual(['done', ['done', 'done']]);
    expect(isZero(decimal(await sizeOf(desk)))).toBe(true);
    expect(desk.simulator.control.ordersByLabel('rests')).toMatchObject([{ order_state: 'cancelled' }]);
    expect(desk.simulator.control.calls('private/close_position').count).toBe(0);
  });

  it('of everything takes every position of the account, at the touch', async () => {
    const desk = await startWithOrder();
    const shown = await preview(desk, { kind: 'flatten', scope: { of: 'all' }, style: 'touch' });
    expect(does(shown).filter((one) => one === 'close').length).toBeGreaterThan(1);
    for (const { draft } of shown.checks)
      expect(draft).toMatchObject({ reduce_only: true, type: 'limit', time_in_force: 'immediate_or_cancel' });
  });

  it('stops at an order whose reply is lost; once that is settled its rest is a plan again', async () => {
    const desk = await startWithOrder();
    await buy(desk, '1000');
    const shown = await preview(desk, CLOSE);
    const side = shown.checks[0]?.draft.direction === 'sell' ? 'private/sell' : 'private/buy';
    const before = desk.simulator.control.calls(side).count;
    desk.simulator.control.failAll('private/get_order_state_by_label', { httpStatus: 503, html: 'away' });
    desk.simulator.control.failNext(side, 'drop_after_executing');
    const stopped = await run(desk, shown);
    expect([stopped.state, stopped.stop, states(stopped)]).toEqual(['stopped', 'step', ['done', 'unknown']]);
    await expect(rest(desk, stopped)).rejects.toThrow(IpcFailure);
    desk.simulator.control.failAll('private/get_order_state_by_label', null);
    await desk.waitForDecision(stopped.steps[1]?.step_id ?? '');
    const [settled] = await desk.services.handlers['plans.list'](null, TEST_WINDOW);
    expect(settled?.state).toBe('done');
    expect((await rest(desk, stopped)).plan.steps).toEqual([]);
    expect(desk.simulator.control.calls(side).count).toBe(before + 1);
  });

  it('closes nothing while an order of its scope goes on working', async () => {
    const desk = await startWithOrder();
    await buy(desk, '1000');
    const shown = await preview(desk, CLOSE);
    desk.simulator.control.failAll('private/cancel', { httpStatus: 503, html: 'away' });
    const stopped = await run(desk, shown);
    expect(stopped.state).toBe('stopped');
    expect(states(stopped)[1]).toBe('waiting');
    expect(isZero(decimal(await sizeOf(desk)))).toBe(false);
  });

  it('closes nothing while an order rests there that was placed since it was shown', async () => {
    const desk = await start();
    const shown = await preview(desk, CLOSE);
    expect(does(shown)).toEqual(['close']);
    await placeFarAbove(desk);
    const stopped = await run(desk, shown);
    expect([stopped.stop, states(stopped)]).toEqual(['orders_left', ['waiting']]);
  });

  it('sends no order once trading is stopped; its cancels are sent all the same', async () => {
    const desk = await startWithOrder();
    await buy(desk, '1000');
    const shown = await preview(desk, CLOSE);
    await desk.services.handlers['trading.stop']({ stopped: true }, TEST_WINDOW);
    const stopped = await run(desk, shown);
    expect([stopped.stop, states(stopped)]).toEqual(['step', ['done', 'failed']]);
    expect(stopped.steps[1]).toMatchObject({ reason: 'held_back', issue: { code: 'trading_not_ready' } });
  });

  it('is carried out once: neither again, nor beside another', async () => {
    const desk = await startWithOrder();
    await buy(desk, '1000');
    const [first, second] = [await preview(desk, CLOSE), await preview(desk, CLOSE)];
    const ended = run(desk, first);
    await expect(startPlan(desk, first)).rejects.toThrow(IpcFailure);
    await expect(startPlan(desk, second)).rejects.toThrow(IpcFailure);
    expect((await ended).state).toBe('done');
  });

  it('is not offered where the service lists no positions', async () => {
    const desk = await startWithOrder();
    const names = EXTENSION_NAMES.filter((name) => name !== 'private/get_position');
    desk.simulator.control.setDoor({ extensions: new Set(names) });
    await expect(preview(desk, CLOSE)).rejects.toMatchObject({ detail: { code: 'NotSupported' } });
  });

  it('that a restart interrupts is shown stopped, and goes on by nobody but the trader', async () => {
    const desk = await startWithOrder();
    await buy(desk, '1000');
    const shown = await preview(desk, CLOSE);
    desk.simulator.control.failNext('private/cancel', { delayMs: 60_000 });
    await startPlan(desk, shown);
    on = await desk.restart();
    const [view] = await on.services.handlers['plans.list'](null, TEST_WINDOW);
    expect([view?.state, view?.stop]).toEqual(['stopped', 'restarted']);
    expect(view?.plan.plan_id).toBe(shown.plan.plan_id);
    expect(isZero(decimal(await sizeOf(on)))).toBe(false);
    await on.waitUntilReady();
    await watchPerpetual(on);
    const ended = await run(on, await rest(on, { plan: shown.plan }));
    expect(ended.state).toBe('done');
    expect(isZero(decimal(await sizeOf(on)))).toBe(true);
  });
});

function rest(desk: BackEnd, { plan }: Pick<PlanView, 'plan'>): Promise<PlanPreview> {
  return desk.services.handlers['plans.rest']({ plan_id: plan.plan_id }, TEST_WINDOW);
}

describe('reverse', () => {
  it('closes, and then opens as much on the other side', async () => {
    const desk = await start();
    const held = decimal(await sizeOf(desk, LINEAR));
    const shown = await preview(desk, REVERSE);
    expect(does(shown)).toEqual(['close', 'open']);
    expect(shown.checks.map(({ draft }) => [draft.amount, draft.reduce_only])).toEqual([
      [absolute(held), true],
      [absolute(held), false],
    ]);
    const ended = await run(desk, shown);
    expect(ended, JSON.stringify(ended.steps)).toMatchObject({
      state: 'done',
      steps: [{ state: 'done' }, { state: 'done' }],
    });
    expect(await sizeOf(desk, LINEAR)).toBe(subtract(decimal(0), held));
  });

  it('is never begun without its close', async () => {
    const desk = await start();
    const shown = await preview(desk, REVERSE);
    const params = { plan_id: shown.plan.plan_id, left_out: [shown.plan.steps[0]?.step_id ?? ''], acknowledged: [] };
    await expect(desk.services.handlers['plans.start'](params, TEST_WINDOW)).rejects.toMatchObject({
      detail: { params: { reason: 'plan_held_back' } },
    });
  });

  it('opens nothing while its close is unknown, and later opens what was planned', async () => {
    const desk = await start();
    const held = decimal(await sizeOf(desk, LINEAR));
    const shown = await preview(desk, REVERSE);
    const side = shown.checks[0]?.draft.direction === 'sell' ? 'private/sell' : 'private/buy';
    desk.simulator.control.failAll('private/get_order_state_by_label', { httpStatus: 503, html: 'away' });
    desk.simulator.control.failNext(side, 'drop_after_executing');
    const stopped = await run(desk, shown);
    expect(states(stopped)).toEqual(['unknown', 'waiting']);
    expect(isZero(decimal(await sizeOf(desk, LINEAR)))).toBe(true);
    desk.simulator.control.failAll('private/get_order_state_by_label', null);
    await desk.waitForDecision(stopped.steps[0]?.step_id ?? '');
    const ended = await run(desk, await rest(desk, stopped));
    expect([ended.state, states(ended)]).toEqual(['done', ['done']]);
    expect(await sizeOf(desk, LINEAR)).toBe(subtract(decimal(0), held));
  });
});
