import { readFileSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { compare } from '../../shared/decimal.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { NO_POLICY, type Policy, policySchema, type PolicyView, tightenPolicy } from '../../shared/profiles/policy.ts';
import { parseOrigin } from '../service/wire/origin.ts';
import { codeOf } from '../storage/reason-of.ts';

/** Where the policy is, and whether it must be there: a start that names a file means it. */
export interface PolicyPlace {
  readonly path: string;
  readonly isRequired: boolean;
}

/** Where only an administrator writes, by platform. No variable moves it: who starts the terminal sets those. */
export function machinePolicyPath(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return '/Library/Application Support/Strikedesk/policy.json';
  if (platform === 'win32') return win32.join('C:\\ProgramData', 'Strikedesk', 'policy.json');
  return posix.join('/etc', 'strikedesk', 'policy.json');
}

/** Reads the policies once. All are in force together: each may only tighten what those before it fix. */
export function readPolicies(places: readonly PolicyPlace[]): PolicyView {
  return places.map(readPolicy).reduce(tightenPolicy, NO_POLICY);
}

/** Reads one policy. Never throws: what can't be read or understood is in force as `unreadable`. */
export function readPolicy({ path, isRequired }: PolicyPlace): PolicyView {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const code = codeOf(error);
    const isMissing = code === 'ENOENT' || code === 'ENOTDIR';
    if (isMissing && !isRequired) return empty(path, 'none', null);
    return empty(path, 'unreadable', isMissing ? 'there is no such file' : `it can’t be read (${code})`);
  }
  const parsed = parsePolicy(text);
  if (!parsed.ok) return empty(path, 'unreadable', parsed.error);
  const { services, ladder_floor, guard_ceilings = {}, amount_ceilings = {}, max_notional_usd, updates } = parsed.value;
  const ceilings = { ...guard_ceilings };
  const own = ceilings.maxNotionalUsd;
  if (max_notional_usd !== undefined && (own === undefined || compare(max_notional_usd, own) < 0)) {
    ceilings.maxNotionalUsd = max_notional_usd;
  }
  return {
    state: 'in_force',
    path,
    reason: null,
    services: services?.map((service) => parseOrigin(service).origin) ?? null,
    ladder_floor: ladder_floor ?? null,
    guard_ceilings: ceilings,
    amount_ceilings,
    updates: { is_allowed: updates?.allowed ?? true, feed_url: updates?.feed_url ?? null },
  };
}

/** The policy in a text; the error names the field, what is wrong with it and what it must be. */
export function parsePolicy(text: string): Result<Policy, string> {
  let value: unknown;
  try {
    // Editors of Windows mark UTF-8 so.
    value = JSON.parse(text.replace(/^\uFEFF/u, ''));
  } catch {
    return fail('it is not JSON');
  }
  const parsed = policySchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path.join('.') ?? '';
    return fail(`${field === '' ? 'the whole' : field}: ${issue?.message ?? 'does not fit'}`);
  }
  for (const [index, service] of (parsed.data.services ?? []).entries()) {
    try {
      parseOrigin(service);
    } catch (error) {
      return fail(`services.${index}: ${error instanceof Error ? error.message : 'not an address'}`);
    }
  }
  return ok(parsed.data);
}

/** Whether a service may be used; the embedded simulator is always. */
export function isServiceAllowed({ services }: PolicyView, origin: string): boolean {
  return services === null || services.includes(origin);
}

function empty(path: string, state: PolicyView['state'], reason: string | null): PolicyView {
  // What can't be read may forbid them.
  const updates = { is_allowed: state === 'none', feed_url: null };
  return { state, path, reason, services: null, ladder_floor: null, guard_ceilings: {}, amount_ceilings: {}, updates };
}
