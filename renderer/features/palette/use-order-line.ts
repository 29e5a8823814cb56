import type { OrderDraft } from '../../../shared/orders/draft.ts';
import { findInstrumentWord, isOrderLine, parseOrderLine } from '../../../shared/orders/typed/order-line.ts';
import { spellName } from '../../../shared/orders/typed/order-line-instrument.ts';
import type { LineFault } from '../../../shared/orders/typed/order-line-words.ts';
import { useFoundInstruments, useInstrument } from '../../api/queries.ts';
import { listUnsettled, settleTyped } from '../../../shared/orders/typed/settle-typed.ts';
import { tellUnits, type Units } from '../../ui/words/units.ts';

/** A text read as an order; `reading` while its instrument is sought. */
export type LineReading =
  | { readonly state: 'none' }
  | { readonly state: 'reading' }
  | { readonly state: 'wrong'; readonly faults: readonly LineFault[] }
  | { readonly state: 'ready'; readonly draft: OrderDraft; readonly units: Units };

const NO_NAMES: readonly string[] = [];

/** Reads a text as an order, by the back end's instruments. */
export function useOrderLine(text: string): LineReading {
  const isLine = isOrderLine(text);
  const word = isLine ? findInstrumentWord(text) : null;
  const found = useFoundInstruments(word ?? '');
  const names = found.data?.map(({ instrument_name }) => instrument_name) ?? NO_NAMES;
  // Without a list of the service, a name in full may be known to it alone.
  const isStrange = word !== null && found.isFetched && !found.isPlaceholderData && names.length === 0;
  const asked = useInstrument(isStrange && word.includes('-') ? spellName(word) : null);
  const all = asked.data === undefined ? names : [asked.data.instrument_name];
  const parsed = isLine ? parseOrderLine(text, all) : null;
  const draft = parsed?.ok === true ? parsed.value : null;
  const described = useInstrument(draft?.instrument_name ?? null);
  const instrument = described.data ?? null;
  if (parsed === null) return { state: 'none' };
  // Names that were found for another word prove nothing of this one.
  if (word !== null && (found.isFetching || found.isPlaceholderData || asked.isFetching)) return { state: 'reading' };
  if (!parsed.ok) return { state: 'wrong', faults: parsed.error };
  const settled = settleTyped(parsed.value, instrument);
  const unsettled = listUnsettled(settled, instrument);
  if (unsettled.length === 0) return { state: 'ready', draft: settled, units: tellUnits(instrument) };
  return described.isFetching ? { state: 'reading' } : { state: 'wrong', faults: unsettled };
}
