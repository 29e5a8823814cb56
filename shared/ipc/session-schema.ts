import { z } from 'zod';
import { alertsViewSchema } from '../alerts/rule.ts';
import { issueSchema } from '../orders/issue.ts';
import { ipcErrorSchema } from './error.ts';
import { workspacesSchema } from './workspace-schema.ts';

/** The service and account that this terminal talks to. Never holds a secret. */
export const profileSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['simulator', 'test', 'live', 'custom']),
  /** Origin only, such as `http://127.0.0.1:40123`. */
  service_origin: z.string(),
});
export type ProfileView = z.infer<typeof profileSchema>;

/** A leaky bucket as the terminal meters it; `available` and `burst` in requests, `rate` in requests a second. */
export const meterSchema = z.strictObject({ available: z.number(), burst: z.number(), rate: z.number() });

export const sessionStatusSchema = z.strictObject({
  connection: z.enum(['connecting', 'online', 'offline']),
  /** Why the connection is not online; null while it is. */
  failure: ipcErrorSchema.nullable(),
  /** Median round trip of recent calls; null until one was answered. */
  round_trip_ms: z.number().nullable(),
  /** Service clock minus local clock; null until known. */
  clock_offset_ms: z.number().nullable(),
  journal: z.enum(['ok', 'read_only', 'failed']),
  unknown_orders: z.number().int(),
  /** The trader stopped trading; see `selling_blocked`. */
  trading_stopped: z.boolean(),
  /** Replies since the start that did not do what was forecast. */
  forecasts_missed: z.number().int(),
  /** Why selling is not possible on this profile now; null when it is. */
  selling_blocked: issueSchema.nullable(),
  order_meter: meterSchema.nullable(),
  read_meter: meterSchema.nullable(),
  polls_per_second: z.number(),
  watched_instruments: z.number().int(),
});
export type SessionStatus = z.infer<typeof sessionStatusSchema>;

export const sessionSchema = z.strictObject({
  version: z.string(),
  host: z.enum(['electron', 'browser', 'test']),
  profile: profileSchema,
  watchlist: z.array(z.string()),
  /** Null before the first change. */
  workspaces: workspacesSchema.nullable(),
  alerts: alertsViewSchema,
  status: sessionStatusSchema,
});
export type Session = z.infer<typeof sessionSchema>;
