import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Handlers, REQUESTS } from '../../../../shared/ipc/contract.ts';
import { CHANNELS, listenWith, messages, OWN_FRAME } from '../../../support/fuzz/ipc-messages.ts';
import { repetitions } from '../../../support/repetitions.ts';

/** `npm run fuzz` asks for a million; a run of the suite makes do with these. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? repetitions(20_000, 4000));
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);

/** What the main process does with a message, with handlers that only count. */
function listen() {
  const counts = { handled: 0 };
  const breaches: string[] = [];
  const handlers = Object.fromEntries(
    CHANNELS.map((channel) => [
      channel,
      (params: unknown) => {
        counts.handled += 1;
        if (!REQUESTS[channel].params.safeParse(params).success) breaches.push(channel);
        return Promise.resolve(null);
      },
    ]),
  ) as unknown as Handlers;
  return { ...listenWith(handlers), counts, breaches };
}

describe('messages of a window that is no longer ours', () => {
  it(`are each answered, and none reaches a handler unless its frame, channel and schema fit: ${RUNS} of them`, async () => {
    const { send, counts, breaches, bugs, refused } = listen();
    const names = Object.getOwnPropertyNames(Object.prototype).length;
    await fc.assert(
      fc.asyncProperty(messages, async (message) => {
        const before = counts.handled;
        const reply = await send(message);
        if (typeof reply.ok !== 'boolean') throw new Error('no reply');
        if (message.frame !== OWN_FRAME && counts.handled !== before) throw new Error('a foreign frame was heard');
        if (reply.ok !== (counts.handled === before + 1)) throw new Error('the reply is not that of its handler');
      }),
      { numRuns: RUNS, seed: SEED },
    );
    expect(breaches).toEqual([]);
    expect(bugs).toEqual([]);
    expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(names);
    expect('polluted' in {}).toBe(false);
    // It reaches both sides of the door: a fuzzer that is always turned away shows nothing.
    expect(counts.handled).toBeGreaterThan(RUNS / 50);
    expect(refused()).toBeGreaterThan(RUNS / 20);
    // Who asked for a run of their own reads what came of it; the same seed and number give the same figures.
    if ('FUZZ_RUNS' in process.env) {
      process.stdout.write(
        `fuzz: seed ${SEED}, ${RUNS} messages: ${counts.handled} reached a handler, ${refused()} were refused by their frame, ` +
          `${RUNS - counts.handled - refused()} by channel, size or schema; ${breaches.length} breaches, ${bugs.length} bugs\n`,
      );
    }
  });
});
