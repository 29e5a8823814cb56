import { describe, expect, it } from 'vitest';
import type { CallFailure } from '../../../../electron/service/failure.ts';
import { createKeyLatch } from '../../../../electron/service/login/key-latch.ts';
import { classifyErrorCode } from '../../../../shared/service/error-codes.ts';
import { noAnswer } from '../../../support/wire/scripted-service.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';

const NOW = Date.UTC(2026, 10, 18, 12);

const refused = (code: number, serviceTimeMs: number | null = null): CallFailure => ({
  kind: 'service_error',
  isOurs: true,
  code,
  class: classifyErrorCode(code),
  message: 'no',
  reason: null,
  param: null,
  data: null,
  httpStatus: 400,
  times: { roundTripMs: 0, serviceTimeMs, receivedAtMs: 0 },
});

function open() {
  const clock = createVirtualClock();
  const told: boolean[] = [];
  const latch = createKeyLatch(clock, () => told.push(latch.isRefused()));
  return { clock, latch, told };
}

describe('a refused login', () => {
  it.each([13_004, 13_009, 10_000, 11_098])('of code %i shuts private calls at once', (code) => {
    const { latch, told } = open();
    latch.noteLogin(refused(code));
    latch.noteLogin(refused(code));
    expect(latch.why()).toEqual({ kind: 'not_sent', reason: 'login_failed', detail: `${code} no` });
    expect(told).toEqual([true]);
  });

  it.each<[string, CallFailure]>([
    ['without an answer', 'failure' in noAnswer ? noAnswer.failure : refused(0)],
    ['that was not sent', { kind: 'not_sent', reason: 'connection_refused', detail: '' }],
    ['that came too often', refused(10_028)],
    ['that failed for no known reason', refused(10_001)],
  ])('is none %s', (_what, failure) => {
    const { latch, told } = open();
    latch.noteLogin(failure);
    expect([latch.why(), latch.isRefused(), told]).toEqual([null, false, []]);
  });
});

describe('refused reads', () => {
  const scheme = 'basic';

  it('shut private calls once they have gone on for seconds', async () => {
    const { clock, latch } = open();
    for (let reads = 0; reads < 10; reads += 1) latch.noteRead(refused(13_004), scheme, NOW);
    expect(latch.why()).toBeNull();
    await clock.advance(2000);
    latch.noteRead(refused(13_004), scheme, NOW);
    expect(latch.why()).not.toBeNull();
  });

  it('don’t while others are let in, nor for a right that is lacking', async () => {
    const { clock, latch } = open();
    for (let reads = 0; reads < 20; reads += 1) {
      latch.noteRead(refused(13_004), scheme, NOW);
      latch.noteRead(refused(13_403), scheme, NOW);
      if (reads % 2 === 1) latch.noteTaken();
      await clock.advance(1000);
    }
    expect(latch.why()).toBeNull();
  });
});

describe('refused signatures', () => {
  async function refuseFor(
    latch: ReturnType<typeof open>['latch'],
    clock: ReturnType<typeof open>['clock'],
    offMs: number,
  ) {
    for (let reads = 0; reads < 20; reads += 1) {
      latch.noteRead(refused(13_004, NOW + offMs), 'signature', NOW);
      await clock.advance(1000);
    }
  }

  it.each([-3_000_000, -31_000, 31_000])('say nothing of the key where the time was off by %i ms', async (offMs) => {
    const { clock, latch } = open();
    await refuseFor(latch, clock, offMs);
    expect(latch.why()).toBeNull();
  });

  it.each([0, 29_000])('shut private calls where it was off by %i ms', async (offMs) => {
    const { clock, latch } = open();
    await refuseFor(latch, clock, offMs);
    expect(latch.why()).not.toBeNull();
  });

  it('of a password are never those of a clock', async () => {
    const { clock, latch } = open();
    for (let reads = 0; reads < 5; reads += 1) {
      latch.noteRead(refused(13_004, NOW + 3_000_000), 'basic', NOW);
      await clock.advance(1000);
    }
    expect(latch.why()).not.toBeNull();
  });
});

describe('a key that is tried again', () => {
  it('is refused until a call was let in, and a late answer of before is no such call', () => {
    const { latch, told } = open();
    latch.noteLogin(refused(13_004));
    latch.noteTaken();
    expect([latch.why() === null, latch.isRefused()]).toEqual([false, true]);
    latch.retry();
    expect([latch.why(), latch.isRefused()]).toEqual([null, true]);
    latch.noteTaken();
    expect([latch.isRefused(), told]).toEqual([false, [true, false]]);
  });

  it('and is refused again, shuts at the first refusal', () => {
    const { latch } = open();
    latch.noteLogin(refused(13_004));
    latch.retry();
    latch.noteRead(refused(13_004), 'signature', NOW);
    expect(latch.why()).not.toBeNull();
  });
});
