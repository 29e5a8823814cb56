import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createUpdateSource, type UpdaterPlace } from '../../../../electron/shell/update-source.ts';
import { startUpdates, type UpdateSource } from '../../../../electron/updates/updates.ts';
import { describeUpdates } from '../../../../renderer/features/settings/updates-box.tsx';
import { createVirtualClock } from '../../../support/virtual-clock.ts';

const FEED = 'https://updates.example/strikedesk';

interface Setup {
  readonly feed?: string | null;
  readonly policyFeed?: string | null;
  readonly isAllowed?: boolean;
  readonly whyUnprovable?: string | null;
  readonly found?: string | null;
}

/** Updates over a source that only notes what it is asked. */
function start({
  feed = FEED,
  policyFeed = null,
  isAllowed = true,
  whyUnprovable = null,
  found = '9.0.0',
}: Setup = {}) {
  const clock = createVirtualClock();
  const did: string[] = [];
  let busy: string | null = null;
  let failure: Error | null = null;
  let isChanged = false;
  const note = async (what: string): Promise<void> => {
    did.push(what);
    if (failure !== null) throw failure;
  };
  const source: UpdateSource = {
    packagedFeed: feed,
    whyUnprovable,
    check: (url) => note(`check ${url}`).then(() => found),
    download: () => note('download'),
    install: () => {
      if (isChanged) throw new Error('it was changed');
      did.push('install');
    },
  };
  const policy = { path: '/p', updates: { is_allowed: isAllowed, feed_url: policyFeed } };
  const updates = startUpdates({ source, policy, clock, whyBusy: () => busy, log: () => undefined });
  return {
    updates,
    clock,
    did,
    setBusy: (reason: string | null) => (busy = reason),
    setChanged: (value: boolean) => (isChanged = value),
    setFailure: (error: Error | null) => (failure = error),
  };
}

const DAY_MS = 86_400_000;

describe('updates', () => {
  it.each([
    ['no address', { feed: null }, 'off'],
    ['a policy that forbids them', { isAllowed: false }, 'forbidden'],
    ['no way to prove a signature', { whyUnprovable: 'it runs from its sources' }, 'unsupported'],
  ] as const)('ask nothing, ever, with %s', async (_case, setup, state) => {
    const { updates, clock, did } = start(setup);
    expect(updates.view().state).toBe(state);
    await clock.advance(3 * DAY_MS);
    expect(await updates.check()).not.toBeNull();
    expect(updates.install()).not.toBeNull();
    expect(did).toEqual([]);
    expect(clock.untilNext()).toBeNull();
    expect(describeUpdates(updates.view())).toMatch(/off|forbids/);
  });

  it('are asked for a minute after the start and every six hours, from where the policy says', async () => {
    const { updates, clock, did } = start({ policyFeed: 'https://desk.example/', found: null });
    await clock.advance(59_000);
    expect(did).toEqual([]);
    await clock.advance(2_000);
    expect(did).toEqual(['check https://desk.example/']);
    expect(describeUpdates(updates.view())).toMatch(/newest.*desk\.example.*UTC/);
    await clock.advance(6 * 60 * 60 * 1000);
    expect(did).toHaveLength(2);
    updates.close();
    await clock.advance(DAY_MS);
    expect(did).toHaveLength(2);
  });

  it('are fetched when nothing is undecided, and installed only when somebody says so and still nothing is', async () => {
    const { updates, clock, did, setBusy } = start();
    setBusy('1 sell is undecided');
    await clock.advance(61_000);
    expect(updates.view()).toMatchObject({ state: 'waiting', version: '9.0.0', reason: '1 sell is undecided' });
    await clock.advance(DAY_MS);
    expect(did).toEqual([`check ${FEED}`]);
    setBusy(null);
    await clock.advance(30_000);
    expect(updates.view().state).toBe('ready');
    await clock.advance(3 * DAY_MS);
    expect(did).toEqual([`check ${FEED}`, 'download']);
    setBusy('an order is on its way');
    expect(updates.install()).toBe('Nothing is installed now: an order is on its way.');
    setBusy(null);
    expect(updates.install()).toBeNull();
    expect(did).toEqual([`check ${FEED}`, 'download', 'install']);
  });

  it('that are no longer what was proven when they are installed are told of, and asked for anew', async () => {
    const { updates, clock, did, setChanged } = start();
    await clock.advance(61_000);
    setChanged(true);
    expect(updates.install()).toBe('Nothing is installed: it was changed.');
    expect(updates.view()).toMatchObject({ state: 'failed', reason: 'it was changed' });
    await clock.advance(6 * 60 * 60 * 1000);
    expect(updates.view().state).toBe('ready');
    expect(did).toEqual([`check ${FEED}`, 'download', `check ${FEED}`, 'download']);
  });

  it('that fail say why, and are asked for again later or at once when somebody says so', async () => {
    const { updates, clock, did, setFailure } = start({ found: null });
    setFailure(new Error('New version 9.0.0 is not signed by the application owner'));
    await clock.advance(61_000);
    expect(describeUpdates(updates.view())).toContain('not signed by the application owner');
    setFailure(null);
    expect(await updates.check()).toBeNull();
    expect(updates.view().state).toBe('idle');
    expect(did).toHaveLength(2);
  });
});

describe('electron-updater', () => {
  const made: string[] = [];
  afterAll(() => {
    for (const folder of made) rmSync(folder, { recursive: true });
  });
  const place = (yaml: string | null, changes: Partial<UpdaterPlace> = {}): UpdaterPlace => {
    const resourcesPath = mkdtempSync(join(tmpdir(), 'strikedesk-updates-'));
    made.push(resourcesPath);
    if (yaml !== null) writeFileSync(join(resourcesPath, 'app-update.yml'), yaml);
    const packageFile = join(resourcesPath, 'package.json');
    writeFileSync(packageFile, '{"name":"strikedesk"}');
    const dataDir = join(resourcesPath, 'data');
    return { platform: 'win32', isPackaged: true, resourcesPath, packageFile, dataDir, version: '0.1.0', ...changes };
  };
  const SIGNED = `provider: generic\nurl: ${FEED}\npublisherName:\n  - Desk Ltd\nupdaterCacheDirName: strikedesk-updater\n`;

  it.each([
    ['a package with address and publisher', place(SIGNED), FEED, null],
    ['one without a publisher', place(`provider: generic\nurl: ${FEED}\n`), FEED, /no publisher/],
    ['one without an address', place(null), null, /no publisher/],
    [
      'an address without encryption',
      place('provider: generic\nurl: http://a.example\npublisherName: A\n'),
      null,
      null,
    ],
    ['a system whose packages are not signed', place(SIGNED, { platform: 'linux' }), FEED, /no signature/],
    ['macOS, which proves signatures itself', place(`url: '${FEED}'\n`, { platform: 'darwin' }), FEED, null],
    ['a run from the sources', place(SIGNED, { isPackaged: false }), null, /sources/],
  ] as const)('is judged by the package: %s', (_case, where, url, why) => {
    const source = createUpdateSource(where, { load: () => expect.unreachable() });
    expect(source.packagedFeed).toBe(url);
    if (why === null) expect(source.whyUnprovable).toBeNull();
    else expect(source.whyUnprovable).toMatch(why);
  });

  it('does nothing by itself, never goes back, and keeps its own proof of signatures', async () => {
    const asked: unknown[] = [];
    const proof = Symbol('its own');
    const stand = {
      autoDownload: true,
      autoInstallOnAppQuit: true,
      autoRunAppAfterInstall: false,
      allowDowngrade: true,
      allowPrerelease: true,
      disableWebInstaller: false,
      verifyUpdateCodeSignature: proof,
      logger: console,
      setFeedURL: (feed: unknown) => void asked.push(feed),
      checkForUpdates: () => Promise.resolve({ isUpdateAvailable: true, updateInfo: { version: '9.0.0' } }),
      downloadUpdate: () => Promise.resolve(asked.push('download')),
      quitAndInstall: () => void asked.push('install'),
    };
    const source = createUpdateSource(place(SIGNED), { load: () => Promise.resolve(stand as never) });
    source.install();
    expect(await source.check(FEED)).toBe('9.0.0');
    expect(stand).toMatchObject({
      autoDownload: false,
      autoInstallOnAppQuit: false,
      allowDowngrade: false,
      allowPrerelease: false,
      disableWebInstaller: true,
      verifyUpdateCodeSignature: proof,
    });
    await source.download();
    source.install();
    expect(asked).toEqual([{ provider: 'generic', url: FEED }, 'download', 'install']);
  });
});
