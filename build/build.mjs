import { ensureBuilt } from './lib/bundle.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { PlainFailure, say } from './lib/project.mjs';

/** Installs and builds what is not there yet or has changed. */
async function build() {
  await ensureInstalled();
  await ensureBuilt();
  say('built');
}

build().catch((/** @type {unknown} */ error) => {
  if (!(error instanceof PlainFailure)) throw error;
  say(error.message);
  process.exitCode = error.exitCode;
});
