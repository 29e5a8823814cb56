import { type ComponentType, lazy } from 'react';
import type * as Later from './later.ts';

/** A component of `later.ts`: whoever shows it says what stands in its place until that is there (`Suspense`). */
export function later<Props>(pick: (all: typeof Later) => ComponentType<Props>) {
  return lazy(async () => ({ default: pick(await import('./later.ts')) }));
}
