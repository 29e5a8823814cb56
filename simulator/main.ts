import { readFlags, USAGE } from './flags.ts';
import { createSimulator } from './simulator.ts';

const flags = readFlags(process.argv.slice(2));
if (!flags.ok) {
  process.stderr.write(`${flags.error}\n${USAGE}`);
  process.exit(2);
}
if (flags.value === 'help') {
  process.stdout.write(USAGE);
  process.exit(0);
}

try {
  const simulator = await createSimulator(flags.value);
  const line = { url: simulator.origin, client_id: simulator.clientId, client_secret: simulator.clientSecret };
  process.stdout.write(`${JSON.stringify(line)}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.close());
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`cannot listen on port ${flags.value.port ?? 0}: ${reason}\n`);
  process.exit(1);
}
