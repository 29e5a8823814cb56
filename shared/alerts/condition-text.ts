import { parseDecimal } from '../decimal.ts';
import { spellName } from '../orders/typed/order-line-instrument.ts';
import { fail, ok, type Result } from '../result.ts';
import { ACCOUNT_FIGURES, ACCOUNT_MAPS, isFigure, listTickerFigures, spellFigure } from './fields.ts';
import type { AlertCondition, AlertSource } from './rule.ts';

/** Which part of the text is wrong, why, and what is allowed there. */
export interface ConditionFault {
  readonly part: 'condition' | 'source' | 'field' | 'divisor' | 'limit';
  readonly reason: string;
  readonly allowed: string;
}

const FORM =
  /^(?<source>\S+)\s+(?<open>\|?)\s*(?<field>[^\s/|<>%]+)\s*(?:\/\s*(?<divisor>[^\s/|<>%]+)\s*)?(?<close>\|?)\s*(?<sign>[<>])\s*(?<limit>[^\s%]+)\s*(?<percent>%?)$/;

/** How a condition is written, for hints. */
export const CONDITION_EXAMPLES = [
  'BTC maintenance_margin / margin_balance > 60 %',
  'BTC |delta_total| > 1.5',
  'BTC-PERPETUAL mark_price < 95000',
] as const;

/**
 * Reads a typed condition (docs/design/alerts.md, "Conditions as text"). `currencies` are those of the account's
 * summaries; any is allowed while none were read.
 */
export function parseCondition(
  text: string,
  currencies: readonly string[] = [],
): Result<AlertCondition, ConditionFault> {
  const parts = FORM.exec(text.trim())?.groups;
  if (parts === undefined || (parts['open'] === '') !== (parts['close'] === '')) {
    return fail({
      part: 'condition',
      reason: 'can’t be read',
      allowed: `write it like ${CONDITION_EXAMPLES.join(', or ')}`,
    });
  }
  const source = readSource(parts['source'] ?? '');
  if (source.kind === 'account' && currencies.length > 0 && !currencies.includes(source.currency)) {
    return fail({
      part: 'source',
      reason: `the account has no currency “${source.currency}”`,
      allowed: `${currencies.join(', ')}, or the whole name of an instrument`,
    });
  }
  const field = spellFigure(source.kind, parts['field'] ?? '');
  const divisor = parts['divisor'] === undefined ? null : spellFigure(source.kind, parts['divisor']);
  for (const [part, path] of [
    ['field', field],
    ['divisor', divisor],
  ] as const) {
    if (path !== null && !isFigure(source.kind, path)) {
      return fail({
        part,
        reason: `${describeSource(source)} has no number “${path}”`,
        allowed: allowedFigures(source, path),
      });
    }
  }
  const limit = parseDecimal(parts['limit'] ?? '');
  if (limit === null) {
    return fail({
      part: 'limit',
      reason: `“${parts['limit'] ?? ''}” is not a number`,
      allowed: 'digits with an optional minus and point, such as 95000 or -0.5',
    });
  }
  if ((parts['percent'] === '%') !== (divisor !== null)) {
    return divisor === null
      ? fail({
          part: 'limit',
          reason: 'a figure by itself has no percent',
          allowed: 'a number in the figure’s own unit; percent only for FIGURE / FIGURE',
        })
      : fail({
          part: 'limit',
          reason: 'the part of a whole is in percent',
          allowed: 'a number followed by %, such as 60 %',
        });
  }
  return ok({
    source,
    field,
    divided_by: divisor,
    is_absolute: parts['open'] === '|',
    comparison: parts['sign'] === '>' ? 'above' : 'below',
    limit,
  });
}

/** Names of instruments have a - or a _ in them, those of currencies neither. */
function readSource(text: string): AlertSource {
  const name = text.toUpperCase();
  return /^[A-Z0-9]{2,16}$/u.test(name)
    ? { kind: 'account', currency: name }
    : { kind: 'ticker', instrument_name: spellName(text) };
}

function describeSource(source: AlertSource): string {
  return source.kind === 'account' ? `the ${source.currency} account` : `the ticker of ${source.instrument_name}`;
}

/** Figures that are spelled like it first, then the others. */
function allowedFigures(source: AlertSource, path: string): string {
  const all =
    source.kind === 'ticker'
      ? listTickerFigures(source.instrument_name)
      : [...ACCOUNT_FIGURES, ...ACCOUNT_MAPS.map((name) => `${name}.INDEX`)];
  const words = path
    .toLowerCase()
    .split(/[_.]/)
    .filter((word) => word.length > 2);
  const near = all.filter((name) => words.some((word) => name.includes(word)));
  return (near.length > 0 ? near : all).join(', ');
}

/** The condition as `parseCondition` reads it. */
export function writeCondition(condition: AlertCondition): string {
  const { source, field, divided_by, is_absolute, comparison, limit } = condition;
  const name = source.kind === 'account' ? source.currency : source.instrument_name;
  const figure = divided_by === null ? field : `${field} / ${divided_by}`;
  const size = is_absolute ? `|${figure}|` : figure;
  return `${name} ${size} ${comparison === 'above' ? '>' : '<'} ${limit}${divided_by === null ? '' : ' %'}`;
}
