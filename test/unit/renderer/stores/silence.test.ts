import { beforeEach, describe, expect, it } from 'vitest';
import { SILENT_MS, type SilenceWatch, watchSilence } from '../../../../renderer/stores/silence.ts';

let nowMs: number;
let check: () => void;
let told: boolean[];
let silence: SilenceWatch;

beforeEach(() => {
  nowMs = 0;
  told = [];
  silence = watchSilence({
    now: () => nowMs,
    every: (_milliseconds, action) => {
      check = action;
      return () => (check = () => undefined);
    },
    onChange: (isSilent) => told.push(isSilent),
  });
});

/** So much time passes, with a look every so often. */
function pass(milliseconds: number, everyMs = 500): void {
  for (let passed = 0; passed < milliseconds; passed += everyMs) {
    nowMs += everyMs;
    check();
  }
}

describe('the silence of the back end', () => {
  it('is told once it has lasted, and that it is over with the next word', () => {
    silence.hear();
    pass(SILENT_MS);
    expect(told).toEqual([]);
    pass(500);
    expect(told).toEqual([true]);
    pass(20_000);
    silence.hear();
    expect(told).toEqual([true, false]);
    pass(SILENT_MS);
    expect(told).toEqual([true, false]);
  });

  it('is none of a back end that speaks once a second, also where the page looks once a minute', () => {
    for (let second = 0; second < 60; second += 1) {
      silence.hear();
      pass(1000);
    }
    for (let minute = 0; minute < 30; minute += 1) {
      pass(60_000, 60_000);
      silence.hear();
    }
    expect(told).toEqual([]);
  });

  it('is none of a machine that slept, nor of a page that was held up', () => {
    silence.hear();
    pass(1000);
    nowMs += 8 * 3_600_000;
    check();
    // What was said meanwhile is read after the timer that was due.
    silence.hear();
    expect(told).toEqual([]);
  });

  it('is none before the first word, nor while the connection is lost and is told as that', () => {
    pass(60_000);
    silence.hear();
    pass(SILENT_MS + 500);
    silence.rest();
    pass(60_000);
    expect(told).toEqual([true, false]);
    silence.stop();
  });
});
