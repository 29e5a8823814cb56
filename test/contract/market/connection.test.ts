import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SessionStatus } from '../../../shared/ipc/schemas/session-schema.ts';
import { type BackEnd, startBackEnd, TEST_WINDOW } from '../../support/bench/back-end.ts';

let end: BackEnd;
beforeEach(async () => {
  end = await startBackEnd();
});

afterEach(async () => {
  await end.services.close();
  rmSync(end.dataDir, { recursive: true });
});

const until = (isSo: (status: SessionStatus) => boolean) => end.waitFor('session.changed', isSo);

it('is told by whatever is asked, while no price is', async () => {
  await end.services.handlers['market.watch']({ instruments: [] }, TEST_WINDOW);
  await until(({ connection, polls_per_second: polls }) => connection === 'online' && polls === 0);
  await end.simulator.close();
  const { failure } = await until(({ connection }) => connection === 'offline');
  expect(failure?.code).toBe('ConnectionFailed');
});
