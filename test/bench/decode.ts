import { readReply } from '../../electron/service/wire/reply.ts';
import { METHODS, type MethodName } from '../../shared/service/methods.ts';
import { readSamples } from '../support/records/recorded-samples.ts';
import { compareRounds, type Figure } from './figure.ts';

const ROUNDS = 15;
/** Enough that a processor clock in steps of 4 ms errs by a hundredth. */
const READS_PER_ROUND = 100_000;
const WARM_UP_READS = 10_000;
const BAR = 1.4;
const ID = 1;

interface Body {
  readonly method: MethodName;
  readonly bytes: Buffer;
}

/** From a reply's bytes to its typed result, against `JSON.parse` alone, over recorded replies. Microseconds. */
export function measureDecoding(): Promise<readonly Figure[]> {
  const bodies = readBodies();
  const tickers = bodies.filter(({ method }) => method === 'public/ticker');
  return Promise.resolve([compare('ticker_us', tickers), compare('every_method_us', bodies)]);
}

function compare(figure: string, bodies: readonly Body[]): Figure {
  time(bodies, decode, WARM_UP_READS);
  time(bodies, parse, WARM_UP_READS);
  const ours: number[] = [];
  const floor: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round % 2 === 0) ours.push(time(bodies, decode, READS_PER_ROUND));
    floor.push(time(bodies, parse, READS_PER_ROUND));
    if (round % 2 === 1) ours.push(time(bodies, decode, READS_PER_ROUND));
  }
  return compareRounds({ bench: 'decode', figure, against: 'JSON.parse' }, ours, floor, BAR);
}

/** Every recorded success of a method that the client reads, under one id. */
function readBodies(): Body[] {
  const bodies: Body[] = [];
  for (const { method, response } of readSamples()) {
    if (method === null || !Object.hasOwn(METHODS, method)) continue;
    const isEnvelope = typeof response === 'object' && response !== null && 'result' in response;
    const result: unknown = isEnvelope ? response.result : response;
    const times = { usIn: 1_789_939_037_426_000, usOut: 1_789_939_037_426_100, usDiff: 100, testnet: false };
    const bytes = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: ID, result, ...times }));
    const body = { method: method as MethodName, bytes };
    if (decode(body)) bodies.push(body);
  }
  if (bodies.length < 20) throw new Error('hardly a sample can be read');
  return bodies;
}

function decode({ method, bytes }: Body): boolean {
  const { result } = METHODS[method];
  return readReply({ status: 200, text: bytes.toString(), roundTripMs: 1 }, { id: ID, result, receivedAtMs: 1 }).ok;
}

function parse({ bytes }: Body): boolean {
  return JSON.parse(bytes.toString()) !== null;
}

/**
 * Microseconds of this thread's CPU a body: wall time counts other processes' work too. Throws for an unreadable body.
 */
function time(bodies: readonly Body[], read: (body: Body) => boolean, count: number): number {
  const before = process.threadCpuUsage();
  for (let index = 0; index < count; index += 1) {
    const body = bodies[index % bodies.length];
    if (body === undefined || !read(body)) throw new Error('a recorded reply was not read');
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / count;
}
