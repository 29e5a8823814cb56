import { hasDisplay, pickHost } from './lib/choose-host.mjs';
import { hostArgument, parseStartFlags, USAGE } from './lib/flags.mjs';
import { startHost } from './lib/host-process.mjs';
import { ensureBuilt } from './lib/bundle.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { openBrowser } from './lib/open-browser.mjs';
import { PlainFailure, say } from './lib/project.mjs';
import { watchStarter } from './lib/starter.mjs';

/** Wrong flags: nothing was installed, built or started. */
const EXIT_USAGE = 2;

async function start() {
  const flags = parseStartFlags(process.argv.slice(2));
  if (!flags.ok) throw new PlainFailure(`${flags.error}\n\n${USAGE}`, EXIT_USAGE);
  if (flags.value.help) {
    process.stderr.write(`${USAGE}\n`);
    return 0;
  }
  const starterGone = watchStarter();
  await ensureInstalled();
  await ensureBuilt();
  const choice = await pickHost(flags.value.host);
  say(`starting in ${choice.host === 'electron' ? 'Electron' : 'the browser host'}: ${choice.why}`);

  const host = startHost(choice, hostArgument(flags.value));
  // Ctrl-C reaches the host too; it closes once, however often it is asked.
  process.on('SIGINT', host.stop);
  process.on('SIGTERM', host.stop);
  void starterGone.then(host.stop);
  const line = await host.line;
  if (line !== null) {
    process.stdout.write(`${line}\n`);
    if (choice.host === 'browser') showAddress(JSON.parse(line).url, flags.value.open);
  }
  return host.exit;
}

/**
 * @param {string} url
 * @param {boolean} mayOpen
 */
function showAddress(url, mayOpen) {
  const tell = () => say(`open ${url} in a browser on this machine; the address works once. Ctrl-C ends the terminal.`);
  if (mayOpen && hasDisplay(process.env, process.platform)) openBrowser(url, tell);
  else tell();
}

start().then(
  (code) => {
    process.exitCode = code;
  },
  (/** @type {unknown} */ error) => {
    if (!(error instanceof PlainFailure)) throw error;
    say(error.message);
    process.exitCode = error.exitCode;
  },
);
