import { subscribe } from 'node:diagnostics_channel';
import { createServer, type Socket } from 'node:net';
import { createSimulator } from '../../../simulator/simulator.ts';

/**
 * The click bench's service as a child process, without limits. Sends its address, then each sell's first-byte time. A
 * second port echoes times.
 */
const SELL = Buffer.from(' /api/v2/private/sell ');
const simulator = await createSimulator({ seed: 1 });
const wide = { rate: 1e9, burst: 1e9 };
simulator.control.setLimits({ non_matching_engine: wide, matching_engine: wide });
simulator.control.setDoor({ publicLimit: wide });

subscribe('net.server.socket', (message) => {
  const { socket } = message as { socket: Socket };
  socket.on('data', (bytes) => {
    const readAt = process.hrtime.bigint();
    if (bytes.includes(SELL)) process.send?.({ sellReadAt: String(readAt) });
  });
});

const raw = createServer((socket) => {
  socket.setNoDelay(true).on('data', () => socket.write(String(process.hrtime.bigint())));
  socket.on('error', () => socket.destroy());
});
raw.listen(0, '127.0.0.1', () => {
  const address = raw.address();
  if (typeof address !== 'object' || address === null) throw new Error('the raw server has no port');
  process.send?.({
    origin: simulator.origin,
    clientId: simulator.clientId,
    clientSecret: simulator.clientSecret,
    rawPort: address.port,
  });
});
process.on('disconnect', () => process.exit(0));
