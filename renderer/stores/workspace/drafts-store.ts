import { createStore } from 'zustand/vanilla';
import type { Drafts } from '../../../shared/ipc/schemas/workspace-schema.ts';

export interface DraftsState {
  /** Null before the session told what this window had typed before. */
  readonly drafts: Drafts | null;
  /** Whether the back end doesn't have the newest yet. */
  readonly isUnsaved: boolean;
}

/** The name of what a window looks at, of each colour. */
export const SELECTION_DRAFT = 'selection';

/** What is typed and not sent, by name: the back end keeps it, so that a window that crashed has it again. */
export const draftsStore = createStore<DraftsState>(() => ({ drafts: null, isUnsaved: false }));

/** Takes what this window had typed before it was loaded anew; tells whether it did. Later sessions of the same page are no news. */
export function adoptDrafts(kept: Drafts | undefined): boolean {
  if (draftsStore.getState().drafts !== null) return false;
  draftsStore.setState({ drafts: kept ?? {} });
  return true;
}

/** The value kept under a name, as it comes out of JSON; null where there is none. */
export function readDraft(name: string): unknown {
  const text = draftsStore.getState().drafts?.[name];
  if (text === undefined) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Keeps a value under a name; null: nothing is typed any more. */
export function keepDraft(name: string, value: object | null): void {
  const { drafts } = draftsStore.getState();
  if (drafts === null) return;
  const text = value === null ? undefined : JSON.stringify(value);
  if (drafts[name] === text) return;
  const { [name]: _former, ...others } = drafts;
  draftsStore.setState({ drafts: text === undefined ? others : { ...others, [name]: text }, isUnsaved: true });
}

/** Names what a panel types and doesn't send, by its frame's key. */
export function nameOfPanel(kind: string, panelKey: string): string {
  return `${kind} ${panelKey}`;
}

/** What was typed in a panel, as a window of its own will know it under `key`, with what this window looks at. */
export function draftsFor(panelKey: string, key: string): Drafts {
  const { drafts } = draftsStore.getState();
  const moved = Object.entries(drafts ?? {}).flatMap(([name, text]) => {
    if (name === SELECTION_DRAFT) return [[name, text]];
    return name.endsWith(nameOfPanel('', panelKey)) ? [[name.slice(0, -panelKey.length) + key, text]] : [];
  });
  return Object.fromEntries(moved) as Drafts;
}

/** Forgets what was typed in a panel that has moved, but not what was typed there after it was taken along. */
export function dropMoved(panelKey: string, key: string, moved: Drafts): void {
  for (const [name, text] of Object.entries(draftsFor(panelKey, key))) {
    if (name !== SELECTION_DRAFT && moved[name] === text) keepDraft(name.slice(0, -key.length) + panelKey, null);
  }
}
