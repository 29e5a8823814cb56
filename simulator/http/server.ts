import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { ERROR_CODE } from '../../shared/service/error-codes.ts';
import type { Place } from '../account/sessions.ts';
import { refusal, type Refusal } from '../refusal.ts';
import type { CallLog } from './call-log.ts';
import { executes, type Fault } from './faults.ts';
import { isJson, turnAway } from './gate.ts';
import { errorReply, resultReply, writeReply, type Reply } from './reply.ts';
import { readBody, readEnvelope, readQuery, splitTarget, type IncomingCall } from './request.ts';
import type { Service } from './service.ts';
import { writeFaulty } from './write-faulty.ts';

const ADDRESS = '127.0.0.1';
const INTERNAL_ERROR = 11_094;
/** A connection ends after this long, whatever it is used for (facts, section 1). */
const CONNECTION_LIFE_MS = 900_000;

/** Where a socket's calls come from, noted once: its number, so that a token can be bound to it, and its address. */
const PLACE = Symbol('place');
type PlacedSocket = Socket & { [PLACE]?: Place };
const NOWHERE: Place = { connection: 0, address: '' };

/** Ports and sockets of the simulator: it listens on 127.0.0.1 alone and may go away and come back. */
export class SimulatorServer {
  readonly #service: Service;
  readonly #log: CallLog;
  readonly #now: () => number;
  readonly #endConnection: (connection: number) => void;
  #server: Server;
  #port = 0;
  #host = '';
  #connections = 0;
  #waiters: ((count: number) => void)[] = [];

  constructor(service: Service, log: CallLog, now: () => number, endConnection: (connection: number) => void) {
    this.#service = service;
    this.#log = log;
    this.#now = now;
    this.#endConnection = endConnection;
    this.#server = this.#create();
  }

  get port(): number {
    return this.#port;
  }

  /** TCP connections accepted so far. */
  get connections(): number {
    return this.#connections;
  }

  /** Resolves with the count when the next connection is accepted. */
  waitForConnection(): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>();
    this.#waiters.push(resolve);
    return promise;
  }

  #create(): Server {
    const server = createServer({ keepAliveTimeout: CONNECTION_LIFE_MS }, (request, response) => {
      this.#answer(request, response);
    });
    server.on('connection', (socket: PlacedSocket) => this.#accept(socket));
    // A request that is not HTTP at all gets no answer.
    server.on('clientError', (_error, socket) => socket.destroy());
    return server;
  }

  #accept(socket: PlacedSocket): void {
    this.#connections += 1;
    const connection = this.#connections;
    socket[PLACE] = { connection, address: socket.remoteAddress ?? '' };
    socket.on('close', () => this.#endConnection(connection));
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const resolve of waiters) resolve(connection);
  }

  /** Listens; port 0 takes any. Rejects when the port is not to be had. */
  async open(port: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#server.once('error', reject);
    this.#server.listen(port, ADDRESS, () => {
      this.#server.off('error', reject);
      resolve();
    });
    await promise;
    this.#port = (this.#server.address() as AddressInfo).port;
    this.#host = `${ADDRESS}:${this.#port}`;
  }

  /** Stops listening and ends every socket. */
  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.close(() => resolve());
    this.#server.closeAllConnections();
    await promise;
  }

  /** Listens again on the same port. */
  async reopen(): Promise<void> {
    if (this.#server.listening) return;
    this.#server = this.#create();
    await this.open(this.#port);
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const inMs = this.#now();
    const turned = turnAway(request, this.#host);
    if (turned !== null) {
      const body = `${turned.sentence}\n`;
      response.writeHead(turned.status, { 'content-type': 'text/plain', 'content-length': body.length });
      response.end(body);
      return;
    }
    readBody(request, (body) => {
      try {
        this.#take(request, response, body, inMs);
      } catch (error) {
        this.#fail(response, error, inMs);
      }
    });
  }

  /** A fault of the simulator's own: kept for whoever started it, and told to the caller as the service would. */
  #fail(response: ServerResponse, error: unknown, inMs: number): void {
    this.#log.crashes.push(error);
    if (response.headersSent) response.destroy();
    else writeReply(response, errorReply(undefined, refusal(INTERNAL_ERROR), inMs, this.#now(), 500));
  }

  #take(request: IncomingMessage, response: ServerResponse, body: Buffer | null, inMs: number): void {
    const refuse = (error: Refusal, id?: IncomingCall['id'], status = 400) =>
      writeReply(response, errorReply(id, error, inMs, this.#now(), status));
    if (body === null) {
      response.shouldKeepAlive = false;
      return refuse(refusal(ERROR_CODE.requestEntityTooLarge));
    }
    const target = splitTarget(request.url ?? '');
    if (target === null) return refuse(refusal(ERROR_CODE.methodNotFound), undefined, 404);
    if (body.length > 0 && !isJson(request.headers['content-type'])) {
      return refuse(refusal(ERROR_CODE.invalidContentType));
    }
    const call = body.length > 0 ? readEnvelope(body, target.method) : readQuery(target.query, target.method);
    if (!call.ok) return refuse(call.error.refusal, call.error.id);
    this.#carryOut(request, response, call.value, body, inMs);
  }

  #carryOut(request: IncomingMessage, response: ServerResponse, call: IncomingCall, body: Buffer, inMs: number): void {
    const fault = this.#log.takeFault(call.method);
    if (fault === null) return writeReply(response, this.#execute(request, response, call, body, inMs));
    const delay = typeof fault === 'object' && 'delayMs' in fault ? fault : null;
    if (delay?.before === true) {
      setTimeout(() => {
        try {
          this.#answerFaulty(request, response, call, body, inMs, fault);
        } catch (error) {
          this.#fail(response, error, inMs);
        }
      }, delay.delayMs);
    } else {
      this.#answerFaulty(request, response, call, body, inMs, fault);
    }
  }

  #answerFaulty(
    request: IncomingMessage,
    response: ServerResponse,
    call: IncomingCall,
    body: Buffer,
    inMs: number,
    fault: Fault,
  ): void {
    const reply = executes(fault) ? this.#execute(request, response, call, body, inMs) : null;
    if (reply === null) this.#note(call, null);
    const write = () => writeFaulty(response, fault, reply, this.#now());
    if (typeof fault === 'object' && 'delayMs' in fault && fault.before !== true) setTimeout(write, fault.delayMs);
    else write();
  }

  #execute(request: IncomingMessage, response: ServerResponse, call: IncomingCall, body: Buffer, inMs: number): Reply {
    const socket: PlacedSocket = request.socket;
    const origin = {
      authorization: request.headers.authorization,
      ...(socket[PLACE] ?? NOWHERE),
    };
    const signed = { httpMethod: request.method ?? '', target: request.url ?? '', body };
    const outcome = this.#service.call(call, origin, signed, this.#now());
    const outMs = this.#now();
    const reply = outcome.ok
      ? resultReply(call.id, outcome.value, inMs, outMs)
      : errorReply(call.id, outcome.error, inMs, outMs);
    if (!outcome.ok && outcome.error.code === ERROR_CODE.tooManyRequests && this.#service.rules.closeWhenSpent) {
      response.shouldKeepAlive = false;
    }
    this.#note(call, outcome.ok ? 'result' : outcome.error);
    return reply;
  }

  #note(call: IncomingCall, outcome: 'result' | Refusal | null): void {
    this.#log.record({
      method: call.method,
      id: call.id,
      params: call.params.values,
      atMs: this.#now(),
      executed: outcome !== null,
      outcome: outcome === null ? 'not_executed' : outcome === 'result' ? 'result' : 'error',
      errorCode: typeof outcome === 'object' && outcome !== null ? outcome.code : null,
    });
  }
}
