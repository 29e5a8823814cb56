/**
 * The real back end in a process of its own, which sells once and ends itself with SIGKILL at a step of the
 * order's way. Steps are met at the two doors that every one must pass: the journal's statements and the
 * requests on the wire; so a step that is added to the code is met without being named here.
 */
import diagnostics from 'node:diagnostics_channel';
import { setImmediate } from 'node:timers/promises';
import { DatabaseSync, type StatementResultingChanges, StatementSync } from 'node:sqlite';
import { JOURNAL_FILE } from '../../electron/storage/profile-store.ts';
import { issue } from '../../shared/orders/issue.ts';
import { acceptWarnings } from './accept-warnings.ts';
import { MORTAL_WINDOW, type MortalSetup, startMortalBackEnd } from './mortal-back-end.ts';
import type { OrderCheck, OrderRow } from '../../shared/ipc/order-schema.ts';
import type { SellDraft } from '../../shared/orders/draft.ts';

/** What the parent says: where to sell what, and at which step to die; null: live, and tell every step. */
export interface MortalOrders extends MortalSetup {
  readonly intentId: string;
  readonly draft: SellDraft;
  readonly dieAt: string | null;
}

/** What the process says: that the sell's bytes are out, or that the order is decided, with the steps of its way. */
export type MortalNews = { readonly kind: 'sent' } | { readonly kind: 'decided'; readonly steps: readonly string[] };

/** A machine that is busy reads the market late: accepted beforehand, since a sell that is stopped writes to the journal too. */
const STALE = issue('warning', 'order', 'ticker_stale', { seconds: '2', grade: '0' });
/** Not the probe for cancels, which comes when it likes. */
const ORDER_PATHS = ['private/sell', 'get_order_state_by_label', 'get_open_orders_by_label'];

const steps: string[] = [];
let isSelling = false;
let orders: MortalOrders | null = null;

/** Steps that come again are numbered. */
function meet(name: string): void {
  if (!isSelling) return;
  const turn = steps.filter((step) => step.startsWith(`${name} #`)).length + 1;
  const step = `${name} #${turn}`;
  steps.push(step);
  if (orders?.dieAt === step) process.kill(process.pid, 'SIGKILL');
}

function tell(news: MortalNews): void {
  process.send?.(news);
}

/** `INSERT INTO steps`, `UPDATE intents`, `COMMIT`: what a statement does, without its values. */
function nameStatement(sql: string): string {
  return sql.split(/\s+/).slice(0, 3).join(' ').replace(/ SET$/, '');
}

/** The journal's alone: other files, such as recordings, are written when they like. */
function isJournal(database: DatabaseSync): boolean {
  return database.location()?.endsWith(JOURNAL_FILE) === true;
}

function watchJournal(): void {
  const ofJournal = new WeakSet<StatementSync>();
  // oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
  const { exec, prepare } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string) {
    if (isJournal(this)) meet(`before ${nameStatement(sql)}`);
    exec.call(this, sql);
  };
  DatabaseSync.prototype.prepare = function (this: DatabaseSync, ...given: Parameters<typeof prepare>) {
    const statement = prepare.apply(this, given);
    if (isJournal(this)) ofJournal.add(statement);
    return statement;
  };
  // oxlint-disable-next-line typescript/unbound-method -- as above
  const { run } = StatementSync.prototype;
  StatementSync.prototype.run = function (this: StatementSync, ...values: unknown[]) {
    const isMet = ofJournal.has(this);
    if (isMet) meet(`before ${nameStatement(this.sourceSQL)}`);
    const changes = Reflect.apply(run, this, values) as StatementResultingChanges;
    if (isMet && this.sourceSQL === 'COMMIT') meet('after COMMIT');
    return changes;
  };
}

function watchWire(): void {
  const moments = {
    create: 'before writing',
    bodySent: 'after writing',
    headers: 'reply begins',
    trailers: 'reply read',
  };
  for (const [channel, moment] of Object.entries(moments)) {
    diagnostics.subscribe(`undici:request:${channel}`, (message) => {
      const { path } = (message as { request: { path: string } }).request;
      if (!ORDER_PATHS.some((name) => path.includes(name))) return;
      if (channel === 'bodySent' && path.includes('private/sell')) tell({ kind: 'sent' });
      meet(`${path.replace('/api/v2/private/', '')}: ${moment}`);
    });
  }
  diagnostics.subscribe('undici:request:error', (message) => {
    const { path } = (message as { request: { path: string } }).request;
    meet(`${path.replace('/api/v2/private/', '')}: connection lost`);
  });
}

function isDecided({ outcome }: OrderRow): boolean {
  return outcome !== 'sending' && outcome !== 'unknown';
}

/** On a busy machine the first reading of the market is old by the time it is here: a press on that would be asked about. */
async function waitForMarket(check: () => Promise<OrderCheck>): Promise<void> {
  for (;;) {
    const { issues } = await check();
    if (!issues.some(({ code }) => code === STALE.code)) return;
    // What is known is judged without a pause: the next reading has to be let in.
    await setImmediate();
  }
}

async function sell(given: MortalOrders): Promise<void> {
  orders = given;
  const { intentId, draft } = given;
  const decided = Promise.withResolvers<void>();
  const { handlers } = await startMortalBackEnd(given, (channel, payload) => {
    if (channel === 'orders.changed' && (payload as OrderRow[]).every(isDecided)) decided.resolve();
  });
  await handlers['session.open'](null, MORTAL_WINDOW);
  await waitForMarket(() => handlers['orders.check']({ draft }, MORTAL_WINDOW));
  // A press that was confirmed sells whatever has become of the market since.
  const press = 'confirmed';
  await handlers['orders.arm']({ draft, press }, MORTAL_WINDOW);
  isSelling = true;
  const acknowledged = acceptWarnings([STALE], draft);
  const { row, check } = await handlers['orders.place'](
    { intent_id: intentId, draft, acknowledged, press },
    MORTAL_WINDOW,
  );
  if (row === null) throw new Error(`the sell was stopped: ${check.issues.map(({ code }) => code).join(' ')}`);
  await decided.promise;
  isSelling = false;
  tell({ kind: 'decided', steps });
}

watchJournal();
watchWire();
process.once('message', (message) => void sell(message as MortalOrders));
