import { z } from 'zod';
import { alertRulesSchema, alertsChangeSchema } from '../alerts/rule.ts';
import { planViewSchema } from '../execution/plan.ts';
import { historyIssueSchema } from '../history/query.ts';
import { historyPageSchema, historyReadSchema, walkSchema } from '../history/view.ts';
import { presetListSchema } from '../orders/presets.ts';
import { rfqBookSchema } from '../rfq/book.ts';
import { commandStateSchema } from './schemas/amend-schema.ts';
import { chainSchema } from './schemas/chain-schema.ts';
import {
  accountHistoryRequestSchema,
  accountHistorySchema,
  accountSnapshotSchema,
  positionViewSchema,
  subaccountIdsSchema,
} from './schemas/account-schema.ts';
import type { EventChannel, RequestChannel } from './channels.ts';
import { filePartSchema, fileSavedSchema } from './schemas/file-schema.ts';
import { FIRST_EVENTS, FIRST_RESULTS } from './first-contract.ts';
import { historyRequestSchema, historySchema } from './schemas/history-schema.ts';
import { journalEntrySchema, journalPageSchema, journalQuerySchema } from './schemas/journal-schema.ts';
import { orderRowSchema } from './schemas/order-schema.ts';
import { preferencesChangeSchema, preferencesSchema } from './schemas/preferences-schema.ts';
import { profilesActionSchema, profilesResultSchema, profilesViewSchema } from './schemas/profile-schema.ts';
import { rfqBoardSchema, rfqSendSchema, rfqSentSchema, rfqStatementSchema } from './schemas/rfq-schema.ts';
import { methodLatencySchema } from './schemas/session-schema.ts';
import { tapeReadSchema, tapeSchema } from './schemas/tape-schema.ts';
import { TRADE_REQUESTS } from './trade-contract.ts';
import { watchlistsSchema } from './schemas/watchlist-schema.ts';
import { saveWorkspacesSchema } from './schemas/workspace-schema.ts';

const nothing = z.null();
const instrumentName = z.string().min(1).max(128);

/** How closely a window looks at an instrument; decides how often it is asked for. */
export const attentionSchema = z.enum(['focused', 'visible', 'background']);
export type Attention = z.infer<typeof attentionSchema>;

export const foundInstrumentSchema = z.strictObject({ instrument_name: z.string(), kind: z.string() });

/** Every call a window may make: what it sends, what it gets. */
export const REQUESTS = {
  /**
   * A window's first call. `main_page` names a page of the main window while it is loaded, and replaces the one before;
   * null: another window.
   */
  'session.open': { params: z.strictObject({ main_page: z.uuid() }).nullable(), result: FIRST_RESULTS['session.open'] },
  /** Round trips by method since the profile was opened. */
  'session.latencies': { params: nothing, result: z.array(methodLatencySchema) },
  /** Replaces the set of instruments this window wants quotes of. */
  'market.watch': {
    params: z.strictObject({
      instruments: z.array(z.strictObject({ instrument_name: instrumentName, attention: attentionSchema })).max(2000),
    }),
    result: FIRST_RESULTS['market.watch'],
  },
  /**
   * Metadata of one instrument; `NotFound` when the service has none of that name. `in_bulk`: behind the reads for
   * prices.
   */
  'market.instrument': {
    params: z.strictObject({ instrument_name: instrumentName, in_bulk: z.boolean().optional() }),
    result: FIRST_RESULTS['market.instrument'],
  },
  /** Metadata of those of the names that it is known of now; nothing is asked of the service for it. */
  'market.instruments': {
    params: z.strictObject({ instrument_names: z.array(instrumentName).max(2000) }),
    result: FIRST_RESULTS['market.instruments'],
  },
  /** Known instruments whose name contains every word of the text, best first. */
  'market.find': {
    params: z.strictObject({ text: z.string().max(128), limit: z.number().int().min(1).max(2000) }),
    result: z.array(foundInstrumentSchema),
  },
  /** What this terminal recorded of an instrument's tickers. */
  'market.history': { params: historyRequestSchema, result: historySchema },
  /**
   * The option chain of a family (`BTC`, `BTC_USDC`) and expiry; null is the nearest. Without a list, asking keeps the
   * search running.
   */
  'market.chain': {
    params: z.strictObject({
      family: z
        .string()
        .regex(/^[A-Z0-9]{1,16}(_[A-Z0-9]{1,16})?$/, 'must be a base or a pair, such as BTC or BTC_USDC'),
      expiration_timestamp: z.number().int().nonnegative().nullable(),
    }),
    result: chainSchema,
  },
  /** Replaces all lists. */
  'watchlist.save': { params: watchlistsSchema, result: nothing },
  'workspaces.save': { params: saveWorkspacesSchema, result: nothing },
  'account.read': { params: nothing, result: accountSnapshotSchema },
  /** Replaces the list of subaccounts that are read besides the account; kept over restarts. */
  'account.follow': { params: z.strictObject({ subaccount_ids: subaccountIdsSchema }), result: nothing },
  /** What was recorded of a currency. */
  'account.history': { params: accountHistoryRequestSchema, result: accountHistorySchema },
  /** The account's position in an instrument, asked of the service now. */
  'account.held': { params: z.strictObject({ instrument_name: instrumentName }), result: positionViewSchema },
  /** Replaces the alerts' rules; a snooze is part of its rule. Answered once they are stored and judged. */
  'alerts.save': { params: z.strictObject({ rules: alertRulesSchema }), result: nothing },
  ...TRADE_REQUESTS,
  /**
   * Saves an export in parts into the host's folder, never over a file. Gives the path. `StorageFailed` with the disk's
   * reason.
   */
  'window.save': { params: filePartSchema, result: fileSavedSchema },
  /** Journal entries, newest first; on demand with verification. */
  'journal.read': { params: journalQuerySchema, result: journalPageSchema },
  /**
   * Fetches trades of a query that aren't known yet, one walk at a time. Nothing is asked when `issues` has any. An
   * event ends it.
   */
  'history.walk': {
    params: z.discriminatedUnion('action', [
      z.strictObject({ action: z.literal('start'), query: z.unknown() }),
      z.strictObject({ action: z.literal('cancel') }),
    ]),
    result: z.strictObject({ issues: z.array(historyIssueSchema), walk: walkSchema.nullable() }),
  },
  /** Stored trades, newest first, page by page; with the first page what they add up to. Asks the service for nothing. */
  'history.read': { params: historyReadSchema, result: historyPageSchema },
  /**
   * This terminal's Block RFQs. `statement` settles an unknown one by hand: `NotFound` unless unknown, `ReadOnly` in a
   * reading instance. `book` replaces the saved structures.
   */
  'rfq.board': {
    params: z.strictObject({ statement: rfqStatementSchema.nullable(), book: rfqBookSchema.optional() }),
    result: rfqBoardSchema,
  },
  /** Requests quotes, at most once an id; the main process checks again. */
  'rfq.send': { params: rfqSendSchema, result: rfqSentSchema },
  /**
   * The stored public tape of Block RFQs. Asks for news when due, and back in time by `fetch`; `tape.changed` follows.
   */
  'tape.read': { params: tapeReadSchema, result: tapeSchema },
  /** Chooses some of what holds for every window; all of them are told. */
  'preferences.save': { params: preferencesChangeSchema, result: nothing },
  'profiles.read': { params: nothing, result: profilesViewSchema },
  /** Changes or tests profiles or credentials. Answers after services have restarted. */
  'profiles.save': { params: profilesActionSchema, result: profilesResultSchema },
  /** A bug in the window, for the log. */
  'window.error': {
    params: z.strictObject({ message: z.string().max(4000), stack: z.string().max(16_000).nullable() }),
    result: nothing,
  },
} as const satisfies Record<RequestChannel, { params: z.ZodType; result: z.ZodType }>;

/** Everything the back end tells its windows. */
export const EVENTS = {
  ...FIRST_EVENTS,
  'account.changed': accountSnapshotSchema,
  /** First content of untouched lists, once instruments are known. */
  'watchlist.changed': watchlistsSchema,
  /** How the alerts stand after a change, with the news of it. */
  'alerts.changed': alertsChangeSchema,
  /** Rows that are new or changed. */
  'orders.changed': z.array(orderRowSchema),
  /** Amends that are new or known better. */
  'amends.changed': z.array(commandStateSchema),
  /** Plans that were started and not dismissed. */
  'plans.changed': z.array(planViewSchema),
  'presets.changed': presetListSchema,
  /** Entries that the journal has since the last event, oldest first. */
  'journal.changed': z.array(journalEntrySchema),
  /** A walk went on or ended; null: trades were stored without one. */
  'history.changed': walkSchema.nullable(),
  'rfq.changed': rfqBoardSchema,
  'tape.changed': nothing,
  'preferences.changed': preferencesSchema,
  /** Another page of the main window was opened: this one may ask for nothing more, until it is loaded anew. */
  'window.changed': nothing,
} as const satisfies Record<EventChannel, z.ZodType>;

export type RequestParams<C extends RequestChannel> = z.output<(typeof REQUESTS)[C]['params']>;
export type RequestResult<C extends RequestChannel> = z.output<(typeof REQUESTS)[C]['result']>;
export type EventPayload<C extends EventChannel> = z.output<(typeof EVENTS)[C]>;

/** The window that a request came from. */
export interface Sender {
  readonly windowId: string;
}

/** Answers the requests of a channel. An expected failure throws `IpcFailure`. */
export type Handler<C extends RequestChannel> = (params: RequestParams<C>, sender: Sender) => Promise<RequestResult<C>>;

/** The back end's side: one function per request. */
export type Handlers = { readonly [C in RequestChannel]: Handler<C> };

/** Tells one window, or all where `windowId` is null. */
export type Publish = <C extends EventChannel>(channel: C, payload: EventPayload<C>, windowId: string | null) => void;
