import { z } from 'zod';
import { ladderSchema } from '../../orders/confirmation.ts';
import { alertsViewSchema } from '../../alerts/rule.ts';
import { GUARDS_READINGS } from '../../orders/limits/guard-settings.ts';
import { issueSchema } from '../../orders/issue.ts';
import { policyViewSchema } from '../../profiles/policy.ts';
import { PROFILE_COLOURS, PROFILE_KINDS } from '../../profiles/profile.ts';
import { ipcErrorSchema } from './error-schema.ts';
import { preferencesSchema } from './preferences-schema.ts';
import { watchlistsSchema } from './watchlist-schema.ts';
import { draftsSchema, leftOutSchema, ownWindowSchema, workspacesSchema } from './workspace-schema.ts';

/** The service and account that this terminal talks to. Never holds a secret. */
export const profileSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  kind: z.enum(PROFILE_KINDS),
  colour: z.enum(PROFILE_COLOURS),
  /** Origin only, such as `http://127.0.0.1:40123`. */
  service_origin: z.string(),
});
export type ProfileView = z.infer<typeof profileSchema>;

/** Who goes first when requests are scarce: orders, what resolves unknown ones, then what is looked at more closely. */
export const PRIORITIES = ['orders', 'reconciliation', 'focused', 'visible', 'background', 'bulk'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** `open`: reads wait, as the service is away. `half_open`: one tries it. */
export const breakerStateSchema = z.enum(['closed', 'open', 'half_open']);
export type BreakerState = z.infer<typeof breakerStateSchema>;

/** A leaky bucket as the terminal meters it; `available` and `burst` in requests, `rate` in requests a second. */
export const meterSchema = z.strictObject({ available: z.number(), burst: z.number(), rate: z.number() });
export type MeterView = z.infer<typeof meterSchema>;

/** How the account's requests are shared out, for the window to show. */
export const requestBudgetSchema = z.strictObject({
  /** Requests of the reads' bucket that polling leaves for orders and their look-ups. */
  reserve: z.number(),
  /** Requests and due polls that wait for credit or service. */
  waiting: z.record(z.enum(PRIORITIES), z.number().int()),
  /** Orders of spot pairs or of single currencies, where the account has a limit of its own for them. */
  own_order_meters: z.array(meterSchema.extend({ name: z.string() })),
  breaker: breakerStateSchema,
  /** Reads in a row that the service refused as too many. */
  refused_as_too_many: z.number().int(),
});
export type RequestBudget = z.infer<typeof requestBudgetSchema>;

/** Round trips of the latest answers, milliseconds: how many, and what half, 9 in 10 and 99 in 100 of them stay within. */
export const latencySchema = z.strictObject({
  count: z.number().int(),
  p50: z.number(),
  p90: z.number(),
  p99: z.number(),
  longest: z.number(),
});
export type LatencyView = z.infer<typeof latencySchema>;

/** The same of one method of the service. */
export const methodLatencySchema = latencySchema.extend({ method: z.string() });
export type MethodLatency = z.infer<typeof methodLatencySchema>;

/**
 * Whether the service offers a method outside its contract. `unknown`: not asked yet. `read_only`: another instance
 * uses it.
 */
export const offerSchema = z.enum(['unknown', 'offered', 'not_offered', 'not_permitted', 'read_only']);
export type Offer = z.infer<typeof offerSchema>;

export const sessionStatusSchema = z.strictObject({
  /** Which opening of a profile this is of. Another than the session's: the window must open its session anew. */
  opening: z.string(),
  connection: z.enum(['connecting', 'online', 'offline']),
  /** Why the connection is not online; null while it is. */
  failure: ipcErrorSchema.nullable(),
  /** Median round trip of recent calls; null until one was answered. */
  round_trip_ms: z.number().nullable(),
  /** Of sells, and of all other calls; null before the first answer. */
  latency: z.strictObject({ sells: latencySchema.nullable(), reads: latencySchema.nullable() }),
  /** Service clock minus local clock; null until known. */
  clock_offset_ms: z.number().nullable(),
  /** How far off that may be; null until known. */
  clock_error_ms: z.number().nullable(),
  /** How fast the service's clock gains on this machine's, millionths, and how far off that may be; null until measured. */
  clock_drift: z.strictObject({ ppm: z.number(), within_ppm: z.number() }).nullable(),
  /** Contradicting service times since the start, which were ignored. */
  clock_readings_ignored: z.number().int(),
  /**
   * `full`: the disk is; selling resumes once there is room. `unreadable`: earlier orders and Block RFQs can't be read.
   * `cut`: cut, replaced or partly unreadable at a start, and nobody has confirmed a look at the service since.
   */
  journal: z.enum(['ok', 'read_only', 'failed', 'full', 'unreadable', 'cut']),
  /** Whether the profile, which is only read, could be opened for writing: who held it is gone, or a full disk has room. */
  may_take_over: z.boolean(),
  /** Null: the journal that would tell can't be read. */
  unknown_orders: z.number().int().nullable(),
  /** How long resting orders could not be read; null when current. */
  orders_unread_ms: z.number().nullable(),
  /** The same of Block RFQs that live. */
  rfqs_unread_ms: z.number().nullable(),
  /** The trader stopped trading; see `selling_blocked`. */
  trading_stopped: z.boolean(),
  /** What stands between a press and a sell on this profile. */
  ladder: ladderSchema,
  /** How the stored guards of this profile could be read. */
  guards: z.enum(GUARDS_READINGS),
  /** Ways to cancel: one order by its id, by its label, every order of the account. */
  cancels: z.strictObject({ by_id: offerSchema, by_label: offerSchema, account: offerSchema }),
  /** Orders of the list that did not do what was forecast. */
  forecasts_missed: z.number().int(),
  /** Why selling is not possible on this profile now; null when it is. */
  selling_blocked: issueSchema.nullable(),
  /** Where the limits of orders are from: the service, or the documented ones that the trader chose; `untold`: neither. */
  limits: z.enum(['told', 'assumed', 'untold']),
  /** Of orders without their own limit; null until told or assumed. */
  order_meter: meterSchema.nullable(),
  read_meter: meterSchema.nullable(),
  request_budget: requestBudgetSchema,
  polls_per_second: z.number(),
  watched_instruments: z.number().int(),
  /** The same by how closely they are looked at. */
  watched: z.strictObject({ focused: z.number().int(), visible: z.number().int(), background: z.number().int() }),
});
export type SessionStatus = z.infer<typeof sessionStatusSchema>;

/** A start in the standard arrangement: asked for, or because two starts in a row never came to their end. */
export const safeStartSchema = z.enum(['asked', 'crashes']);
export type SafeStart = z.infer<typeof safeStartSchema>;

export const sessionSchema = z.strictObject({
  version: z.string(),
  host: z.enum(['electron', 'browser', 'test']),
  profile: profileSchema,
  /** What an administrator has fixed. */
  policy: policyViewSchema,
  watchlists: watchlistsSchema,
  /** Null before the first change. */
  workspaces: workspacesSchema.nullable(),
  /** What the trader chose for every window. */
  preferences: preferencesSchema,
  /** Windows that hold what was moved out of the main one. */
  own_windows: z.array(ownWindowSchema),
  /** What was kept of workspaces and windows that this version can't read. */
  layouts_left_out: z.array(leftOutSchema),
  /** Drafts of this opening by window; the main one is `main`. */
  drafts: z.record(z.string(), draftsSchema),
  /** Windows whose drafts are those of a start that never came to its end. */
  recovered_drafts: z.array(z.string()),
  /** Why what was kept is not shown at first; null at a usual start. */
  safe_start: safeStartSchema.nullable(),
  /** Paths that damaged files of this profile were renamed to at this start: what they held is not shown. */
  set_aside: z.array(z.string()),
  alerts: alertsViewSchema,
  status: sessionStatusSchema,
});
export type Session = z.infer<typeof sessionSchema>;
