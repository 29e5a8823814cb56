import { useEffect, useState } from 'react';
import './toaster.css';

interface ToastView {
  readonly id: number;
  readonly tone: 'good' | 'attention' | 'bad';
  readonly title: string;
  readonly detail: string;
  readonly isSticky: boolean;
}

interface ToasterProps {
  readonly toasts: readonly ToastView[];
  readonly onDismiss: (id: number) => void;
}

const SHOWN_MS = 7000;

/** News at the lower left, away from the ticket; read out politely. */
export function Toaster({ toasts, onDismiss }: ToasterProps) {
  return (
    <ol className="toaster" aria-live="polite" aria-label="News">
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} onDismiss={onDismiss} />
      ))}
    </ol>
  );
}

function ToastItem({ toast, onDismiss }: { toast: ToastView; onDismiss: (id: number) => void }) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (toast.isSticky || isHeld) return undefined;
    const timer = setTimeout(() => onDismiss(toast.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast, isHeld, onDismiss]);
  return (
    <li
      className={`toast toast-${toast.tone}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <span className="toast-title">{toast.title}</span>
      <button type="button" className="toast-close" aria-label="Dismiss" onClick={() => onDismiss(toast.id)}>
        ×
      </button>
      <span className="toast-detail">{toast.detail}</span>
    </li>
  );
}
