import type { IpcError } from '../../../../shared/ipc/error.ts';
import type { OrderCheck } from '../../../../shared/ipc/schemas/order-schema.ts';
import type { OrderDraft } from '../../../../shared/orders/draft.ts';
import { readFailure } from '../../../api/failure-text.ts';

/** The answer to a draft: what the rules say of it, or why they could not be asked. */
export interface CheckedDraft {
  readonly draft: OrderDraft;
  readonly check: OrderCheck | null;
  readonly failure: IpcError | null;
}

export interface CheckRunnerOptions {
  readonly ask: (draft: OrderDraft) => Promise<OrderCheck>;
  /** Runs the action at the next animation frame; returns its cancel. */
  readonly atNextFrame: (action: () => void) => () => void;
  readonly receive: (answer: CheckedDraft) => void;
}

export interface CheckRunner {
  /** Asks for this draft at the next frame; a newer wish replaces one that has not been asked yet. */
  readonly want: (draft: OrderDraft) => void;
  readonly stop: () => void;
}

/** Whether what is said of one draft may stand beside the other until that is checked: they sell the same instrument. */
export function isForSame(a: OrderDraft, b: OrderDraft): boolean {
  return a.instrument_name === b.instrument_name;
}

/** Asks for the check of the newest draft, one question at a time: typing never builds a queue, and the last word wins. */
export function createCheckRunner({ ask, atNextFrame, receive }: CheckRunnerOptions): CheckRunner {
  let wanted: OrderDraft | null = null;
  let isAsking = false;
  let isStopped = false;
  let cancelFrame: (() => void) | null = null;

  async function run(): Promise<void> {
    cancelFrame = null;
    const draft = wanted;
    if (draft === null) return;
    wanted = null;
    isAsking = true;
    let answer: CheckedDraft;
    try {
      answer = { draft, check: await ask(draft), failure: null };
    } catch (error) {
      answer = { draft, check: null, failure: readFailure(error) };
    }
    isAsking = false;
    if (isStopped) return;
    // Of an instrument that was left meanwhile nothing is told: it would stand beside another's price and amount.
    if (wanted === null || isForSame(wanted, draft)) receive(answer);
    start();
  }

  function start(): void {
    if (wanted === null || isAsking || cancelFrame !== null) return;
    cancelFrame = atNextFrame(() => void run());
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
