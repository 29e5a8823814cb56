/**
 * The real back end in its own process: one deed, then SIGKILL at a statement on the journal or a moment of an order's
 * request.
 */
import diagnostics from 'node:diagnostics_channel';
import { setImmediate } from 'node:timers/promises';
import { JOURNAL_FILE, SETTINGS_FILE } from '../../../electron/storage/profile-store.ts';
import type { Issue } from '../../../shared/orders/issue.ts';
import { acceptBeforehand } from '../window/accept-warnings.ts';
import { MORTAL_WINDOW, type MortalBackEnd, type MortalSetup, startMortalBackEnd } from './mortal-back-end.ts';
import { tellParent, watchSteps } from './mortal-steps.ts';
import type { RequestParams } from '../../../shared/ipc/contract.ts';
import type { CancelState, OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import type { SessionStatus } from '../../../shared/ipc/schemas/session-schema.ts';
import type { OrderDraft } from '../../../shared/orders/draft.ts';

/** A press that sells. */
export interface MortalSell {
  readonly intentId: string;
  readonly draft: OrderDraft;
}

/** `cancel`: of that sell at rest, or of the account. `confirm`: by a person. */
export type MortalDeed =
  | ({ readonly kind: 'sell' } & MortalSell)
  | ({ readonly kind: 'cancel'; readonly by: 'orders.cancel' | 'orders.cancel_account' } & MortalSell)
  | { readonly kind: 'confirm'; readonly seen: RequestParams<'orders.confirm'> };

/** The parent's order: what to do, and the fatal step; null: live and report steps. */
export interface MortalOrders extends MortalSetup {
  readonly deed: MortalDeed;
  readonly dieAt: string | null;
}

const SELL = 'private/sell';
const LOOK_UPS = ['get_order_state_by_label', 'get_open_orders_by_label', 'get_user_trades'];
/** How a cancel stands while its end is looked for. */
const OPEN_CANCELS: readonly CancelState[] = ['requested', 'unknown'];

// Sent before the step, so that even the last is reported.
diagnostics.subscribe('undici:request:bodySent', (message) => {
  const { path } = (message as { request: { path: string } }).request;
  if (path.includes(SELL)) tellParent({ kind: 'sent' });
});
const steps = watchSteps(JOURNAL_FILE);

/** Rows and session from the back end, and who waits for a state. */
function createTold() {
  const rows = new Map<string, OrderRow>();
  let status: SessionStatus | null = null;
  let waiting: (() => void)[] = [];
  return {
    rows,
    status: () => status,
    hear: (channel: string, payload: unknown): void => {
      if (channel === 'session.changed') status = payload as SessionStatus;
      if (channel === 'orders.changed') for (const row of payload as OrderRow[]) rows.set(row.intent_id, row);
      for (const look of waiting) look();
    },
    until: async (isWanted: () => boolean): Promise<void> => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const look = (): void => {
        if (isWanted()) resolve();
      };
      waiting = [...waiting, look];
      look();
      await promise;
      waiting = waiting.filter((one) => one !== look);
    },
  };
}

type Told = ReturnType<typeof createTold>;

/** On a busy machine the first reading is stale on arrival, and the press would be asked about. */
async function waitForMarket({ handlers }: MortalBackEnd, draft: OrderDraft): Promise<readonly Issue[]> {
  for (;;) {
    const { issues } = await handlers['orders.check']({ draft }, MORTAL_WINDOW);
    if (!issues.some(({ code }) => code === 'ticker_stale')) return issues;
    // What is known is judged without a pause: the next reading has to be let in.
    await setImmediate();
  }
}

/** Gives the press, which is to be let go: a step of it may be the last. */
async function arm(services: MortalBackEnd, { intentId, draft }: MortalSell): Promise<() => Promise<void>> {
  const { handlers } = services;
  await services.waitUntilReady();
  const issues = await waitForMarket(services, draft);
  // A press that was confirmed sells whatever has become of the market since.
  const press = 'confirmed';
  await handlers['orders.arm']({ draft, press }, MORTAL_WINDOW);
  // A sell that is stopped writes to the journal too.
  const acknowledged = acceptBeforehand(issues, draft);
  return async () => {
    const placing = { intent_id: intentId, draft, acknowledged, press } as const;
    const { row, check } = await handlers['orders.place'](placing, MORTAL_WINDOW);
    if (row === null) throw new Error(`the sell was stopped: ${check.issues.map(({ code }) => code).join(' ')}`);
  };
}

/** Whether it is decided what became of the sell; where it is there, each order linked to it has been seen. */
function isDecided({ rows }: Told, { intentId, draft }: MortalSell): boolean {
  const outcome = rows.get(intentId)?.outcome ?? 'sending';
  if (outcome !== 'accepted') return outcome !== 'sending' && outcome !== 'unknown';
  const linked = [...rows.values()].filter(({ child_of, order }) => child_of?.intent_id === intentId && order !== null);
  return linked.length === draft.children.length;
}

async function sell(services: MortalBackEnd, told: Told, deed: MortalSell, dieAt: string | null): Promise<void> {
  const press = await arm(services, deed);
  // Not the probe for cancels, which comes when it likes.
  steps.begin(dieAt, [SELL, ...LOOK_UPS]);
  await press();
  await told.until(() => isDecided(told, deed));
}

/** What is offered is known before anything rests: finding it out is a cancel, too. */
function knowsOffers({ status }: Told): boolean {
  const { by_id = 'unknown', by_label = 'unknown' } = status()?.cancels ?? {};
  return by_id !== 'unknown' && by_label !== 'unknown';
}

/** Shown by a look-up, too: that is written when it comes, and would else be taken for a step of the cancel. */
function isSeenOpen({ rows }: Told, { intentId }: MortalSell): boolean {
  const row = rows.get(intentId);
  return row?.order?.order_state === 'open' && row.known_by_reply === undefined;
}

async function cancel(
  services: MortalBackEnd,
  told: Told,
  deed: MortalDeed & { readonly kind: 'cancel' },
  dieAt: string | null,
): Promise<void> {
  const { handlers } = services;
  await told.until(() => knowsOffers(told));
  const press = await arm(services, deed);
  await press();
  await told.until(() => isSeenOpen(told, deed));
  steps.begin(dieAt, ['private/cancel', ...LOOK_UPS]);
  if (deed.by === 'orders.cancel') await handlers[deed.by]({ intent_id: deed.intentId }, MORTAL_WINDOW);
  else await handlers[deed.by](null, MORTAL_WINDOW);
  await told.until(() => !OPEN_CANCELS.includes(told.rows.get(deed.intentId)?.cancel?.state ?? 'requested'));
}

async function live({ deed, dieAt, ...setup }: MortalOrders): Promise<void> {
  const told = createTold();
  const services = await startMortalBackEnd(setup, told.hear);
  if (deed.kind === 'sell') await sell(services, told, deed, dieAt);
  else if (deed.kind === 'cancel') await cancel(services, told, deed, dieAt);
  else {
    steps.begin(dieAt, [], deed.seen.seen === 'journal_cut' ? SETTINGS_FILE : JOURNAL_FILE);
    await services.handlers['orders.confirm'](deed.seen, MORTAL_WINDOW);
  }
  steps.end();
}

process.once('message', (message) => void live(message as MortalOrders));
