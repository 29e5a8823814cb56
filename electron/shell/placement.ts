/** A rectangle of the desktop, in its own pixels. */
export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** So much of a window's top edge must be on a screen, or nobody could take hold of it. */
const HANDLE_WIDTH_PX = 160;
const HANDLE_HEIGHT_PX = 32;

/**
 * Where a window goes: its old place if the top edge can be held, else the middle of the nearest screen. Never larger
 * than that.
 */
export function placeWindow(wanted: Bounds, screens: readonly [Bounds, ...Bounds[]]): Bounds {
  const holders = screens.filter((screen) => canBeHeld(wanted, screen));
  if (holders.some(({ width, height }) => wanted.width <= width && wanted.height <= height)) return wanted;
  const [holding] = holders;
  const screen = holding ?? nearest(wanted, screens);
  const width = Math.min(wanted.width, screen.width);
  const height = Math.min(wanted.height, screen.height);
  if (holding !== undefined) {
    return {
      x: clamp(wanted.x, screen.x, screen.width - width),
      y: clamp(wanted.y, screen.y, screen.height - height),
      width,
      height,
    };
  }
  return {
    x: screen.x + Math.round((screen.width - width) / 2),
    y: screen.y + Math.round((screen.height - height) / 2),
    width,
    height,
  };
}

/** Whether enough of a window's top edge is on a screen. */
export function canBeHeld(window: Bounds, screen: Bounds): boolean {
  const overlap = Math.min(window.x + window.width, screen.x + screen.width) - Math.max(window.x, screen.x);
  const isTopIn = window.y >= screen.y && window.y + HANDLE_HEIGHT_PX <= screen.y + screen.height;
  return isTopIn && overlap >= Math.min(HANDLE_WIDTH_PX, window.width);
}

function clamp(value: number, least: number, room: number): number {
  return Math.min(Math.max(value, least), least + Math.max(0, room));
}

function nearest(window: Bounds, screens: readonly [Bounds, ...Bounds[]]): Bounds {
  const distance = (screen: Bounds): number =>
    Math.hypot(
      screen.x + screen.width / 2 - window.x - window.width / 2,
      screen.y + screen.height / 2 - window.y - window.height / 2,
    );
  return screens.reduce((best, screen) => (distance(screen) < distance(best) ? screen : best), screens[0]);
}
