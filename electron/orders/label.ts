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

/**
 * A label for an order that was given none: `sd-`, ten characters of time, eight of randomness. Sorts by
 * time; unique enough that a look-up by it finds this order alone.
 */
export function makeLabel(nowMs: number, randomBytes: (size: number) => Uint8Array): string {
  let random = 0n;
  for (const byte of randomBytes(5)) random = (random << 8n) | BigInt(byte);
  return `sd-${encode(BigInt(Math.floor(nowMs)), 10)}${encode(random, 8)}`;
}

const MADE = /^sd-[0-9A-HJKMNP-TV-Z]{18}(?![0-9A-Z])/u;

/** Whether it is a label that the desk made, or a linked order's behind one: no order before had it. */
export function isMadeLabel(label: string): boolean {
  return MADE.test(label);
}
