import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { THEMES, type Theme } from '../../../../shared/ipc/schemas/preferences-schema.ts';

const read = (name: string) => readFileSync(new URL(`../../../../renderer/ui/theme/${name}`, import.meta.url), 'utf8');

function tokensOf(css: string): Record<string, string> {
  return Object.fromEntries(
    [...css.matchAll(/(--[\w-]+):\s*(#[0-9a-f]{3,8});/giu)].map(([, name, value]) => [name, value]),
  );
}

function themeTokens(theme: Theme): Record<string, string> {
  const own = new RegExp(`data-theme='${theme}'\\] \\{([^}]*)\\}`, 'u').exec(read('themes.css'))?.[1] ?? '';
  return { ...tokensOf(read('tokens.css')), ...tokensOf(own) };
}

type Triple = readonly [number, number, number];

/** Red, green and blue of a colour as light, from 0 to 1. */
function lightOf(colour: string): Triple {
  const digits = colour.length === 4 ? colour.slice(1).replaceAll(/./gu, '$&$&') : colour.slice(1, 7);
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return [red, green, blue];
}

const times = (rows: readonly Triple[], light: Triple): Triple =>
  rows.map((row) => row.reduce((sum, part, at) => sum + part * (light[at] ?? 0), 0)) as unknown as Triple;

function luminance(colour: string): number {
  return times([[0.2126, 0.7152, 0.0722]], lightOf(colour))[0];
}

/** What eyes without one kind of cone see of light (Machado, Oliveira and Fernandes 2009, severity 1). */
const DEFICIENCIES: Readonly<Record<string, readonly Triple[]>> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** Light as CIELAB under D65, where distances are about what eyes tell apart: 2 is just seen. */
function toLab(light: Triple): Triple {
  const within = light.map((part) => Math.min(1, Math.max(0, part))) as unknown as Triple;
  const [x, y, z] = times(
    [
      [0.4339499, 0.3762092, 0.1898409],
      [0.2126729, 0.7151522, 0.072175],
      [0.0177566, 0.1094711, 0.8727724],
    ],
    within,
  ).map((part) => (part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116)) as unknown as Triple;
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** How far apart two colours are for the eyes that tell them apart worst. */
function leastDistance(a: string, b: string): number {
  const distances = Object.values(DEFICIENCIES).map((seen) => {
    const [one, other] = [toLab(times(seen, lightOf(a))), toLab(times(seen, lightOf(b)))];
    return Math.hypot(...one.map((part, at) => part - (other[at] ?? 0)));
  });
  return Math.min(...distances);
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const SURFACES = ['--bg', '--panel', '--tab-bar', '--raised', '--sunken', '--row-selected', '--row-hover'];
const PAIRS = [
  ...['--text', '--muted', '--faint', '--bid', '--ask'].flatMap((text) => SURFACES.map((surface) => [text, surface])),
  ...['good', 'attention', 'bad', 'quiet', 'accent'].map((tone) => [`--${tone}-text`, `--${tone}-surface`]),
  ...['simulator', 'test', 'live'].map((kind) => [`--${kind}-text`, `--${kind}-surface`]),
  ['--sell-text', '--sell'],
  ['--send-text', '--send'],
] as [string, string][];

describe.each(THEMES)('the theme %s', (theme) => {
  it('keeps texts at 4.5 : 1 on their surfaces, 7 : 1 in high contrast', () => {
    const tokens = themeTokens(theme);
    const least = theme === 'contrast' ? 7 : 4.5;
    const weak = PAIRS.map(([text, surface]) => [
      `${text} on ${surface}`,
      contrast(tokens[text] ?? '#000', tokens[surface] ?? '#000'),
    ]).filter(([, ratio]) => Number(ratio) < least);
    expect(weak).toEqual([]);
  });
});

describe('colours that mean something', () => {
  it.each([
    ['colour_safe', '--bid', '--ask', 80],
    ['colour_safe', '--good-text', '--bad-text', 60],
    ['colour_safe', '--attention-text', '--bad-text', 35],
    ['colour_safe', '--good-text', '--attention-text', 35],
    ['contrast', '--bid', '--ask', 40],
  ] as const)('of the theme %s are told apart by every eye: %s and %s', (theme, one, other, least) => {
    const tokens = themeTokens(theme);
    expect(leastDistance(tokens[one] ?? '', tokens[other] ?? '')).toBeGreaterThan(least);
  });
});
