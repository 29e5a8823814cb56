/** A rectangle of the desktop, in its own pixels. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Display {
  readonly id: number;
  readonly workArea: Area;
}

const USUAL: Area = { x: 0, y: 0, width: 1920, height: 1040 };

/** Displays with these work areas, written as JSON. */
export function readScreens(text: string | undefined): [Display, ...Display[]] {
  const [first = USUAL, ...others] = text === undefined ? [] : (JSON.parse(text) as Area[]);
  const display = (workArea: Area, index: number): Display => ({ id: index + 1, workArea });
  return [display(first, 0), ...others.map((area, index) => display(area, index + 1))];
}
