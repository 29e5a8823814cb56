import { fail } from '../../shared/result.ts';
import type { Connection, HttpRequest } from './wire/connection.ts';
import type { Deadline } from './deadline.ts';
import type { ExchangeResult } from './wire/exchange.ts';
import { failByFault, type NotSent } from './failure.ts';

/** A reply that hangs holds up one of these, and the sells behind it take the others. */
const ORDER_CONNECTIONS = 4;

/** The connections that carry what is never repeated, each one request at a time. */
export interface OrderLane {
  /**
   * Writes the request at most once, on the first free connection. One `subject` is written in order; null is about
   * all.
   */
  readonly exchange: (
    request: HttpRequest,
    deadline: Deadline,
    subject: string | null,
    mayWrite?: () => boolean,
  ) => Promise<ExchangeResult>;
  /** Ends its connections; what waits for one ends as not sent. */
  readonly close: () => Promise<void>;
}

interface Job {
  readonly subject: string | null;
  readonly start: (connection: Connection) => void;
  readonly refuse: (failure: NotSent) => void;
  /** `waiting` for a connection, `unwritten` on one, or `written`, after which it holds up nobody. */
  state: 'waiting' | 'unwritten' | 'written';
}

/** Opens a connection only when those before it are busy, so that calls one after another share the first. */
export function createOrderLane(connect: () => Connection): OrderLane {
  const connections: Connection[] = [];
  /** What is not written yet, in the order it came. */
  let ahead: Job[] = [];
  let isClosed = false;

  function pump(): void {
    ahead = ahead.filter(({ state }) => state !== 'written');
    for (const [index, job] of ahead.entries()) {
      if (job.state !== 'waiting' || ahead.slice(0, index).some((other) => areOrdered(job, other))) continue;
      const connection = freeConnection();
      if (connection === null) return;
      job.state = 'unwritten';
      job.start(connection);
    }
  }

  function freeConnection(): Connection | null {
    const free = connections.find((connection) => connection.load() === 0);
    if (free !== undefined || connections.length >= ORDER_CONNECTIONS) return free ?? null;
    const opened = connect();
    connections.push(opened);
    return opened;
  }

  /** Still connecting when the deadline came: whatever took it next would wait behind that. */
  function giveUp(connection: Connection): void {
    connections.splice(connections.indexOf(connection), 1);
    void connection.close();
  }

  function exchange(
    request: HttpRequest,
    deadline: Deadline,
    subject: string | null,
    mayWrite: () => boolean = () => true,
  ): Promise<ExchangeResult> {
    if (isClosed) return Promise.resolve(fail(CLOSED));
    return new Promise((resolve) => {
      const pass = (): void => {
        job.state = 'written';
        pump();
      };
      const job: Job = {
        subject,
        state: 'waiting',
        start: (connection) => {
          const asked = (): boolean => {
            const isWanted = mayWrite();
            // Only after the first byte: whoever pumps then writes the rest.
            if (isWanted) queueMicrotask(pass);
            return isWanted;
          };
          const failed = (error: unknown): ExchangeResult => {
            giveUp(connection);
            return failByFault(error);
          };
          void connection
            .exchange(request, deadline, asked)
            .catch(failed)
            .then((result) => {
              if (isStuck(result)) giveUp(connection);
              resolve(result);
              pass();
            });
        },
        refuse: (failure) => {
          if (job.state !== 'waiting') return;
          resolve(fail(failure));
          pass();
        },
      };
      ahead.push(job);
      deadline.onPass(() => job.refuse(late(deadline)));
      pump();
    });
  }

  return {
    exchange,
    close: async () => {
      isClosed = true;
      for (const job of ahead) job.refuse(CLOSED);
      await Promise.all(connections.map((connection) => connection.close()));
    },
  };
}

function areOrdered(one: Job, other: Job): boolean {
  return one.subject === null || other.subject === null || one.subject === other.subject;
}

function isStuck(result: ExchangeResult): boolean {
  return !result.ok && result.error.kind === 'not_sent' && result.error.reason === 'deadline';
}

const CLOSED: NotSent = { kind: 'not_sent', reason: 'closed', detail: 'the client was closed' };

function late({ limitMs }: Deadline): NotSent {
  return { kind: 'not_sent', reason: 'deadline', detail: `no connection was free within ${limitMs} ms` };
}
