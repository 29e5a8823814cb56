import { crc32, deflateSync } from 'node:zlib';

const SIZE_PX = 1024;
const GROUND = [13, 17, 23];
const LINE = [110, 168, 254];
const LOSS = [248, 113, 113];

/** The program's icon as a PNG: the payoff of a short call, drawn by arithmetic so that it needs no file of its own. */
export function drawIcon(size = SIZE_PX) {
  const rows = Buffer.alloc(size * (size * 4 + 1));
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const at = y * (size * 4 + 1) + 1 + x * 4;
      const [red = 0, green = 0, blue = 0, alpha = 0] = colourAt((x + 0.5) / size, (y + 0.5) / size);
      rows.set([red, green, blue, alpha], at);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * RGBA of a point of the unit square.
 * @param {number} x
 * @param {number} y
 * @returns {number[]}
 */
function colourAt(x, y) {
  const [far, corner] = [0.42, 0.2];
  const beyond = Math.hypot(
    Math.max(0, Math.abs(x - 0.5) - far + corner),
    Math.max(0, Math.abs(y - 0.5) - far + corner),
  );
  if (beyond > corner) return [0, 0, 0, 0];
  // Level up to the strike, then down by one for one.
  const strike = 0.5;
  const payoff = x < strike ? 0.36 : 0.36 + (x - strike);
  const distance = x < strike ? Math.abs(y - payoff) : Math.abs(y - payoff) / Math.SQRT2;
  if (x > 0.18 && x < 0.82 && distance < 0.03) return [...(payoff < strike ? LINE : LOSS), 255];
  if (x > 0.18 && x < 0.82 && Math.abs(y - 0.5) < 0.006) return [70, 80, 96, 255];
  return [...GROUND, 255];
}

/**
 * @param {string} type
 * @param {Buffer} data
 */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
