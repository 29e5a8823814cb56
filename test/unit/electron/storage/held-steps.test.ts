import { beforeEach, describe, expect, it } from 'vitest';
import { createStepWriter, HELD_AGAIN_MS } from '../../../../electron/storage/held-steps.ts';
import { createVirtualClock, type VirtualClock } from '../../../support/virtual-clock.ts';

const HELD = Object.assign(new Error('database is locked'), { errcode: 5 });
const FULL = Object.assign(new Error('the disk is full'), { errcode: 13 });

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
    disk = FULL;
    steps.write('reply');
    expect(failures).toEqual([FULL]);
    disk = null;
    steps.write('look_up');
    expect(written).toEqual(['look_up']);
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
