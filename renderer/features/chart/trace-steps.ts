/** What draws lines: a Path2D, or a test. */
export interface Pen {
  readonly moveTo: (x: number, y: number) => void;
  readonly lineTo: (x: number, y: number) => void;
}

interface Trace {
  readonly times: ArrayLike<number>;
  readonly values: ArrayLike<number | null | undefined>;
  /** First and last row, both included. */
  readonly from: number;
  readonly to: number;
  readonly x: (time: number) => number;
  readonly y: (value: number) => number;
}

/**
 * Draws each value as holding until the next is observed. A row without a value lifts the pen: nothing is drawn on
 * either side of it, not even the part of a pixel that clipping would leave.
 */
export function traceSteps(pen: Pen, { times, values, from, to, x, y }: Trace): void {
  let heldY: number | null = null;
  for (let row = from; row <= to; row += 1) {
    const [time, value] = [times[row], values[row]];
    if (time === undefined || value == null) {
      heldY = null;
      continue;
    }
    const [atX, atY] = [x(time), y(value)];
    if (heldY === null) pen.moveTo(atX, atY);
    else {
      pen.lineTo(atX, heldY);
      if (atY !== heldY) pen.lineTo(atX, atY);
    }
    heldY = atY;
  }
}

/** A line shorter than this, in canvas pixels, is hard to see. */
const LEAST_LINE_PX = 2;

/**
 * Rows that are drawn as dots: the end of each line between two gaps that is too short to be seen, and the newest value
 * of all. `x` tells where a row lies, in pixels.
 */
export function findDots(values: ArrayLike<number | null | undefined>, x: (row: number) => number): number[] {
  const dots: number[] = [];
  let first: number | null = null;
  let newest: number | null = null;
  for (let row = 0; row <= values.length; row += 1) {
    if (row < values.length && values[row] != null) {
      first ??= row;
      newest = row;
    } else if (first !== null) {
      if (x(row - 1) - x(first) < LEAST_LINE_PX) dots.push(row - 1);
      first = null;
    }
  }
  if (newest !== null && dots.at(-1) !== newest) dots.push(newest);
  return dots;
}
