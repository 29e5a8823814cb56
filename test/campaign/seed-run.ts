import { mkdtempSync, rmSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OrderCheck, OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import { acceptWarnings } from '../support/window/accept-warnings.ts';
import { createVirtualClock, settle, type VirtualClock } from '../support/virtual-clock.ts';
import type { PlaceState } from '../../shared/execution/state.ts';
import { Compared } from './compared.ts';
import { type BackEnd, openJournal, startBackEnd } from './back-end.ts';
import type { Placer } from './engine-placer.ts';
import { HeardRows, type Log } from './heard-rows.ts';
import { isBeforeSetBack, isLongAway, mayBeLeft } from './left-to-person.ts';
import { goesOn, type Plan, type Press, PRESS_AGAIN_MS, startOf } from './plan.ts';
import { QUIET_MS, quietMs } from './quiet.ts';
import { countOutcomes, type SeedReport, splitIgnorance } from './seed-report.ts';
import { isLagUnseen } from './lag-unseen.ts';
import { draftOrder } from './draft-order.ts';
import { ServiceSide } from './service-side.ts';
import { findWrongs } from './truth.ts';
import { Wire } from './wire.ts';

/** Where orders make others, with look-ups that are well: until each order was looked up since. */
const FOLLOWED_MS = 180_000;
const MOST_MS = 3 * 3_600_000;
/** A full disk is mended, and the terminal started anew, after this long. */
const DISK_FULL_MS = 5000;

/** Which core places a seed's orders. `both`: the desk, and the engine judges what it hears. */
export type Core = 'desk' | 'engine' | 'both';

/** Runs the terminal's back end through everything a seed has planned for it, and holds its verdicts against the truth. */
export class SeedRun {
  readonly plan: Plan;
  readonly clock: VirtualClock;
  readonly service: ServiceSide;
  readonly wire: Wire;
  readonly #log: Log | null;
  readonly #folder: string | null;
  readonly #heard: HeardRows;
  /** Intents that this run's back end was asked to sell: nothing else may leave it. */
  readonly #pressed = new Set<string>();
  /** Presses of which nothing came yet: after a restart the trader presses again. */
  readonly #waiting = new Map<string, Press>();
  readonly #wrongs: string[] = [];
  #database: DatabaseSync;
  /** The intent of a label, on the database that is open. */
  #intentOf: StatementSync | null = null;
  #backEnd: BackEnd | null = null;
  #runs = 0;
  readonly #starts: number[] = [];
  #open = 0;
  #stopped = 0;
  readonly #core: Core;
  /** What the other core makes of the same evidence; null: it does not run. */
  readonly #compared: Compared | null;

  constructor(plan: Plan, log: Log | null = null, core: Core = 'desk') {
    this.plan = plan;
    this.#core = core;
    this.#compared = core === 'both' ? new Compared() : null;
    this.clock = createVirtualClock(startOf(plan));
    this.#log = log === null ? null : (text) => log(`${this.clock.monotonic().toFixed(0).padStart(8)} ${text}`);
    this.#heard = new HeardRows(this.clock, this.#log);
    this.service = new ServiceSide(plan, this.clock);
    this.#folder = plan.isOnDisk ? mkdtempSync(join(tmpdir(), 'strikedesk-campaign-')) : null;
    this.#database = openJournal(this.#path, this.clock.now());
    this.wire = new Wire({
      plan,
      clock: this.clock,
      service: this.service,
      log: this.#log,
      onSell: (label, validUntilMs) => this.#checkDraft(label, validUntilMs),
    });
  }

  get #path(): string {
    return this.#folder === null ? ':memory:' : join(this.#folder, 'journal.sqlite');
  }

  async run(): Promise<SeedReport> {
    try {
      this.#start();
      this.#schedule();
      await this.#settle();
      // What has fired or filled until now is to be followed until the end.
      if (goesOn(this.plan)) this.service.holdMarket();
      await this.clock.advance(quietMs(this.plan));
      // A last look may have made something undecided again.
      await this.#settle();
      if (goesOn(this.plan)) {
        this.wire.calmDown();
        await this.clock.advance(FOLLOWED_MS);
      }
      return this.#report();
    } finally {
      this.#backEnd?.crash();
      if (this.#database.isOpen) this.#database.close();
      if (this.#folder !== null) rmSync(this.#folder, { recursive: true, force: true });
    }
  }

  #noteShadow(state: PlaceState, isNews: boolean): void {
    const { command, verdict, order, doubt } = state;
    this.#log?.(`  engine ${command.target.label} ${verdict} ${order?.order_id ?? ''} ${doubt?.why ?? ''}`.trimEnd());
    this.#compared?.noteState(state, isNews);
  }

  async #settle(): Promise<void> {
    while (!this.#isSettled() && this.clock.monotonic() < MOST_MS) await this.clock.advance(1000);
    if (!this.#isSettled()) this.#wrongs.push('it never settled');
  }

  #at(atMs: number, action: () => void): void {
    this.#open += 1;
    this.clock.after(atMs - this.clock.monotonic(), () => {
      this.#open -= 1;
      action();
    });
  }

  #schedule(): void {
    const { presses, restarts, clockSteps, diskFullAtMs } = this.plan;
    for (const press of presses) {
      this.#at(press.atMs, () => this.#press(press, PRESS_AGAIN_MS));
      if (press.isDouble) this.#at(press.atMs, () => this.#press(press, []));
      if (press.againAtMs !== null) this.#at(press.againAtMs, () => this.#press(press, []));
    }
    for (const { atMs, downMs, isCrash } of restarts) this.#at(atMs, () => void this.#restart(downMs, isCrash));
    for (const { atMs, byMs, of } of clockSteps) {
      this.#at(atMs, () => {
        this.#log?.(`${of} clock steps by ${byMs}`);
        if (of === 'wall') this.clock.jumpWall(byMs);
        else this.service.core.moveClock(byMs);
      });
    }
    if (diskFullAtMs !== null) {
      this.#at(diskFullAtMs, () => {
        this.#log?.('disk full');
        if (this.#database.isOpen) this.#database.exec('PRAGMA query_only = ON');
      });
      this.#at(diskFullAtMs + DISK_FULL_MS, () => void this.#restart(500, false));
    }
  }

  #start(): void {
    if (this.#folder !== null && this.#runs > 0) {
      this.#database = openJournal(this.#path, this.clock.now());
      this.#intentOf = null;
    }
    this.#database.exec('PRAGMA query_only = OFF');
    this.#pressed.clear();
    this.#backEnd = startBackEnd({
      plan: this.plan,
      clock: this.clock,
      service: this.service,
      lineEnd: this.wire.end,
      database: this.#database,
      run: this.#runs,
      onRow: (row) => {
        this.#heard.note(row);
        this.#compared?.noteRow(row);
      },
      isByEngine: this.#core === 'engine',
      onShadow:
        this.#compared === null
          ? null
          : {
              onState: (state, isNews) => this.#noteShadow(state, isNews),
              onLag: (commandId, lagMs) => this.#compared?.noteLag(commandId, lagMs),
            },
      onJournalFailure: (error) => {
        if (!this.#isDiskFull()) this.#wrongs.push(`the journal failed: ${String(error)}`);
      },
    });
    this.#runs += 1;
    this.#starts.push(this.clock.monotonic());
    this.#log?.(`start ${this.#runs}`);
    for (const press of this.#waiting.values()) {
      this.#at(this.clock.monotonic() + PRESS_AGAIN_MS[0], () => this.#press(press, PRESS_AGAIN_MS));
    }
  }

  async #restart(downMs: number, isCrash: boolean): Promise<void> {
    const backEnd = this.#backEnd;
    if (backEnd === null) return;
    this.#log?.(isCrash ? 'crash' : 'close');
    this.#open += 1;
    this.#backEnd = null;
    if (!isCrash) {
      backEnd.close();
      await settle();
    }
    backEnd.crash();
    if (this.#folder !== null) this.#database.close();
    this.#open -= 1;
    this.#at(this.clock.monotonic() + downMs, () => this.#start());
  }

  /** Presses; where that came to nothing for now, again after each of the waits. */
  #press(press: Press, waits: readonly number[]): void {
    const backEnd = this.#backEnd;
    const [waitMs, ...later] = waits;
    const again = (): void => {
      if (waitMs !== undefined) this.#at(this.clock.monotonic() + waitMs, () => this.#press(press, later));
    };
    if (backEnd === null) {
      again();
      return;
    }
    this.#pressed.add(press.intentId);
    if (waitMs !== undefined) this.#waiting.set(press.intentId, press);
    void this.#sell(backEnd.placer, press).then(
      ({ row, check }) => {
        if (row !== null) this.#waiting.delete(press.intentId);
        if (row !== null || backEnd !== this.#backEnd) return;
        const codes = check.issues.filter(({ severity }) => severity === 'error').map(({ code }) => code);
        if (codes.every((code) => PASSING_ISSUES.includes(code))) again();
        else if (waitMs !== undefined) this.#stop(press, codes.join(' '));
      },
      (error: unknown) => {
        if (!this.#isDiskFull()) this.#wrongs.push(`${press.intentId}: place threw ${String(error)}`);
        this.#stop(press, 'disk full');
      },
    );
  }

  /** As a trader who accepts whatever the check warns of. */
  async #sell(placer: Placer, press: Press): Promise<{ row: OrderRow | null; check: OrderCheck }> {
    const at = this.plan.presses.findIndex(({ intentId }) => intentId === press.intentId);
    const { triggers, links } = this.plan;
    const draft = draftOrder(press, this.service.quote(press.instrument), triggers[at] ?? null, links[at] ?? null);
    const check = await placer.check(draft);
    if (placer !== this.#backEnd?.placer) return { row: null, check };
    return placer.place(press.intentId, draft, acceptWarnings(check.issues, draft));
  }

  #isDiskFull(): boolean {
    return this.#database.prepare('PRAGMA query_only').get()?.['query_only'] === 1;
  }

  #stop(press: Press, why: string): void {
    this.#waiting.delete(press.intentId);
    this.#stopped += 1;
    this.#log?.(`stopped ${press.intentId}: ${why}`);
  }

  /** A sell is about to be written: it must be journaled, asked for in this life of the back end, and new. */
  #checkDraft(label: string, validUntilMs: number): void {
    this.#intentOf ??= this.#database.prepare(
      this.#core === 'engine'
        ? "SELECT command_id AS intent_id FROM commands WHERE body ->> '$.target.label' = ?"
        : 'SELECT intent_id FROM intents WHERE label = ?',
    );
    const stored = this.#intentOf.get(label);
    const intentId = stored?.['intent_id'];
    if (typeof intentId !== 'string' || this.#database.isTransaction)
      this.#wrongs.push(`${label}: sent before its journal`);
    else if (!this.#pressed.has(intentId)) this.#wrongs.push(`${label}: sent by itself`);
    // A clock that is set in between is nobody's fault.
    if (this.plan.clockSteps.some(({ of }) => of === 'service')) return;
    const press = this.plan.presses.find((known) => known.intentId === intentId);
    const latestMs = this.service.core.now() + (press?.validForMs ?? 0) + CLOCK_ERROR_MS;
    if (validUntilMs > latestMs) this.#wrongs.push(`${label}: good until ${validUntilMs}, later than ${latestMs}`);
  }

  #isSettled(): boolean {
    if (this.#open > 0 || this.wire.underWay > 0 || this.#backEnd === null) return false;
    const undecided = this.#backEnd.placer
      .rows()
      .filter(({ outcome }) => outcome === 'sending' || outcome === 'unknown');
    const isDark = this.plan.blackouts.some(({ toMs }) => this.clock.monotonic() < toMs + QUIET_MS);
    const isQuiet = !isDark && this.clock.monotonic() - this.#heard.lastDecisionMs > 1000;
    // A person who was called too early, as by a wall clock that was set, is no end: look-ups go on.
    return (
      isQuiet &&
      undecided.every(
        ({ label, notices }) => this.#mayBeLeft(label) && notices.some(({ code }) => code === 'needs_a_person'),
      )
    );
  }

  #mayBeLeft(label: string): boolean {
    return mayBeLeft(this.plan, label, this.wire.fates.get(label));
  }

  #report(): SeedReport {
    const rows = this.#backEnd?.placer.recorded() ?? [];
    const { made } = this.service;
    const found = findWrongs({
      rows,
      sayings: this.#heard.sayings,
      made,
      standing: this.service.standing(),
      isFollowed: goesOn(this.plan),
      fates: this.wire.fates,
      isLawful: this.plan.isLawful,
      isLongAway: isLongAway(this.plan),
      mayBeLeft: (label) => this.#mayBeLeft(label),
      isLagUnseen: (atMs) => isLagUnseen(this.plan, this.#starts, this.#heard.sayings, atMs),
      isBeforeSetBack: (atMs, madeMs) => isBeforeSetBack(this.plan, this.wire.setBackTold, atMs, madeMs),
    });
    const wrongs = [...this.#wrongs, ...this.wire.wrongs, ...found];
    for (const wrong of wrongs) this.#log?.(`WRONG ${wrong}`);
    return {
      seed: this.plan.seed,
      wrongs,
      intents: rows.length,
      orders: made.filter(({ by }) => by === 'terminal').length,
      stopped: this.#stopped,
      outcomes: countOutcomes(rows),
      differences: this.#compared?.differences() ?? [],
      compared: this.#compared?.count ?? 0,
      withoutError: this.#compared?.withoutError ?? 0,
      ...splitIgnorance(this.plan, this.#heard.ignorance()),
    };
  }
}

/** Half of the slowest round trip that the service's clock may have been learned by, ms. */
const CLOCK_ERROR_MS = 2600;

/** What stops a press for now: the trader presses again. */
const PASSING_ISSUES: readonly string[] = ['trading_not_ready', 'no_order_credits'];
