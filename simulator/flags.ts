import { parseArgs } from 'node:util';
import { fail, ok, type Result } from '../shared/result.ts';
import { MARGIN_MODELS } from './account/account.ts';
import { EXTENSION_NAMES } from './http/rules.ts';
import type { SimulatorOptions } from './simulator.ts';

/** What `npm run simulator -- --help` prints, and what a wrong flag is answered with. */
export const USAGE = `usage: npm run simulator -- [flags]
  --port N                  port on 127.0.0.1; any free one by default
  --seed N                  seed of the market, a whole number from 0; 1 by default
  --portfolio start|empty   a trader's positions, or cash alone
  --extensions all|none|A,B methods beyond the contract: ${EXTENSION_NAMES.join(', ')}
  --outside-band clamp|reject
                            a price outside min_price and max_price is moved to it, or refused
  --post-only-until-day     an order that is post only is taken with good till day too
  --post-only-default true|false
                            what post_only is where a limit order leaves it out
  --tokens any|connection   whether a token without a session is taken on every connection or on its own alone
  --when-spent answer|close whether the connection of a caller over its limit stays open
  --limits real|documented|per_currency
                            spelling of the limits object
  --fees map|list           form of the fees object
  --margin-model segregated_sm|segregated_pm|cross_sm|cross_pm
                            margin in each currency by itself or in all together, standard or portfolio
  --self-trade reject_taker|cancel_maker
                            who gives way when an account would trade with itself
  --self-trade-extended     its subaccounts count as itself there
  --mmp                     market maker protection is on: orders with mmp are taken
  --lookup-lag MS           time until a new order is found by look-ups; 0 by default
  --indexing-delay MS       time until a trade is in the historical store; 5000 by default
  --help                    this text
Prints one line of JSON: url, client_id, client_secret, and subaccounts with a key each: subaccount_id, client_id,
client_secret. The service answers to 127.0.0.1 by that name alone: requests to http://localhost are refused.
`;

const FLAGS = {
  port: { type: 'string', default: '0' },
  seed: { type: 'string', default: '1' },
  portfolio: { type: 'string', default: 'start' },
  extensions: { type: 'string', default: 'all' },
  'outside-band': { type: 'string', default: 'clamp' },
  'post-only-until-day': { type: 'boolean', default: false },
  'post-only-default': { type: 'string', default: 'true' },
  tokens: { type: 'string', default: 'any' },
  'when-spent': { type: 'string', default: 'answer' },
  limits: { type: 'string', default: 'real' },
  fees: { type: 'string', default: 'map' },
  'margin-model': { type: 'string', default: 'segregated_sm' },
  'self-trade': { type: 'string', default: 'reject_taker' },
  'self-trade-extended': { type: 'boolean', default: false },
  mmp: { type: 'boolean', default: false },
  'lookup-lag': { type: 'string', default: '0' },
  'indexing-delay': { type: 'string', default: '5000' },
  help: { type: 'boolean', default: false },
} as const;

const DAY_MS = 86_400_000;

/** A wrong flag, as the sentence that the caller is told. */
class WrongFlag extends Error {}

function wholeNumber(flag: string, text: string, most: number, range = `from 0 to ${most}`): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (value <= most) return value;
  throw new WrongFlag(`--${flag} must be a whole number ${range}, got ${text}`);
}

function oneOf<const Choices extends readonly string[]>(flag: string, text: string, choices: Choices): Choices[number] {
  const choice = choices.find((known) => known === text);
  if (choice === undefined) throw new WrongFlag(`--${flag} must be one of ${choices.join(', ')}, got ${text}`);
  return choice;
}

function extensionsOf(text: string) {
  if (text === 'all') return new Set(EXTENSION_NAMES);
  if (text === 'none') return new Set<never>();
  return new Set(text.split(',').map((name) => oneOf('extensions', name, EXTENSION_NAMES)));
}

/** The options that flags ask for, `help` when that was asked for; or a sentence about the flag that is wrong. */
export function readFlags(args: readonly string[]): Result<SimulatorOptions | 'help', string> {
  try {
    const { values } = parseArgs({ args: [...args], options: FLAGS });
    if (values.help) return ok('help');
    return ok({
      port: wholeNumber('port', values.port, 65_535),
      seed: wholeNumber('seed', values.seed, Number.MAX_SAFE_INTEGER, 'from 0'),
      portfolio: oneOf('portfolio', values.portfolio, ['start', 'empty']),
      orderRules: {
        outsideBand: oneOf('outside-band', values['outside-band'], ['clamp', 'reject']),
        postOnlyUntilDay: values['post-only-until-day'],
        postOnlyDefault: oneOf('post-only-default', values['post-only-default'], ['true', 'false']) === 'true',
      },
      door: {
        extensions: extensionsOf(values.extensions),
        connectionTokens: oneOf('tokens', values.tokens, ['any', 'connection']) === 'connection',
        closeWhenSpent: oneOf('when-spent', values['when-spent'], ['answer', 'close']) === 'close',
      },
      accounts: {
        marginModel: oneOf('margin-model', values['margin-model'], MARGIN_MODELS),
        selfTrading: {
          mode: oneOf('self-trade', values['self-trade'], ['reject_taker', 'cancel_maker']),
          extendedToSubaccounts: values['self-trade-extended'],
        },
        mmpEnabled: values.mmp,
      },
      replies: {
        limits: oneOf('limits', values.limits, ['real', 'documented', 'per_currency']),
        fees: oneOf('fees', values.fees, ['map', 'list']),
        lookupLagMs: wholeNumber('lookup-lag', values['lookup-lag'], DAY_MS),
        indexingDelayMs: wholeNumber('indexing-delay', values['indexing-delay'], DAY_MS),
      },
    });
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}
