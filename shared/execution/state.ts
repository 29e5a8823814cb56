import type { DecimalString } from '../decimal.ts';
import { assertNever } from '../result.ts';
import type { Order } from '../service/order.ts';
import type { CancelCommand, Command, EditCommand, PlaceCommand } from './command.ts';
import type { QueryKind } from './evidence.ts';
import { type Proof, NO_PROOF } from './place/proof.ts';

/**
 * What is known of a command. `sending`: journaled, no reply yet. `unknown`: it may have been carried out. `absent`:
 * proven not to have been carried out. The others are final as well.
 */
export const VERDICTS = [
  'sending',
  'accepted',
  'rejected',
  'not_sent',
  'unknown',
  'absent',
  'resolved_by_operator',
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Why a verdict is what it is; the window has a sentence for each. */
export const REASONS = [
  /** The order ended before the command came to it. */
  'order_ended',
  /** The engine cancelled the order, since the amended price would have taken. */
  'cancelled_by_amend',
  /** The order shows its old terms after the deadline. */
  'unchanged_past_deadline',
  /** It shows neither the old nor the asked terms. */
  'other_terms',
  /** The service shows no such order. */
  'order_not_shown',
  /** Queries are not answered. */
  'queries_fail',
] as const;
export type Reason = (typeof REASONS)[number];

/** The service's refusal, or why nothing was sent. */
export interface Refusal {
  readonly code: number | null;
  readonly name: string;
  readonly reason: string | null;
}

/** What is known of a command of any kind. */
interface Known<C extends Command> {
  readonly command: C;
  readonly verdict: Verdict;
  /** Local milliseconds; null while undecided. */
  readonly decided_at: number | null;
  /** The newest record of the order that the evidence holds. */
  readonly order: Order | null;
  readonly refusal: Refusal | null;
  readonly reason: Reason | null;
  /** A person has to look: queries go on, more seldom. */
  readonly is_escalated: boolean;
  /** Queries since the command became unknown, answered or not. */
  readonly queries: number;
}

export type EditState = Known<EditCommand>;
export type CancelState = Known<CancelCommand>;

/** Why a person is asked of an order under the label: it may be the command's or another's. */
export interface Doubt {
  readonly why: /** Made before the command, unless the service's clock was set. */
    | 'older'
    /** Without the linked orders that were asked for. */
    | 'unlinked'
    /** Of other numbers. */
    | 'unlike'
    /** Traded long after the deadline. */
    | 'late'
    /** Traded, and the trade tells no label. */
    | 'unlabelled';
  readonly order_id: string;
}

/** What a decided command still owes. `until_ms`: an answer of that time of the service, or later, pays it. */
export type Owed =
  /** The service called it timed out: two answers, half a minute apart, have to confirm it. Null: before the first. */
  | { readonly why: 'time_out'; readonly until_ms: number | null }
  /** It is called absent, and how late the service shows orders was never seen: a last query confirms. */
  | { readonly why: 'lag'; readonly until_ms: number };

export interface PlaceState extends Known<PlaceCommand> {
  /** Ids that its order came of: a trigger that fired makes a new order. */
  readonly earlier_order_ids: readonly string[];
  /** The command's own reply named the order. */
  readonly is_named_by_reply: boolean;
  /** The order that trades alone have shown, and what of it they trade. */
  readonly traded: { readonly order_id: string; readonly amount: DecimalString } | null;
  /** The order that a person said it is; null: none, or nobody said anything. */
  readonly said_order_id: string | null;
  /** A reply named this order, which bears another label, instrument or side: whatever that means, nothing is absent. */
  readonly misnamed_order_id: string | null;
  readonly doubt: Doubt | null;
  /** Ids of the orders that were shown together under the label, two or more: they lock the instrument. */
  readonly together: readonly string[];
  /** A query that would show a second order of the same request was answered. */
  readonly is_looked_again: boolean;
  /** Its order is known by its reply, and queries are asked until one shows it: that tells how late they show orders. */
  readonly is_measuring: boolean;
  readonly owed: Owed | null;
  /** When it was sent by the service's own clock, where that turns out to have been set back before it took the order. */
  readonly sent_ms: number;
  /** Only a press begins to ask again: queries can prove nothing more. */
  readonly is_left: boolean;
  readonly proof: Proof;
}

export type State = EditState | PlaceState | CancelState;

/** Queries that are due together, `after_ms` from now. */
export interface Due {
  readonly queries: readonly QueryKind[];
  readonly after_ms: number;
}

/** What a query tells of how late queries show orders. */
export type LagNote =
  /** It did not show the order. `is_known`: the order is known to exist. */
  | { readonly kind: 'missed'; readonly service_ms: number | null; readonly is_known: boolean }
  | { readonly kind: 'shown'; readonly service_ms: number | null; readonly created_ms: number };

/** A state after evidence, and what that told of the lag. */
export interface Judged<S extends State> {
  readonly state: S;
  readonly lag: LagNote | null;
}

/** A command before anything is learned of it. */
export function begin(command: EditCommand): EditState;
export function begin(command: PlaceCommand): PlaceState;
export function begin(command: Command): State;
export function begin(command: Command): State {
  const known = {
    verdict: 'sending',
    decided_at: null,
    order: null,
    refusal: null,
    reason: null,
    is_escalated: false,
    queries: 0,
  } as const;
  switch (command.kind) {
    case 'edit':
      return { ...known, command };
    case 'cancel':
      return { ...known, command };
    case 'place':
      return {
        ...known,
        command,
        earlier_order_ids: [],
        is_named_by_reply: false,
        traded: null,
        said_order_id: null,
        misnamed_order_id: null,
        doubt: null,
        together: [],
        is_looked_again: false,
        is_measuring: false,
        owed: null,
        sent_ms: command.submitted_at,
        is_left: false,
        proof: NO_PROOF,
      };
    default:
      return assertNever(command);
  }
}

export function isEdit(state: State): state is EditState {
  return state.command.kind === 'edit';
}

export function isPlace(state: State): state is PlaceState {
  return state.command.kind === 'place';
}

export function isCancel(state: State): state is CancelState {
  return state.command.kind === 'cancel';
}

/** Whether the command still needs evidence. */
export function isUndecided({ verdict }: Pick<State, 'verdict'>): boolean {
  return verdict === 'sending' || verdict === 'unknown';
}
