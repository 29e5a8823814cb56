import type { Command } from '../../shared/execution/command.ts';
import {
  begin,
  type Decision,
  decide,
  type Due,
  isUndecided,
  replay,
  type State,
} from '../../shared/execution/decide.ts';
import type { Evidence } from '../../shared/execution/evidence.ts';
import type { Order } from '../../shared/service/order.ts';
import type { Clock } from '../clock.ts';
import { createStepWriter } from '../storage/held-steps.ts';
import type { CommandJournal } from './journal.ts';
import type { Ask } from './queries.ts';
import type { Send } from './send.ts';

/** How many decided commands a start reads. */
const LISTED = 500;

export interface EngineOptions {
  readonly clock: Clock;
  readonly journal: CommandJournal;
  readonly send: Send;
  readonly ask: Ask;
  /** Hears of every new state of a command. */
  readonly onState: (state: State) => void;
  /** Hears of a record of an order that a command's evidence holds. */
  readonly onOrder: (order: Order) => void;
  /** The journal could not be written: trading stops. */
  readonly onJournalFailure: (error: unknown) => void;
}

/** Carries commands out and decides them. */
export interface Engine {
  /** Journals the command, writes it once and resolves with its state after the reply. Throws where it can't be journaled. */
  readonly carryOut: (command: Command) => Promise<State>;
  /** What somebody else learned of an order, or of a command. */
  readonly learn: (commandId: string, evidence: Evidence) => void;
  readonly orderSeen: (order: Order) => void;
  readonly states: () => State[];
  readonly find: (commandId: string) => State | null;
  /** Asks now instead of at the next turn. */
  readonly hurry: (commandId: string) => void;
  /** Goes on with what an earlier run left undecided. Nothing is written again. */
  readonly resume: () => void;
  readonly close: () => void;
}

/** Appends evidence, folds it, and runs what is due. */
export function createEngine(options: EngineOptions): Engine {
  const { clock, journal, send, ask, onState, onOrder } = options;
  const states = new Map<string, State>(
    journal.list(LISTED).map(({ command, evidence }) => [command.command_id, replay(command, evidence).state]),
  );
  const planned = new Map<string, { readonly at: number; readonly cancel: () => void }>();
  /** Commands whose query is on its way. */
  const asking = new Set<string>();
  const writer = createStepWriter(clock, journal.add, options.onJournalFailure);
  let isClosed = false;

  function take(commandId: string, evidence: Evidence): Decision | null {
    const known = states.get(commandId);
    if (known === undefined) return null;
    const decision = decide(known, evidence);
    // Memory first: windows see the truth even when the disk fails.
    states.set(commandId, decision.state);
    writer.write(commandId, evidence, !isUndecided(decision.state));
    onState(decision.state);
    for (const order of ordersIn(evidence, known.command.target.order_id)) onOrder(order);
    plan(commandId, decision.due);
    return decision;
  }

  /** One query of a command at a time; what is planned sooner stays. */
  function plan(commandId: string, next: Due | null): void {
    const before = planned.get(commandId);
    if (next === null || isClosed || asking.has(commandId)) return;
    const at = clock.monotonic() + next.after_ms;
    if (before !== undefined && before.at <= at) return;
    before?.cancel();
    planned.set(commandId, { at, cancel: clock.after(next.after_ms, () => void query(commandId, next)) });
  }

  async function query(commandId: string, { query: kind }: Due): Promise<void> {
    planned.delete(commandId);
    const state = states.get(commandId);
    if (state === undefined || !isUndecided(state)) return;
    asking.add(commandId);
    const evidence = await ask(state.command, kind);
    asking.delete(commandId);
    if (!isClosed) take(commandId, evidence);
  }

  return {
    carryOut: async (command) => {
      const { command_id: id } = command;
      journal.begin(command);
      states.set(id, begin(command));
      onState(begin(command));
      const evidence = await send(command);
      return take(id, evidence)?.state ?? begin(command);
    },
    learn: (commandId, evidence) => void take(commandId, evidence),
    orderSeen: (order) => {
      for (const state of states.values()) {
        const isOf = state.command.target.order_id === order.order_id;
        if (isOf && isUndecided(state)) take(state.command.command_id, { kind: 'order_seen', at: clock.now(), order });
      }
    },
    states: () => [...states.values()],
    find: (commandId) => states.get(commandId) ?? null,
    hurry: (commandId) => {
      const state = states.get(commandId);
      if (state !== undefined && state.verdict === 'unknown') plan(commandId, { query: 'order_by_id', after_ms: 0 });
    },
    resume: () => {
      for (const [id, state] of states) {
        if (isUndecided(state)) take(id, { kind: 'restart', at: clock.now() });
      }
    },
    close: () => {
      isClosed = true;
      for (const { cancel } of planned.values()) cancel();
      planned.clear();
      writer.close();
    },
  };
}

function ordersIn(evidence: Evidence, orderId: string): readonly Order[] {
  if (evidence.kind === 'reply') return [evidence.order];
  return evidence.kind === 'answer' ? evidence.orders.filter(({ order_id }) => order_id === orderId) : [];
}
