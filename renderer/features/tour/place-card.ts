export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A rectangle of the window, in pixels. */
export interface Box extends Size {
  readonly left: number;
  readonly top: number;
}

/** Between the card and what it points at, and between the card and the window's edge. */
export const GAP_PX = 12;

/**
 * Where the card goes: beside what it points at, never over it where any side has room; always whole within the
 * window, as far as that is large enough. Pure; pixels.
 */
export function placeCard(target: Box, card: Size, view: Size): { left: number; top: number } {
  const beside = [
    { left: target.left - card.width - GAP_PX, top: target.top },
    { left: target.left + target.width + GAP_PX, top: target.top },
    { left: target.left, top: target.top - card.height - GAP_PX },
    { left: target.left, top: target.top + target.height + GAP_PX },
  ].map(({ left, top }) => ({
    left: within(left, card.width, view.width),
    top: within(top, card.height, view.height),
  }));
  const overlaps = beside.map((place) => overlap({ ...place, ...card }, target));
  const least = overlaps.indexOf(Math.min(...overlaps));
  return beside[least] ?? { left: GAP_PX, top: GAP_PX };
}

function within(start: number, size: number, room: number): number {
  return Math.max(GAP_PX, Math.min(start, room - size - GAP_PX));
}

/** The area that two boxes share, in square pixels. */
export function overlap(a: Box, b: Box): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return Math.max(0, width) * Math.max(0, height);
}
