import { systemClock } from '../../../electron/clock.ts';
import { createServices } from '../../../electron/assembly/services.ts';
import { testProfile } from '../bench/test-profile.ts';
import type { Services } from '../../../electron/assembly/services-interface.ts';
import type { SessionStatus } from '../../../shared/ipc/schemas/session-schema.ts';
import type { Publish } from '../../../shared/ipc/contract.ts';

/** Which service, which key, which files. */
export interface MortalSetup {
  readonly origin: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly dataDir: string;
}

export const MORTAL_WINDOW = { windowId: 'mortal' };

/** The real back end of a process that is to be killed. */
export interface MortalBackEnd extends Services {
  /** Resolves once it may sell. */
  readonly waitUntilReady: () => Promise<void>;
}

export async function startMortalBackEnd(setup: MortalSetup, publish: Publish): Promise<MortalBackEnd> {
  const { origin, clientId, clientSecret, dataDir } = setup;
  const ready = Promise.withResolvers<void>();
  const services = await createServices({
    host: 'test',
    version: '0.0.0',
    dataDir,
    profile: testProfile({ origin, credentials: { scheme: 'basic', clientId, clientSecret } }),
    simulatorSeed: 0,
    clock: systemClock,
    publish: (...news) => {
      const [channel, payload] = news;
      if (channel === 'session.changed' && (payload as SessionStatus).selling_blocked === null) ready.resolve();
      publish(...news);
    },
    log: () => undefined,
  });
  return {
    ...services,
    waitUntilReady: async () => {
      const { status } = await services.handlers['session.open'](null, MORTAL_WINDOW);
      if (status.selling_blocked !== null) await ready.promise;
    },
  };
}
