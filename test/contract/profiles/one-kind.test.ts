import { describe, expect, it, onTestFinished } from 'vitest';
import { takeProfile } from '../../../electron/host/environment-profile.ts';
import { createSimulator } from '../../../simulator/simulator.ts';
import { formOf, removeData, startProfileBench } from '../../support/bench/profile-bench.ts';

describe('one address', () => {
  it('is no test money where a profile has it as something worse: neither another profile nor a start may say so', async () => {
    const simulator = await createSimulator({ seed: 7 });
    onTestFinished(() => simulator.close());
    const on = await startProfileBench();
    await on.act({ action: 'add', profile: formOf(simulator, { kind: 'custom' }) });
    const second = formOf(simulator, { name: 'Desk B', kind: 'test' });
    expect((await on.act({ action: 'add', profile: second })).problems).toEqual([
      {
        field: 'kind',
        message: `The profile “Desk A” has ${simulator.origin} as Custom, and an address has one kind: choose Custom here too.`,
      },
    ]);
    const environment = takeProfile({
      STRIKEDESK_SERVICE_ORIGIN: simulator.origin,
      STRIKEDESK_CLIENT_ID: simulator.clientId,
      STRIKEDESK_CLIENT_SECRET: simulator.clientSecret,
      STRIKEDESK_PROFILE: 'test',
    });
    if (!environment.ok || environment.value === null) throw new Error('it is a profile');
    const { dataDir } = on;
    await on.close();
    await expect(startProfileBench({ dataDir, profile: environment.value })).rejects.toThrow(
      'STRIKEDESK_PROFILE must be custom',
    );
    removeData(on);
  });
});
