/** Groups of the palette and the cheat sheet, in this order. */
export const ACTION_GROUPS = [
  'Trading',
  'Ticket',
  'Block RFQ',
  'Workspaces',
  'Panels',
  'Records',
  'Profiles',
  'Window',
] as const;
export type ActionGroup = (typeof ACTION_GROUPS)[number];

/** Something a trader can have done, by the palette or by a key of their choice. */
export interface Action {
  /** Kept with the keys that a trader chose: never given to another action. */
  readonly id: string;
  readonly title: string;
  readonly group: ActionGroup;
  /** What it does, in a sentence. */
  readonly explanation: string;
  /** The chord it comes with; null: none. */
  readonly key: string | null;
  /** Other words it is looked for by. */
  readonly words?: string;
  /** Whether its key works over dialogs and menus too. Only with a chord that no field takes. */
  readonly reach?: 'anywhere';
  /** Whether it stops or sends something: its key needs Ctrl or Alt. */
  readonly isGrave?: boolean;
  /** Whether only its key does it, never the palette. */
  readonly isKeyOnly?: boolean;
  /** Whether it ends in a field whose `data-typed-after` is this action's id. */
  readonly isTypedAfter?: boolean;
  /** Why it can't be done now, in a sentence; null when it can. A function: where that changes without a word to React. */
  readonly whyNot?: string | null | (() => string | null);
  readonly run: () => void;
}

/** Why an action can't be done at this moment; null when it can. */
export function readWhyNot({ whyNot = null }: Pick<Action, 'whyNot'>): string | null {
  return typeof whyNot === 'function' ? whyNot() : whyNot;
}

/** Why nothing of a session can be done before there is one. */
export const NOT_OPEN = 'The session is not open yet.';

/** Keys that can't be changed, for the cheat sheet. */
export const FIXED_KEYS: readonly { readonly chord: string; readonly title: string }[] = [
  { chord: 'Ctrl+Enter', title: 'Press the button of the focused ticket or composer' },
  { chord: 'ArrowUp', title: 'Number up a step in the ticket (Shift: ten, Ctrl: a hundred)' },
  { chord: 'Enter', title: 'Show the row’s order in full; look up or settle an open one (Orders)' },
  { chord: 'Delete', title: 'Cancel the order of the row (Orders)' },
  { chord: 'Alt+ArrowUp', title: 'Move the row (Watchlist)' },
  { chord: 'F2', title: 'Rename the list (Watchlist)' },
  { chord: 'Escape', title: 'Close what is open; disarm an order' },
];
