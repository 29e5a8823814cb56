import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import { parseDecimal } from '../../../shared/decimal.ts';
import { plainNumber } from '../../../shared/orders/typed/typed-number.ts';
import type { AllocationDraft, HedgeDraft, RfqDraft } from '../../../shared/rfq/draft.ts';
import type { RfqFix } from '../../../shared/rfq/issue.ts';
import { opposite } from '../../../shared/rfq/structure.ts';
import type { Direction } from '../../../shared/service/fields.ts';
import { clearLegs, legsStore, type PickedLeg } from './legs-store.ts';
import { showToast } from '../toast-store.ts';

export interface RfqForm {
  /** As typed, by instrument; a leg without an entry has the amount it was picked with. */
  readonly amounts: Readonly<Record<string, string>>;
  readonly hedge: HedgeDraft | null;
  readonly makers: readonly string[];
  readonly disclosed: boolean;
  readonly label: string;
  readonly allocations: readonly AllocationDraft[];
  /** Warnings that the trader accepted, each by its own key. */
  readonly acknowledged: readonly string[];
  /** What the legs were loaded as; null where nothing names them. */
  readonly loaded: Loaded | null;
}

/** A structure by another's name, and the side by which its legs were taken. */
export interface Loaded {
  readonly comboId: string;
  readonly side: Direction;
  /** Its first leg as it was taken: turned, it is of the other side. */
  readonly leg: Pick<NewLeg, 'instrumentName' | 'direction'>;
}

const EMPTY: RfqForm = {
  amounts: {},
  hedge: null,
  makers: [],
  disclosed: true,
  label: '',
  allocations: [],
  acknowledged: [],
  loaded: null,
};

/** What is being composed besides the legs, which every panel may pick (`legs-store.ts`). */
export const rfqStore = createStore<RfqForm>(() => EMPTY);

export function useRfqForm(): RfqForm {
  return useStore(rfqStore);
}

export function setForm(changes: Partial<RfqForm>): void {
  rfqStore.setState({ acknowledged: [], ...changes });
}

export function amountOf(form: RfqForm, leg: PickedLeg): string {
  return form.amounts[leg.instrumentName] ?? leg.amount ?? '';
}

/** Whether nothing is composed. */
export function isEmptyRfq(
  { hedge, makers, label, allocations, disclosed }: RfqForm,
  legs: readonly PickedLeg[],
): boolean {
  const parts = legs.length + makers.length + allocations.length;
  return parts === 0 && hedge === null && label === '' && disclosed;
}

/** The draft as it was typed, with numbers written out that can be read in one way alone. */
export function buildDraft(form: RfqForm, legs: readonly PickedLeg[]): RfqDraft {
  return {
    legs: legs.map((leg) => ({
      instrument_name: leg.instrumentName,
      direction: leg.direction,
      amount: plainNumber(amountOf(form, leg)),
    })),
    hedges:
      form.hedge === null
        ? []
        : [{ ...form.hedge, amount: plainNumber(form.hedge.amount), price: plainNumber(form.hedge.price) }],
    label: form.label,
    makers: [...form.makers],
    disclosed: form.disclosed,
    allocations: form.allocations.map((part) => ({ ...part, amount: plainNumber(part.amount) })),
  };
}

export interface NewLeg {
  readonly instrumentName: string;
  readonly direction: Direction;
  readonly amount: string;
}

/** What belongs to a structure beside its legs: none of it means anything for another. */
const PARTS = [
  ['hedge', ({ hedge }: RfqForm) => hedge !== null],
  ['makers', ({ makers }: RfqForm) => makers.length > 0],
  ['allocation', ({ allocations }: RfqForm) => allocations.length > 0],
] as const;

/** Replaces all legs; what belonged to those before goes with them, and that is told. `comboId`: of which that side was taken. */
export function setLegs(legs: readonly NewLeg[], named?: { readonly comboId: string; readonly side: Direction }): void {
  const form = rfqStore.getState();
  const gone = PARTS.filter(([, isThere]) => isThere(form)).map(([name]) => name);
  const [leg] = legs;
  legsStore.setState({ legs: legs.map(({ instrumentName, direction }) => ({ instrumentName, direction })) });
  setForm({
    amounts: Object.fromEntries(legs.map((each) => [each.instrumentName, each.amount])),
    hedge: null,
    makers: [],
    allocations: [],
    loaded: named === undefined || leg === undefined ? null : { ...named, leg },
  });
  if (gone.length === 0) return;
  const detail = 'They belonged to the legs before. Set them for these as you want.';
  const title = `Cleared: ${gone.join(', ')}`;
  showToast({ subject: 'rfq_cleared', tone: 'attention', title, detail, isSticky: false });
}

/** The side of the structure that was loaded under that name, as its legs stand now; null where it was not, or is another. */
export function readLoadedSide(
  loaded: Loaded | null,
  comboId: string | null,
  legs: readonly PickedLeg[],
): Direction | null {
  const leg = legs.find(({ instrumentName }) => instrumentName === loaded?.leg.instrumentName);
  if (loaded === null || leg === undefined || loaded.comboId !== comboId) return null;
  return leg.direction === loaded.leg.direction ? loaded.side : opposite(loaded.side);
}

/** Adds legs behind the others, all of them; one of an instrument that is there replaces it. */
export function addLegs(added: readonly NewLeg[]): void {
  const { legs } = legsStore.getState();
  const names = new Set(added.map(({ instrumentName }) => instrumentName));
  const kept = legs.filter(({ instrumentName }) => !names.has(instrumentName));
  const all = [...kept, ...added.map(({ instrumentName, direction }) => ({ instrumentName, direction }))];
  legsStore.setState({ legs: all });
  const amounts = { ...rfqStore.getState().amounts };
  for (const leg of added) amounts[leg.instrumentName] = leg.amount;
  setForm({ amounts });
}

function editLegs(edit: (legs: readonly PickedLeg[]) => PickedLeg[]): void {
  legsStore.setState({ legs: edit(legsStore.getState().legs) });
  setForm({});
}

export function flipLeg(index: number): void {
  editLegs((legs) => legs.map((leg, at) => (at === index ? { ...leg, direction: opposite(leg.direction) } : leg)));
}

export function flipAll(): void {
  editLegs((legs) => legs.map((leg) => ({ ...leg, direction: opposite(leg.direction) })));
  const { hedge } = rfqStore.getState();
  // A hedge of the other side would double what it should take away.
  if (hedge !== null && hedge.direction !== '') setForm({ hedge: { ...hedge, direction: opposite(hedge.direction) } });
}

export function removeLeg(index: number): void {
  editLegs((legs) => legs.filter((_, at) => at !== index));
}

/** Moves a leg up (−1) or down (1). */
export function moveLeg(index: number, by: -1 | 1): void {
  editLegs((legs) => {
    const moved = [...legs];
    const [leg] = moved.splice(index, 1);
    if (leg !== undefined) moved.splice(Math.max(0, index + by), 0, leg);
    return moved;
  });
}

/** A label that a request has used gives way to the next one, unless another was typed since. */
export function replaceLabel(used: string, next: string): void {
  if (rfqStore.getState().label === used) setForm({ label: next });
}

export function setAmount(instrumentName: string, amount: string): void {
  setForm({ amounts: { ...rfqStore.getState().amounts, [instrumentName]: amount } });
}

export function clearAll(): void {
  clearLegs();
  rfqStore.setState(EMPTY, true);
}

export function toggleMaker(name: string): void {
  const { makers } = rfqStore.getState();
  setForm({ makers: makers.includes(name) ? makers.filter((other) => other !== name) : [...makers, name] });
}

/** Changes one part of the allocation. */
export function editAllocation(index: number, change: Partial<AllocationDraft>): void {
  const { allocations } = rfqStore.getState();
  setForm({ allocations: allocations.map((part, at) => (at === index ? { ...part, ...change } : part)) });
}

/** Does what a way out says. */
export function applyFix({ action, place, value }: RfqFix): void {
  const form = rfqStore.getState();
  const { part, field } = place;
  const index = place.index ?? -1;
  if (part === 'leg') {
    const leg = legsStore.getState().legs[index];
    if (action === 'remove') removeLeg(index);
    else if (leg !== undefined) setAmount(leg.instrumentName, value);
  } else if (part === 'hedge') {
    if (action === 'remove') setForm({ hedge: null });
    else if (form.hedge !== null && (field === 'amount' || field === 'price')) {
      setForm({ hedge: { ...form.hedge, [field]: value } });
    }
  } else if (part === 'maker') {
    if (action === 'add') setForm({ makers: [...form.makers, value] });
    else setForm({ makers: form.makers.filter((_, at) => at !== index) });
  } else if (part === 'disclosed') setForm({ disclosed: value === 'true' });
  else if (part === 'label') setForm({ label: value });
  else if (part === 'allocation' && field === 'amount') editAllocation(index, { amount: value });
}

/** Whether a text is a number above zero, for scaling by it. */
export function readFactor(text: string): string | null {
  const value = parseDecimal(text);
  return value === null || value.startsWith('-') || value === '0' ? null : value;
}
