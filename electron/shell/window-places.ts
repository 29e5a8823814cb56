import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeAtomic } from '../storage/write-atomic.ts';
import type { Bounds } from './placement.ts';

const FILE = 'windows.json';
/** More than any desktop holds; further off a number is no place. */
const FURTHEST_PX = 100_000;

const pixels = z.number().int().min(-FURTHEST_PX).max(FURTHEST_PX);
const size = z.number().int().min(1).max(FURTHEST_PX);
const placeSchema = z.strictObject({ x: pixels, y: pixels, width: size, height: size, isMaximized: z.boolean() });
const fileSchema = z.strictObject({ version: z.literal(1), windows: z.record(z.string().max(16), placeSchema) });

export type WindowPlace = Bounds & { readonly isMaximized: boolean };

/** Where each window was, by its name; `main` is the main one. */
export interface WindowPlaces {
  readonly read: (name: string) => WindowPlace | null;
  /** A disk that takes no writes is reported; the window stays where it is. */
  readonly keep: (name: string, place: WindowPlace) => void;
  readonly forget: (name: string) => void;
}

/** Reads `windows.json` of the data folder; one that can't be read counts as none. */
export function openWindowPlaces(dataDir: string, reportFailure: (error: unknown) => void): WindowPlaces {
  const path = join(dataDir, FILE);
  let windows = readWindows(path);

  function write(next: typeof windows): void {
    windows = next;
    try {
      writeAtomic(path, JSON.stringify({ version: 1, windows }));
    } catch (error) {
      reportFailure(error);
    }
  }

  return {
    read: (name) => windows[name] ?? null,
    keep: (name, { x, y, width, height, isMaximized }) =>
      write({ ...windows, [name]: { x, y, width, height, isMaximized } }),
    forget: (name) => {
      const { [name]: _gone, ...others } = windows;
      write(others);
    },
  };
}

function readWindows(path: string): Readonly<Record<string, WindowPlace>> {
  try {
    return fileSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).windows;
  } catch {
    return {};
  }
}
