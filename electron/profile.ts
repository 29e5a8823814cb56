/** How calls are carried over HTTP (facts, section 1). All three are equivalent at the service. */
export type TransportForm = 'get_body' | 'get_query' | 'post';

/** How the account proves itself (facts, section 2). Held in the main process only. */
export type Credentials =
  | { readonly scheme: 'none' }
  | { readonly scheme: 'token' | 'signature' | 'basic'; readonly clientId: string; readonly clientSecret: string };

/** A service and an account on it. */
export interface Profile {
  readonly id: string;
  readonly name: string;
  readonly kind: 'simulator' | 'test' | 'live' | 'custom';
  /** Such as `https://test.example.com`: scheme, host, port; no path. */
  readonly origin: string;
  readonly form: TransportForm;
  readonly credentials: Credentials;
}

/** The profile of the simulator that the terminal started. Throws when it was not. */
export function simulatorProfile(
  id: string,
  simulator: { readonly origin: string; readonly clientId: string; readonly clientSecret: string } | null,
): Profile {
  if (simulator === null) throw new Error('a profile was given or the simulator was started');
  const { origin, clientId, clientSecret } = simulator;
  const credentials = { scheme: 'token', clientId, clientSecret } as const;
  return { id, name: 'Simulator', kind: 'simulator', origin, form: 'get_body', credentials };
}
