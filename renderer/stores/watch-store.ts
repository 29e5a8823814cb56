import { useEffect, useId } from 'react';
import { createStore } from 'zustand/vanilla';
import type { Attention } from '../../shared/ipc/contract.ts';
import { usePanelFrame } from '../ui/panel-frame.ts';

/** What one panel looks at, and how closely. */
export interface Look {
  readonly instruments: readonly string[];
  readonly attention: Attention;
}

/** What every panel of this window looks at, by the panel's own key. */
export const watchStore = createStore<ReadonlyMap<string, Look>>(() => new Map());

/** Replaces what a panel watches; null for nothing. */
export function setLook(key: string, look: Look | null): void {
  const looks = new Map(watchStore.getState());
  if (look === null) looks.delete(key);
  else looks.set(key, look);
  watchStore.setState(looks, true);
}

/**
 * Says what this panel looks at, for as long as it is there: quotes of these are asked for. A panel behind another is
 * looked at less.
 */
export function useLook(instruments: readonly string[], attention: Attention): void {
  const key = useId();
  const isShown = usePanelFrame()?.isShown ?? true;
  const names = instruments.join(' ');
  useEffect(() => {
    const looked = names === '' ? [] : names.split(' ');
    setLook(key, looked.length === 0 ? null : { instruments: looked, attention: isShown ? attention : 'background' });
  }, [key, names, attention, isShown]);
  useEffect(() => () => setLook(key, null), [key]);
}
