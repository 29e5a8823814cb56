import { z } from 'zod';
import { alertRulesSchema, alertsChangeSchema } from '../alerts/rule.ts';
import { sellDraftSchema } from '../orders/draft.ts';
import { instrumentSchema } from '../service/instrument.ts';
import { tickerSchema } from '../service/ticker.ts';
import { accountHistorySchema, accountSnapshotSchema, subaccountIdsSchema } from './account-schema.ts';
import type { EventChannel, RequestChannel } from './channels.ts';
import { ipcErrorSchema } from './error.ts';
import { orderCheckSchema, orderRowSchema } from './order-schema.ts';
import { sessionSchema, sessionStatusSchema } from './session-schema.ts';
import { workspacesSchema } from './workspace-schema.ts';

const nothing = z.null();
const instrumentName = z.string().min(1).max(128);

/** How closely a window looks at an instrument; decides how often it is asked for. */
export const attentionSchema = z.enum(['focused', 'visible', 'background']);
export type Attention = z.infer<typeof attentionSchema>;

/** The last known ticker of an instrument. `age_ms` is its age when the batch left the back end. */
export const quoteSchema = z.strictObject({
  instrument_name: z.string(),
  ticker: tickerSchema.nullable(),
  age_ms: z.number(),
  /** Older than it should be at the rate it is polled. */
  is_stale: z.boolean(),
  /** Why there is no newer one; null when the last poll worked. */
  failure: ipcErrorSchema.nullable(),
});
export type Quote = z.infer<typeof quoteSchema>;

export const foundInstrumentSchema = z.strictObject({ instrument_name: z.string(), kind: z.string() });

/** Every call a window may make: what it sends, what it gets. */
export const REQUESTS = {
  /** First call of a window: who and where it is. */
  'session.open': { params: nothing, result: sessionSchema },
  /** Replaces the set of instruments this window wants quotes of. */
  'market.watch': {
    params: z.strictObject({
      instruments: z.array(z.strictObject({ instrument_name: instrumentName, attention: attentionSchema })).max(2000),
    }),
    result: nothing,
  },
  /** Metadata of one instrument; `NotFound` when the service has none of that name. */
  'market.instrument': { params: z.strictObject({ instrument_name: instrumentName }), result: instrumentSchema },
  /** Known instruments whose name contains every word of the text, best first. */
  'market.find': {
    params: z.strictObject({ text: z.string().max(128), limit: z.number().int().min(1).max(200) }),
    result: z.array(foundInstrumentSchema),
  },
  'watchlist.save': { params: z.strictObject({ instruments: z.array(instrumentName).max(500) }), result: nothing },
  'workspaces.save': { params: workspacesSchema, result: nothing },
  'account.read': { params: nothing, result: accountSnapshotSchema },
  /** Replaces the list of subaccounts that are read besides the account; kept over restarts. */
  'account.follow': { params: z.strictObject({ subaccount_ids: subaccountIdsSchema }), result: nothing },
  /** What was recorded of a currency from a moment on, by the back end's clock; 0 for all of it. */
  'account.history': {
    params: z.strictObject({ currency: z.string().min(1).max(16), from: z.number() }),
    result: accountHistorySchema,
  },
  /** Replaces the alerts' rules; a snooze is part of its rule. Answered once they are stored and judged. */
  'alerts.save': { params: z.strictObject({ rules: alertRulesSchema }), result: nothing },
  /** The rules and the forecast for a draft; changes nothing. */
  'orders.check': { params: z.strictObject({ draft: sellDraftSchema }), result: orderCheckSchema },
  /**
   * Sells. `intent_id` is made by the window once per press of the button: the same id never makes
   * a second order. `acknowledged` lists the warnings the trader accepted. When the rules stop the
   * order, `row` is null and `check` says why.
   */
  'orders.place': {
    params: z.strictObject({
      intent_id: z.uuid(),
      draft: sellDraftSchema,
      acknowledged: z.array(z.string().max(64)).max(64),
    }),
    result: z.strictObject({ row: orderRowSchema.nullable(), check: orderCheckSchema }),
  },
  'orders.list': { params: nothing, result: z.array(orderRowSchema) },
  /** Looks an unknown or open order up again, now. */
  'orders.recheck': { params: z.strictObject({ intent_id: z.uuid() }), result: nothing },
  /**
   * Stops selling in every window at once, or allows it again; kept over restarts. Nothing that rests at the
   * service is touched: the contract has no cancel.
   */
  'trading.set_stopped': { params: z.strictObject({ stopped: z.boolean() }), result: nothing },
  /** A bug in the window, for the log. */
  'window.report_error': {
    params: z.strictObject({ message: z.string().max(4000), stack: z.string().max(16_000).nullable() }),
    result: nothing,
  },
} as const satisfies Record<RequestChannel, { params: z.ZodType; result: z.ZodType }>;

/** Everything the back end tells its windows. */
export const EVENTS = {
  'session.changed': sessionStatusSchema,
  /** Newest values of watched instruments, at most one batch a frame. */
  'market.quotes': z.array(quoteSchema),
  'account.changed': accountSnapshotSchema,
  /** How the alerts stand after a change, with the news of it. */
  'alerts.changed': alertsChangeSchema,
  /** Rows that are new or changed. */
  'orders.changed': z.array(orderRowSchema),
} as const satisfies Record<EventChannel, z.ZodType>;

export type RequestParams<C extends RequestChannel> = z.output<(typeof REQUESTS)[C]['params']>;
export type RequestResult<C extends RequestChannel> = z.output<(typeof REQUESTS)[C]['result']>;
export type EventPayload<C extends EventChannel> = z.output<(typeof EVENTS)[C]>;

/** The window that a request came from. */
export interface Sender {
  readonly windowId: string;
}

/** The back end's side: one function per request. An expected failure throws `IpcFailure`. */
export type Handlers = {
  readonly [C in RequestChannel]: (params: RequestParams<C>, sender: Sender) => Promise<RequestResult<C>>;
};

/** Tells one window, or all where `windowId` is null. */
export type Publish = <C extends EventChannel>(channel: C, payload: EventPayload<C>, windowId: string | null) => void;
