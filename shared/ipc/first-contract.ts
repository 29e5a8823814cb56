import { z } from 'zod';
import { instrumentSchema } from '../service/instrument.ts';
import type { EventChannel, RequestChannel } from './channels.ts';
import { quoteSchema } from './schemas/quote-schema.ts';
import { sessionSchema, sessionStatusSchema } from './schemas/session-schema.ts';

/** The part of the contract that a window's first prices come through: a window makes these schemas before all others. */
export const FIRST_RESULTS = {
  'session.open': sessionSchema,
  'market.watch': z.null(),
  'market.instrument': instrumentSchema,
  'market.instruments': z.array(instrumentSchema),
} as const satisfies Partial<Record<RequestChannel, z.ZodType>>;

export const FIRST_EVENTS = {
  'session.changed': sessionStatusSchema,
  /** Newest values of watched instruments, at most one batch a frame. */
  'market.changed': z.array(quoteSchema),
} as const satisfies Partial<Record<EventChannel, z.ZodType>>;
