import diagnostics from 'node:diagnostics_channel';
import { DatabaseSync, type StatementResultingChanges, StatementSync } from 'node:sqlite';

/** News from a process to be killed: the sell's bytes are out, or it ended alive, with its steps. */
export type MortalNews = { readonly kind: 'sent' } | { readonly kind: 'ended'; readonly steps: readonly string[] };

/** The steps of this process, which ends itself with SIGKILL at one of them. */
export interface Steps {
  /** They count from now on; `paths`: parts of the paths whose requests count. `dieAt` null: none kills. */
  readonly begin: (dieAt: string | null, paths: readonly string[], file?: string) => void;
  /** The way is at its end: tells the parent every step of it. */
  readonly end: () => void;
}

export function tellParent(news: MortalNews): void {
  process.send?.(news);
}

/**
 * Counts steps at statements on a file and requests on the wire, so new steps are met unnamed. Call before any is
 * opened.
 */
export function watchSteps(standard: string): Steps {
  const steps: string[] = [];
  let isCounting = false;
  let dieAt: string | null = null;
  let paths: readonly string[] = [];
  let file = standard;

  /** Steps that come again are numbered. */
  function meet(name: string): void {
    if (!isCounting) return;
    const turn = steps.filter((step) => step.startsWith(`${name} #`)).length + 1;
    const step = `${name} #${turn}`;
    steps.push(step);
    if (dieAt === step) process.kill(process.pid, 'SIGKILL');
  }

  watchStatements((database, name) => {
    if (database.location()?.endsWith(file) === true) meet(name);
  });
  watchWire((path, moment) => {
    if (paths.some((part) => path.includes(part))) meet(`${path.replace('/api/v2/private/', '')}: ${moment}`);
  });
  return {
    begin: (at, counted, on = standard) => {
      dieAt = at;
      paths = counted;
      file = on;
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

/**
 * Names each statement of a database; a transaction's end by its first table, since audit commits come in between at
 * any time.
 */
function createNaming(): (sql: string) => string {
  let written: string | null = null;
  return (sql) => {
    const name = nameStatement(sql);
    if (name === 'COMMIT') return written === null ? name : `${name} of ${written}`;
    if (name.startsWith('BEGIN')) written = null;
    else written ??= name.split(' ').at(-1) ?? null;
    return name;
  };
}

function watchStatements(meet: (database: DatabaseSync, name: string) => void): void {
  const owners = new WeakMap<StatementSync, DatabaseSync>();
  const namings = new WeakMap<DatabaseSync, (sql: string) => string>();
  const nameNext = (database: DatabaseSync, sql: string): string => {
    const naming = namings.get(database) ?? createNaming();
    namings.set(database, naming);
    return naming(sql);
  };
  // oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
  const { exec, prepare } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string) {
    meet(this, `before ${nameNext(this, sql)}`);
    exec.call(this, sql);
  };
  DatabaseSync.prototype.prepare = function (this: DatabaseSync, ...given: Parameters<typeof prepare>) {
    const statement = prepare.apply(this, given);
    owners.set(statement, this);
    return statement;
  };
  // oxlint-disable-next-line typescript/unbound-method -- as above
  const { run } = StatementSync.prototype;
  StatementSync.prototype.run = function (this: StatementSync, ...values: unknown[]) {
    const database = owners.get(this);
    const name = database === undefined ? '' : nameNext(database, this.sourceSQL);
    if (database !== undefined) meet(database, `before ${name}`);
    const changes = Reflect.apply(run, this, values) as StatementResultingChanges;
    // What is written within a transaction is nothing before that ends.
    if (database !== undefined && !database.isTransaction) meet(database, `after ${name}`);
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
