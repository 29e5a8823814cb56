import { LABEL_MAX_CHARACTERS } from '../service/fields.ts';
import type { OrderDraft } from './draft.ts';
import { nextFreeLabel } from './rules/label.ts';

/**
 * The draft with a label for each linked order: its own, else the order's with its place, `hedge/1`. All are new and
 * different.
 */
export function labelChildren(draft: OrderDraft, label: string, isLabelInUse: (label: string) => boolean): OrderDraft {
  if (draft.children.length === 0) return draft;
  const taken = new Set([label, ...draft.children.map((child) => child.label)]);
  const isTaken = (candidate: string) => taken.has(candidate) || isLabelInUse(candidate);
  const children = draft.children.map((child, index) => {
    if (child.label !== '') return child;
    const place = `/${index + 1}`;
    const wanted = `${[...label].slice(0, LABEL_MAX_CHARACTERS - place.length).join('')}${place}`;
    const made = isTaken(wanted) ? nextFreeLabel(wanted, isTaken) : wanted;
    taken.add(made);
    return { ...child, label: made };
  });
  return { ...draft, children };
}
