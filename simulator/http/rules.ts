import { EXTENSIONS, type ExtensionName } from '../../shared/service/extensions.ts';
import type { Rate } from '../account/limits.ts';

/** How the door behaves where the service's documents leave a choice, or where a rehearsal wants one. */
export interface DoorRules {
  /** Methods outside the contract that are offered; any other is "method not found". */
  readonly extensions: ReadonlySet<ExtensionName>;
  /** Whether the connection of a caller who has spent its limit is ended after the refusal, as the docs say. */
  readonly closeWhenSpent: boolean;
  /** Whether tokens without a session are taken on the connection that got them alone, and end with it. */
  readonly connectionTokens: boolean;
  /** Limit of calls without credentials, for each address; the service does not publish its own. */
  readonly publicLimit: Rate;
}

export const EXTENSION_NAMES = Object.keys(EXTENSIONS) as readonly ExtensionName[];

/** Everything offered, nothing in the way. */
export const DEFAULT_DOOR_RULES: DoorRules = {
  extensions: new Set(EXTENSION_NAMES),
  closeWhenSpent: false,
  connectionTokens: false,
  publicLimit: { rate: 2000, burst: 20_000 },
};
