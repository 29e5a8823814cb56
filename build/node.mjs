import { spawn } from 'node:child_process';
import { ensureInstalled } from './lib/install.mjs';
import { PlainFailure, projectNode, ROOT, say } from './lib/project.mjs';
import { toolEnvironment } from './lib/run.mjs';

/** Runs a script of the project under the project's Node, whatever Node is installed: `node build/node.mjs SCRIPT ...`. */
async function runScript() {
  await ensureInstalled();
  const child = spawn(projectNode(), ['--no-warnings', ...process.argv.slice(2)], {
    cwd: ROOT,
    env: toolEnvironment(),
    stdio: 'inherit',
  });
  // Ctrl-C goes to the whole group; the script decides how to end, and this process ends after it.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.once('exit', (code, signal) => {
    process.exitCode = signal === null ? (code ?? 1) : 1;
  });
}

runScript().catch((/** @type {unknown} */ error) => {
  if (!(error instanceof PlainFailure)) throw error;
  say(error.message);
  process.exitCode = error.exitCode;
});
