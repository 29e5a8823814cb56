import { describe, expect, it } from 'vitest';
import { chooseHost, hasDisplay, readReason } from '../../../build/lib/choose-host.mjs';

describe('the host that npm start picks', () => {
  it.each([
    [null, '/e', true, 'electron'],
    [null, '/e', false, 'browser'],
    [null, null, true, 'browser'],
    ['browser', '/e', true, 'browser'],
    ['electron', '/e', true, 'electron'],
    ['electron', null, true, 'missing'],
    ['electron', '/e', false, 'missing'],
  ] as const)('asked %s, binary %s, display %s: %s, and says why', (asked, binary, display, host) => {
    const choice = chooseHost({ asked, binary, display });
    expect(choice.host).toBe(host);
    expect(choice.why).not.toBe('');
  });

  it.each([
    ['TypeError: fetch failed\n    at node:internal/deps/undici:1', 'fetch failed'],
    ['Downloading\nError: connect ECONNREFUSED 127.0.0.1:9', 'connect ECONNREFUSED 127.0.0.1:9'],
    ['', 'its script gives no reason'],
  ])('tells of a download that failed with %j: %s', (said, reason) => {
    expect(readReason(said)).toBe(reason);
  });

  it('takes a Linux without X or Wayland for a machine without a display', () => {
    expect(hasDisplay({}, 'linux')).toBe(false);
    expect(hasDisplay({ DISPLAY: '' }, 'linux')).toBe(false);
    expect(hasDisplay({ DISPLAY: ':0' }, 'linux')).toBe(true);
    expect(hasDisplay({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).toBe(true);
    expect(hasDisplay({}, 'darwin')).toBe(true);
  });
});
