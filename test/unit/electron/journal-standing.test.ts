import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createJournalStanding, type JournalStandingOptions } from '../../../electron/session/journal-standing.ts';
import { HELD_AGAIN_MS } from '../../../electron/storage/held-steps.ts';
import { createVirtualClock, type VirtualClock } from '../../support/virtual-clock.ts';

const FULL = Object.assign(new Error('database or disk is full'), { errcode: 13 });
const NO_SPACE = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
const BROKEN = Object.assign(new Error('disk I/O error'), { errcode: 10 });

let folder: string;
let clock: VirtualClock;
let blocks: string[];
let events: string[];
let changes: number;
/** What the next proof of the disk meets. */
let disk: Error | null;
let couldWrite: boolean;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strikedesk-standing-'));
  clock = createVirtualClock();
  [blocks, events, changes, disk, couldWrite] = [[], [], 0, null, false];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function create(store: Partial<JournalStandingOptions['store']> = {}) {
  const standing = createJournalStanding({
    store: {
      folder,
      access: 'ok',
      failure: null,
      isFull: false,
      isUnread: false,
      isRfqsLost: false,
      inPlace: { journal: () => undefined, rfqs: () => undefined },
      couldWrite: () => couldWrite,
      ...store,
    },
    settings: null,
    clock,
    prove: () => {
      if (disk !== null) throw disk;
    },
    block: (reason) => blocks.push(reason),
    onChange: () => {
      changes += 1;
    },
    log: (_level, event) => events.push(event),
  });
  standing.opened([]);
  return standing;
}

describe('a full disk', () => {
  it.each([FULL, NO_SPACE])('is named as one (%s), and heals once the disk takes a write', async (full) => {
    const standing = create();
    standing.noteFailure(full);
    standing.noteFailure(full);
    expect([standing.state(), standing.isFull(), blocks, events]).toEqual(['full', true, [], ['journal_full']]);
    disk = full;
    await clock.advance(HELD_AGAIN_MS);
    expect([standing.state(), changes]).toEqual(['full', 1]);
    disk = null;
    await clock.advance(HELD_AGAIN_MS);
    expect([standing.state(), standing.isFull(), changes]).toEqual(['ok', false, 2]);
    expect(events).toEqual(['journal_full', 'journal_has_room']);
    expect(clock.untilNext()).toBeNull();
  });

  it('that breaks meanwhile stops selling until the next start', async () => {
    const standing = create();
    standing.noteFailure(FULL);
    disk = BROKEN;
    await clock.advance(HELD_AGAIN_MS);
    expect([standing.state(), blocks]).toEqual(['failed', ['journal_failed']]);
    disk = null;
    standing.noteFailure(FULL);
    await clock.advance(HELD_AGAIN_MS);
    expect(standing.state()).toBe('failed');
  });

  it('that a start found is told as one, and that the profile could be opened for writing once there is room', async () => {
    const standing = create({ access: 'failed', failure: 'database or disk is full', isFull: true });
    standing.noteFailure(Object.assign(new Error('attempt to write a readonly database'), { errcode: 8 }));
    await clock.advance(HELD_AGAIN_MS);
    expect([standing.state(), standing.mayTakeOver(), blocks]).toEqual(['full', false, []]);
    couldWrite = true;
    await clock.advance(HELD_AGAIN_MS);
    expect([standing.state(), standing.mayTakeOver()]).toEqual(['full', true]);
  });

  it('is looked at no more once the profile is closed', () => {
    const standing = create();
    standing.noteFailure(FULL);
    standing.close();
    expect(clock.untilNext()).toBeNull();
  });
});

it('an instance that only reads tells when the one that holds the profile is gone, and when another has come', async () => {
  const standing = create({ access: 'read_only' });
  await clock.advance(HELD_AGAIN_MS);
  const before = changes;
  expect(standing.mayTakeOver()).toBe(false);
  couldWrite = true;
  await clock.advance(HELD_AGAIN_MS);
  expect([standing.state(), standing.mayTakeOver(), changes - before]).toEqual(['read_only', true, 1]);
  couldWrite = false;
  await clock.advance(HELD_AGAIN_MS);
  expect([standing.mayTakeOver(), changes - before]).toEqual([false, 2]);
});
