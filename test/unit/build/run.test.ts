import { describe, expect, it } from 'vitest';
import { runNodeBehind } from '../../../build/lib/run.mjs';

/** Ends with 7 once its priority is the lowest. */
const WAITS_FOR_LOWEST = `
  const { constants, getPriority } = require('node:os');
  setInterval(() => getPriority() === constants.priority.PRIORITY_LOW && process.exit(7), 5);
`;

describe('a script behind others', () => {
  it('has the lowest priority, and its exit code is told', async () => {
    expect(await runNodeBehind(['-e', WAITS_FOR_LOWEST])).toBe(7);
  });

  it('counts as failed where it was killed', async () => {
    expect(await runNodeBehind(['-e', "process.kill(process.pid, 'SIGKILL')"])).toBe(1);
  });
});
