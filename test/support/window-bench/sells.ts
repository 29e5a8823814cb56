import { randomBytes } from 'node:crypto';
import type { Handlers } from '../../../shared/ipc/contract.ts';
import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { listUnaccepted } from '../../../shared/orders/acknowledgement.ts';
import { labelChildren } from '../../../shared/orders/child-labels.ts';
import type { OrderDraft } from '../../../shared/orders/draft.ts';
import { bestBid, type OrderFacts } from '../../../shared/orders/facts.ts';
import { applyGuardSettings } from '../../../shared/orders/limits/guard-settings.ts';
import { buildOrderParams } from '../../../shared/orders/request.ts';
import { assertDefined } from '../../../shared/result.ts';
import { readHeldDelta } from '../../../shared/account/held-delta.ts';
import { classifyErrorCode } from '../../../shared/service/error-codes.ts';
import type { OrderParams } from '../../../shared/service/methods.ts';
import type { Order } from '../../../shared/service/order.ts';
import { orderSchema } from '../../../shared/service/order.ts';
import { systemClock } from '../../../electron/clock.ts';
import { lookUpCurrency } from '../../../electron/orders/currency.ts';
import { createFactGatherer } from '../../../electron/orders/desk-facts.ts';
import { examine } from '../../../electron/orders/examine.ts';
import { makeIntent } from '../../../electron/orders/intent.ts';
import { makeLabel } from '../../../electron/orders/label.ts';
import { judgeFailure, judgePlaced } from '../../../electron/orders/outcome.ts';
import { createReleases } from '../../../electron/orders/releases.ts';
import { createBucket } from '../../../electron/service/limits/bucket.ts';
import type { CallFailure } from '../../../electron/service/failure.ts';
import { type BenchState, serviceNow } from './state.ts';

/** The sell's fate: taken as asked or with changes, or a failed call. Null: pending. */
export type Fate = { readonly order: Readonly<Record<string, unknown>> } | { readonly failure: CallFailure };

export interface Sells {
  readonly handlers: Pick<Handlers, 'orders.check' | 'orders.arm' | 'orders.place'>;
  /** What becomes of every sell from now on; null: they stay on their way until `decide`. */
  readonly setFate: (fate: Fate | null) => void;
  /** What becomes of the sell on its way under the label. */
  readonly decide: (label: string, fate: Fate) => OrderRow;
}

/** The desk of a window's back end: the product's own rules, forecast, ladder and verdicts over what the state says. */
export function createSells(state: BenchState, tellRows: (rows: OrderRow[]) => void): Sells {
  const labels = new Set<string>();
  const onTheirWay = new Map<string, (row: OrderRow) => void>();
  let fateOfAll: Fate | null = { order: {} };
  let orders = 0;

  const bucket = createBucket({ rate: 5, burst: 20 }, systemClock.monotonic);
  const gather = createFactGatherer(
    {
      factsFor: (draft) => Promise.resolve(factsOf(state, draft)),
      serviceClock: { now: () => serviceNow(state), roundTripMs: () => state.session.status.round_trip_ms },
      budget: { basis: () => 'told', isToldFor: () => true, ordersOf: () => bucket },
      journal: { isLabelUsed: (label) => labels.has(label) },
      instrumentOf: (name) => state.instruments.get(name) ?? null,
      isLabelElsewhere: () => false,
      ordersElsewhere: () => ({ orders: [], isUnread: false }),
    },
    state.rows,
  );
  const releases = createReleases({
    clock: systemClock,
    doubts: () => 0,
    ladder: () => state.session.status.ladder,
    factsFor: async (draft) => factsOf(state, draft),
    isKnown: (intentId) => state.rows.has(intentId),
  });

  async function look(draft: OrderDraft) {
    const facts: OrderFacts = { ...(await gather(draft)), ...state.facts };
    const label = draft.label === '' ? makeLabel(Date.now(), randomBytes) : draft.label;
    const build = (): OrderParams =>
      buildOrderParams(
        labelChildren(draft, label, facts.isLabelInUse),
        label,
        serviceNow(state) + draft.valid_for_ms,
        assertDefined(facts.instrument, 'the rules refuse a draft without a known instrument'),
      );
    return { check: examine(draft, facts, build), build };
  }

  function keep(row: OrderRow): OrderRow {
    state.rows.set(row.intent_id, row);
    tellRows([row]);
    return row;
  }

  function judge(row: OrderRow, fate: Fate): OrderRow {
    if ('failure' in fate) return keep(judgeFailure(row, fate.failure, Date.now()).row);
    orders += 1;
    const order = orderFor(row, `bench-${orders}`, state, fate.order);
    return keep(judgePlaced(row, { order, trades: [] }, Date.now()).row);
  }

  return {
    handlers: {
      'orders.check': async ({ draft }) => (await look(draft)).check,
      'orders.arm': async ({ draft, press }, { windowId }) => ({ holds_ms: releases.arm(windowId, draft, press) }),
      'orders.place': async ({ intent_id, draft, acknowledged, press = 'single' }, { windowId }) => {
        const lacking = await releases.judge({ windowId, intentId: intent_id, draft, kind: press });
        const { check, build } = await look(draft);
        if (lacking !== null) {
          return { row: null, check: { issues: [...check.issues, lacking], forecast: null, request: null } };
        }
        if (check.request === null || listUnaccepted(check.issues, draft, acknowledged).length > 0) {
          releases.revoke(intent_id);
          return { row: null, check };
        }
        const params = build();
        const times = { nowMs: Date.now(), serviceNowMs: serviceNow(state) };
        const currency = lookUpCurrency(state.instruments.get(draft.instrument_name) ?? null, draft.instrument_name);
        const { forecast } = check;
        const row = keep(makeIntent(draft, { intentId: intent_id, params, forecast, currency, ...times }));
        labels.add(row.label);
        state.sold.push(params);
        if (fateOfAll !== null) return { row: judge(row, fateOfAll), check };
        return { row: await new Promise<OrderRow>((decided) => onTheirWay.set(row.label, decided)), check };
      },
    },
    setFate: (fate) => {
      fateOfAll = fate;
    },
    decide: (label, fate) => {
      const row = assertDefined(
        [...state.rows.values()].find((one) => one.label === label),
        `no sell under ${label}`,
      );
      const decided = judge(row, fate);
      onTheirWay.get(label)?.(decided);
      return decided;
    },
  };
}

function factsOf(state: BenchState, { instrument_name: name }: OrderDraft) {
  const instrument = state.instruments.get(name) ?? null;
  const quote = state.quotes.get(name);
  const { account, session } = state;
  return {
    instrument,
    instrumentAgeMs: 1000,
    lookUpCurrency: lookUpCurrency(instrument, name),
    ticker: quote?.ticker ?? null,
    tickerAgeMs: quote?.age_ms ?? 0,
    isTickerStale: quote?.is_stale ?? false,
    tradingBlocked: session.status.selling_blocked,
    fees: null,
    isMmpEnabled: account.account?.mmp_enabled ?? null,
    heldDelta: instrument === null || account.failure !== null ? null : readHeldDelta(account.summaries, instrument),
    selfTradeMode: 'cancel_maker' as const,
    isSelfTradeExtended: false,
    guards: applyGuardSettings(state.guards),
  };
}

/** The order that the service makes of it: resting, waiting for its trigger, or filled at the best bid. */
function orderFor(row: OrderRow, id: string, state: BenchState, changes: Readonly<Record<string, unknown>>): Order {
  const now = serviceNow(state);
  const ticker = state.quotes.get(row.instrument_name)?.ticker ?? null;
  const bid = ticker === null ? null : bestBid(ticker);
  const isMarket = row.type === 'market';
  return orderSchema.parse({
    order_id: id,
    order_state: isMarket ? 'filled' : row.trigger === null ? 'open' : 'untriggered',
    order_type: row.type,
    time_in_force: row.time_in_force,
    instrument_name: row.instrument_name,
    creation_timestamp: now,
    last_update_timestamp: now,
    direction: row.direction,
    price: row.price ?? (isMarket ? bid?.price : 'market_price'),
    label: row.label,
    post_only: row.post_only,
    reduce_only: row.reduce_only,
    amount: row.amount,
    ...(row.trigger === null
      ? { filled_amount: isMarket ? row.amount : 0, average_price: isMarket ? bid?.price : 0 }
      : { trigger: row.trigger, trigger_price: row.trigger_price, trigger_offset: row.trigger_offset }),
    ...changes,
  });
}

/** Nobody knows what became of it. */
export const NO_ANSWER: CallFailure = {
  kind: 'no_answer',
  reason: 'connection_lost',
  detail: 'the connection ended',
  httpStatus: null,
  bodyStart: null,
};

export function serviceRefusal(code: number, message: string): CallFailure {
  return {
    kind: 'service_error',
    isOurs: true,
    code,
    class: classifyErrorCode(code),
    message,
    reason: null,
    param: null,
    data: null,
    httpStatus: 400,
    times: { roundTripMs: 20, serviceTimeMs: null, receivedAtMs: Date.now() },
  };
}
