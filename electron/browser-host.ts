import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createBackEnd } from './assembly/back-end.ts';
import { createHub } from './browser-host/hub.ts';
import { startBrowserHost } from './browser-host/server.ts';
import { systemClock } from './clock.ts';
import { createCloser } from './assembly/closer.ts';
import { readEnvironment } from './host/handed-service.ts';
import { type HostOptions, readHostOptions } from './host/host-options.ts';
import { createDoor } from './ipc/door.ts';
import { logUncaught } from './host/last-resort.ts';
import { describeThrown, openLogFile } from './log.ts';
import { readPage } from './page/page.ts';
import { createRefusalLog } from './assembly/refusals.ts';
import { VERSION } from './version.ts';

const PAGE_FOLDER = fileURLToPath(new URL('../renderer', import.meta.url));

/** Wrong options: nothing was started. */
const EXIT_USAGE = 2;

async function runBrowserHost(options: HostOptions): Promise<void> {
  // Of a folder that others may look into, too, each file is its owner's alone.
  process.umask(0o077);
  const page = readPage(PAGE_FOLDER);
  const logFile = openLogFile(options.dataDir, systemClock.now, (reason) =>
    warn(`the log can't be written: ${reason}`),
  );
  const { log } = logFile;
  const reportBug = (message: string) => (error: unknown) => log('error', 'bug', { message, ...describeThrown(error) });
  logUncaught(process, log);
  const noteRefusal = createRefusalLog(log, systemClock.monotonic);

  let forgetWindow: (windowId: string) => void = () => undefined;
  const hub = createHub(systemClock.monotonic, (windowId) => forgetWindow(windowId), noteRefusal);
  const backEnd = await createBackEnd({
    host: 'browser',
    version: VERSION,
    dataDir: options.dataDir,
    profile: options.profile,
    policies: options.policies,
    // Without Electron there is no way to the system's own store.
    findSystemStore: () => null,
    simulatorSeed: options.seed,
    isSafeStart: options.isSafeStart,
    clock: systemClock,
    publish: hub.publish,
    log,
  });
  forgetWindow = backEnd.forgetWindow;
  const door = createDoor(
    backEnd.handlers,
    (channel, error) => log('error', 'handler_failed', { channel, ...describeThrown(error) }),
    noteRefusal,
  );
  const host = await startBrowserHost({
    page,
    look: backEnd.look,
    door,
    hub,
    port: options.port,
    noteRefusal,
    reportBug: reportBug('request'),
  }).catch(async (error: unknown) => {
    await backEnd.close();
    throw error;
  });

  const close = createCloser([host.close, backEnd.close, logFile.close], reportBug('closing'));
  // All is written and closed by then.
  const stop = () => void close().then(() => process.exit(0));
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  process.on('disconnect', stop);

  log('info', 'started', { host: 'browser', version: VERSION, port: host.port, profile: backEnd.profile().id });
  const line = { url: host.launchUrl, host: 'browser', profile: backEnd.profile().id };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

function warn(sentence: string): void {
  process.stderr.write(`strikedesk: ${sentence}\n`);
}

const options = readHostOptions(process.argv.slice(2), readEnvironment(process.argv, process.env), {
  platform: process.platform,
  homeDir: homedir(),
});
if (options.ok) {
  runBrowserHost(options.value).catch((error: unknown) => {
    warn(`could not start: ${error instanceof Error ? error.message : 'for an unknown reason'}`);
    process.exitCode = 1;
    process.disconnect?.();
  });
} else {
  warn(options.error);
  process.exitCode = EXIT_USAGE;
}
