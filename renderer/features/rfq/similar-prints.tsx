import { decimalPlaces } from '../../../shared/decimal.ts';
import type { Tape } from '../../../shared/ipc/tape-schema.ts';
import type { PricedLeg } from '../../../shared/rfq/analysis/position.ts';
import { recognise } from '../../../shared/rfq/recognise.ts';
import { type Structure, structureOf } from '../../../shared/rfq/structure.ts';
import { findAlike, structureFamily } from '../../../shared/rfq/tape/print.ts';
import { knownSince } from '../../../shared/rfq/tape/spans.ts';
import { useTape } from '../../api/tape-queries.ts';
import { formatDate, MISSING } from '../../ui/format.ts';
import { formatPremium } from './tape-rows.ts';

const DAY_MS = 86_400_000;
const DAYS = 7;
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

/** In words, with the time that the tape is known for: what is not known is not counted as none. */
export function describeSimilar(tape: Pick<Tape, 'prints' | 'spans'>, structure: Structure, nowMs: number): string {
  const known = knownSince(tape.spans);
  if (known === null) return 'the tape is not read yet';
  const sinceMs = Math.max(known, nowMs - DAYS * DAY_MS);
  const within = sinceMs > nowMs - DAYS * DAY_MS ? `since ${formatDate(sinceMs)}` : `in ${DAYS} d`;
  const legs = structure.legs.map((leg) => ({ ...leg, instrument_name: leg.instrument.instrument_name }));
  const { count, lowest, highest } = findAlike(legs, tape.prints, sinceMs);
  if (count === 0) return `none ${within}${describeFamily(tape, structure, sinceMs)}`;
  if (lowest === null || highest === null) return `${count} ${within}, without a mark`;
  const places = Math.min(8, Math.max(4, decimalPlaces(lowest), decimalPlaces(highest)));
  const range =
    lowest === highest
      ? formatPremium(lowest, places)
      : `${formatPremium(lowest, places)} to ${formatPremium(highest, places)}`;
  return `${count} ${within}, ${range} over mark`;
}

/** Others of its kind and expiry, with other strikes. */
function describeFamily(tape: Pick<Tape, 'prints'>, structure: Structure, sinceMs: number): string {
  const family = structureFamily(recognise(structure).comboId);
  if (family === null) return '';
  const others = tape.prints.filter(
    (print) => print.timestamp >= sinceMs && structureFamily(print.combo_id) === family,
  );
  return others.length === 0 ? '' : `; ${others.length} of ${family}`;
}
