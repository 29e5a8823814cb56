import type { Dispatcher } from 'undici';
import { fail, ok, type Result } from '../../../shared/result.ts';
import type { Clock } from '../../clock.ts';
import { explainUnsent, describeError } from './connection-error.ts';
import type { Deadline } from '../deadline.ts';
import type { NoAnswer, NotSent } from '../failure.ts';

/** A whole HTTP reply. */
export interface HttpReply {
  readonly status: number;
  readonly text: string;
  /** Monotonic milliseconds from the first byte written to the last byte read. */
  readonly roundTripMs: number;
}

export type ExchangeResult = Result<HttpReply, NotSent | NoAnswer>;

/** Bodies beyond this are cut off unread. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;

/**
 * A request and its reply by undici, written at most once. `onRequestStart` precedes the first byte: an earlier failure
 * was never sent.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #clock: Clock;
  readonly #resolve: (result: ExchangeResult) => void;
  readonly #mayWrite: () => boolean;
  #writing: { readonly controller: Dispatcher.DispatchController; readonly sinceMs: number } | null = null;
  #isSettled = false;
  #status: number | null = null;
  #size = 0;
  readonly #chunks: Buffer[] = [];

  constructor(
    clock: Clock,
    deadline: Deadline,
    resolve: (result: ExchangeResult) => void,
    mayWrite: () => boolean = () => true,
  ) {
    this.#clock = clock;
    this.#resolve = resolve;
    this.#mayWrite = mayWrite;
    deadline.onPass(() => this.#end('deadline', `no answer within ${deadline.limitMs} ms`));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#writing === null && !this.#mayWrite()) {
      this.#settle(fail({ kind: 'not_sent', reason: 'withdrawn', detail: 'no longer wanted when its turn came' }));
    }
    // A call that has ended is not written, and none is written twice. Throwing here leaves the socket untouched.
    if (this.#isSettled || this.#writing !== null) throw new Error('this request must not be written');
    this.#writing = { controller, sinceMs: this.#clock.monotonic() };
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    if (status >= 200) this.#status = status;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size <= MAX_BODY_BYTES) this.#chunks.push(chunk);
    else this.#end('too_large', `more than ${MAX_BODY_BYTES} bytes`);
  }

  onResponseEnd(): void {
    const [first] = this.#chunks;
    const body = this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks);
    if (this.#status === null || this.#writing === null) throw new Error('a reply without a status or a request');
    const roundTripMs = this.#clock.monotonic() - this.#writing.sinceMs;
    this.#settle(ok({ status: this.#status, text: body.toString('utf8'), roundTripMs }));
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    if (this.#writing === null) this.#settle(fail(explainUnsent(error)));
    else this.#settle(this.#noAnswer(this.#status === null ? 'connection_lost' : 'answer_cut', describeError(error)));
  }

  #end(reason: 'deadline' | 'too_large', detail: string): void {
    if (this.#isSettled) return;
    const isUnsent = this.#writing === null;
    this.#settle(isUnsent ? fail({ kind: 'not_sent', reason: 'deadline', detail }) : this.#noAnswer(reason, detail));
    // Destroys the socket: whatever still arrives belongs to no call.
    this.#writing?.controller.abort(new Error(reason));
  }

  #noAnswer(reason: NoAnswer['reason'], detail: string): ExchangeResult {
    return fail({ kind: 'no_answer', reason, detail, httpStatus: this.#status, bodyStart: null });
  }

  #settle(result: ExchangeResult): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#resolve(result);
  }
}
