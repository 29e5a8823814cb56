import type { Tape } from '../../../../shared/ipc/schemas/tape-schema.ts';
import { type DecimalString, roundToPlaces } from '../../../../shared/decimal.ts';
import { knownSince } from '../../../../shared/rfq/tape/spans.ts';
import type { BlockRfqTrade } from '../../../../shared/service/block-rfq.ts';
import { formatSigned, formatDate } from '../../../ui/words/format.ts';
import { formatCount } from '../../../ui/words/shown.ts';

/** A print, or a stretch between prints of which nothing is known. */
export type TapeLine =
  | { readonly kind: 'print'; readonly print: BlockRfqTrade }
  | { readonly kind: 'gap'; readonly from: number; readonly to: number; readonly canFetch: boolean };

/** The prints with the gaps between them, newest first. */
export function layOutTape({ prints, spans }: Pick<Tape, 'prints' | 'spans'>): TapeLine[] {
  const lines: TapeLine[] = [];
  let at = 0;
  for (const print of prints) {
    // Spans are newest first too: those that ended above this print have a gap below them.
    for (let span = spans[at]; span !== undefined && spans[at + 1] !== undefined; span = spans[at]) {
      const below = spans[at + 1];
      if (below === undefined || print.timestamp > below.newest.timestamp) break;
      lines.push({
        kind: 'gap',
        from: below.newest.timestamp,
        to: span.oldest.timestamp,
        canFetch: span.continuation !== null,
      });
      at += 1;
    }
    lines.push({ kind: 'print', print });
  }
  return lines;
}

/** How far back nothing is missing, in words. */
export function describeKnown(tape: Pick<Tape, 'spans' | 'stored'>): string {
  const since = knownSince(tape.spans);
  if (since === null) return 'nothing read yet';
  const count = `${formatCount(tape.stored)} ${tape.stored === 1 ? 'print' : 'prints'}`;
  return since === 0 ? `${count}, all that the service has` : `${count}, whole since ${formatDate(since)}`;
}

/** What the structure is called, or how many legs it has where the service has no name for it. */
export function printName({ combo_id, legs }: BlockRfqTrade): string {
  if (combo_id != null && combo_id !== '') return combo_id;
  return legs.length === 1 ? (legs[0]?.instrument_name ?? '') : `custom · ${legs.length} legs`;
}

export function formatPremium(value: DecimalString, places: number): string {
  return formatSigned(roundToPlaces(value, places), { min: Math.min(places, 4) });
}
