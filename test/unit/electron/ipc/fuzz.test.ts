import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createDoor } from '../../../../electron/ipc/door.ts';
import { listenToWindows } from '../../../../electron/shell/ipc.ts';
import { type Handlers, REQUESTS } from '../../../../shared/ipc/contract.ts';
import type { RequestChannel } from '../../../../shared/ipc/channels.ts';

/** `npm run fuzz` asks for a million; a run of the suite makes do with these. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 20_000);
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);

const CHANNELS = Object.keys(REQUESTS) as RequestChannel[];

interface Message {
  readonly frame: { readonly origin: string; readonly parent: unknown } | null;
  readonly channel: unknown;
  readonly payload: unknown;
}

/** Names that mean something to some schema, and names that mean something to JavaScript. */
const NAMES = [
  ...new Set(
    CHANNELS.flatMap((channel) =>
      [...JSON.stringify(jsonSchemaOf(channel)).matchAll(/"([a-z_]+)":/g)].map(([, name = '']) => name),
    ),
  ),
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'then',
];

function jsonSchemaOf(channel: RequestChannel): unknown {
  return z.toJSONSchema(REQUESTS[channel].params, { unrepresentable: 'any', io: 'input' });
}

const text = fc.oneof(
  fc.constantFrom(
    'BTC-PERPETUAL',
    'limit',
    'sell',
    '10',
    '1e400',
    '-0',
    'NaN',
    '\u0000',
    '\ud800',
    '../..',
    'x'.repeat(4000),
  ),
  fc.string(),
);
const leaf = fc.oneof(
  text,
  fc.double(),
  fc.integer(),
  fc.bigInt(),
  fc.boolean(),
  fc.constantFrom(null, undefined, Infinity),
);

/** A value of the shape that a JSON schema describes, most of the time; leaves of another kind in one of eight. */
function shaped(schema: unknown, depth = 0): fc.Arbitrary<unknown> {
  const node = (typeof schema === 'object' && schema !== null ? schema : {}) as Record<string, unknown>;
  const wild = { arbitrary: leaf, weight: 1 };
  const likely = (arbitrary: fc.Arbitrary<unknown>) => fc.oneof({ arbitrary, weight: 7 }, wild);
  const choices = node['anyOf'] ?? node['oneOf'];
  if (depth > 5) return leaf;
  if (Array.isArray(choices)) return fc.oneof(...choices.map((choice) => shaped(choice, depth + 1)));
  if ('const' in node) return likely(fc.constant(node['const']));
  if (Array.isArray(node['enum'])) return likely(fc.constantFrom(...(node['enum'] as unknown[])));
  if (node['type'] === 'array') return likely(fc.array(shaped(node['items'], depth + 1), { maxLength: 4 }));
  if (node['type'] === 'object' && typeof node['properties'] === 'object' && node['properties'] !== null) {
    const model = Object.fromEntries(
      Object.entries(node['properties']).map(([name, child]) => [name, shaped(child, depth + 1)]),
    );
    return likely(fc.oneof({ arbitrary: fc.record(model), weight: 3 }, fc.record(model, { requiredKeys: [] })));
  }
  if (node['type'] === 'boolean') return likely(fc.boolean());
  if (node['type'] === 'integer' || node['type'] === 'number') return likely(fc.oneof(fc.integer(), fc.double()));
  if (node['type'] === 'null') return likely(fc.constant(null));
  return likely(text);
}

/** Stands for a trap until it is sent: the generator itself looks at what it makes. */
class Trap {
  readonly kind: number;
  constructor(kind: number) {
    this.kind = kind;
  }
}

/** Objects that do something when they are looked at. */
function setTrap(kind: number): unknown {
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  const throwing = Object.defineProperty({}, 'draft', {
    enumerable: true,
    get: () => {
      throw new Error('looked at');
    },
  });
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const deep = Array.from({ length: 20_000 }).reduce<unknown>((inside) => [inside], 0);
  const toJson = { toJSON: () => ({ stopped: false }) };
  return [cyclic, throwing, revoked.proxy, deep, toJson, new Map([['a', 1]]), () => 1, Symbol('s')][kind];
}

const polluting = fc
  .tuple(fc.constantFrom('__proto__', 'constructor'), fc.jsonValue())
  .map(
    ([name, value]) =>
      JSON.parse(`{"${name}":{"polluted":${JSON.stringify(value)},"prototype":{"polluted":1}}}`) as unknown,
  );

const loose = fc.oneof(
  fc.dictionary(fc.constantFrom(...NAMES), leaf),
  fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
    withNullPrototype: true,
  }),
  polluting,
  fc.nat({ max: 7 }).map((kind) => new Trap(kind)),
  fc.integer({ min: 200_000, max: 400_000 }).map((length) => ({ message: 'x'.repeat(length), stack: null })),
);

const SHAPES = new Map(CHANNELS.map((channel) => [channel, shaped(jsonSchemaOf(channel))]));

const channelAndPayload = fc.oneof(
  {
    arbitrary: fc
      .constantFrom(...CHANNELS)
      .chain((channel) => fc.tuple(fc.constant<unknown>(channel), SHAPES.get(channel) ?? fc.constant(null))),
    weight: 6,
  },
  { arbitrary: fc.tuple(fc.constantFrom<unknown>(...CHANNELS), loose), weight: 3 },
  { arbitrary: fc.tuple(fc.oneof(text, fc.constantFrom(...NAMES), fc.anything()), loose), weight: 1 },
);

const OWN_FRAME = { origin: 'app://strikedesk', parent: null };
const frames = fc.oneof(
  { arbitrary: fc.constant(OWN_FRAME), weight: 8 },
  {
    arbitrary: fc.constantFrom(
      null,
      { origin: 'app://strikedesk', parent: OWN_FRAME },
      { origin: 'app://strikedesk.evil', parent: null },
      { origin: 'https://evil.invalid', parent: null },
      { origin: 'null', parent: null },
    ),
    weight: 2,
  },
);

const messages: fc.Arbitrary<Message> = fc
  .tuple(frames, channelAndPayload)
  .map(([frame, [channel, payload]]) => ({ frame, channel, payload }));

/** What the main process does with a message, through the listener that Electron calls. */
function listen() {
  const counts = { handled: 0, bugs: 0, refused: 0 };
  const breaches: string[] = [];
  const handlers = Object.fromEntries(
    CHANNELS.map((channel) => [
      channel,
      (params: unknown) => {
        counts.handled += 1;
        if (!REQUESTS[channel].params.safeParse(params).success) breaches.push(channel);
        return Promise.resolve(null);
      },
    ]),
  ) as unknown as Handlers;
  let answer: ((event: never, channel: unknown, payload: unknown) => unknown) | null = null;
  listenToWindows(
    {
      handle: (_name, listener) => {
        answer = listener as NonNullable<typeof answer>;
      },
    },
    createDoor(handlers, () => (counts.bugs += 1)),
    () => (counts.refused += 1),
  );
  const send = async ({ frame, channel, payload }: Message): Promise<{ ok: unknown }> =>
    (await answer?.(
      { senderFrame: frame, sender: { id: 1 } } as never,
      channel,
      payload instanceof Trap ? setTrap(payload.kind) : payload,
    )) as { ok: unknown };
  return { send, counts, breaches };
}

describe('messages of a window that is no longer ours', () => {
  it(`are each answered, and none reaches a handler unless its frame, channel and schema fit: ${RUNS} of them`, async () => {
    const { send, counts, breaches } = listen();
    const names = Object.getOwnPropertyNames(Object.prototype).length;
    await fc.assert(
      fc.asyncProperty(messages, async (message) => {
        const before = counts.handled;
        const reply = await send(message);
        if (typeof reply.ok !== 'boolean') throw new Error('no reply');
        if (message.frame !== OWN_FRAME && counts.handled !== before) throw new Error('a foreign frame was heard');
        if (reply.ok !== (counts.handled === before + 1)) throw new Error('the reply is not that of its handler');
      }),
      { numRuns: RUNS, seed: SEED },
    );
    expect(breaches).toEqual([]);
    expect(counts.bugs).toBe(0);
    expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(names);
    expect('polluted' in {}).toBe(false);
    // It reaches both sides of the door: a fuzzer that is always turned away shows nothing.
    expect(counts.handled).toBeGreaterThan(RUNS / 50);
    expect(counts.refused).toBeGreaterThan(RUNS / 20);
    // Who asked for a run of their own reads what came of it; the same seed and number give the same figures.
    if ('FUZZ_RUNS' in process.env) {
      const { handled, refused, bugs } = counts;
      process.stdout.write(
        `fuzz: seed ${SEED}, ${RUNS} messages: ${handled} reached a handler, ${refused} were refused by their frame, ` +
          `${RUNS - handled - refused} by channel, size or schema; ${breaches.length} breaches, ${bugs} bugs\n`,
      );
    }
  });
});
