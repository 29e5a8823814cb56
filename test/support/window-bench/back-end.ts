import type { EventChannel, RequestChannel } from '../../../shared/ipc/channels.ts';
import {
  EVENTS,
  type EventPayload,
  type Handlers,
  type RequestParams,
  type RequestResult,
} from '../../../shared/ipc/contract.ts';
import { IpcFailure, type IpcError } from '../../../shared/ipc/error.ts';
import type { OrderParams } from '../../../shared/service/methods.ts';
import { createDoor } from '../../../electron/ipc/door.ts';
import { PATIENCE_MS } from '../window/patience.ts';
import { createHandlers } from './handlers.ts';
import { createRfqs } from './rfqs.ts';
import { createSells } from './sells.ts';
import { type BenchState, createState } from './state.ts';
import { createVerbs, type Verbs } from './verbs.ts';

/** Tells the window: what does not fit the contract throws, where it was told. */
export type Tell = <C extends EventChannel>(channel: C, payload: EventPayload<C>) => void;

/** Replies that a test holds back. */
export interface Held {
  /** How many wait. */
  readonly count: () => number;
  /** All that wait are answered, in their order, and later ones at once again. */
  readonly letGo: () => void;
}

/** The back end of one window, in memory: calm, until a test says otherwise. */
export interface WindowBackEnd extends Verbs {
  readonly state: BenchState;
  /** Answers a call otherwise from now on. */
  readonly answer: <C extends RequestChannel>(
    channel: C,
    answer: (params: RequestParams<C>) => RequestResult<C> | Promise<RequestResult<C>>,
  ) => void;
  /** Refuses a call from now on; null: it is answered as before. */
  readonly refuse: (channel: RequestChannel, error: IpcError | null) => void;
  /** Holds back replies to a call from now on, those alone that `fits` says where it is given. */
  readonly hold: <C extends RequestChannel>(channel: C, fits?: (params: RequestParams<C>) => boolean) => Held;
  readonly publish: Tell;
  /** What was asked by a call, oldest first. */
  readonly asked: <C extends RequestChannel>(channel: C) => readonly RequestParams<C>[];
  /** The next call that fits, of those to come. */
  readonly nextAsked: <C extends RequestChannel>(
    channel: C,
    fits?: (params: RequestParams<C>) => boolean,
  ) => Promise<RequestParams<C>>;
  /** What the next sell sends to the service. */
  readonly nextSold: () => Promise<OrderParams>;
  /** Bugs that the window reported, and events that it could not read. */
  readonly bugs: readonly string[];
}

interface Inside {
  readonly backEnd: WindowBackEnd;
  readonly request: (channel: unknown, payload: unknown) => Promise<unknown>;
}

type Handle = (params: unknown, sender: { readonly windowId: string }) => Promise<unknown>;

const WINDOW_ID = 'bench';

export function createBackEnd(tellWindow: (channel: EventChannel, payload: unknown) => void): Inside {
  const state = createState();
  const bugs: string[] = [];
  const asked: { readonly channel: string; readonly params: unknown }[] = [];
  const listeners = new Set<() => void>();
  const tell: Tell = (channel, payload) => {
    EVENTS[channel].parse(payload);
    tellWindow(channel, payload);
    // What stops a request, and its limits, come with the session.
    if (channel === 'session.changed') rfqs.tell();
  };
  const sells = createSells(state, (rows) => {
    tell('orders.changed', rows);
    for (const notify of listeners) notify();
  });
  const rfqs = createRfqs(state, (board) => tell('rfq.changed', board));
  const usual = { ...createHandlers(state, tell), ...sells.handlers, ...rfqs.handlers } as Handlers;
  const answers = new Map<string, Handle>();
  const holds = new Map<string, (params: unknown) => Promise<void>>();

  function handle(channel: RequestChannel): Handle {
    return async (params, sender) => {
      asked.push({ channel, params });
      for (const notify of listeners) notify();
      if (channel === 'window.error') bugs.push((params as RequestParams<'window.error'>).message);
      const reply = (answers.get(channel) ?? (usual[channel] as Handle))(params, sender);
      await holds.get(channel)?.(params);
      return reply;
    };
  }
  const handlers = Object.fromEntries(
    (Object.keys(usual) as RequestChannel[]).map((channel) => [channel, handle(channel)]),
  ) as unknown as Handlers;
  const door = createDoor(handlers, (channel, error) => bugs.push(`${channel}: ${String(error)}`));

  /** Resolves with what `look` first finds; rejects when that takes longer than anything that comes. */
  function until<T>(what: string, look: () => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        listeners.delete(notify);
        reject(new Error(`${what} never came`));
      }, PATIENCE_MS);
      const notify = (): void => {
        const found = look();
        if (found === undefined) return;
        clearTimeout(late);
        listeners.delete(notify);
        resolve(found);
      };
      listeners.add(notify);
    });
  }
  const listAsked = <C extends RequestChannel>(channel: C, from = 0) =>
    asked.slice(from).flatMap((one) => (one.channel === channel ? [one.params as RequestParams<C>] : []));

  const backEnd: WindowBackEnd = {
    ...createVerbs(state, tell, sells, rfqs),
    state,
    bugs,
    publish: tell,
    answer: (channel, answer) => void answers.set(channel, async (params) => answer(params as never)),
    refuse: (channel, error) => {
      if (error === null) answers.delete(channel);
      else answers.set(channel, () => Promise.reject(new IpcFailure(error)));
    },
    hold: (channel, fits = () => true) => {
      const waiting: (() => void)[] = [];
      holds.set(channel, (params) =>
        fits(params as never) ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(),
      );
      return {
        count: () => waiting.length,
        letGo: () => {
          holds.delete(channel);
          for (const go of waiting.splice(0)) go();
        },
      };
    },
    asked: listAsked,
    nextAsked: (channel, fits = () => true) => {
      const from = asked.length;
      return until(channel, () => listAsked(channel, from).find(fits));
    },
    nextSold: () => {
      const { length } = state.sold;
      return until('a sell', () => state.sold[length]);
    },
  };
  return { backEnd, request: (channel, payload) => door.request(WINDOW_ID, channel, payload) };
}
