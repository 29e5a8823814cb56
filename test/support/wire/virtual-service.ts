import type { Dispatcher } from 'undici';
import type { MethodName } from '../../../shared/service/methods.ts';
import type { Connection, HttpRequest } from '../../../electron/service/wire/connection.ts';
import { Exchange, type ExchangeResult } from '../../../electron/service/wire/exchange.ts';
import type { VirtualClock } from '../virtual-clock.ts';

/** How the service meets a request: as it should, not listening, never answering, or behind a gateway that fails. */
export type ServiceCondition = 'up' | 'refusing' | 'silent' | 'bad_gateway';

type Reply = (params: Record<string, unknown>) => unknown;

/** A service behind connections that live on a virtual clock: the real client runs on them, without a socket. */
export interface VirtualService {
  readonly connect: () => Connection;
  /** The service's clock, milliseconds since the epoch. */
  readonly now: () => number;
  readonly setCondition: (condition: ServiceCondition) => void;
  /** The result of a method from now on. */
  readonly answer: (method: MethodName, reply: Reply) => void;
  /** A method is answered with this error from now on. */
  readonly refuse: (method: MethodName, code: number) => void;
  /** Every request that a client tried to write, with the virtual time at which it did. */
  readonly attempts: readonly { readonly method: string; readonly atMs: number; readonly params: unknown }[];
}

export interface VirtualServiceOptions {
  /** Milliseconds that the next request and its reply are on the way. */
  readonly trip?: () => { readonly outMs: number; readonly backMs: number };
  /** The service's clock, milliseconds since the epoch. */
  readonly serviceNow?: () => number;
}

/** Answers every method that has no reply of its own as if it were unknown. */
export function createVirtualService(clock: VirtualClock, options: VirtualServiceOptions = {}): VirtualService {
  const trip = options.trip ?? (() => ({ outMs: 5, backMs: 5 }));
  const serviceNow = options.serviceNow ?? clock.now;
  const replies = new Map<string, Reply>();
  const refusals = new Map<string, number>();
  const attempts: { method: string; atMs: number; params: unknown }[] = [];
  let condition: ServiceCondition = 'up';

  function answerTo(request: HttpRequest): { status: number; text: string } {
    const { id, method, params } = JSON.parse(request.body ?? '{}') as {
      id: number;
      method: string;
      params: Record<string, unknown>;
    };
    const usOut = Math.floor(serviceNow() * 1000);
    const reply = replies.get(method);
    if (reply !== undefined) {
      return { status: 200, text: JSON.stringify({ jsonrpc: '2.0', id, result: reply(params), usOut }) };
    }
    const error = { code: refusals.get(method) ?? -32_601, message: 'refused' };
    return { status: 400, text: JSON.stringify({ jsonrpc: '2.0', id, error, usOut }) };
  }

  /** One request on its way; `done` when the connection is free again. */
  function write(request: HttpRequest, exchange: Exchange, done: () => void): void {
    const method = request.path.slice('/api/v2/'.length);
    let isOver = false;
    const finish = (): void => {
      if (isOver) return;
      isOver = true;
      done();
    };
    const controller = { abort: finish } as unknown as Dispatcher.DispatchController;
    if (condition !== 'refusing') {
      try {
        exchange.onRequestStart(controller);
      } catch {
        return finish();
      }
    }
    const { params } = JSON.parse(request.body ?? '{}') as { params?: unknown };
    attempts.push({ method, atMs: clock.monotonic(), params });
    if (condition === 'refusing') {
      exchange.onResponseError(undefined, Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
      return finish();
    }
    const { outMs, backMs } = trip();
    clock.after(outMs, () => {
      if (condition === 'silent') return;
      const { status, text } = condition === 'up' ? answerTo(request) : { status: 502, text: '<h1>Bad gateway</h1>' };
      clock.after(backMs, () => {
        if (isOver) return;
        exchange.onResponseStart(controller, status);
        exchange.onResponseData(controller, Buffer.from(text));
        exchange.onResponseEnd();
        finish();
      });
    });
    return undefined;
  }

  return {
    now: serviceNow,
    connect: () => {
      const waiting: (() => void)[] = [];
      let load = 0;
      let isBusy = false;
      const next = (): void => {
        isBusy = false;
        const begin = waiting.shift();
        if (begin === undefined) return;
        isBusy = true;
        begin();
      };
      return {
        load: () => load,
        exchange: (request, deadline, mayWrite) =>
          new Promise((resolve) => {
            load += 1;
            const settle = (result: ExchangeResult): void => {
              load -= 1;
              resolve(result);
            };
            const exchange = new Exchange(clock, deadline, settle, mayWrite);
            waiting.push(() => write(request, exchange, next));
            if (!isBusy) next();
          }),
        close: () => Promise.resolve(),
      };
    },
    setCondition: (next) => {
      condition = next;
    },
    answer: (method, reply) => void replies.set(method, reply),
    refuse: (method, code) => {
      replies.delete(method);
      refusals.set(method, code);
    },
    attempts,
  };
}
