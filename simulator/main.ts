import type { ApiKey } from './account/api-key.ts';
import { TRADER_SCOPES } from './core.ts';
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

/** A key as it is printed: only here does a secret leave the program. */
function printed({ clientId, clientSecret }: Pick<ApiKey, 'clientId' | 'clientSecret'>) {
  return { client_id: clientId, client_secret: clientSecret };
}

try {
  const simulator = await createSimulator(flags.value);
  const { control } = simulator;
  const subaccounts = control
    .accountIds()
    .slice(1)
    .map((id) => ({ subaccount_id: id, ...printed(control.addKey(TRADER_SCOPES, { subaccountId: id })) }));
  const line = { url: simulator.origin, ...printed(simulator), subaccounts };
  process.stdout.write(`${JSON.stringify(line)}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.close());
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`cannot listen on port ${flags.value.port ?? 0}: ${reason}\n`);
  process.exit(1);
}
