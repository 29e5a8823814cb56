import type { Random } from '../../../simulator/random.ts';

type Json = Readonly<Record<string, unknown>>;

/** Values that mean something to some parameter, and values that mean nothing to any. */
export function valuePool(option: string): readonly unknown[] {
  return [
    'BTC-PERPETUAL',
    'ETH-PERPETUAL',
    'BTC_USDC-PERPETUAL',
    'BTC_USDC',
    option,
    'BTC',
    'ETH',
    'USDC',
    'any',
    'limit',
    'market',
    'stop_limit',
    'stop_market',
    'take_limit',
    'take_market',
    'trailing_stop',
    'market_limit',
    'good_til_cancelled',
    'good_til_day',
    'fill_or_kill',
    'immediate_or_cancel',
    'mark_price',
    'index_price',
    'last_price',
    'usd',
    'implv',
    'one_triggers_other',
    'one_cancels_other',
    'one_triggers_one_cancels_other',
    'first_hit',
    'complete_fill',
    'incremental',
    'buy',
    'sell',
    'asc',
    'option',
    'future',
    'spot',
    'client_credentials',
    'refresh_token',
    'fuzz',
    'MAKER1',
    'btc_usd',
    '1:2',
    '\u0000',
    '💥',
    '\ud800',
    '1',
    'true',
    true,
    false,
    0,
    -0,
    1,
    2,
    10,
    20,
    100,
    0.1,
    0.00001,
    1e-9,
    97_000,
    97_000.5,
    0.05,
    60,
    1e21,
    1e308,
    -1,
    -10,
    2 ** 53,
    1_795_003_200_000,
    null,
    [],
    {},
    [[]],
    [{}],
    [null],
    { a: { b: [1] } },
    'x'.repeat(65),
    'x'.repeat(3000),
  ];
}

function randomValue(random: Random, values: readonly unknown[], names: readonly string[], depth: number): unknown {
  const choice = random.next();
  if (depth > 2 || choice < 0.8) return random.pick(values);
  if (choice < 0.9)
    return Array.from({ length: random.integer(0, 3) }, () => randomValue(random, values, names, depth + 1));
  return randomParams(random, values, names, depth + 1);
}

/** Up to six parameters of those names, each any value, or lists and objects of them. */
export function randomParams(
  random: Random,
  values: readonly unknown[],
  names: readonly string[],
  depth: number,
): Json {
  const params: Record<string, unknown> = {};
  for (let left = random.integer(0, 6); left > 0; left -= 1)
    params[random.pick(names)] = randomValue(random, values, names, depth);
  return params;
}

/** A few bytes of a request changed, so that it may no longer be JSON at all. */
export function damage(random: Random, body: string): string {
  const at = random.integer(0, body.length - 1);
  return (
    body.slice(0, at) +
    random.pick(['', '"', '{', ']', ',', '\\u12', '1e999', '\u007f', 'é']) +
    body.slice(at + random.integer(0, 2))
  );
}
