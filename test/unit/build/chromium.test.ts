import { describe, expect, it } from 'vitest';
import { findChromium } from '../../../build/lib/chromium.mjs';

describe('the browser of the end-to-end tests', () => {
  it('is the one that CHROMIUM_PATH names, or none', () => {
    expect(findChromium({ CHROMIUM_PATH: '/my/chrome' }, (path) => path === '/my/chrome')).toBe('/my/chrome');
    expect(findChromium({ CHROMIUM_PATH: '/gone' }, (path) => path === '/usr/bin/chromium')).toBeNull();
  });

  it('is looked for by its usual names', () => {
    expect(findChromium({}, (path) => path === '/usr/bin/google-chrome')).toBe('/usr/bin/google-chrome');
    expect(findChromium({}, () => false)).toBeNull();
  });

  it('is the shell without windows where both are there', () => {
    expect(findChromium({}, () => true)).toBe('/usr/bin/chromium-headless-shell');
  });
});
