/** An API key: what it is called, its secret, what it may do, and the subaccount it belongs to; null is the main account. */
export interface ApiKey {
  readonly subaccountId: number | null;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
}

/** Why a caller was not let in: unknown key or wrong secret, or a token that is not valid. */
export type Denial = 'invalid_credentials' | 'invalid_token';

/** Gives `bytes` of secret material as text: random, or repeatable in a world with an injected clock. */
export type SecretSource = (bytes: number) => string;
