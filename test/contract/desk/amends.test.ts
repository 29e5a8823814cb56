import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { type AmendDraft, seedAmend } from '../../../shared/execution/amend-draft.ts';
import { commandSchema } from '../../../shared/execution/command.ts';
import { replay } from '../../../shared/execution/decide.ts';
import { evidenceSchema } from '../../../shared/execution/evidence.ts';
import type { AmendResult, CommandState } from '../../../shared/ipc/schemas/amend-schema.ts';
import { assertDefined } from '../../../shared/result.ts';
import { add, decimal, type DecimalString, roundToPlaces } from '../../../shared/decimal.ts';
import type { Quote } from '../../../shared/ipc/schemas/quote-schema.ts';
import { EXTENSION_NAMES } from '../../../simulator/http/rules.ts';
import type { Order } from '../../../shared/service/order.ts';
import { type BackEnd, startBackEnd, TEST_WINDOW } from '../../support/bench/back-end.ts';
import { orderDraft } from '../../support/records/records.ts';

const EDIT = 'private/edit';

let on: BackEnd | null = null;
afterEach(async () => {
  await on?.close();
  on = null;
});

interface Resting {
  readonly desk: BackEnd;
  readonly order: Order;
  readonly intentId: string;
}

/** A sell of 200 USD that rests far above the market. */
async function rest(): Promise<Resting> {
  const desk = await startBackEnd();
  on = desk;
  await desk.waitUntilReady();
  const intentId = randomUUID();
  const price = add(roundToPlaces(await readMark(desk), 0), decimal(500));
  const draft = orderDraft({ amount: '200', price, post_only: true });
  const { row, check } = await desk.services.handlers['orders.place'](
    { intent_id: intentId, draft, acknowledged: [] },
    TEST_WINDOW,
  );
  if (row?.order == null) throw new Error(`it does not rest: ${JSON.stringify(check.issues)}`);
  return { desk, order: row.order, intentId };
}

/** The perpetual's mark as the window has it. */
async function readMark({ services, waitFor }: BackEnd): Promise<DecimalString> {
  const told = waitFor<Quote[]>('market.changed', (quotes) => quotes.some(({ ticker }) => ticker?.mark_price != null));
  const instruments = [{ instrument_name: 'BTC-PERPETUAL', attention: 'focused' as const }];
  await services.handlers['market.watch']({ instruments }, TEST_WINDOW);
  return assertDefined(
    (await told).find(({ ticker }) => ticker?.mark_price != null)?.ticker?.mark_price,
    'it has a mark',
  );
}

function amend({ desk, order }: Resting, changes: Partial<AmendDraft>, commandId = randomUUID()): Promise<AmendResult> {
  const draft = { ...seedAmend(order), ...changes };
  const params = { command_id: commandId, order_id: order.order_id, draft, acknowledged: [] };
  return desk.services.handlers['amends.send'](params, TEST_WINDOW);
}

function waitForVerdict({ desk }: Resting, verdict: CommandState['verdict']): Promise<CommandState[]> {
  return desk.waitFor<CommandState[]>('amends.changed', (states) => states.some((state) => state.verdict === verdict));
}

const higher = ({ order }: Resting, by = 10): string => add(decimal(String(order.price)), decimal(by));

describe('an amend', () => {
  it('changes price and size of the order, keeps its id, and the order’s row shows it', async () => {
    const resting = await rest();
    const price = higher(resting);
    const { state, check } = await amend(resting, { remaining: '300', price });
    expect(state).toMatchObject({ verdict: 'accepted', order: { amount: '300', price, replaced: true } });
    expect(check).toMatchObject({ priority: 'lost', total: '300' });
    const row = await resting.desk.waitForRow(({ order }) => order?.price === price);
    expect(row).toMatchObject({ intent_id: resting.intentId, amount: '300', notices: [] });
    expect(row.order?.order_id).toBe(resting.order.order_id);
  });

  it('whose request is lost is proven not to have been made, and the order stands as it was', async () => {
    const resting = await rest();
    resting.desk.simulator.control.failNext(EDIT, 'drop_before_executing');
    const decided = waitForVerdict(resting, 'absent');
    const { state } = await amend(resting, { price: higher(resting), valid_for_ms: 500 });
    expect(state?.verdict).toBe('unknown');
    const [absent] = await decided;
    expect(absent).toMatchObject({ reason: 'unchanged_past_deadline', order: { price: resting.order.price } });
  });

  it('whose reply is lost is accepted by the order that shows it, and is not sent again', async () => {
    const resting = await rest();
    resting.desk.simulator.control.failNext(EDIT, 'drop_after_executing');
    const decided = waitForVerdict(resting, 'accepted');
    const price = higher(resting);
    await amend(resting, { price });
    const [accepted] = await decided;
    expect(accepted).toMatchObject({ order: { price } });
    expect(resting.desk.simulator.control.calls(EDIT).count).toBe(1);
  });

  it('is rejected with the service’s reason where the order has ended meanwhile', async () => {
    const resting = await rest();
    const { control } = resting.desk.simulator;
    const draft = { ...seedAmend(resting.order), price: higher(resting) };
    control.failAll('private/get_order_state_by_label', { httpStatus: 503, html: 'away' });
    control.cancelByService(resting.order.label ?? '', 'user_request');
    const params = { command_id: randomUUID(), order_id: resting.order.order_id, draft, acknowledged: [] };
    const { state } = await resting.desk.services.handlers['amends.send'](params, TEST_WINDOW);
    expect(state).toMatchObject({ verdict: 'rejected', refusal: { code: 11_044 } });
  });

  it('waits behind the one on its way; a later one takes the place of what waits', async () => {
    const resting = await rest();
    resting.desk.simulator.control.failNext(EDIT, { delayMs: 300 });
    const first = amend(resting, { price: higher(resting, 10) });
    await resting.desk.waitFor<CommandState[]>('amends.changed', () => true);
    const second = amend(resting, { price: higher(resting, 20) });
    const third = amend(resting, { price: higher(resting, 30) });
    expect(await first).toMatchObject({ state: { verdict: 'accepted' } });
    expect(await second).toMatchObject({ state: null, check: { request: null } });
    expect(await third).toMatchObject({ state: { verdict: 'accepted', order: { price: higher(resting, 30) } } });
  });

  it('of the same id is one amend, and one that changes nothing is refused', async () => {
    const resting = await rest();
    const commandId = randomUUID();
    const [first, again] = await Promise.all([
      amend(resting, { price: higher(resting) }, commandId),
      amend(resting, { price: higher(resting) }, commandId),
    ]);
    expect(again.state).toEqual(first.state);
    expect(resting.desk.simulator.control.calls(EDIT).count).toBe(1);
    const { check } = await amend(resting, { price: higher(resting) });
    expect(check.issues).toMatchObject([{ code: 'amend_changes_nothing' }]);
  });

  it('is refused before it is sent once the service has said that it edits nothing', async () => {
    const resting = await rest();
    const { control } = resting.desk.simulator;
    control.setDoor({ extensions: new Set(EXTENSION_NAMES.filter((name) => name !== EDIT)) });
    const { state } = await amend(resting, { price: higher(resting) });
    expect(state).toMatchObject({ verdict: 'rejected', refusal: { code: -32_601 } });
    const { state: second, check } = await amend(resting, { price: higher(resting) });
    expect(second).toBeNull();
    expect(check.issues).toMatchObject([{ code: 'amend_not_offered' }]);
    expect(control.calls(EDIT).count).toBe(1);
  });

  it('is refused while trading is stopped', async () => {
    const resting = await rest();
    await resting.desk.services.handlers['trading.stop']({ stopped: true }, TEST_WINDOW);
    const { state, check } = await amend(resting, { price: higher(resting) });
    expect(state).toBeNull();
    expect(check.issues).toMatchObject([{ code: 'trading_not_ready' }]);
  });

  it('that a restart finds undecided is looked up, and not sent again; its evidence replays', async () => {
    const resting = await rest();
    const { simulator } = resting.desk;
    simulator.control.failNext(EDIT, 'drop_after_executing');
    simulator.control.failAll('private/get_order_state', { httpStatus: 503, html: 'away' });
    const commandId = randomUUID();
    const { state } = await amend(resting, { price: higher(resting) }, commandId);
    expect(state?.verdict).toBe('unknown');
    simulator.control.failAll('private/get_order_state', null);
    on = await resting.desk.restart();
    const next = { ...resting, desk: on };
    const listed = (await on.services.handlers['amends.list'](null, TEST_WINDOW)).find(isAccepted);
    const accepted = listed ?? (await waitForVerdict(next, 'accepted'))[0];
    expect(accepted).toMatchObject({ verdict: 'accepted', command: { command_id: commandId } });
    expect(simulator.control.calls(EDIT).count).toBe(1);
    const text = await on.services.handlers['amends.report']({ command_id: commandId }, TEST_WINDOW);
    const { command, evidence } = JSON.parse(text) as { command: unknown; evidence: unknown[] };
    const replayed = replay(
      commandSchema.parse(command),
      evidence.map((one) => evidenceSchema.parse(one)),
    );
    expect(assertDefined(replayed.state, 'it replays').verdict).toBe('accepted');
  });
});

function isAccepted({ verdict }: CommandState): boolean {
  return verdict === 'accepted';
}
