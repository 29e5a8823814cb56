import { expect, it } from 'vitest';
import type { Profile } from '../../../../electron/profiles/profile.ts';
import type { Services } from '../../../../electron/assembly/services-interface.ts';
import { createSwitchboard } from '../../../../electron/assembly/switchboard.ts';

/** The services of a profile, as far as a switchboard needs them. */
function servicesOf(name: string, close = (): Promise<void> => Promise.resolve()): Services {
  return {
    opening: name,
    handlers: {},
    profile: { id: name, name },
    undecided: () => ({ orders: 0, cancels: 0, requests: 0 }),
    touch: () => undefined,
    forgetWindow: () => undefined,
    close,
  } as unknown as Services;
}

const B = { id: 'b', name: 'b' } as Profile;

it('where a profile fails to end, the next is opened all the same', async () => {
  const faults: unknown[] = [];
  const board = createSwitchboard(
    (profile) => Promise.resolve(servicesOf(profile?.name ?? 'a', () => Promise.reject(new Error('disk I/O error')))),
    (fault) => faults.push(fault),
  );
  await board.reopen(null, null);
  expect((await board.reopen(B, null)).profile.name).toBe('b');
  expect([board.current()?.profile.name, board.whyBusy()]).toEqual(['b', null]);
  expect(faults).toEqual([new Error('disk I/O error')]);
});

it('where neither the next nor the one before can be opened, that is said, and another can be', async () => {
  const failures: string[] = [];
  const opening = (profile: Profile | null): Promise<Services> => {
    const failure = failures.shift();
    return failure === undefined
      ? Promise.resolve(servicesOf(profile?.name ?? 'a'))
      : Promise.reject(new Error(failure));
  };
  const board = createSwitchboard(opening, () => undefined);
  await board.reopen(null, null);
  failures.push('the next', 'the one before');
  await expect(board.reopen(B, null)).rejects.toThrow('the next');
  expect([board.current(), board.whyBusy()]).toEqual([null, null]);
  await expect(board.handlers['session.open'](null, { windowId: 'w' })).rejects.toThrow('no profile is open');
  expect((await board.reopen(B, null)).profile.name).toBe('b');
});
