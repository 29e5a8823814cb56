import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import './toaster.css';

interface ToastView {
  readonly id: number;
  readonly tone: 'good' | 'attention' | 'bad';
  readonly title: string;
  readonly detail: string;
  readonly isSticky: boolean;
  readonly passesAfterMs?: number;
  readonly action?: { readonly label: string; readonly run: () => void };
}

interface ToasterProps {
  readonly toasts: readonly ToastView[];
  readonly onDismiss: (id: number) => void;
  /** Shows the list of the latest news, for those that have no room. */
  readonly onMore: () => void;
}

const SHOWN_MS = 7000;

/** Of the toasts' box with its margin; as in the sheet. */
const WIDTH_PX = 396;

/** How soon news gives way to what was moved under it. */
const PLACE_EVERY_MS = 200;

/** Of one that stays, with the gap above it; those that stay take a third of the window's height at most. */
const STAYING_PX = 88;

/** How many that stay have room: the newest of them. */
function countStaying(): number {
  return Math.max(1, Math.floor(window.innerHeight / 3 / STAYING_PX));
}

/** Those that are shown: what passes, and of what stays the newest that have room. */
export function takeShown<T extends { readonly isSticky: boolean }>(toasts: readonly T[], room: number): readonly T[] {
  const staying = new Set(toasts.filter(({ isSticky }) => isSticky).slice(-room));
  return toasts.filter((toast) => !toast.isSticky || staying.has(toast));
}

type Side = 'left' | 'right' | 'nowhere';

/** The lower corner where no element that is to be kept clear stands; none has room in a window that is all such. */
function findClearSide(): Side {
  // Those of workspaces behind the one in front have their boxes too, and are not seen.
  const kept = [...document.querySelectorAll('[data-keep-clear]')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0);
  if (kept.every(({ left }) => left >= WIDTH_PX)) return 'left';
  return kept.every(({ right }) => right <= window.innerWidth - WIDTH_PX) ? 'right' : 'nowhere';
}

/**
 * News at the lower left, or where that would cover what is marked with `data-keep-clear`, at the lower right. Where
 * there is no such place the newest is one line over the status bar, and all are listed. Read out politely.
 */
export function Toaster({ toasts, onDismiss, onMore }: ToasterProps) {
  const [side, setSide] = useState<Side>('left');
  const [room, setRoom] = useState(countStaying);
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    if (toasts.length === 0) return undefined;
    const place = (): void => {
      setSide(findClearSide());
      setRoom(countStaying());
    };
    place();
    // The newest stands last.
    list.current?.scrollTo({ top: list.current.scrollHeight });
    window.addEventListener('resize', place);
    // A panel that is dragged, floated or brought to the front tells nobody.
    const timer = setInterval(place, PLACE_EVERY_MS);
    return () => {
      window.removeEventListener('resize', place);
      clearInterval(timer);
    };
  }, [toasts]);
  const shown = takeShown(toasts, room);
  const folded = toasts.length - shown.length;
  return (
    <ol ref={list} className={`toaster toaster-${side}`} aria-live="polite" aria-label="News">
      {folded === 0 ? null : (
        <li className="toast-more">
          <button type="button" className="button" onClick={onMore}>
            and {folded} more
          </button>
        </li>
      )}
      {shown.map((toast) => (
        <ToastItem key={toast.id} toast={toast} onDismiss={onDismiss} />
      ))}
    </ol>
  );
}

function ToastItem({ toast, onDismiss }: { toast: ToastView; onDismiss: (id: number) => void }) {
  // Each by itself: the focus may leave while the pointer stays.
  const [isUnderPointer, setUnderPointer] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isHeld = isUnderPointer || isFocused;
  useEffect(() => {
    const shownMs = toast.passesAfterMs ?? (toast.isSticky ? null : SHOWN_MS);
    if (shownMs === null || isHeld) return undefined;
    const timer = setTimeout(() => onDismiss(toast.id), shownMs);
    return () => clearTimeout(timer);
  }, [toast, isHeld, onDismiss]);
  function act(): void {
    onDismiss(toast.id);
    toast.action?.run();
  }
  return (
    <li
      className={`toast toast-${toast.tone} ${toast.isSticky ? 'toast-sticky' : ''}`}
      onPointerEnter={() => setUnderPointer(true)}
      onPointerLeave={() => setUnderPointer(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <span className="toast-title">{toast.title}</span>
      <button type="button" className="toast-close" aria-label="Dismiss" onClick={() => onDismiss(toast.id)}>
        ×
      </button>
      <span className="toast-detail">{toast.detail}</span>
      {toast.action === undefined ? null : (
        <button type="button" className="button toast-action" onClick={act}>
          {toast.action.label}
        </button>
      )}
    </li>
  );
}
