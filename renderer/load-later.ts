import { type ComponentType, lazy } from 'react';
import type * as Later from './later.ts';

/** What a window's first sight does without; it is read once that is over, or when it is asked for. */
export const loadLater = () => import('./later.ts');

/** A component of `later.ts`: whoever shows it says what stands in its place until that is there (`Suspense`). */
export function later<Props>(pick: (all: typeof Later) => ComponentType<Props>) {
  return lazy(async () => ({ default: pick(await loadLater()) }));
}
