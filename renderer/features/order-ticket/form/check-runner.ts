import type { IpcError } from '../../../../shared/ipc/error.ts';
import type { OrderCheck } from '../../../../shared/ipc/schemas/order-schema.ts';
import type { OrderDraft } from '../../../../shared/orders/draft.ts';
import { readFailure } from '../../../api/failure-text.ts';

/** The answer to a draft: what the rules say of it, or why they could not be asked. */
export interface Checked<Draft, Check> {
  readonly draft: Draft;
  readonly check: Check | null;
  readonly failure: IpcError | null;
}
export type CheckedDraft = Checked<OrderDraft, OrderCheck>;

export interface CheckRunnerOptions<Draft, Check> {
  readonly ask: (draft: Draft) => Promise<Check>;
  /** Runs the action at the next animation frame; returns its cancel. */
  readonly atNextFrame: (action: () => void) => () => void;
  /** Whether what is said of one draft may stand beside the other until that is checked. */
  readonly isForSame: (a: Draft, b: Draft) => boolean;
  readonly receive: (answer: Checked<Draft, Check>) => void;
}

export interface CheckRunner<Draft> {
  /** Asks for this draft at the next frame; a newer wish replaces one that has not been asked yet. */
  readonly want: (draft: Draft) => void;
  readonly stop: () => void;
}

/** Orders of one instrument: what is said of one may stand beside the other until that is checked. */
export function isForSame(a: OrderDraft, b: OrderDraft): boolean {
  return a.instrument_name === b.instrument_name;
}

/** Runs the action at the next animation frame; returns its cancel. */
export function atNextFrame(action: () => void): () => void {
  const frame = requestAnimationFrame(action);
  return () => cancelAnimationFrame(frame);
}

/** Asks for the check of the newest draft, one question at a time: typing never builds a queue, and the last word wins. */
export function createCheckRunner<Draft, Check>(options: CheckRunnerOptions<Draft, Check>): CheckRunner<Draft> {
  const { ask, receive } = options;
  let wanted: Draft | null = null;
  let isAsking = false;
  let isStopped = false;
  let cancelFrame: (() => void) | null = null;

  async function run(): Promise<void> {
    cancelFrame = null;
    const draft = wanted;
    if (draft === null) return;
    wanted = null;
    isAsking = true;
    let answer: Checked<Draft, Check>;
    try {
      answer = { draft, check: await ask(draft), failure: null };
    } catch (error) {
      answer = { draft, check: null, failure: readFailure(error) };
    }
    isAsking = false;
    if (isStopped) return;
    // Of an instrument that was left meanwhile nothing is told: it would stand beside another's price and amount.
    if (wanted === null || options.isForSame(wanted, draft)) receive(answer);
    start();
  }

  function start(): void {
    if (wanted === null || isAsking || cancelFrame !== null) return;
    cancelFrame = options.atNextFrame(() => void run());
  }

  return {
    want: (draft) => {
      wanted = draft;
      start();
    },
    stop: () => {
      isStopped = true;
      cancelFrame?.();
    },
  };
}
