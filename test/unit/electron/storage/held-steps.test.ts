import { beforeEach, describe, expect, it } from 'vitest';
import { createStepWriter, HELD_AGAIN_MS } from '../../../../electron/storage/held-steps.ts';
import { createVirtualClock, type VirtualClock } from '../../../support/virtual-clock.ts';

const HELD = Object.assign(new Error('database is locked'), { errcode: 5 });
const FULL = Object.assign(new Error('the disk is full'), { errcode: 13 });
const NO_SPACE = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
const READ_ONLY = Object.assign(new Error('attempt to write a readonly database'), { errcode: 8 });

let clock: VirtualClock;
let written: string[];
let tries: number;
let failures: unknown[];
let disk: Error | null;

beforeEach(() => {
  clock = createVirtualClock();
  [written, tries, failures, disk] = [[], 0, [], null];
});

function create() {
  const advance = (step: string): void => {
    tries += 1;
    if (disk !== null) throw disk;
    written.push(step);
  };
  return createStepWriter(clock, advance, (error) => failures.push(error));
}

describe('a step', () => {
  it('of a file that is held waits, and those after it behind it, without trying for each', async () => {
    const steps = create();
    disk = HELD;
    for (const step of ['reply', 'look_up', 'cancel']) steps.write(step);
    expect([written, tries]).toEqual([[], 1]);
    await clock.advance(HELD_AGAIN_MS);
    expect([written, tries]).toEqual([[], 2]);
    disk = null;
    await clock.advance(HELD_AGAIN_MS);
    expect(written).toEqual(['reply', 'look_up', 'cancel']);
    steps.write('outcome');
    expect(written.at(-1)).toBe('outcome');
    expect(failures).toEqual([]);
  });

  it('that a disk does not take is told, and holds up no other', () => {
    const steps = create();
    disk = READ_ONLY;
    steps.write('reply');
    expect(failures).toEqual([READ_ONLY]);
    disk = null;
    steps.write('look_up');
    expect(written).toEqual(['look_up']);
  });

  it.each([FULL, NO_SPACE])('that finds the disk full (%s) is told, and waits for room', async (full) => {
    const steps = create();
    disk = full;
    for (const step of ['reply', 'look_up']) steps.write(step);
    expect([written, failures]).toEqual([[], [full]]);
    disk = null;
    await clock.advance(HELD_AGAIN_MS);
    expect(written).toEqual(['reply', 'look_up']);
  });

  it('that waits at the end is tried once more, and then left to the next start', async () => {
    const [first, second] = [create(), create()];
    disk = HELD;
    first.write('reply');
    second.write('outcome');
    second.close();
    disk = null;
    first.close();
    await clock.advance(HELD_AGAIN_MS);
    expect(written).toEqual(['reply']);
  });
});

describe('steps together', () => {
  /** Of a transaction: what was written in it is gone when it can't be committed. */
  function transact(commit: () => void): (run: () => void) => void {
    return (run) => {
      const before = [...written];
      try {
        run();
        commit();
      } catch (error) {
        written = before;
        throw error;
      }
    };
  }
  const fail = (error: Error) => (): never => {
    throw error;
  };

  it('that could not be committed on a full disk wait, in their order, and what they are of was carried out once', async () => {
    const steps = create();
    let runs = 0;
    steps.together(transact(fail(FULL)), () => {
      runs += 1;
      steps.write('first');
      steps.together(transact(fail(READ_ONLY)), () => steps.write('second'));
    });
    steps.write('third');
    expect([written, failures, runs]).toEqual([[], [FULL], 1]);
    await clock.advance(HELD_AGAIN_MS);
    expect([written, runs]).toEqual([['first', 'second', 'third'], 1]);
  });

  it('of which one finds the disk full are none of them committed: all wait', async () => {
    const steps = create();
    let commits = 0;
    steps.together(
      transact(() => (commits += 1)),
      () => {
        steps.write('first');
        disk = FULL;
        steps.write('second');
      },
    );
    expect([written, failures, commits]).toEqual([[], [FULL], 0]);
    disk = null;
    await clock.advance(HELD_AGAIN_MS);
    expect(written).toEqual(['first', 'second']);
  });

  it('of a file that is held are carried out all the same, and each waits', async () => {
    const steps = create();
    disk = HELD;
    steps.together(fail(HELD), () => steps.write('first'));
    expect([written, failures]).toEqual([[], []]);
    disk = null;
    await clock.advance(HELD_AGAIN_MS);
    expect(written).toEqual(['first']);
  });

  it('that a disk takes at no time are told, and hold up no other', () => {
    const steps = create();
    steps.together(transact(fail(READ_ONLY)), () => steps.write('first'));
    expect(failures).toEqual([READ_ONLY]);
    steps.write('second');
    expect(written).toEqual(['second']);
  });
});
