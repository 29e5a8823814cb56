import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { THEMES, type Theme } from '../../../../shared/ipc/preferences-schema.ts';

const read = (name: string) => readFileSync(new URL(`../../../../renderer/ui/${name}`, import.meta.url), 'utf8');

function tokensOf(css: string): Record<string, string> {
  return Object.fromEntries(
    [...css.matchAll(/(--[\w-]+):\s*(#[0-9a-f]{3,8});/giu)].map(([, name, value]) => [name, value]),
  );
}

function themeTokens(theme: Theme): Record<string, string> {
  const own = new RegExp(`data-theme='${theme}'\\] \\{([^}]*)\\}`, 'u').exec(read('themes.css'))?.[1] ?? '';
  return { ...tokensOf(read('tokens.css')), ...tokensOf(own) };
}

function luminance(colour: string): number {
  const digits = colour.length === 4 ? colour.slice(1).replaceAll(/./gu, '$&$&') : colour.slice(1, 7);
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
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
