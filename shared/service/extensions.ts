import { z } from 'zod';
import { instrumentSchema } from './instrument.ts';
import type { ServiceMethod } from './methods.ts';

/**
 * Methods outside the contract (facts, section 9). Each is used only when the service offers it;
 * the terminal works without any of them.
 */
export const EXTENSIONS = {
  /** Every instrument of a currency (`any`: all). */
  'public/get_instruments': {
    params: z.strictObject({
      currency: z.string(),
      kind: z.string().optional(),
      expired: z.boolean().optional(),
    }),
    result: z.array(instrumentSchema),
    scope: null,
    limit: 'non_matching_engine',
    safeToRepeat: true,
  },
} as const satisfies Record<string, ServiceMethod>;

export type ExtensionName = keyof typeof EXTENSIONS;
export type ExtensionParams<Name extends ExtensionName> = z.input<(typeof EXTENSIONS)[Name]['params']>;
export type ExtensionResult<Name extends ExtensionName> = z.output<(typeof EXTENSIONS)[Name]['result']>;
