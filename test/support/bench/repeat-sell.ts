import { decimal } from '../../../shared/decimal.ts';
import type { Simulator } from '../../../simulator/simulator.ts';
import { createTestClient } from '../wire/service-double.ts';
import { credentialsOf } from './socket-desk.ts';

/** Against hanging: a busy machine answers late. */
const LIMIT_MS = 60_000;

/** Somebody on the way repeats a sell of 200 USD at market: the service takes it as another order of the same label. */
export async function repeatSell(simulator: Simulator, label: string): Promise<void> {
  const repeater = createTestClient(simulator.origin, { credentials: credentialsOf(simulator) });
  const again = { instrument_name: 'BTC-PERPETUAL', amount: decimal(200), type: 'market', label } as const;
  const repeated = await repeater.call('private/sell', again, { deadlineMs: LIMIT_MS });
  if (!repeated.ok) throw new Error(`not repeated: ${repeated.error.kind}`);
  await repeater.close();
}
