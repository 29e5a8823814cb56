import { findUnseen } from '../../shared/names.ts';
import {
  KIND_NAMES,
  MOST_NAME_CHARACTERS,
  type ProfileForm,
  type ProfileKind,
  type ProfileProblem,
} from '../../shared/profiles/profile.ts';
import type { PolicyView } from '../../shared/profiles/policy.ts';
import { isServiceAllowed } from '../policy/policy-file.ts';
import { isLoopback, parseOrigin } from '../service/wire/origin.ts';

/** What is compared between two profiles. */
export type KnownProfile = Pick<ProfileForm, 'name' | 'kind' | 'origin'>;

/** What a profile is judged against. */
export interface ProfileFacts {
  readonly others: readonly KnownProfile[];
  readonly policy: PolicyView;
}

/** Everything wrong with a profile, by field: the reason and what would be right. */
export function judgeProfile(profile: ProfileForm, { others, policy }: ProfileFacts): ProfileProblem[] {
  const otherNames = others.map(({ name }) => name);
  const found = [judgeName(profile.name, otherNames), judgeOrigin(profile, policy), judgeKind(profile, others)];
  return found.filter((problem) => problem !== null);
}

/** What an address may be at the worst: of two kinds, the later one is believed. */
const BY_GRAVITY: readonly ProfileKind[] = ['simulator', 'test', 'custom', 'live'];

/** The first of the others that calls the same address by another kind; null where none does. */
export function findRival(profile: KnownProfile, others: readonly KnownProfile[]): KnownProfile | null {
  const own = addressOf(profile.origin);
  if (own === null) return null;
  return others.find(({ kind, origin }) => kind !== profile.kind && addressOf(origin) === own) ?? null;
}

/** The same, of those alone whose kind says worse: while they stand, nobody may take the address for less. */
export function findGraverRival(profile: KnownProfile, others: readonly KnownProfile[]): KnownProfile | null {
  const gravity = BY_GRAVITY.indexOf(profile.kind);
  return findRival(
    profile,
    others.filter(({ kind }) => BY_GRAVITY.indexOf(kind) > gravity),
  );
}

/** Says which profile calls the address what. */
export function describeRival({ name, kind, origin }: KnownProfile): string {
  return `The profile “${name}” has ${origin} as ${KIND_NAMES[kind]}, and an address has one kind`;
}

function judgeKind(profile: KnownProfile, others: readonly KnownProfile[]): ProfileProblem | null {
  const rival = findRival(profile, others);
  if (rival === null) return null;
  return { field: 'kind', message: `${describeRival(rival)}: choose ${KIND_NAMES[rival.kind]} here too.` };
}

/** As addresses are compared; null where there is none, as of the embedded simulator. */
function addressOf(origin: string): string | null {
  try {
    return parseOrigin(origin).origin;
  } catch {
    return null;
  }
}

function judgeName(name: string, otherNames: readonly string[]): ProfileProblem | null {
  const wrong = (message: string): ProfileProblem => ({ field: 'name', message });
  if (name === '') return wrong(`A name is missing: 1 to ${MOST_NAME_CHARACTERS} characters.`);
  if ([...name].length > MOST_NAME_CHARACTERS) {
    return wrong(`The name is too long: at most ${MOST_NAME_CHARACTERS} characters.`);
  }
  if (name !== name.trim()) return wrong('The name must not begin or end with a blank.');
  const unseen = findUnseen(name);
  if (unseen !== null) return wrong(unseen);
  const folded = fold(name);
  return otherNames.some((other) => fold(other) === folded)
    ? wrong('Another profile has this name. Choose another; capitals don’t count.')
    : null;
}

function fold(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

function judgeOrigin({ kind, origin }: ProfileForm, policy: PolicyView): ProfileProblem | null {
  const wrong = (message: string): ProfileProblem => ({ field: 'origin', message });
  if (origin === '') return wrong('The base address is missing: such as https://host.');
  let url: URL;
  try {
    url = parseOrigin(origin);
  } catch (error) {
    return wrong(`The base address does not fit: ${error instanceof Error ? error.message : 'not an address'}.`);
  }
  if (kind === 'live' && url.protocol !== 'https:') return wrong('A live service must use https.');
  if (kind === 'simulator' && !isLoopback(url)) {
    return wrong('A simulator’s address must be on 127.0.0.1. Choose Test, Live or Custom for a service elsewhere.');
  }
  if (!isServiceAllowed(policy, url.origin)) {
    return wrong(`The policy of this machine does not allow ${url.origin}: ${describeAllowed(policy)}.`);
  }
  return null;
}

function describeAllowed({ services }: PolicyView): string {
  if (services === null || services.length === 0) return 'it allows the embedded simulator only';
  return `it allows ${services.join(', ')}`;
}
