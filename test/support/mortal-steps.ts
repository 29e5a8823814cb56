import diagnostics from 'node:diagnostics_channel';
import { DatabaseSync, type StatementResultingChanges, StatementSync } from 'node:sqlite';

/** What a process that is to be killed says: that the sell's bytes are out, or that it has lived to the end of its way, with its steps. */
export type MortalNews = { readonly kind: 'sent' } | { readonly kind: 'ended'; readonly steps: readonly string[] };

/** The steps of this process, which ends itself with SIGKILL at one of them. */
export interface Steps {
  /** They count from now on; `paths`: parts of the paths whose requests count. `dieAt` null: none kills. */
  readonly begin: (dieAt: string | null, paths: readonly string[]) => void;
  /** The way is at its end: tells the parent every step of it. */
  readonly end: () => void;
}

export function tellParent(news: MortalNews): void {
  process.send?.(news);
}

/**
 * Meets steps at the two doors that every one must pass: the statements on a file and the requests on the wire; so a step
 * that is added to the code is met without being named here. Other files are written when they like. To be called before any
 * is opened.
 */
export function watchSteps(file: string): Steps {
  const steps: string[] = [];
  let isCounting = false;
  let dieAt: string | null = null;
  let paths: readonly string[] = [];

  /** Steps that come again are numbered. */
  function meet(name: string): void {
    if (!isCounting) return;
    const turn = steps.filter((step) => step.startsWith(`${name} #`)).length + 1;
    const step = `${name} #${turn}`;
    steps.push(step);
    if (dieAt === step) process.kill(process.pid, 'SIGKILL');
  }

  watchFile(file, meet);
  watchWire((path, moment) => {
    if (paths.some((part) => path.includes(part))) meet(`${path.replace('/api/v2/private/', '')}: ${moment}`);
  });
  return {
    begin: (at, counted) => {
      dieAt = at;
      paths = counted;
      isCounting = true;
    },
    end: () => {
      isCounting = false;
      tellParent({ kind: 'ended', steps });
    },
  };
}

/** `INSERT INTO steps`, `UPDATE intents`, `COMMIT`: what a statement does, without its values. */
function nameStatement(sql: string): string {
  return sql.trim().split(/\s+/).slice(0, 3).join(' ').replace(/ SET$/, '');
}

function watchFile(file: string, meet: (name: string) => void): void {
  const isIt = (database: DatabaseSync): boolean => database.location()?.endsWith(file) === true;
  const ofIt = new WeakSet<StatementSync>();
  // oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
  const { exec, prepare } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string) {
    if (isIt(this)) meet(`before ${nameStatement(sql)}`);
    exec.call(this, sql);
  };
  DatabaseSync.prototype.prepare = function (this: DatabaseSync, ...given: Parameters<typeof prepare>) {
    const statement = prepare.apply(this, given);
    if (isIt(this)) ofIt.add(statement);
    return statement;
  };
  // oxlint-disable-next-line typescript/unbound-method -- as above
  const { run } = StatementSync.prototype;
  StatementSync.prototype.run = function (this: StatementSync, ...values: unknown[]) {
    const isMet = ofIt.has(this);
    if (isMet) meet(`before ${nameStatement(this.sourceSQL)}`);
    const changes = Reflect.apply(run, this, values) as StatementResultingChanges;
    if (isMet && this.sourceSQL === 'COMMIT') meet('after COMMIT');
    return changes;
  };
}

function watchWire(hear: (path: string, moment: string) => void): void {
  const moments = {
    create: 'before writing',
    bodySent: 'after writing',
    headers: 'reply begins',
    trailers: 'reply read',
    error: 'connection lost',
  };
  for (const [channel, moment] of Object.entries(moments)) {
    diagnostics.subscribe(`undici:request:${channel}`, (message) => {
      const { path } = (message as { request: { path: string } }).request;
      hear(path, moment);
    });
  }
}
