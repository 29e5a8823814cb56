import type { ProfileView } from '../../shared/ipc/schemas/session-schema.ts';
import type { AuthScheme, ProfileColour, ProfileKind, TransportForm } from '../../shared/profiles/profile.ts';

/** How the account proves itself (facts, section 2). Held in the main process only. */
export type Credentials =
  | { readonly scheme: 'none' }
  | { readonly scheme: AuthScheme; readonly clientId: string; readonly clientSecret: string };

/** A service and an account on it. */
export interface Profile {
  readonly id: string;
  readonly name: string;
  readonly kind: ProfileKind;
  /** What marks it; grey when not given. */
  readonly colour?: ProfileColour;
  /** Such as `https://test.example.com`: scheme, host, port; no path. */
  readonly origin: string;
  readonly form: TransportForm;
  readonly credentials: Credentials;
}

/** The id of the simulator that the terminal starts itself. */
export const SIMULATOR_ID = 'simulator';

/** The profile of the simulator that the terminal started. Throws when it was not. */
export function simulatorProfile(
  simulator: { readonly origin: string; readonly clientId: string; readonly clientSecret: string } | null,
): Profile {
  if (simulator === null) throw new Error('a profile was given or the simulator was started');
  const { origin, clientId, clientSecret } = simulator;
  const credentials = { scheme: 'token', clientId, clientSecret } as const;
  return { id: SIMULATOR_ID, name: 'Simulator', kind: 'simulator', origin, form: 'get_body', credentials };
}

/** What a window is told of a profile: nothing secret. */
export function describeProfile({ id, name, kind, colour, origin }: Profile): ProfileView {
  return { id, name, kind, colour: colour ?? 'grey', service_origin: origin };
}
