import { type DecimalString, decimal, multiply, parseDecimal } from '../decimal.ts';

const SUFFIXES: Readonly<Record<string, DecimalString>> = { k: decimal(1000), m: decimal(1_000_000) };
const WITH_SUFFIX = /^\s*(\d*\.?\d*)([km])\s*$/i;

/** `50k` as 50000 and `1.5m` as 1500000; every other text as it is, so that the rules judge what was typed. */
export function expandSuffix(text: string): string {
  const [, digits, suffix] = WITH_SUFFIX.exec(text) ?? [];
  const factor = SUFFIXES[suffix?.toLowerCase() ?? ''];
  const value = parseDecimal(digits ?? '');
  return factor === undefined || value === null ? text : multiply(value, factor);
}
