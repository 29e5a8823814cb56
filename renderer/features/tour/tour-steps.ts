/** What a step points at: a panel by its id, or a control that bears the name as `data-tour`. */
export type TourTarget = { readonly panel: string } | { readonly control: 'commands' | 'stop' };

export interface TourStep {
  readonly title: string;
  readonly text: string;
  readonly target: TourTarget;
  /** What is brought to the front besides. */
  readonly beside?: TourTarget;
}

const TICKET = 'sell-ticket';

/** The way through the window, in this order; the practice sell comes after it. */
const WAY: readonly TourStep[] = [
  {
    title: 'The watchlist',
    text: 'The instruments you follow, as the service last told them. Choose a row, and every panel of the same colour shows that instrument: the ticket, too.',
    target: { panel: 'watchlist' },
  },
  {
    title: 'The sell ticket',
    text: 'What you type is checked at once: whatever would be refused is said before you press, and the forecast tells what the order will do. The button says exactly what it sends.',
    target: { panel: TICKET },
  },
  {
    title: 'An order’s life',
    text: 'An order stands here from the press on: sending, then accepted, refused or not sent. Without an answer it is unknown, and is looked up by its label until there is proof. Nothing is ever sent twice.',
    target: { panel: 'orders' },
  },
  {
    title: 'Your risk',
    text: 'What the account holds, and how much of its margin is used. The workspace Risk shows it in full: over time, under moves of the market, and with alerts.',
    target: { panel: 'account' },
  },
  {
    title: 'Commands and keys',
    text: 'Everything that can be done or found is one search away, with its key beside it; also a whole order, typed as one line. The command “Keys” lists every key, and each can be changed.',
    target: { control: 'commands' },
  },
  {
    title: 'The lock',
    text: 'Stops selling in every window at once, over restarts, until you allow it again. What already rests at the service stays there until you cancel it.',
    target: { control: 'stop' },
  },
];

/** The last step: a sell of the trader's own. */
export const PRACTICE: TourStep = {
  title: 'A practice sell',
  text: 'Now sell on the simulator; no money is real here. Have the ticket filled in or type an order of your own, read what the ticket says of it, and press its button: the first press arms it, the second sells, unless you chose otherwise. What becomes of the order is told here.',
  target: { panel: TICKET },
  beside: { panel: 'orders' },
};

export const TOUR_STEPS: readonly TourStep[] = [...WAY, PRACTICE];
