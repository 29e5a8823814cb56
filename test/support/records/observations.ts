import { decimal } from '../../../shared/decimal.ts';
import type { Observation } from '../../../shared/market/observation.ts';

/** An observation with a mark price alone. */
export function observation(at: number, mark: number | null, changes: Partial<Observation> = {}): Observation {
  return {
    at,
    after_gap: false,
    mark: mark === null ? null : decimal(mark),
    index: null,
    bid: null,
    ask: null,
    mark_iv: null,
    ...changes,
  };
}
