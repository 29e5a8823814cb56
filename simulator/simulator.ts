import { createControl, type SimulatorControl } from './control.ts';
import { type CoreOptions, createCore } from './core.ts';
import { CallLog } from './http/call-log.ts';
import { CallDoor } from './http/call-door.ts';
import { SimulatorServer } from './http/server.ts';

export interface SimulatorOptions extends CoreOptions {
  /** 0, or none, takes any free port. */
  readonly port?: number;
}

/** A running simulator and the credentials of its main account. */
export interface Simulator {
  readonly origin: string;
  readonly port: number;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly control: SimulatorControl;
  close(): Promise<void>;
}

/**
 * Starts the simulator on 127.0.0.1. The market moves only with requests: equal seed, clock and requests give equal
 * bytes. Rejects without a port.
 */
export async function createSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { world, service, key, now, exactNow, moveClock } = createCore(options);
  const log = new CallLog();
  const server = new SimulatorServer(new CallDoor(service, log, exactNow), log, (gone) =>
    world.keyring.sessions.endConnection(gone),
  );
  await server.open(options.port ?? 0);
  return {
    origin: `http://127.0.0.1:${server.port}`,
    port: server.port,
    clientId: key.clientId,
    clientSecret: key.clientSecret,
    control: createControl({ world, log, server, service, now, moveClock }),
    close: () => server.close(),
  };
}
