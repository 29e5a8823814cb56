/** How sentences speak of an order by its side. */
interface SideWords {
  readonly name: 'sell' | 'buy';
  readonly Name: 'Sell' | 'Buy';
  readonly does: 'sells' | 'buys';
  readonly Does: 'Sells' | 'Buys';
  readonly done: 'sold' | 'bought';
  /** What it trades with. */
  readonly touch: 'bid' | 'ask';
  /** Others of those, behind the best. */
  readonly deeper: 'lower bids' | 'higher asks';
  /** Where it is out of reach of them, and they of it. */
  readonly beyond: 'above' | 'below';
  readonly short: 'below' | 'above';
  /** What an order of the other side does to come to it. */
  readonly met: 'buys up to' | 'sells down to';
}

const SELL: SideWords = {
  name: 'sell',
  Name: 'Sell',
  does: 'sells',
  Does: 'Sells',
  done: 'sold',
  touch: 'bid',
  deeper: 'lower bids',
  beyond: 'above',
  short: 'below',
  met: 'buys up to',
};

const BUY: SideWords = {
  name: 'buy',
  Name: 'Buy',
  does: 'buys',
  Does: 'Buys',
  done: 'bought',
  touch: 'ask',
  deeper: 'higher asks',
  beyond: 'below',
  short: 'above',
  met: 'sells down to',
};

/** The words of a side. */
export function sideWords(side: string | undefined): SideWords {
  return side === 'buy' ? BUY : SELL;
}
