import { z } from 'zod';
import { alertRulesSchema, alertsChangeSchema } from '../alerts/rule.ts';
import { historyIssueSchema } from '../history/query.ts';
import { historyPageSchema, historyReadSchema, walkSchema } from '../history/view.ts';
import { acknowledgementSchema } from '../orders/acknowledgement.ts';
import { ladderSchema, PRESS_KINDS } from '../orders/confirmation.ts';
import { sellDraftSchema } from '../orders/draft.ts';
import { guardSettingsSchema } from '../orders/limits/guard-settings.ts';
import { orderMarginSchema } from './schemas/margin-schema.ts';
import { presetListSchema } from '../orders/presets.ts';
import { rfqBookSchema } from '../rfq/book.ts';
import { chainSchema } from './schemas/chain-schema.ts';
import {
  accountHistoryRequestSchema,
  accountHistorySchema,
  accountSnapshotSchema,
  subaccountIdsSchema,
} from './schemas/account-schema.ts';
import type { EventChannel, RequestChannel } from './channels.ts';
import { filePartSchema, fileSavedSchema } from './schemas/file-schema.ts';
import { FIRST_EVENTS, FIRST_RESULTS } from './first-contract.ts';
import { adoptedLabelsSchema, followedSchema, journeyStepSchema } from './schemas/follow-schema.ts';
import { historyRequestSchema, historySchema } from './schemas/history-schema.ts';
import { journalEntrySchema, journalPageSchema, journalQuerySchema } from './schemas/journal-schema.ts';
import { cancelCountsSchema, orderCheckSchema, orderRowSchema, orderStatementSchema } from './schemas/order-schema.ts';
import { preferencesChangeSchema, preferencesSchema } from './schemas/preferences-schema.ts';
import { profilesActionSchema, profilesResultSchema, profilesViewSchema } from './schemas/profile-schema.ts';
import { rfqBoardSchema, rfqSendSchema, rfqSentSchema, rfqStatementSchema } from './schemas/rfq-schema.ts';
import { methodLatencySchema } from './schemas/session-schema.ts';
import { tapeReadSchema, tapeSchema } from './schemas/tape-schema.ts';
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
   * First call of a window: who and where it is. A page of the main window says which it is, by a name of its own for as long
   * as it is loaded: the one before it is set aside. Null: a window of its own.
   */
  'session.open': { params: z.strictObject({ main_page: z.uuid() }).nullable(), result: FIRST_RESULTS['session.open'] },
  /** Round trips of each method that was answered since the profile was opened, by name. */
  'session.latencies': { params: nothing, result: z.array(methodLatencySchema) },
  /** Replaces the set of instruments this window wants quotes of. */
  'market.watch': {
    params: z.strictObject({
      instruments: z.array(z.strictObject({ instrument_name: instrumentName, attention: attentionSchema })).max(2000),
    }),
    result: FIRST_RESULTS['market.watch'],
  },
  /**
   * Metadata of one instrument; `NotFound` when the service has none of that name. `in_bulk`: it is one of many, which
   * take what prices leave of the account's reads.
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
   * The option chain of a family (`BTC`, `BTC_USDC`) and an expiry; null: the nearest that has options. Where the
   * service has no list of instruments, being asked for is what keeps the search for its names going.
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
  /** Replaces the alerts' rules; a snooze is part of its rule. Answered once they are stored and judged. */
  'alerts.save': { params: z.strictObject({ rules: alertRulesSchema }), result: nothing },
  /** The rules and the forecast for a draft; changes nothing. */
  'orders.check': { params: z.strictObject({ draft: sellDraftSchema }), result: orderCheckSchema },
  /**
   * The first half of a sell of two steps: `armed` when a first press arms the button, `confirmed` when the order is
   * shown to be confirmed. Holds for this very draft, this window, one sell, and `holds_ms`. Sends nothing.
   */
  'orders.arm': {
    params: z.strictObject({ draft: sellDraftSchema, press: z.enum(['armed', 'confirmed']) }),
    result: z.strictObject({ holds_ms: z.number() }),
  },
  /**
   * Sells. `intent_id` is made by the window once per press of the button: the same id never makes
   * a second order. `acknowledged` lists the warnings the trader accepted, each by itself. `press` says what stood behind the
   * press; the back end demands what the profile's ladder demands, and proof of it by `orders.arm`. When rules or
   * ladder stop the order, `row` is null and `check` says why.
   */
  'orders.place': {
    params: z.strictObject({
      intent_id: z.uuid(),
      draft: sellDraftSchema,
      acknowledged: z.array(acknowledgementSchema).max(64),
      /** Not given: a press alone. */
      press: z.enum(PRESS_KINDS).optional(),
    }),
    result: z.strictObject({ row: orderRowSchema.nullable(), check: orderCheckSchema }),
  },
  /** What the service says that the sell takes of the account's margin. Throws when it can't be asked. */
  'orders.margin': { params: z.strictObject({ draft: sellDraftSchema }), result: orderMarginSchema },
  'orders.list': { params: nothing, result: z.array(orderRowSchema) },
  /** Looks an unknown or open order up again, now. */
  'orders.recheck': { params: z.strictObject({ intent_id: z.uuid() }), result: nothing },
  /**
   * What a person has seen at the service. `two_orders`: the orders under one label; their instrument, locked until
   * then, may be sold again. `statement`: whether a sell that could not be resolved is there; `NotFound` where none of
   * that id waits for a person. `journal_cut`: what a journal that was found cut, or can't be read whole, may have lost; `NotFound` where it was
   * not, `StorageFailed` where that can't be kept. `ReadOnly` where another instance writes the journal.
   */
  'orders.confirm': {
    params: z.discriminatedUnion('seen', [
      z.strictObject({ seen: z.literal('two_orders'), intent_id: z.uuid() }),
      orderStatementSchema.extend({ seen: z.literal('statement') }),
      z.strictObject({ seen: z.literal('journal_cut') }),
    ]),
    result: nothing,
  },
  /**
   * Asks the service to cancel the order of an intent, and gives the row with what became of that. `NotSupported`
   * where the service offers no cancel, `NotFound` where there is no such order at the service.
   */
  'orders.cancel': { params: z.strictObject({ intent_id: z.uuid() }), result: orderRowSchema },
  /** The same for every order of this terminal that rests. */
  'orders.cancel_resting': { params: nothing, result: cancelCountsSchema },
  /**
   * Cancels every order of the account, wherever it was placed; gives how many, null where the service gave no answer, and
   * how many sells of this terminal have no outcome yet. `failed`: instruments of which the service says that it could not.
   * For services that offer nothing finer.
   */
  'orders.cancel_account': {
    params: nothing,
    result: z.strictObject({
      cancelled: z.number().int().nullable(),
      undecided: z.number().int(),
      failed: z.array(z.string()).optional(),
    }),
  },
  /**
   * Orders of the account that this terminal did not place, as last seen: asking keeps them being looked up.
   * `labels` replaces those that the profile follows; null leaves them. `base`: as they were read before. `Conflict` where others
   * are followed by now.
   */
  'orders.follow': {
    params: z.strictObject({ labels: adoptedLabelsSchema.nullable(), base: adoptedLabelsSchema.optional() }),
    result: followedSchema,
  },
  /** Every step of an intent that the journal keeps, oldest first. `NotFound` for an intent of another account. */
  'orders.steps': { params: z.strictObject({ intent_id: z.uuid() }), result: z.array(journeyStepSchema) },
  'presets.read': { params: nothing, result: presetListSchema },
  /** Replaces all presets. `base`: as they were read before. `Conflict` where others are saved by now. */
  'presets.save': {
    params: z.strictObject({ presets: presetListSchema, base: presetListSchema }),
    result: nothing,
  },
  'guards.read': { params: nothing, result: guardSettingsSchema },
  /** `base`: the guards as they were read before they were changed. `Conflict` where others are in force by now. */
  'guards.save': {
    params: z.strictObject({ guards: guardSettingsSchema, base: guardSettingsSchema }),
    result: nothing,
  },
  /**
   * Stops selling in every window at once, or allows it again; kept over restarts. Nothing that rests at the
   * service is touched: see `orders.cancel_resting`.
   */
  'trading.stop': { params: z.strictObject({ stopped: z.boolean() }), result: nothing },
  /**
   * The profile's rung of confirmation. One click is refused unless it was chosen deliberately. `base`: the ladder as it
   * was shown before it was changed. `Conflict` where another is in force by now.
   */
  'trading.ladder': {
    params: z.strictObject({ ladder: ladderSchema, base: ladderSchema, is_deliberate: z.boolean() }),
    result: nothing,
  },
  /**
   * Saves what the window exports, part by part, into the folder that the host chooses. Never writes over a file;
   * gives the path. `StorageFailed` with the disk's reason.
   */
  'window.save': { params: filePartSchema, result: fileSavedSchema },
  /** What the terminal did, newest first, and on demand whether the journal proves itself. */
  'journal.read': { params: journalQuerySchema, result: journalPageSchema },
  /**
   * Fetches the account's trades of a query, as far as they are not known to be complete; one walk at a time. The query
   * is judged by its rules: where `issues` says what is wrong with it, nothing was asked. `cancel` answers at once; an event tells the end.
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
   * The Block RFQs of this terminal. A person's statement about one whose outcome is unknown is taken first: `NotFound`
   * where none of that id is unknown, `ReadOnly` where another instance writes them. `book` replaces what the trader keeps.
   */
  'rfq.board': {
    params: z.strictObject({ statement: rfqStatementSchema.nullable(), book: rfqBookSchema.optional() }),
    result: rfqBoardSchema,
  },
  /** Requests quotes, at most once for an id; the rules are asked again with main's own facts. */
  'rfq.send': { params: rfqSendSchema, result: rfqSentSchema },
  /**
   * The public tape of Block RFQs as far as it is stored; asks the service for its newest page when that is due, and walks
   * back where `fetch` says so: `tape.changed` tells when there is more.
   */
  'tape.read': { params: tapeReadSchema, result: tapeSchema },
  /** Chooses some of what holds for every window; all of them are told. */
  'preferences.save': { params: preferencesChangeSchema, result: nothing },
  'profiles.read': { params: nothing, result: profilesViewSchema },
  /** Changes profiles or credentials, or tests them. Where services are restarted, it is answered once they run. */
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
  /** What lists that nobody has changed begin with, once the service has told what there is. */
  'watchlist.changed': watchlistsSchema,
  /** How the alerts stand after a change, with the news of it. */
  'alerts.changed': alertsChangeSchema,
  /** Rows that are new or changed. */
  'orders.changed': z.array(orderRowSchema),
  'presets.changed': presetListSchema,
  /** Entries that the journal has since the last event, oldest first. */
  'journal.changed': z.array(journalEntrySchema),
  /** The walk has come further, or ended. */
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
