import { useEffect } from 'react';
import { keptDraftSchema, type OrderDraft } from '../../../../shared/orders/draft.ts';
import type { Instrument } from '../../../../shared/service/instrument.ts';
import { keepDraft, nameOfPanel, readDraft } from '../../../stores/workspace/drafts-store.ts';
import { buildDraft, isSameDraft } from './ticket-draft.ts';
import { fillTicket } from './ticket-fill.ts';
import { EMPTY_TICKET, hasOwnPrice, readNumbers, type TicketState } from './ticket-state.ts';

function nameDraft(panelKey: string | null): string {
  return nameOfPanel('ticket', panelKey ?? '');
}

/** The ticket as its panel left it before the window was loaded anew; the empty one otherwise. Nothing of it is accepted. */
export function readKeptTicket(panelKey: string | null): TicketState {
  const kept = keptDraftSchema.safeParse(readDraft(nameDraft(panelKey))).data;
  return kept === undefined || kept.instrument_name === '' ? EMPTY_TICKET : fillTicket(EMPTY_TICKET, kept);
}

/** Without metadata, a draft leaves out a price in a form that only some instruments have. */
function withPriceForm(draft: OrderDraft, own: TicketState, instrument: Instrument | null): OrderDraft {
  const { priceForm } = own;
  if (instrument !== null || priceForm === null || !hasOwnPrice(own)) return draft;
  return { ...draft, advanced: priceForm, price: readNumbers(own)[priceForm] };
}

/** Keeps what the trader typed and chose. What a preset alone sets is not kept: it is applied anew. */
export function useKeptTicket(
  panelKey: string | null,
  own: TicketState,
  draft: OrderDraft,
  instrument: Instrument | null,
): void {
  useEffect(() => {
    const untouched = buildDraft({ ...EMPTY_TICKET, instrumentName: own.instrumentName }, instrument);
    const isTouched = !isSameDraft(buildDraft({ ...own, preset: null }, instrument), untouched);
    keepDraft(nameDraft(panelKey), isTouched ? withPriceForm(draft, own, instrument) : null);
  }, [panelKey, own, draft, instrument]);
}

/** Forgets what was kept of a ticket that is cleared. */
export function dropKeptTicket(panelKey: string | null): void {
  keepDraft(nameDraft(panelKey), null);
}
