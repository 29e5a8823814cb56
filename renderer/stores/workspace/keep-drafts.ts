import { z } from 'zod';
import { LINK_COLOURS } from '../../ui/panel-frame.ts';
import { draftsStore, keepDraft, readDraft, SELECTION_DRAFT } from './drafts-store.ts';
import { legsStore } from '../rfq/legs-store.ts';
import { buildDraft, isEmptyRfq, rfqStore, setForm, setLegs } from '../rfq/rfq-store.ts';
import { readSelection, selectInstrument, selectionStore } from './selection-store.ts';
import { showToast } from '../toast-store.ts';

const RFQ = 'rfq';

const selectionSchema = z.partialRecord(z.enum(LINK_COLOURS), z.string());

/** Gives back what this window looked at and composed before it was loaded anew; `first` where it looked at nothing. */
export function restoreDrafts(first: string | null): void {
  const selected = selectionSchema.safeParse(readDraft(SELECTION_DRAFT)).data ?? {};
  for (const colour of LINK_COLOURS) {
    if (readSelection(colour).instrumentName === null) selectInstrument(selected[colour] ?? first, colour);
  }
  const composed = readDraft(RFQ);
  if (composed !== null) void restoreRfq(composed);
}

/** After a start that never ended: what stands in the fields again may have been sent in the meantime. */
export function tellRecovered(): void {
  const names = Object.keys(draftsStore.getState().drafts ?? {});
  if (!names.some((name) => name !== SELECTION_DRAFT)) return;
  showToast({
    subject: 'recovered_drafts',
    tone: 'attention',
    title: 'What you had typed is here again',
    detail: 'The terminal ended unexpectedly. Check your orders before you send it: it may be among them.',
    // It lies over figures in a small window, and what it says is of the moment; the news keep it.
    isSticky: false,
  });
}

/** Its schema is read only where there is one. */
async function restoreRfq(draft: unknown): Promise<void> {
  const { rfqDraftSchema } = await import('../../../shared/rfq/draft.ts');
  const composed = rfqDraftSchema.safeParse(draft).data;
  if (composed === undefined || !isEmptyRfq(rfqStore.getState(), legsStore.getState().legs)) return;
  const { legs, hedges, makers, disclosed, label, allocations } = composed;
  setLegs(legs.map((leg) => ({ instrumentName: leg.instrument_name, direction: leg.direction, amount: leg.amount })));
  setForm({ hedge: hedges[0] ?? null, makers, disclosed, label, allocations });
}

/** Stores what the window watches and composes. Returns the function that stops it. */
export function followDrafts(): () => void {
  const keepRfq = (): void => {
    const [form, { legs }] = [rfqStore.getState(), legsStore.getState()];
    keepDraft(RFQ, isEmptyRfq(form, legs) ? null : buildDraft(form, legs));
  };
  const stops = [
    selectionStore.subscribe((state) => {
      const chosen = LINK_COLOURS.map((colour) => [colour, state[colour].instrumentName] as const);
      keepDraft(SELECTION_DRAFT, Object.fromEntries(chosen.filter(([, name]) => name !== null)));
    }),
    rfqStore.subscribe(keepRfq),
    legsStore.subscribe(keepRfq),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
