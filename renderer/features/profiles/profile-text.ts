import { assertNever } from '../../../shared/result.ts';
import type { KeyFinding, ListedProfile, VaultView } from '../../../shared/ipc/schemas/profile-schema.ts';
import type { ProfileView } from '../../../shared/ipc/schemas/session-schema.ts';
import type { PolicyView } from '../../../shared/profiles/policy.ts';
import type { AuthScheme, ProfileKind, TransportForm } from '../../../shared/profiles/profile.ts';
import { describeCeilings, RUNG_NAMES } from '../../ui/words/policy-words.ts';

/** Whose money it is. */
const MONEY: Readonly<Record<ProfileKind, string>> = {
  simulator: 'paper money',
  test: 'test money',
  live: 'real money',
  custom: 'maybe real money',
};

const MARKS: Readonly<Record<ProfileKind, string>> = { simulator: '◆', test: '▲', live: '●', custom: '■' };

/** What the badge says: the kind in capitals, and which of several accounts, or whose money where nobody named it. */
export function describeProfile({ kind, name }: Pick<ProfileView, 'kind' | 'name'>): {
  readonly mark: string;
  readonly text: string;
  readonly money: string;
} {
  // One that came with the start is named after its kind and its service, which the status bar shows.
  const isNamed = kind === 'custom' || !(kind === 'simulator' || /^(?:Test|Live) · /u.test(name));
  const text = `${kind.toUpperCase()} · ${isNamed ? name : MONEY[kind]}`;
  return { mark: MARKS[kind], text, money: MONEY[kind] };
}

export const KIND_WORDS: Readonly<Record<ProfileKind, string>> = {
  simulator: 'Simulator — paper money, on this machine',
  test: 'Test — a service’s test money',
  live: 'Live — real money',
  custom: 'Custom — maybe real money',
};

export const FORM_WORDS: Readonly<Record<TransportForm, string>> = {
  get_body: 'GET with a JSON body',
  get_query: 'GET with a query string — weaker: replies carry no id',
  post: 'POST with a JSON body',
};

export const SCHEME_WORDS: Readonly<Record<AuthScheme, string>> = {
  token: 'Login, then a token',
  signature: 'A signature of each call',
  basic: 'Key and secret with each call',
};

export const CREDENTIAL_WORDS: Readonly<Record<ListedProfile['credentials'], string>> = {
  none: 'No key: prices only.',
  stored: 'A key is stored. Its secret is never shown.',
  locked: 'A key is stored. Open the credentials to use it.',
  environment: 'The key came with the start and stays in memory only.',
  built_in: 'The simulator makes its own key at each start.',
};

export const FINDING_NAMES: Readonly<Record<KeyFinding['subject'], string>> = {
  service: 'Service',
  credentials: 'Key',
  selling: 'May trade',
  look_up: 'May look orders up',
  clock: 'Clock',
  limits: 'Limits',
};

/** What a finding means for the trader. */
export const FINDING_MEANINGS: Readonly<Record<KeyFinding['subject'], string>> = {
  service: 'the address and the way of calling are right',
  credentials: 'the key belongs to an account there',
  selling: 'without it, trading is off on this profile',
  look_up: 'a lost reply to an order can be looked up',
  clock: 'an order’s deadline is in the service’s time',
  limits: 'requests stay within the account’s limits',
};

export const VERDICT_MARKS: Readonly<Record<KeyFinding['verdict'], string>> = {
  proven: '✓ proven',
  lacking: '✕ lacking',
  not_proven: '○ not proven',
};

/** Where credentials are kept, in a sentence. */
export function describeVault({ state, sealed_by, would_seal, reason }: VaultView): string {
  const store = sealed_by === 'passphrase' ? 'your passphrase' : (sealed_by ?? '');
  switch (state) {
    case 'empty':
      return would_seal === 'passphrase'
        ? 'No key is stored. This system has no encrypting store. A passphrase seals the first key.'
        : `No key is stored. ${would_seal} will seal the first.`;
    case 'locked':
      return 'The keys are sealed by your passphrase and locked.';
    case 'open':
      return `The keys are sealed by ${store}.`;
    case 'unavailable':
    case 'damaged':
      return reason ?? 'The keys can’t be opened.';
    default:
      return assertNever(state);
  }
}

/** What the policy of the machine fixes, a sentence each: nobody here can set it otherwise. */
export function listFixed(policy: PolicyView): string[] {
  const { services, ladder_floor, updates } = policy;
  const ceilings = describeCeilings(policy);
  return [
    services === null
      ? null
      : `Services: ${services.length === 0 ? 'the embedded simulator only' : services.join(', ')}.`,
    ladder_floor === null ? null : `What a press does: no further than “${RUNG_NAMES[ladder_floor]}”.`,
    ceilings === '' ? null : `Guards: ${ceilings}.`,
    updates.is_allowed ? null : 'Updates: none.',
    updates.is_allowed && updates.feed_url !== null ? `Updates: from ${updates.feed_url} only.` : null,
  ].filter((line) => line !== null);
}
