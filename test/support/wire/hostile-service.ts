import type { Simulator } from '../../../simulator/simulator.ts';
import { type Content, forwardTo } from './forward.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';
import {
  type Behaviour,
  createServiceDouble,
  methodOf,
  type ReceivedCall,
  refuseWith,
  replyText,
  replyWith,
  type ServiceDouble,
} from './service-double.ts';

type Json = Record<string, unknown>;

export interface HostileService extends Pick<ServiceDouble, 'origin' | 'close'> {
  /** When the first of the trades happened that carry one hostile text each; they are a millisecond apart. */
  readonly firstTradeAtMs: number;
}

/** Fields of the service's own answers that people or servers fill with text. */
const NAMED = new Set(['username', 'system_name', 'email', 'referrer_id', 'taker', 'taker_rating', 'app_name']);

/** The simulator, with a hostile text in every string that a person or the service could choose. */
export async function startHostileService(simulator: Simulator): Promise<HostileService> {
  const firstTradeAtMs = Date.now() - 90 * 60_000;
  const trades = HOSTILE_TEXTS.map((text, index) => tradeOf(text, index, firstTradeAtMs));
  const spoil: Readonly<Record<string, Behaviour>> = {
    'private/sell': (call, response) => spoilSell(call)(call, response),
    'private/get_block_rfq_makers': replyWith(HOSTILE_TEXTS),
    'private/get_user_trades_by_currency_and_time': (call, response) => {
      const [from, to] = [Number(call.params['start_timestamp']), Number(call.params['end_timestamp'])];
      const found = trades.filter(({ timestamp }) => timestamp >= from && timestamp <= to);
      const wanted = call.params['sorting'] === 'desc' ? found.toReversed() : found;
      const count = Number(call.params['count'] ?? 10);
      replyWith({ trades: wanted.slice(0, count), has_more: wanted.length > count })(call, response);
    },
  };
  const own = forwardTo(simulator.origin, (content) => spoilNames(content) as Content);
  const double = await createServiceDouble((call, response) => (spoil[methodOf(call)] ?? own)(call, response));
  return { origin: double.origin, close: double.close, firstTradeAtMs };
}

/** What a sell is answered with goes by its last digits: cancelled for a hostile reason, a hostile page, or a hostile refusal. */
export const CANCELLED_FOR = 10;
export const PAGE = 20;

/** The hostile text that a sell of so many is answered with. */
export function textOfSell(amount: number): string {
  return HOSTILE_TEXTS[amount % HOSTILE_TEXTS.length] ?? '';
}

function spoilSell({ params }: ReceivedCall): Behaviour {
  const amount = Number(params['amount']);
  const text = textOfSell(amount);
  if (amount % 100 === CANCELLED_FOR) return replyWith({ order: cancelledOrder(params, text), trades: [] });
  if (amount % 100 === PAGE) return replyText(502, `<!doctype html><title>${text}</title>${text}`, HTML);
  return refuseWith(10_009, text, 400, { reason: text, param: text });
}

const HTML = { 'content-type': 'text/html' };

function cancelledOrder(params: Json, reason: string): Json {
  const nowMs = Date.now();
  return {
    order_id: `hostile-${String(params['amount'])}`,
    order_state: 'cancelled',
    cancel_reason: reason,
    order_type: 'market',
    instrument_name: params['instrument_name'],
    direction: 'sell',
    amount: params['amount'],
    filled_amount: 0,
    average_price: 0,
    price: 'market_price',
    time_in_force: 'good_til_cancelled',
    creation_timestamp: nowMs,
    last_update_timestamp: nowMs,
    label: params['label'],
    api: true,
    web: false,
    is_liquidation: false,
    reduce_only: false,
    post_only: false,
    reject_post_only: false,
    mmp: false,
    replaced: false,
    risk_reducing: false,
    max_show: params['amount'],
  };
}

function tradeOf(text: string, index: number, firstAtMs: number): Json & { timestamp: number } {
  const other = HOSTILE_TEXTS[(index + 7) % HOSTILE_TEXTS.length];
  return {
    trade_id: `BTC-${index}`,
    trade_seq: index + 1,
    timestamp: firstAtMs + index,
    state: 'filled',
    order_id: other,
    order_type: text,
    instrument_name: other,
    direction: 'sell',
    price: 97_500,
    amount: 10,
    fee: 0.000_001,
    fee_currency: 'BTC',
    label: text,
  };
}

let turn = 0;

/** A copy in which every field that holds a name holds a hostile text. */
function spoilNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spoilNames);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => {
      if (!NAMED.has(key) || typeof child !== 'string') return [key, spoilNames(child)];
      turn += 1;
      return [key, HOSTILE_TEXTS[turn % HOSTILE_TEXTS.length]];
    }),
  );
}
