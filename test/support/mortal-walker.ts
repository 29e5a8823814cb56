/**
 * The real back end in a process of its own, which walks a window of trades and ends itself with SIGKILL at a step of
 * the way: at a statement on the file of trades, or at a moment of a request for them.
 */
import diagnostics from 'node:diagnostics_channel';
import { DatabaseSync, type StatementResultingChanges, StatementSync } from 'node:sqlite';
import { MORTAL_WINDOW, type MortalSetup, startMortalBackEnd } from './mortal-back-end.ts';
import type { HistoryQuery } from '../../shared/history/query.ts';
import type { Walk } from '../../shared/history/view.ts';

/** What the parent says: whose trades to walk, and at which step to die; null: live, and tell every step. */
export interface MortalWalk extends MortalSetup {
  readonly query: HistoryQuery;
  readonly dieAt: string | null;
}

const HISTORY_TABLES = /\b(?:trades|spans|walks)\b/;

const steps: string[] = [];
let isWalking = false;
let dieAt: string | null = null;
let isInHistory = false;

/** Steps that come again are numbered. */
function meet(name: string): void {
  if (!isWalking) return;
  const step = `${name} #${steps.filter((known) => known.startsWith(`${name} #`)).length + 1}`;
  steps.push(step);
  if (dieAt === step) process.kill(process.pid, 'SIGKILL');
}

function nameStatement(sql: string): string {
  return sql.trim().split(/\s+/).slice(0, 3).join(' ');
}

/** Other files commit meanwhile: a commit counts after a statement on the file of trades. */
function watchFile(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
  const { run } = StatementSync.prototype;
  StatementSync.prototype.run = function (this: StatementSync, ...values: unknown[]) {
    const sql = this.sourceSQL;
    const isCommit = sql === 'COMMIT' && isInHistory;
    const isOurs = isCommit || HISTORY_TABLES.test(sql);
    if (isOurs) meet(`before ${nameStatement(sql)}`);
    const changes = Reflect.apply(run, this, values) as StatementResultingChanges;
    if (isCommit) meet('after COMMIT');
    if (isOurs) isInHistory = !isCommit;
    return changes;
  };
  // oxlint-disable-next-line typescript/unbound-method -- as above
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string) {
    const isCommit = sql === 'COMMIT' && isInHistory;
    if (isCommit) meet('before COMMIT');
    exec.call(this, sql);
    if (isCommit) meet('after COMMIT');
    if (isCommit) isInHistory = false;
  };
}

function watchWire(): void {
  for (const [channel, moment] of Object.entries({ create: 'before writing', trailers: 'reply read' })) {
    diagnostics.subscribe(`undici:request:${channel}`, (message) => {
      const { path } = (message as { request: { path: string } }).request;
      if (path.includes('get_user_trades')) meet(`request: ${moment}`);
    });
  }
}

async function walk(given: MortalWalk): Promise<void> {
  const { query } = given;
  ({ dieAt } = given);
  const ended = Promise.withResolvers<void>();
  const { handlers } = await startMortalBackEnd(given, (channel, payload) => {
    if (channel === 'history.changed' && (payload as Walk).state !== 'running') ended.resolve();
  });
  isWalking = true;
  const { issues } = await handlers['history.walk']({ action: 'start', query }, MORTAL_WINDOW);
  if (issues.length > 0) throw new Error(`the walk was refused: ${JSON.stringify(issues)}`);
  await ended.promise;
  isWalking = false;
  process.send?.(steps);
}

watchFile();
watchWire();
process.once('message', (message) => void walk(message as MortalWalk));
