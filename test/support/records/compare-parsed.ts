import { decimalFromWire } from '../../../shared/decimal.ts';

/** Where a parsed record differs from the service's; empty when equal. A number equals its exact decimal text. */
export function findDifferences(sent: unknown, parsed: unknown, where = '$'): string[] {
  if (typeof sent === 'number' && typeof parsed === 'string') {
    return decimalFromWire(sent) === parsed ? [] : [`${where}: sent ${sent}, parsed "${parsed}"`];
  }
  if (Array.isArray(sent) && Array.isArray(parsed)) {
    if (sent.length !== parsed.length) return [`${where}: sent ${sent.length} items, parsed ${parsed.length}`];
    return sent.flatMap((item, index) => findDifferences(item, parsed[index], `${where}[${index}]`));
  }
  if (isPlainObject(sent) && isPlainObject(parsed)) {
    const lost = Object.keys(sent).filter((key) => !Object.hasOwn(parsed, key));
    const added = Object.keys(parsed).filter((key) => !Object.hasOwn(sent, key));
    return [
      ...lost.map((key) => `${where}.${key}: lost`),
      ...added.map((key) => `${where}.${key}: added`),
      ...Object.keys(sent)
        .filter((key) => Object.hasOwn(parsed, key))
        .flatMap((key) => findDifferences(sent[key], parsed[key], `${where}.${key}`)),
    ];
  }
  return Object.is(sent, parsed) ? [] : [`${where}: sent ${JSON.stringify(sent)}, parsed ${JSON.stringify(parsed)}`];
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
