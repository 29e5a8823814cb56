import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** With this the starter says that the service's variables come on standard input, as JSON. */
export const SERVICE_ON_INPUT = '--strikedesk-service-on-input';

const handedSchema = z.record(z.string().regex(/^STRIKEDESK_/u), z.string());

/**
 * The environment with the service's variables from the starter's pipe, since a process's environment can be read.
 * Throws when the pipe carries anything else.
 */
export function readEnvironment(
  argv: readonly string[],
  env: Record<string, string | undefined>,
): Record<string, string | undefined> {
  if (!argv.includes(SERVICE_ON_INPUT)) return env;
  return { ...env, ...handedSchema.parse(JSON.parse(readFileSync(0, 'utf8'))) };
}
