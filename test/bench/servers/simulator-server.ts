import { createSimulator } from '../../../simulator/simulator.ts';

/**
 * A simulator as a child process of a bench: on the wall clock, with limits so wide that none is met. It sends
 * its address, credentials and the names of instruments; and on any message, when it was started with --expose-gc,
 * the bytes of its heap that are in use.
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
