import {
  type DecimalString,
  decimalPlaces,
  divide,
  isPositive,
  roundToPlaces,
  smallest,
} from '../../../../shared/decimal.ts';
import type { Tape } from '../../../../shared/ipc/schemas/tape-schema.ts';
import { recognise } from '../../../../shared/rfq/recognise.ts';
import type { Structure } from '../../../../shared/rfq/structure.ts';
import { findAlike, structureFamily } from '../../../../shared/rfq/tape/print.ts';
import { knownSince } from '../../../../shared/rfq/tape/spans.ts';
import { formatDate, formatSigned } from '../../../ui/words/format.ts';
import { formatPremium } from './tape-rows.ts';

const DAY_MS = 86_400_000;
const DAYS = 7;

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
  return `${count} ${within}, ${range} over mark${describeTicks(lowest, highest, tickOf(structure))}`;
}

function describeTicks(lowest: DecimalString, highest: DecimalString, tick: DecimalString | null): string {
  if (tick === null) return '';
  const [low, high] = [lowest, highest].map((premium) => formatSigned(roundToPlaces(divide(premium, tick), 1)));
  return low === high ? ` (${low} ticks)` : ` (${low} to ${high} ticks)`;
}

/** The finest step that a block of it is priced in: of its options, which set its quote, or of its futures alone. */
function tickOf({ legs }: Structure): DecimalString | null {
  const instruments = legs.map(({ instrument }) => instrument);
  const options = instruments.filter(({ kind }) => kind === 'option');
  const ticks = (options.length > 0 ? options : instruments).flatMap(({ block_trade_tick_size: tick }) => tick ?? []);
  return ticks.length === 0 || !ticks.every(isPositive) ? null : ticks.reduce(smallest);
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
