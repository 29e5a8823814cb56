import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defaultDataDir, readHostOptions } from '../../../../electron/host/host-options.ts';
import { VERSION } from '../../../../electron/version.ts';

const LINUX = { platform: 'linux', homeDir: '/home/t' } as const;

describe('options of a host', () => {
  it('have defaults', () => {
    expect(readHostOptions([], {}, LINUX)).toEqual({
      ok: true,
      value: {
        dataDir: '/home/t/.local/share/strikedesk',
        seed: 1,
        port: 0,
        devtools: false,
        policies: [{ path: '/etc/strikedesk/policy.json', isRequired: false }],
        isSafeStart: false,
        profile: null,
      },
    });
  });

  it('come as one argument among those of others', () => {
    const argv = ['.', '--type=gpu', '--strikedesk-options={"seed":7,"port":80,"dataDir":"/d"}'];
    expect(readHostOptions(argv, {}, LINUX)).toMatchObject({ ok: true, value: { seed: 7, port: 80, dataDir: '/d' } });
  });

  it.each([
    '',
    '{',
    '[]',
    '{"seed":-1}',
    '{"port":65536}',
    '{"port":"1"}',
    '{"extra":1}',
    '{"dataDir":""}',
    '{"policy":""}',
  ])('are refused as %j', (text) => {
    expect(readHostOptions([`--strikedesk-options=${text}`], {}, LINUX).ok).toBe(false);
  });

  it('are refused with a service that does not fit', () => {
    expect(readHostOptions([], { STRIKEDESK_CLIENT_ID: 'x' }, LINUX).ok).toBe(false);
  });
});

describe('the default data folder', () => {
  it.each([
    ['linux', { XDG_DATA_HOME: '/data' }, '/data/strikedesk'],
    ['linux', { XDG_DATA_HOME: 'relative' }, '/home/t/.local/share/strikedesk'],
    ['darwin', {}, '/home/t/Library/Application Support/Strikedesk'],
    ['win32', { APPDATA: 'C:\\Users\\t\\Roaming' }, 'C:\\Users\\t\\Roaming\\Strikedesk'],
  ] as const)('on %s with %j is %s', (platform, env, folder) => {
    expect(defaultDataDir(env, { platform, homeDir: '/home/t' })).toBe(folder);
  });
});

it('the version is the one of package.json', () => {
  const path = new URL('../../../../package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string };
  expect(VERSION).toBe(version);
});
