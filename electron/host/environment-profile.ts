import { createHash } from 'node:crypto';
import { fail, ok, type Result } from '../../shared/result.ts';
import { KIND_NAMES } from '../../shared/profiles/profile.ts';
import type { Profile } from '../profiles/profile.ts';
import { parseOrigin } from '../service/wire/origin.ts';

type Environment = Record<string, string | undefined>;

const KINDS = ['test', 'live', 'custom'] as const;
const SCHEMES = ['token', 'signature', 'basic'] as const;
const FORMS = ['get_body', 'get_query', 'post'] as const;

const VARIABLES = [
  'STRIKEDESK_SERVICE_ORIGIN',
  'STRIKEDESK_CLIENT_ID',
  'STRIKEDESK_CLIENT_SECRET',
  'STRIKEDESK_AUTH',
  'STRIKEDESK_FORM',
  'STRIKEDESK_PROFILE',
] as const;
type Variable = (typeof VARIABLES)[number];

/**
 * The service and account in the environment, or null. Deletes the variables, so that no child process sees them. The
 * error repeats no secret.
 */
export function takeProfile(env: Environment): Result<Profile | null, string> {
  const given: Partial<Record<Variable, string>> = {};
  for (const name of VARIABLES) {
    const value = env[name];
    if (value !== undefined && value !== '') given[name] = value;
    delete env[name];
  }
  if (Object.keys(given).length === 0) return ok(null);
  return readProfile(given);
}

function readProfile(given: Partial<Record<Variable, string>>): Result<Profile, string> {
  const address = readOrigin(given.STRIKEDESK_SERVICE_ORIGIN);
  if (!address.ok) return address;
  const kind = oneOf('STRIKEDESK_PROFILE', given.STRIKEDESK_PROFILE, KINDS, 'custom');
  if (!kind.ok) return kind;
  const scheme = oneOf('STRIKEDESK_AUTH', given.STRIKEDESK_AUTH, SCHEMES, 'token');
  if (!scheme.ok) return scheme;
  const form = oneOf('STRIKEDESK_FORM', given.STRIKEDESK_FORM, FORMS, 'get_body');
  if (!form.ok) return form;
  const clientId = given.STRIKEDESK_CLIENT_ID;
  const clientSecret = given.STRIKEDESK_CLIENT_SECRET;
  if (clientId === undefined) return fail('STRIKEDESK_CLIENT_ID is missing: it must hold the id of an API key');
  if (clientSecret === undefined) {
    return fail('STRIKEDESK_CLIENT_SECRET is missing: it must hold the secret of that API key');
  }
  const { origin, host } = address.value;
  return ok({
    id: `${kind.value}-${hashAccount(origin, clientId)}`,
    name: `${KIND_NAMES[kind.value]} · ${host}`,
    kind: kind.value,
    origin,
    form: form.value,
    credentials: { scheme: scheme.value, clientId, clientSecret },
  });
}

/** Tells two accounts apart without naming either; 64 bits of the account's digest. */
export function hashAccount(origin: string, clientId: string): string {
  return createHash('sha256').update(`${origin}\n${clientId}`).digest('hex').slice(0, 16);
}

function readOrigin(text: string | undefined): Result<URL, string> {
  if (text === undefined) {
    return fail('STRIKEDESK_SERVICE_ORIGIN is missing: it must hold the service address, such as https://host');
  }
  try {
    return ok(parseOrigin(text));
  } catch (error) {
    return fail(`STRIKEDESK_SERVICE_ORIGIN does not fit: ${error instanceof Error ? error.message : 'not an address'}`);
  }
}

function oneOf<T extends string>(
  name: Variable,
  text: string | undefined,
  allowed: readonly T[],
  otherwise: T,
): Result<T, string> {
  if (text === undefined) return ok(otherwise);
  const found = allowed.find((value) => value === text);
  return found === undefined ? fail(`${name} must be one of ${allowed.join(', ')}`) : ok(found);
}
