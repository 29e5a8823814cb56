import { createSimulator } from '../../../simulator/simulator.ts';

/**
 * A bench's simulator as a child process, without limits. Sends address, credentials and instruments; with --expose-gc,
 * its heap in bytes on any message.
 */
const simulator = await createSimulator({ seed: 1 });
const wide = { rate: 1e9, burst: 1e9 };
simulator.control.setLimits({ non_matching_engine: wide, matching_engine: wide });
simulator.control.setDoor({ publicLimit: wide });
process.send?.({
  port: simulator.port,
  clientId: simulator.clientId,
  clientSecret: simulator.clientSecret,
  names: simulator.control.instrumentNames(),
});
process.on('message', () => {
  globalThis.gc?.();
  process.send?.({ heapBytes: process.memoryUsage().heapUsed });
});
process.on('disconnect', () => process.exit(0));
