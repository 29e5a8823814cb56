import type { ReactNode } from 'react';
import { useIsPastFirstSight } from './first-sight.ts';

/** What a window is shown with once its first sight is over; nothing stands in its place until then. */
export function AfterFirstSight({ children }: { readonly children: ReactNode }) {
  return useIsPastFirstSight() ? children : null;
}
