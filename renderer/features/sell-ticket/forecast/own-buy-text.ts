import { parseDecimal } from '../../../../shared/decimal.ts';
import { formatDecimal } from '../../../ui/words/shown.ts';

type Params = Readonly<Record<string, string>>;

const isOne = ({ own_count }: Params): boolean => own_count === '1';

/** What they are: buys, which stand in the way of what sells, where nothing else is said. */
const nameSide = ({ side = 'buy' }: Params): string => side;

/** The own orders in another's way, as a forecast's sentence with `{name}` where a number stands. */
export function ownBuysInForecast(params: Params): string {
  const side = nameSide(params);
  if (isOne(params)) return `your own ${side} of {own_amount} {unit} at {own_price}`;
  const where =
    params['own_lowest'] === params['own_price'] ? 'at {own_price}' : 'from {own_price} down to {own_lowest}';
  return `your {own_count} own ${side}s of {own_amount} {unit} ${where}`;
}

/** The same in the words of a warning, its numbers filled in. */
export function ownBuysInWords(params: Params): string {
  return ownBuysInForecast(params).replaceAll(/\{(\w+)\}/g, (_hole, name: string) => {
    const value = params[name] ?? '';
    const number = parseDecimal(value);
    return number === null ? value : formatDecimal(number);
  });
}

/** What the service does as a sell comes to them, by the account's setting. `rejected`: what it rejects. */
export function tellOverlap(params: Params, rejected = 'the whole sell'): string {
  const { mode = '' } = params;
  const cancels = isOne(params) ? `cancels that ${nameSide(params)}` : 'cancels those it meets';
  const does: Params = {
    reject_taker: `the service rejects ${rejected}`,
    cancel_maker: `the service ${cancels}`,
    '': `the service rejects ${rejected} or ${cancels}`,
  };
  return does[mode] ?? `the service acts by ${mode}`;
}
