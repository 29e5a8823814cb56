import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Issue } from '../../../../shared/orders/issue.ts';
import { isMissing } from './issue-text.ts';

/** What has to come on screen first comes at once; later, the focus stays where it is. */
const FOCUS_WITHIN_MS = 250;

/** Who asked for the focus to move: it does only from there, never from under somebody who went on. */
interface Wish {
  readonly from: Element | null;
  readonly until: number;
}

/** A press that came to nothing; `count` tells two for the same reason apart. */
export interface InVain {
  readonly why: string;
  readonly count: number;
}

export interface MissingTold {
  /** Goes around the fields. */
  readonly fields: RefObject<HTMLDivElement | null>;
  /** Empty fields are told as mistakes: another object each time that the ticket was pressed without them. */
  readonly told: object | null;
  /** The last press that came to nothing. */
  readonly inVain: InVain | null;
  /** Of a press that came to nothing, why, and by what stopped it first; `from` had the focus as it was made. */
  readonly tell: (why: string | null, firstError: Issue | null, from: Element | null) => void;
  readonly forget: () => void;
}

/**
 * An empty field is no mistake until the ticket is pressed without it: then it says what it lacks, and takes the focus.
 * For the instrument it was pressed with, until an order is taken.
 */
export function useMissingTold(instrumentName: string | null): MissingTold {
  const [told, setTold] = useState<{ readonly instrumentName: string | null } | null>(null);
  const [inVain, setInVain] = useState<InVain | null>(null);
  const fields = useRef<HTMLDivElement>(null);
  const wish = useRef<Wish | null>(null);
  useEffect(() => {
    const wanted = wish.current;
    if (wanted === null) return;
    if (performance.now() > wanted.until || document.activeElement !== wanted.from) {
      wish.current = null;
      return;
    }
    const empty = findEmpty(fields.current);
    if (empty === null) return;
    wish.current = null;
    empty.focus();
  });
  return {
    fields,
    told: told?.instrumentName === instrumentName ? told : null,
    inVain,
    tell: (why, firstError, from) => {
      setInVain((before) => (why === null ? null : { why, count: (before?.count ?? 0) + 1 }));
      if (firstError === null) showOpenWarning(fields.current);
      if (firstError === null || !isMissing(firstError)) return;
      wish.current = { from, until: performance.now() + FOCUS_WITHIN_MS };
      setTold({ instrumentName });
    },
    forget: () => setTold(null),
  };
}

/** What a press waits for may be scrolled out of sight. It takes no focus: a key that is held would accept it. */
function showOpenWarning(fields: Element | null): void {
  fields?.querySelector('.issue-warning[data-is-open]')?.scrollIntoView({ block: 'center' });
}

function findEmpty(fields: Element | null): HTMLInputElement | null {
  for (const field of fields?.querySelectorAll('input[aria-invalid="true"]') ?? []) {
    if (field instanceof HTMLInputElement && field.value.trim() === '') return field;
  }
  return null;
}
