import { type ReactNode, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { focusFirstLeft, listAround } from './focus-around.ts';
import './dialog.css';

interface DialogProps {
  readonly title: string;
  readonly isWide?: boolean;
  readonly className?: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A question over the window: the rest waits, Escape closes, and the focus goes back to where it was or near. It is outside
 * the panel that asks: a moved panel would take it along, no longer modal.
 */
export function Dialog({ title, isWide = false, className = '', onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    const around = before === null ? [] : listAround(before);
    dialog.current?.showModal();
    // The browser would take the first, which only closes.
    dialog.current?.querySelector<HTMLElement>('.dialog-body [data-first-focus]')?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      else focusFirstLeft(around);
    };
  }, []);
  return createPortal(
    <dialog
      ref={dialog}
      className={`dialog ${isWide ? 'dialog-wide' : ''} ${className}`}
      aria-label={title}
      // React passes events on by its own tree: what is typed here is none of the panel's behind.
      onKeyDown={(event) => event.stopPropagation()}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="dialog-bar">
        <h2>{title}</h2>
        <button type="button" className="dialog-close" aria-label={`Close: ${title}`} onClick={onClose}>
          <span aria-hidden="true">✕</span>
        </button>
      </div>
      <div className="dialog-body">{children}</div>
    </dialog>,
    document.body,
  );
}

interface DialogEndProps {
  /** What can be done before it is left. */
  readonly children: ReactNode;
  readonly onDone: () => void;
}

/** The end of a dialog whose choices count at once: there is nothing to save, only to leave. */
export function DialogEnd({ children, onDone }: DialogEndProps) {
  return (
    <div className="dialog-end">
      {children}
      <button type="button" className="button button-primary" onClick={onDone}>
        Done
      </button>
    </div>
  );
}
