import type { PricedLeg } from '../../../../shared/rfq/analysis/position.ts';
import { structureOf } from '../../../../shared/rfq/structure.ts';
import { useTape } from '../../../api/tape-queries.ts';
import { MISSING } from '../../../ui/words/format.ts';
import { describeSimilar } from './similar-text.ts';

/** More than a week of the busiest tape. */
const MOST_PRINTS = 3000;
const ASK_EVERY_MS = 30_000;

/** What others paid for the composer's structure: how often it printed, and how far from the mark. */
export function SimilarPrints({ legs, nowMs }: { readonly legs: readonly PricedLeg[]; readonly nowMs: number }) {
  const { data: tape } = useTape('any', MOST_PRINTS, ASK_EVERY_MS);
  const structure = structureOf(legs);
  return (
    <>
      <dt>Similar prints</dt>
      <dd className="number">
        {tape === undefined || structure === null ? MISSING : describeSimilar(tape, structure, nowMs)}
      </dd>
    </>
  );
}
