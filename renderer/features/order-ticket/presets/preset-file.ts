import { z } from 'zod';
import { type Preset, presetListSchema, putPreset, scopeKey } from '../../../../shared/orders/presets.ts';
import type { Result } from '../../../../shared/result.ts';
import { readOwnFile, writeOwnFile } from '../../../ui/own-file.ts';

const FORMAT = 'strikedesk-presets';
const VERSION = 1;

/** Closed: a member that is not known would be a limit or a flag that is silently left out of an order. */
const PRESET_FILE = {
  format: FORMAT,
  version: VERSION,
  noun: 'list of presets',
  schema: z.strictObject({ format: z.literal(FORMAT), version: z.literal(VERSION), presets: presetListSchema }),
} as const;

export function writePresetFile(presets: readonly Preset[]): string {
  return writeOwnFile(PRESET_FILE, { presets });
}

/** The presets of a file, or in a sentence why there are none. */
export function readPresetFile(text: string): Result<Preset[], string> {
  const read = readOwnFile(text, PRESET_FILE);
  return read.ok ? { ok: true, value: read.value.value.presets } : read;
}

/** What becomes of one preset of a file: `before` is that of the same scope, which it would replace. */
export interface OfferedPreset {
  readonly preset: Preset;
  readonly before: Preset | null;
}

/** Those of a file that change anything. */
export function offerPresets(own: readonly Preset[], fromFile: readonly Preset[]): OfferedPreset[] {
  return fromFile
    .map((preset) => ({ preset, before: own.find(({ scope }) => scopeKey(scope) === scopeKey(preset.scope)) ?? null }))
    .filter(({ preset, before }) => before === null || !isSameValues(preset, before));
}

/** The list with the offered ones in it. */
export function takePresets(own: readonly Preset[], offered: readonly OfferedPreset[]): Preset[] {
  return offered.reduce<Preset[]>((list, { preset }) => putPreset(list, preset), [...own]);
}

function isSameValues(a: Preset, b: Preset): boolean {
  const write = ({ values }: Preset) => JSON.stringify(Object.entries(values).toSorted(([x], [y]) => (x < y ? -1 : 1)));
  return write(a) === write(b);
}
