import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { ERROR_CODE } from '../../shared/service/error-codes.ts';
import { refusal, type Refusal } from '../refusal.ts';
import type { World } from '../world.ts';
import type { CallLog } from './call-log.ts';
import { executes, writeFaulty, writeReply, type Reply } from './faults.ts';
import { isJson, turnAway } from './gate.ts';
import { readBody, readEnvelope, readQuery, splitTarget, type IncomingCall, type RequestId } from './request.ts';
import { callMethod } from './service.ts';

const ADDRESS = '127.0.0.1';

/** Ports and sockets of the simulator: it listens on 127.0.0.1 alone and may go away and come back. */
export class SimulatorServer {
  readonly #world: World;
  readonly #log: CallLog;
  readonly #now: () => number;
  #server: Server;
  #port = 0;
  #connections = 0;

  constructor(world: World, log: CallLog, now: () => number) {
    this.#world = world;
    this.#log = log;
    this.#now = now;
    this.#server = this.#create();
  }

  get port(): number {
    return this.#port;
  }

  /** TCP connections accepted so far. */
  get connections(): number {
    return this.#connections;
  }

  #create(): Server {
    const server = createServer({ keepAliveTimeout: 900_000 }, (request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
    server.on('connection', () => {
      this.#connections += 1;
    });
    // A request that is not HTTP at all gets no answer.
    server.on('clientError', (_error, socket) => socket.destroy());
    return server;
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

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const arrivedMs = this.#now();
    const turned = turnAway(request, `${ADDRESS}:${this.#port}`);
    if (turned !== null) {
      const body = `${turned.sentence}\n`;
      response.writeHead(turned.status, { 'content-type': 'text/plain', 'content-length': body.length });
      response.end(body);
      return;
    }
    const body = await readBody(request);
    if (body === null) {
      response.setHeader('connection', 'close');
      this.#refuse(response, undefined, refusal(ERROR_CODE.requestEntityTooLarge), arrivedMs);
      return;
    }
    const target = splitTarget(request.url ?? '');
    if (target === null) return this.#refuse(response, undefined, refusal(ERROR_CODE.methodNotFound), arrivedMs, 404);
    if (body.length > 0 && !isJson(request.headers['content-type'])) {
      return this.#refuse(response, undefined, refusal(ERROR_CODE.invalidContentType), arrivedMs);
    }
    const call = body.length > 0 ? readEnvelope(body, target.method) : readQuery(target.query, target.method);
    if (!call.ok) return this.#refuse(response, call.error.id, call.error.refusal, arrivedMs);
    await this.#carryOut(request, response, call.value, body, arrivedMs);
  }

  async #carryOut(
    request: IncomingMessage,
    response: ServerResponse,
    call: IncomingCall,
    body: Buffer,
    arrivedMs: number,
  ): Promise<void> {
    const fault = this.#log.takeFault(call.method);
    const delay = typeof fault === 'object' && fault !== null && 'delayMs' in fault ? fault : null;
    if (delay?.before === true) await wait(delay.delayMs);
    const reply = executes(fault) ? this.#execute(request, call, body, arrivedMs) : null;
    if (reply === null) this.#note(call, null);
    if (delay !== null && delay.before !== true) await wait(delay.delayMs);
    if (fault !== null) writeFaulty(response, fault, reply);
    else if (reply !== null) writeReply(response, reply);
  }

  #execute(request: IncomingMessage, call: IncomingCall, body: Buffer, arrivedMs: number): Reply {
    const signed = { httpMethod: request.method ?? '', target: request.url ?? '', body: body.toString('utf8') };
    const outcome = callMethod(this.#world, call, request.headers.authorization, signed, this.#now());
    const reply = outcome.ok
      ? { status: 200, envelope: this.#envelope(call.id, { result: outcome.value }, arrivedMs) }
      : { status: 400, envelope: this.#envelope(call.id, { error: outcome.error }, arrivedMs) };
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

  /** Microseconds are the clock's milliseconds times a thousand. */
  #envelope(id: RequestId | undefined, content: Readonly<Record<string, unknown>>, arrivedMs: number) {
    const usIn = Math.round(arrivedMs * 1000);
    const usOut = Math.max(usIn, Math.round(this.#now() * 1000));
    const identified = id === undefined ? { jsonrpc: '2.0' } : { jsonrpc: '2.0', id };
    return { ...identified, ...content, usIn, usOut, usDiff: usOut - usIn, testnet: true };
  }

  #refuse(response: ServerResponse, id: RequestId | undefined, error: Refusal, arrivedMs: number, status = 400): void {
    writeReply(response, { status, envelope: this.#envelope(id, { error }, arrivedMs) });
  }
}
