import type { Dispatcher } from 'undici';
import type { HttpRequest, Transport } from '../../electron/service/wire/connection.ts';
import type { Fate, WireReply } from './faults.ts';

/** A request as it left the back end. */
export interface Written {
  readonly request: HttpRequest;
  readonly method: string;
  readonly connection: number;
}

/** What a line needs of the world around it. */
export interface LineEnd {
  /** The time it takes to get there or back, ms. */
  readonly latencyMs: () => number;
  readonly after: (delayMs: number, action: () => void) => void;
  /** What will happen to a request, before any byte of it is written. */
  readonly fateOf: (request: HttpRequest, method: string) => Fate;
  /** The request has left: from here on the service may see it. */
  readonly onWritten: (written: Written, fate: Fate) => void;
  /** Carries the request out, or turns it away where its fate says so. */
  readonly carryOut: (written: Written, fate: Fate) => WireReply;
  /** That reply has reached the back end whole. */
  readonly onDelivered: (reply: WireReply) => void;
  readonly log: (text: string) => void;
  readonly nextConnection: () => number;
}

interface Waiting {
  readonly request: HttpRequest;
  readonly handler: Dispatcher.DispatchHandler;
}

class Ended extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    // Nobody reads where it came from, and to find that out takes longer than all else of a request.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
  }
}

/**
 * A keep-alive connection without a socket, as undici reports it: one request at a time. Once severed, neither side
 * hears more.
 */
export class Line implements Transport {
  readonly #end: LineEnd;
  readonly #queue: Waiting[] = [];
  #connection: number | null = null;
  #stale: WireReply | null = null;
  /** Counts what was begun, so that what belongs to an ended request is recognized. */
  #turn = 0;
  #isBusy = false;
  #isClosed = false;

  constructor(end: LineEnd) {
    this.#end = end;
  }

  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const { path, method, headers, body } = options;
    const request: HttpRequest = {
      path,
      verb: method as HttpRequest['verb'],
      headers: headers as readonly string[],
      body: body as string | null,
    };
    this.#queue.push({ request, handler });
    this.#next();
    return true;
  }

  destroy(): Promise<void> {
    this.#isClosed = true;
    this.#next();
    return Promise.resolve();
  }

  /** The process is gone: whatever is under way is told to nobody. */
  sever(): void {
    this.#isClosed = true;
    this.#turn += 1;
    this.#queue.length = 0;
    this.#isBusy = true;
  }

  #next(): void {
    if (this.#isClosed) {
      this.#turn += 1;
      for (const { handler } of this.#queue.splice(0)) tell(handler, new Ended('UND_ERR_DESTROYED', 'destroyed'));
      return;
    }
    const [first] = this.#queue;
    if (this.#isBusy || first === undefined) return;
    this.#isBusy = true;
    const turn = (this.#turn += 1);
    const method = first.request.path.slice('/api/v2/'.length).replace(/\?.*/su, '');
    const fate = this.#end.fateOf(first.request, method);
    if (this.#connection !== null && fate.unconnected === undefined) return this.#write(first, method, fate, turn);
    this.#connection = null;
    this.#end.after(this.#end.latencyMs(), () => {
      if (turn !== this.#turn) return;
      if (fate.unconnected !== undefined) {
        this.#end.log(`${method}: ${fate.name}`);
        return this.#finish(first, new Ended(fate.unconnected, fate.name));
      }
      this.#connection = this.#end.nextConnection();
      this.#write(first, method, fate, turn);
    });
  }

  #write(waiting: Waiting, method: string, fate: Fate, turn: number): void {
    const controller = {
      aborted: false,
      paused: false,
      reason: null,
      abort: (reason: Error) => {
        if (turn !== this.#turn) return;
        this.#connection = null;
        this.#finish(waiting, reason, controller);
      },
      pause: () => undefined,
      resume: () => undefined,
    };
    try {
      waiting.handler.onRequestStart?.(controller, {});
    } catch (error) {
      return this.#finish(waiting, error instanceof Error ? error : new Error('not started'));
    }
    const connection = this.#connection ?? 0;
    const written = { request: waiting.request, method, connection };
    this.#end.onWritten(written, fate);
    const stale = this.#stale;
    this.#stale = null;
    if (stale !== null) {
      this.#end.after(0, () => this.#deliver(waiting, controller, stale, turn));
    }
    const lose = (): void => {
      if (turn !== this.#turn) return;
      this.#connection = null;
      this.#finish(waiting, new Ended('UND_ERR_SOCKET', 'other side closed'), controller);
    };
    // A gateway that holds the request may send it on after its caller was let go.
    if (fate.ends === 'lost_on_the_way') this.#end.after(this.#end.latencyMs(), lose);
    this.#end.after(this.#end.latencyMs() + (fate.thereMs ?? 0), () => {
      const reply = this.#end.carryOut(written, fate);
      if (fate.ends === 'silent' || fate.ends === 'lost_on_the_way') return;
      this.#end.after(this.#end.latencyMs() + (fate.backMs ?? 0), () => {
        if (turn !== this.#turn) return;
        if (fate.ends === 'lost') return lose();
        const altered = fate.alter?.(reply) ?? reply;
        if (fate.isStale === true) this.#stale = altered;
        if (fate.ends !== 'cut') return this.#deliver(waiting, controller, altered, turn);
        const { handler } = waiting;
        handler.onResponseStart?.(controller, altered.status, {}, '');
        handler.onResponseData?.(controller, Buffer.from(altered.body.slice(0, altered.body.length / 2)));
        lose();
      });
    });
  }

  #deliver({ handler }: Waiting, controller: Dispatcher.DispatchController, reply: WireReply, turn: number): void {
    if (turn !== this.#turn) return;
    this.#end.onDelivered(reply);
    handler.onResponseStart?.(controller, reply.status, { location: '/api/v2/elsewhere' }, '');
    handler.onResponseData?.(controller, Buffer.from(reply.body));
    if (turn !== this.#turn) return;
    this.#turn += 1;
    this.#isBusy = false;
    this.#queue.shift();
    handler.onResponseEnd?.(controller, {});
    this.#next();
  }

  #finish({ handler }: Waiting, error: Error, controller?: Dispatcher.DispatchController): void {
    this.#turn += 1;
    this.#isBusy = false;
    this.#queue.shift();
    tell(handler, error, controller);
    this.#next();
  }
}

/** undici gives no controller when nothing was written; its types don't say so. */
function tell(handler: Dispatcher.DispatchHandler, error: Error, controller?: Dispatcher.DispatchController): void {
  handler.onResponseError?.(controller as Dispatcher.DispatchController, error);
}
