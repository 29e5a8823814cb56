import { parseArgs } from 'node:util';
import { createSimulator } from './simulator.ts';

const USAGE = 'usage: node simulator/main.ts [--port N] [--seed N]';

/** A whole number from 0 to `most`; null when the text is none. */
function wholeNumber(text: string, most: number): number | null {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return value <= most ? value : null;
}

function readFlags(args: string[]): { port: number; seed: number } | string {
  try {
    const { values } = parseArgs({ args, options: { port: { type: 'string' }, seed: { type: 'string' } } });
    const port = wholeNumber(values.port ?? '0', 65_535);
    const seed = wholeNumber(values.seed ?? '1', Number.MAX_SAFE_INTEGER);
    if (port === null) return `--port must be a whole number from 0 to 65535, got ${values.port ?? ''}`;
    if (seed === null) return `--seed must be a whole number from 0, got ${values.seed ?? ''}`;
    return { port, seed };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const flags = readFlags(process.argv.slice(2));
if (typeof flags === 'string') {
  process.stderr.write(`${flags}\n${USAGE}\n`);
  process.exit(2);
}

try {
  const simulator = await createSimulator(flags);
  const line = { url: simulator.origin, client_id: simulator.clientId, client_secret: simulator.clientSecret };
  process.stdout.write(`${JSON.stringify(line)}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.close());
} catch (error) {
  process.stderr.write(
    `cannot listen on port ${flags.port}: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(1);
}
