/** What a step points at: a panel by its id, or a control that bears the name as `data-tour`. */
export type TourTarget = { readonly panel: string } | { readonly control: 'commands' | 'stop' };

export interface TourStep {
  readonly title: string;
  readonly text: string;
  readonly target: TourTarget;
  /** What is brought to the front besides. */
  readonly beside?: TourTarget;
}

const TICKET = 'order-ticket';

/** The tour's steps in order, before the practice sell. */
const WAY: readonly TourStep[] = [
  {
    title: 'The watchlist',
    text: 'The instruments you follow, with their latest prices. Choose a row. Every panel of its colour shows that instrument.',
    target: { panel: 'watchlist' },
  },
  {
    title: 'The order ticket',
    text: 'The ticket checks what you type and shows mistakes before you press. The forecast shows what the order will do. The button says exactly what it sends.',
    target: { panel: TICKET },
  },
  {
    title: 'An order’s life',
    text: 'An order appears here at the press: sending, then accepted, rejected or not sent. Without an answer its outcome is unknown. Look-ups by label go on until there is proof. Nothing is ever sent twice.',
    target: { panel: 'orders' },
  },
  {
    title: 'Your risk',
    text: 'What the account holds and how much margin it uses. The workspace Risk shows it over time, under market moves, and with alerts.',
    target: { panel: 'account' },
  },
  {
    title: 'Commands and keys',
    text: 'Search every action and its key here. You can also type a whole order as one line. The command “Keys” lists and changes keys.',
    target: { control: 'commands' },
  },
  {
    title: 'The lock',
    text: 'Stops trading in every window, across restarts, until you allow it again. What already rests stays until you cancel it.',
    target: { control: 'stop' },
  },
];

/** The last step: an order of the trader's own. */
export const PRACTICE: TourStep = {
  title: 'A practice order',
  text: 'Now trade on the simulator, with paper money. Let the ticket be filled in, or type your own order. Read what it says and press its button. The first press arms it, the second sends, unless you chose otherwise. The order’s outcome appears here.',
  target: { panel: TICKET },
  beside: { panel: 'orders' },
};

export const TOUR_STEPS: readonly TourStep[] = [...WAY, PRACTICE];
