import { sideWords } from '../../../ui/order-words/side-text.ts';
import { parseDecimal } from '../../../../shared/decimal.ts';
import { formatDecimal } from '../../../ui/words/shown.ts';

type Params = Readonly<Record<string, string>>;

const isOne = ({ own_count }: Params): boolean => own_count === '1';

/** What they are: buys, which stand in the way of what sells, where nothing else is said. */
const wordsOf = ({ own_side = 'buy' }: Params) => sideWords(own_side);

/** What comes to them. */
function otherSide(params: Params): string {
  return wordsOf(params).name === 'buy' ? 'sell' : 'buy';
}

/** The own orders in another's way, as a forecast's sentence with `{name}` where a number stands. */
export function ownOrdersInForecast(params: Params): string {
  const { own_side: side = 'buy' } = params;
  const { short } = wordsOf(params);
  if (isOne(params)) return `your own ${side} of {own_amount} {unit} at {own_price}`;
  const way = short === 'above' ? 'down' : 'up';
  const where = params['own_last'] === params['own_price'] ? 'at {own_price}' : `from {own_price} ${way} to {own_last}`;
  return `your {own_count} own ${side}s of {own_amount} {unit} ${where}`;
}

/** The same in the words of a warning, its numbers filled in. */
export function ownOrdersInWords(params: Params): string {
  return ownOrdersInForecast(params).replaceAll(/\{(\w+)\}/g, (_hole, name: string) => {
    const value = params[name] ?? '';
    const number = parseDecimal(value);
    return number === null ? value : formatDecimal(number);
  });
}

/** What the service does as an order comes to them, by the account's setting. `rejected`: what it rejects. */
export function tellOverlap(params: Params, rejected = `the whole ${otherSide(params)}`): string {
  const { mode = '' } = params;
  const cancels = isOne(params) ? `cancels that ${wordsOf(params).name}` : 'cancels those it meets';
  const does: Params = {
    reject_taker: `the service rejects ${rejected}`,
    cancel_maker: `the service ${cancels}`,
    '': `the service rejects ${rejected} or ${cancels}`,
  };
  return does[mode] ?? `the service acts by ${mode}`;
}
