import fc from 'fast-check';
import { z } from 'zod';
import { createDoor } from '../../../electron/ipc/door.ts';
import { listenToWindows } from '../../../electron/shell/ipc.ts';
import type { RequestChannel } from '../../../shared/ipc/channels.ts';
import { type Handlers, REQUESTS } from '../../../shared/ipc/contract.ts';
import type { IpcReply } from '../../../shared/ipc/error.ts';

export const CHANNELS = Object.keys(REQUESTS) as RequestChannel[];

/** What a window that is no longer ours sends. */
export interface Message {
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
    '../../..',
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

export const OWN_FRAME = { origin: 'app://strikedesk', parent: null };
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

/** Shaped like real ones, most of them; from a window of ours, most of them. */
export const messages: fc.Arbitrary<Message> = fc
  .tuple(frames, channelAndPayload)
  .map(([frame, [channel, payload]]) => ({ frame, channel, payload }));

/** What the main process makes of messages. */
export interface Listened {
  /** Sends it through the listener that Electron calls. */
  readonly send: (message: Message) => Promise<IpcReply<unknown>>;
  /** Handlers that failed without a word of their own. */
  readonly bugs: readonly { readonly channel: string; readonly error: unknown }[];
  /** How many were refused by their frame. */
  readonly refused: () => number;
}

/** The door of a main process with those handlers, and the listener before it. */
export function listenWith(handlers: Handlers): Listened {
  const bugs: { channel: string; error: unknown }[] = [];
  let refused = 0;
  let answer: ((event: never, channel: unknown, payload: unknown) => unknown) | null = null;
  listenToWindows(
    {
      handle: (_name, listener) => {
        answer = listener as NonNullable<typeof answer>;
      },
    },
    createDoor(handlers, (channel, error) => bugs.push({ channel, error })),
    () => (refused += 1),
  );
  return {
    send: async ({ frame, channel, payload }) =>
      (await answer?.(
        { senderFrame: frame, sender: { id: 1 } } as never,
        channel,
        payload instanceof Trap ? setTrap(payload.kind) : payload,
      )) as IpcReply<unknown>,
    bugs,
    refused: () => refused,
  };
}
