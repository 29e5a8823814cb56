import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';

/** Crockford's base 32: no letters that read like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

function encode(value: bigint, length: number): string {
  let text = '';
  let rest = value;
  for (let index = 0; index < length; index += 1) {
    text = `${ALPHABET[Number(rest & 31n)] ?? ''}${text}`;
    rest >>= 5n;
  }
  return text;
}

/** A label for an order without one: `sd-`, ten characters of time, eight random. Sorts by time; unique. */
export function makeLabel(nowMs: number, randomBytes: (size: number) => Uint8Array): string {
  let random = 0n;
  for (const byte of randomBytes(5)) random = (random << 8n) | BigInt(byte);
  return `sd-${encode(BigInt(Math.floor(nowMs)), 10)}${encode(random, 8)}`;
}

const MADE = /^sd-([0-9A-HJKMNP-TV-Z]{10})[0-9A-HJKMNP-TV-Z]{8}$/u;

/**
 * Whether the desk made the label for this order or its primary, by the time in it. A copied label holds another time.
 */
export function hasOwnLabel({
  label,
  child_of,
  created_at,
}: Pick<OrderRow, 'label' | 'child_of' | 'created_at'>): boolean {
  const isOfSell = child_of !== null && label === `${child_of.label}/${child_of.place}`;
  const [, time] = MADE.exec(isOfSell ? child_of.label : label) ?? [];
  return time !== undefined && time === encode(BigInt(Math.floor(created_at)), 10);
}
