import type { ReactNode } from 'react';
import './pill.css';

export type PillTone = 'good' | 'attention' | 'bad' | 'quiet';

/** A state in words; the colour only repeats what they say. */
export function Pill({ tone, children }: { readonly tone: PillTone; readonly children: ReactNode }) {
  return <span className={`pill pill-${tone}`}>{children}</span>;
}
