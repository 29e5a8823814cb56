import { z } from 'zod';
import { LINK_COLOURS } from '../ui/panel-frame.ts';
import { keepDraft, readDraft } from './drafts-store.ts';
import { legsStore } from './legs-store.ts';
import { buildDraft, isEmptyRfq, rfqStore, setForm, setLegs } from './rfq-store.ts';
import { readSelection, selectInstrument, selectionStore } from './selection-store.ts';

const SELECTION = 'selection';
const RFQ = 'rfq';

const selectionSchema = z.partialRecord(z.enum(LINK_COLOURS), z.string());

/** Gives back what this window looked at and composed before it was loaded anew; `first` where it looked at nothing. */
export function restoreDrafts(first: string | null): void {
  const selected = selectionSchema.safeParse(readDraft(SELECTION)).data ?? {};
  for (const colour of LINK_COLOURS) {
    if (readSelection(colour).instrumentName === null) selectInstrument(selected[colour] ?? first, colour);
  }
  const composed = readDraft(RFQ);
  if (composed !== null) void restoreRfq(composed);
}

/** Its schema is read only where there is one. */
async function restoreRfq(draft: unknown): Promise<void> {
  const { rfqDraftSchema } = await import('../../shared/rfq/draft.ts');
  const composed = rfqDraftSchema.safeParse(draft).data;
  if (composed === undefined || !isEmptyRfq(rfqStore.getState(), legsStore.getState().legs)) return;
  const { legs, hedges, makers, disclosed, label, allocations } = composed;
  setLegs(legs.map((leg) => ({ instrumentName: leg.instrument_name, direction: leg.direction, amount: leg.amount })));
  setForm({ hedge: hedges[0] ?? null, makers, disclosed, label, allocations });
}

/** Keeps what the window looks at and composes. Gives back the function that stops it. */
export function followDrafts(): () => void {
  const keepRfq = (): void => {
    const [form, { legs }] = [rfqStore.getState(), legsStore.getState()];
    keepDraft(RFQ, isEmptyRfq(form, legs) ? null : buildDraft(form, legs));
  };
  const stops = [
    selectionStore.subscribe((state) => {
      const chosen = LINK_COLOURS.map((colour) => [colour, state[colour].instrumentName] as const);
      keepDraft(SELECTION, Object.fromEntries(chosen.filter(([, name]) => name !== null)));
    }),
    rfqStore.subscribe(keepRfq),
    legsStore.subscribe(keepRfq),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
