/** What a book does in a state: the contract's own words ("Instrument (order book) state"). */
export interface BookState {
  readonly newOrders: boolean;
  readonly edits: boolean;
  readonly cancels: boolean;
  readonly quote: string;
}

const BOOK_STATES: Readonly<Record<string, BookState>> = {
  open: {
    newOrders: true,
    edits: true,
    cancels: true,
    quote: 'Default for running books. New orders, edits and cancels accepted; trading live.',
  },
  settlement: {
    newOrders: false,
    edits: false,
    cancels: false,
    quote:
      'Entered during settlement or delivery. New orders, edits, cancels rejected. On entry good_til_day orders in the book are cancelled.',
  },
  delivered: {
    newOrders: false,
    edits: false,
    cancels: false,
    quote: 'Final state of a delivered book. No new orders, edits, cancels. On entry all open orders are cancelled.',
  },
  inactive: {
    newOrders: false,
    edits: false,
    cancels: false,
    quote:
      'Set after a book is deactivated. No new orders, edits, cancels. On entry all open orders are cancelled. Not considered open. May be final.',
  },
  locked: {
    newOrders: false,
    edits: false,
    cancels: true,
    quote:
      'New orders and edits rejected; cancels accepted. Books may start locked or become locked on admin request. Settlement is possible.',
  },
  halted: {
    newOrders: false,
    edits: false,
    cancels: false,
    quote: 'Entered as a result of an error. Settlement is impossible while at least one book is halted.',
  },
  archivized: {
    newOrders: false,
    edits: false,
    cancels: false,
    quote: 'Instrument moved to the expired-instruments store. Final.',
  },
};

/** The rules of a state; null for one that the contract doesn't have. */
export function readBookState(state: string): BookState | null {
  return Object.hasOwn(BOOK_STATES, state) ? (BOOK_STATES[state] ?? null) : null;
}
