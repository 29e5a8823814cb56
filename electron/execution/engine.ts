import type { CancelCommand, Command, EditCommand, PlaceCommand } from '../../shared/execution/command.ts';
import { type Decision, decide, replay } from '../../shared/execution/decide.ts';
import type { Evidence, QueryKind } from '../../shared/execution/evidence.ts';
import { isKnownId, isSaidId } from '../../shared/execution/match.ts';
import {
  begin,
  type CancelState,
  type Due,
  type EditState,
  isPlace,
  isUndecided,
  type PlaceState,
  type State,
} from '../../shared/execution/state.ts';
import type { Order } from '../../shared/service/order.ts';
import type { Clock } from '../clock.ts';
import { createStepWriter } from '../storage/held-steps.ts';
import type { CommandJournal } from './journal.ts';
import type { LagMeter } from './lag-meter.ts';
import type { Ask } from './queries.ts';
import type { Send } from './send.ts';

/** How many decided commands a start reads. */
const LISTED = 500;
/** Between the queries for what was decided before: fewer a second than the account's reads, so that unknown ones don't wait. */
const RESUME_STEP_MS = 250;
/** So many orders at a time are asked for until queries show them. */
const MOST_MEASURED = 2;

export interface EngineOptions {
  readonly clock: Clock;
  readonly journal: CommandJournal;
  readonly send: Send;
  readonly ask: Ask;
  /** Hears when commands are written and what queries tell of their lag. */
  readonly lag: Pick<LagMeter, 'noteSent' | 'note' | 'isMeasureDue'>;
  /** Hears of every new state of a command. */
  readonly onState: (state: State) => void;
  /** Hears of a record of an order that an amend's or a cancel's evidence holds. */
  readonly onOrder: (order: Order) => void;
  /** The journal could not be written: trading stops. */
  readonly onJournalFailure: (error: unknown) => void;
}

/** The state of a command, by its kind. */
export interface CarryOut {
  (command: EditCommand): Promise<EditState>;
  (command: PlaceCommand): Promise<PlaceState>;
  (command: CancelCommand): Promise<CancelState>;
}

/** Carries commands out and decides them. */
export interface Engine {
  /** Journals the command, writes it once and resolves with its state after the reply. Throws where it can't be journaled. */
  readonly carryOut: CarryOut;
  /** What somebody else learned of an order, or of a command. */
  readonly learn: (commandId: string, evidence: Evidence) => void;
  readonly orderSeen: (order: Order) => void;
  readonly states: () => State[];
  readonly find: (commandId: string) => State | null;
  /** Of these order ids, those that other commands than that one know to be theirs. */
  readonly ofOthers: (commandId: string, orderIds: readonly string[]) => string[];
  /** Asks now instead of at the next turn. */
  readonly hurry: (commandId: string) => void;
  /** Goes on with what an earlier run left undecided, or owes a query. Nothing is written again. */
  readonly resume: () => void;
  readonly close: () => void;
}

/** Appends evidence, folds it, and runs what is due. */
export function createEngine(options: EngineOptions): Engine {
  const { clock, journal, send, ask, lag, onState, onOrder } = options;
  const states = new Map<string, State>(
    journal.list(LISTED).map(({ command, evidence }) => [command.command_id, replay(command, evidence).state]),
  );
  const planned = new Map<string, { readonly at: number; readonly cancel: () => void }>();
  /** What is due of the commands whose queries are on their way: it is planned once all were answered. */
  const asking = new Map<string, Due | null>();
  const writer = createStepWriter(clock, journal.add, options.onJournalFailure);
  let isClosed = false;

  /** `laterMs`: so much later than is due. */
  function take(commandId: string, evidence: Evidence, laterMs = 0): Decision | null {
    const known = states.get(commandId);
    if (known === undefined) return null;
    const decision = decide(known, evidence);
    // Memory first: windows see the truth even when the disk fails.
    states.set(commandId, decision.state);
    writer.write(commandId, evidence, !isUndecided(decision.state));
    if (decision.lag !== null) lag.note(commandId, decision.lag);
    onState(decision.state);
    for (const order of ordersIn(known, evidence)) onOrder(order);
    const { due } = decision;
    plan(commandId, due === null ? null : { ...due, after_ms: due.after_ms + laterMs });
    return decision;
  }

  /** One round of queries of a command at a time; what is planned sooner stays. */
  function plan(commandId: string, next: Due | null): void {
    if (asking.has(commandId)) asking.set(commandId, next);
    const before = planned.get(commandId);
    if (next === null || isClosed || asking.has(commandId)) return;
    const at = clock.monotonic() + next.after_ms;
    if (before !== undefined && before.at <= at) return;
    before?.cancel();
    planned.set(commandId, { at, cancel: clock.after(next.after_ms, () => void query(commandId, next.queries)) });
  }

  async function query(commandId: string, kinds: readonly QueryKind[]): Promise<void> {
    planned.delete(commandId);
    const state = states.get(commandId);
    if (state === undefined || (!isPlace(state) && !isUndecided(state))) return;
    asking.set(commandId, null);
    const round = { askedAt: clock.monotonic(), ofOthers: (ids: readonly string[]) => ofOthers(commandId, ids) };
    await Promise.all(
      kinds.map(async (kind) => {
        const evidence = await ask(state, kind, round);
        if (!isClosed) take(commandId, evidence);
      }),
    );
    const next = asking.get(commandId) ?? null;
    asking.delete(commandId);
    plan(commandId, next);
  }

  function ofOthers(commandId: string, orderIds: readonly string[]): string[] {
    const others = [...states.values()].filter(isPlace).filter(({ command }) => command.command_id !== commandId);
    return orderIds.filter((id) => others.some((state) => isKnownId(state, id) || isSaidId(state, id)));
  }

  function isMeasureDue(): boolean {
    const measuring = [...states.values()].filter((state) => isPlace(state) && state.is_measuring);
    return measuring.length < MOST_MEASURED && lag.isMeasureDue();
  }

  async function carryOut(command: Command): Promise<State> {
    const { command_id: id } = command;
    journal.begin(command);
    states.set(id, begin(command));
    onState(begin(command));
    lag.noteSent(id);
    const evidence = await send(command);
    const measures = evidence.kind === 'reply' && command.kind === 'place' && isMeasureDue();
    return take(id, measures ? { ...evidence, measures } : evidence)?.state ?? begin(command);
  }

  return {
    carryOut: carryOut as CarryOut,
    learn: (commandId, evidence) => void take(commandId, evidence),
    orderSeen: (order) => {
      for (const state of states.values()) {
        if (mayConcern(state, order)) take(state.command.command_id, { kind: 'order_seen', at: clock.now(), order });
      }
    },
    states: () => [...states.values()],
    find: (commandId) => states.get(commandId) ?? null,
    ofOthers,
    hurry: (commandId) => {
      const state = states.get(commandId);
      if (state === undefined || state.verdict !== 'unknown') return;
      plan(commandId, { queries: [isPlace(state) ? 'orders_by_label' : 'order_by_id'], after_ms: 0 });
    },
    resume: () => {
      const restart: Evidence = { kind: 'restart', at: clock.now() };
      for (const [id, state] of states) if (isUndecided(state)) take(id, restart);
      const owing = [...states].filter(([, state]) => !isUndecided(state) && decide(state, restart).due !== null);
      for (const [at, [id]] of owing.entries()) take(id, restart, at * RESUME_STEP_MS);
    },
    close: () => {
      isClosed = true;
      for (const { cancel } of planned.values()) cancel();
      planned.clear();
      writer.close();
    },
  };
}

/** Whether a record of an order may tell something new of a command. */
function mayConcern(state: State, order: Order): boolean {
  if (!isPlace(state)) return isUndecided(state) && state.command.target.order_id === order.order_id;
  const { label, instrument_name: name } = state.command.target;
  const isUnderLabel = order.label === label && order.instrument_name === name;
  return state.order === null && isUnderLabel;
}

function ordersIn(state: State, evidence: Evidence): readonly Order[] {
  if (isPlace(state)) return [];
  if (evidence.kind === 'reply') return [evidence.order];
  const { order_id: id } = state.command.target;
  return evidence.kind === 'answer' ? evidence.orders.filter(({ order_id }) => order_id === id) : [];
}
