import { z } from 'zod';
import { wireObject } from './fields.ts';

/** Result of `public/auth` (facts, section 2). `expires_in` is in seconds. */
export const authResultSchema = wireObject({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number().positive(),
  scope: z.string(),
  token_type: z.string(),
  state: z.string().optional(),
  sid: z.string().optional(),
  enabled_features: z.array(z.unknown()).optional(),
});
export type AuthResult = z.infer<typeof authResultSchema>;
