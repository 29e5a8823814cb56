import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server as HttpServer,
  type ServerResponse,
} from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { ERROR_CODE } from '../../shared/service/error-codes.ts';
import type { Place } from '../account/sessions.ts';
import { refusal } from '../refusal.ts';
import type { CallDoor, CallRequest } from './call-door.ts';
import type { CallLog } from './call-log.ts';
import { executes, type Fault } from './faults.ts';
import { turnAway } from './gate.ts';
import { runPlainLane } from './plain-lane.ts';
import { errorReply, writeReply, type Reply } from './reply.ts';
import { readBody, type IncomingCall } from './request.ts';
import { writeFaulty } from './write-faulty.ts';

const ADDRESS = '127.0.0.1';
/** A connection ends after this long without a request (facts, section 1). */
const CONNECTION_LIFE_MS = 900_000;

/** Where a socket's calls come from, noted once: its number, so that a token can be bound to it, and its address. */
const PLACE = Symbol('place');
type PlacedSocket = Socket & { [PLACE]?: Place };
const NOWHERE: Place = { connection: 0, address: '' };

/**
 * Ports and sockets of the simulator on 127.0.0.1; can stop and restart. Sockets start in the plain lane, others use
 * node:http.
 */
export class SimulatorServer {
  readonly #door: CallDoor;
  readonly #log: CallLog;
  readonly #endConnection: (connection: number) => void;
  readonly #http: HttpServer;
  readonly #sockets = new Set<Socket>();
  #server: Server;
  #port = 0;
  #host = '';
  #connections = 0;
  #waiters: ((count: number) => void)[] = [];

  constructor(door: CallDoor, log: CallLog, endConnection: (connection: number) => void) {
    this.#door = door;
    this.#log = log;
    this.#endConnection = endConnection;
    this.#http = createHttpServer({ keepAliveTimeout: CONNECTION_LIFE_MS }, (request, response) => {
      this.#answer(request, response);
    });
    // A request that is not HTTP at all gets no answer.
    this.#http.on('clientError', (_error, socket) => socket.destroy());
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
    return createServer({ noDelay: true }, (socket: PlacedSocket) => this.#accept(socket));
  }

  #accept(socket: PlacedSocket): void {
    this.#connections += 1;
    const connection = this.#connections;
    const place: Place = { connection, address: socket.remoteAddress ?? '' };
    socket[PLACE] = place;
    this.#sockets.add(socket);
    socket.on('close', () => {
      this.#sockets.delete(socket);
      this.#endConnection(connection);
    });
    // A caller that is cut off is no concern of the others.
    const onError = () => socket.destroy();
    const onTimeout = () => socket.destroy();
    socket.on('error', onError);
    socket.setTimeout(CONNECTION_LIFE_MS, onTimeout);
    runPlainLane(socket, place, {
      door: this.#door,
      host: this.#host,
      keepAliveSeconds: CONNECTION_LIFE_MS / 1000,
      expectsFaults: () => this.#log.expectsFaults,
      handOver: (rest) => {
        socket.off('error', onError);
        socket.off('timeout', onTimeout);
        socket.setTimeout(0);
        this.#http.emit('connection', socket);
        socket.emit('data', rest);
      },
    });
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
    for (const socket of this.#sockets) socket.destroy();
    await promise;
  }

  /** Listens again on the same port. */
  async reopen(): Promise<void> {
    if (this.#server.listening) return;
    this.#server = this.#create();
    await this.open(this.#port);
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const inMs = this.#door.now();
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

  #fail(response: ServerResponse, error: unknown, inMs: number): void {
    const reply = this.#door.crash(error, inMs);
    if (response.headersSent) response.destroy();
    else writeReply(response, reply);
  }

  #take(incoming: IncomingMessage, response: ServerResponse, body: Buffer | null, inMs: number): void {
    if (body === null) {
      response.shouldKeepAlive = false;
      const error = refusal(ERROR_CODE.requestEntityTooLarge);
      return writeReply(response, errorReply(undefined, error, inMs, this.#door.now()));
    }
    const { socket, headers }: { socket: PlacedSocket; headers: IncomingMessage['headers'] } = incoming;
    const request: CallRequest = {
      httpMethod: incoming.method ?? '',
      target: incoming.url ?? '',
      contentType: headers['content-type'],
      authorization: headers.authorization,
      place: socket[PLACE] ?? NOWHERE,
      body,
    };
    const call = this.#door.read(request, inMs);
    if (!call.ok) return writeReply(response, call.error);
    this.#carryOut(request, response, call.value, inMs);
  }

  #carryOut(request: CallRequest, response: ServerResponse, call: IncomingCall, inMs: number): void {
    const fault = this.#log.takeFault(call.method);
    if (fault === null) return writeReply(response, this.#execute(request, response, call, inMs));
    const delay = typeof fault === 'object' && 'delayMs' in fault ? fault : null;
    if (delay?.before === true) {
      setTimeout(() => {
        try {
          this.#answerFaulty(request, response, call, inMs, fault);
        } catch (error) {
          this.#fail(response, error, inMs);
        }
      }, delay.delayMs);
    } else {
      this.#answerFaulty(request, response, call, inMs, fault);
    }
  }

  #answerFaulty(request: CallRequest, response: ServerResponse, call: IncomingCall, inMs: number, fault: Fault): void {
    const reply = executes(fault) ? this.#execute(request, response, call, inMs) : null;
    if (reply === null) this.#door.note(call, null);
    const write = () => writeFaulty(response, fault, reply, this.#door.now());
    if (typeof fault === 'object' && 'delayMs' in fault && fault.before !== true) setTimeout(write, fault.delayMs);
    else write();
  }

  #execute(request: CallRequest, response: ServerResponse, call: IncomingCall, inMs: number): Reply {
    const { reply, isLast } = this.#door.execute(call, request, inMs);
    if (isLast) response.shouldKeepAlive = false;
    return reply;
  }
}
