import type { IpcError } from '../../shared/ipc/error.ts';
import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import type { CallFailure } from '../service/failure.ts';
import { createSignal, type Signal } from './signal.ts';

/** What the parts of a profile tell those that begin after them. */
export interface News {
  /** Something that the status tells of has changed. */
  readonly changed: Signal<[]>;
  /** What came of a call; null where it had its result. */
  readonly called: Signal<[failure: CallFailure | null]>;
  /** What came of asking for a price; null where it was answered. */
  readonly polled: Signal<[failure: IpcError | null]>;
  /** The journal could not be written. */
  readonly journalFailed: Signal<[error: unknown]>;
  /** The scope that a login granted. */
  readonly granted: Signal<[scope: string]>;
  /** The account's limits were read. */
  readonly limitsRead: Signal<[]>;
  /** Rows of the order grid are new or changed. */
  readonly rows: Signal<[rows: readonly OrderRow[]]>;
}

export function createNews(): News {
  return {
    changed: createSignal(),
    called: createSignal(),
    polled: createSignal(),
    journalFailed: createSignal(),
    granted: createSignal(),
    limitsRead: createSignal(),
    rows: createSignal(),
  };
}
