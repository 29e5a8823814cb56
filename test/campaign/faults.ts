import type { Random } from '../../simulator/random.ts';

/** What happens to one request between the back end's writing and its reading of the reply. */
export interface Fate {
  readonly name: string;
  /** No connection comes about: an error code of the network. Nothing was written. */
  readonly unconnected?: string;
  /** Whether the service carries the request out; it does when not given. */
  readonly executes?: boolean;
  /** Extra time on the way there, and on the way back; ms. */
  readonly thereMs?: number;
  readonly backMs?: number;
  /** Nothing ever comes back, or the connection ends: while the request is held somewhere, before a reply, or in the middle of one. */
  readonly ends?: 'silent' | 'lost_on_the_way' | 'lost' | 'cut';
  /** What the reply becomes. */
  readonly alter?: (reply: WireReply) => WireReply;
  /** The reply is read as the answer to the next request too. */
  readonly isStale?: boolean;
  /** Another program of the account sells under the same label: what could be this order, or what can't be. */
  readonly stranger?: Stranger;
  /** The service does what its contract excludes. */
  readonly isUnlawful?: boolean;
}

/**
 * What another program orders: the same, another instrument or side, or other terms: at market, immediate, or larger.
 */
export type Stranger = 'same' | 'other' | (typeof OTHER_TERMS)[number];

const OTHER_TERMS = ['market', 'at_once', 'larger'] as const;

/** A reply on its way: an HTTP status and a body. */
export interface WireReply {
  readonly status: number;
  readonly body: string;
}

type MakeFate = (random: Random) => Fate;

const PAGE = '<html><body><h1>Service unavailable</h1></body></html>';
/** Codes that the documents leave out or that prove nothing. */
const UNPROVING_CODES = [10_001, 11_094, 13_008, 13_028, 10_050, 99_999, 12_345] as const;

function edit(change: (envelope: Record<string, unknown>) => void): (reply: WireReply) => WireReply {
  return ({ status, body }) => {
    const envelope = JSON.parse(body) as Record<string, unknown>;
    change(envelope);
    return { status, body: JSON.stringify(envelope) };
  };
}

function page(status: number): (reply: WireReply) => WireReply {
  return () => ({ status, body: PAGE });
}

function refusal(code: number, status = 400): (reply: WireReply) => WireReply {
  return ({ body }) => {
    const { result: _result, ...envelope } = JSON.parse(body) as Record<string, unknown>;
    return { status, body: JSON.stringify({ ...envelope, error: { code, message: `code ${code}` } }) };
  };
}

function editOrder(change: (order: Record<string, unknown>) => void): (reply: WireReply) => WireReply {
  return edit(({ result }) => {
    const order = (result as { order?: Record<string, unknown> } | undefined)?.order;
    if (order !== undefined) change(order);
  });
}

const otherId = edit((envelope) => {
  envelope['id'] = typeof envelope['id'] === 'number' ? envelope['id'] + 1 : 1;
});

/** Faults that any call may meet. Each executes a sell or not as its name says; where it doesn't say, by chance. */
const COMMON: readonly MakeFate[] = [
  () => ({ name: 'connection_refused', unconnected: 'ECONNREFUSED' }),
  () => ({ name: 'host_unreachable', unconnected: 'EHOSTUNREACH' }),
  () => ({ name: 'dropped_before_executing', executes: false, ends: 'lost' }),
  () => ({ name: 'dropped_after_executing', ends: 'lost' }),
  () => ({ name: 'silent_before_executing', executes: false, ends: 'silent' }),
  () => ({ name: 'silent_after_executing', ends: 'silent' }),
  () => ({ name: 'cut_reply', ends: 'cut' }),
  (random) => ({ name: 'slow_reply', backMs: random.integer(300, 70_000) }),
  (random) => ({ name: 'slow_reply', backMs: random.integer(300, 6000) }),
  (random) => ({ name: 'lost_and_late', thereMs: random.integer(300, 9000), ends: 'lost_on_the_way' }),
  (random) => ({ name: 'slow_request', thereMs: random.integer(300, 9000) }),
  () => ({ name: 'other_id', alter: otherId }),
  () => ({ name: 'duplicate_reply', isStale: true }),
  () => ({
    name: 'result_and_error',
    alter: edit((envelope) => {
      envelope['error'] = { code: 11_094, message: 'internal_server_error' };
      envelope['result'] ??= [];
    }),
  }),
  () => ({
    name: 'neither_result_nor_error',
    alter: edit((envelope) => {
      delete envelope['result'];
      delete envelope['error'];
    }),
  }),
  () => ({
    name: 'null_result',
    alter: edit((envelope) => {
      delete envelope['error'];
      envelope['result'] = null;
    }),
  }),
  (random) => {
    const status = random.pick([403, 408, 429, 500, 502, 503, 504]);
    const executes = random.next() < 0.5;
    return { name: `page_${status}_${executes ? 'after' : 'before'}_executing`, executes, alter: page(status) };
  },
  (random) => {
    const executes = random.next() < 0.5;
    const status = random.pick([301, 302, 307, 308]);
    return { name: `redirect_${status}_${executes ? 'after' : 'before'}_executing`, executes, alter: page(status) };
  },
  () => ({ name: 'empty_body', alter: ({ status }) => ({ status, body: '' }) }),
  (random) => {
    const executes = random.next() < 0.5;
    const code = random.pick(UNPROVING_CODES);
    return { name: `code_${code}_${executes ? 'after' : 'before'}_executing`, executes, alter: refusal(code) };
  },
  () => ({ name: 'error_500_after_executing', alter: refusal(11_030, 500) }),
  () => ({ name: 'too_many_requests', executes: false, alter: refusal(10_028, 429) }),
];

const OF_SELLS: readonly MakeFate[] = [
  (random) => ({ name: 'timed_out', executes: false, alter: refusal(13_888), backMs: random.integer(0, 500) }),
  () => ({ name: 'not_enough_funds', executes: false, alter: refusal(10_009) }),
  () => ({ name: 'unauthorized', executes: false, alter: refusal(13_009, 401) }),
  () => ({
    name: 'foreign_order',
    alter: editOrder((order) => {
      order['label'] = 'somebody else';
      order['order_id'] = 'OTHER-1';
    }),
  }),
  () => ({
    name: 'order_without_id',
    alter: editOrder((order) => {
      delete order['order_id'];
    }),
  }),
  () => ({ name: 'request_after_its_deadline', thereMs: 62_000 }),
];

/** Another program under the label; a service that keeps its contract shows whose is whose. */
const STRANGERS: readonly MakeFate[] = [
  () => ({ name: 'two_orders_under_label', ends: 'lost', stranger: 'same' }),
  () => ({ name: 'strangers_order_under_label', executes: false, ends: 'lost', stranger: 'other' }),
];

/** What a service may do only in a seed that says so. */
const UNLAWFUL_SELLS: readonly MakeFate[] = [
  () => ({ name: 'timed_out_after_executing', alter: refusal(13_888), isUnlawful: true }),
];

/** Nothing happens to it. */
export const CLEAN: Fate = { name: 'clean' };

/** A request that is held comes at most so long before its deadline. */
const MOST_IN_TIME_MS = 150;

/** A sell that is held for almost as long as it is good, and is not answered. */
export function holdUntilDeadline(random: Random, leftMs: number): Fate {
  const thereMs = Math.max(0, leftMs - random.integer(1, MOST_IN_TIME_MS));
  return { name: 'held_until_its_deadline', thereMs, ends: 'lost_on_the_way' };
}

/** The fate of a sell that reaches the engine in time when it is held for less than `leftMs`. */
export function drawSellFate(random: Random, rate: number, isLawful: boolean, leftMs: number): Fate {
  if (random.next() >= rate) return CLEAN;
  const makers = [
    () => holdUntilDeadline(random, leftMs),
    ...COMMON,
    ...OF_SELLS,
    ...(isLawful ? STRANGERS : UNLAWFUL_SELLS),
  ];
  return random.pick(makers)(random);
}

/** The same fate under a typed label, which another program uses too, for the same instrument and side. */
export function withOtherTerms(fate: Fate, random: Random): Fate {
  if (fate.stranger !== 'other' || random.next() < 0.3) return fate;
  const stranger = random.pick(OTHER_TERMS);
  return { ...fate, name: `strangers_${stranger}_order_under_label`, stranger, executes: random.next() < 0.5 };
}

/** The fate of anything else. */
export function drawReadFate(random: Random, rate: number): Fate {
  return random.next() >= rate ? CLEAN : random.pick(COMMON)(random);
}

/** What every read meets in a blackout. */
export function drawBlackoutFate(random: Random): Fate {
  return random.pick<Fate>([
    { name: 'blackout_lost', ends: 'lost', executes: false },
    { name: 'blackout_refused', unconnected: 'ECONNREFUSED' },
    { name: 'blackout_503', executes: false, alter: page(503) },
  ]);
}
