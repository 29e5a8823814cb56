import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { VAULT_FILE } from '../../../electron/vault/vault.ts';
import { createSimulator, type Simulator } from '../../../simulator/simulator.ts';
import {
  addOtherKey,
  type Key,
  openOwnProfile,
  PASSPHRASE,
  type ProfileBench,
  removeData,
  setKeyOf,
  startProfileBench,
} from '../../support/bench/profile-bench.ts';

let simulator: Simulator;
/** A key of another account of the same service. */
let other: Key;
/** The instance that sells. */
let first: ProfileBench;
let id: string;
/** Those that were started after it, on the same files. */
let later: ProfileBench[];

beforeEach(async () => {
  later = [];
  simulator = await createSimulator({ seed: 7 });
  other = addOtherKey(simulator);
  first = await startProfileBench();
  id = await openOwnProfile(first, simulator);
});
afterEach(async () => {
  for (const on of [first, ...later]) await on.close();
  await simulator.close();
  removeData(first);
});

/** Another instance on the same files, with the keys unlocked. */
async function startAnother(): Promise<ProfileBench> {
  const on = await startProfileBench({ dataDir: first.dataDir });
  later.push(on);
  await on.act({ action: 'unlock', passphrase: PASSPHRASE });
  await on.open();
  return on;
}

const setKey = (key: Key) => setKeyOf(id, key);

async function refusal(on: ProfileBench, action: Parameters<ProfileBench['act']>[0]): Promise<string> {
  const { problems } = await on.act(action);
  expect(problems).toHaveLength(1);
  return problems[0]?.message ?? '';
}

/** A sell of the first instance that stays without an outcome as long as look-ups are late. */
async function leaveUnknown(): Promise<void> {
  simulator.control.failNext('private/sell', 'silent_after_executing');
  simulator.control.setReplies({ lookupLagMs: 600_000 });
  expect(await first.sell()).toMatchObject({ ok: true, value: { row: { outcome: 'unknown' } } });
}

describe('a second instance, which only reads,', () => {
  it('takes no other key, nor the key away, while the files tell of a sell without an outcome', async () => {
    const second = await startAnother();
    await leaveUnknown();
    await first.close();
    expect(await refusal(second, setKey(other))).toContain('1 sell has no outcome yet');
    expect(await refusal(second, { action: 'forget_key', id })).toContain('1 sell has no outcome yet');
    // What it does not write, it may leave.
    expect((await second.act({ action: 'open', id: 'simulator', typed: '' })).problems).toEqual([]);
  });

  it('takes no profile, nor its key, from one that has it open; its secret can be renewed', async () => {
    const second = await startAnother();
    const elsewhere = 'Another terminal has this profile open';
    expect(await refusal(second, setKey(other))).toContain(elsewhere);
    expect(await refusal(second, { action: 'forget_key', id })).toContain(elsewhere);
    expect((await second.act(setKey(simulator))).problems).toEqual([]);
    await second.act({ action: 'open', id: 'simulator', typed: '' });
    expect(await refusal(second, { action: 'remove', id })).toContain(elsewhere);
    expect(await refusal(second, setKey(other))).toContain(elsewhere);
    expect(await first.sell()).toMatchObject({ ok: true, value: { row: { outcome: 'accepted' } } });
  });

  it('sets the key, and sells with it from then on, once the other one has ended; left, the profile can be removed', async () => {
    const renewed = simulator.control.addKey(['account:read', 'trade:read_write']);
    const second = await startAnother();
    await first.close();
    expect((await second.act(setKey(renewed))).problems).toEqual([]);
    await second.open();
    await second.waitForBlock(null);
    expect(await second.sell()).toMatchObject({ ok: true, value: { row: { outcome: 'accepted' } } });
    await second.act({ action: 'open', id: 'simulator', typed: '' });
    const removed = await second.act({ action: 'remove', id });
    expect(removed).toMatchObject({ problems: [], view: { profiles: [{ id: 'simulator' }] } });
  });
});

describe('the second instance takes over', () => {
  const take = { action: 'take_over' } as const;
  const mayTakeOver = async (on: ProfileBench) => (await on.open()).status.may_take_over;

  it('nothing while the first one is there', async () => {
    const second = await startAnother();
    expect(await refusal(second, take)).toContain('can’t be opened for writing now');
    expect((await second.open()).status).toMatchObject({ journal: 'read_only', may_take_over: false });
    expect(await first.sell()).toMatchObject({ ok: true, value: { row: { outcome: 'accepted' } } });
  });

  it('once it is told that the first is gone: nothing is sent, what is unknown is looked up, then it sells', async () => {
    const second = await startAnother();
    const third = await startAnother();
    await leaveUnknown();
    await first.close();
    for (const on of [second, third]) await expect.poll(() => mayTakeOver(on), { timeout: 20_000 }).toBe(true);
    simulator.control.setReplies({ lookupLagMs: 0 });
    expect((await second.act(take)).problems).toEqual([]);
    expect((await second.open()).status).toMatchObject({ journal: 'ok', may_take_over: false });
    await expect
      .poll(() => second.ask('orders.list', null), { timeout: 20_000 })
      .toMatchObject({ ok: true, value: [{ outcome: 'accepted' }] });
    expect(simulator.control.calls('private/sell').count).toBe(1);
    await second.waitForBlock(null);
    expect(await second.sell()).toMatchObject({ ok: true, value: { row: { outcome: 'accepted' } } });
    expect(await refusal(third, take)).toContain('can’t be opened for writing now');
    await expect.poll(() => mayTakeOver(third), { timeout: 20_000 }).toBe(false);
  });
});

it(
  'the key that an unknown sell belongs to can be put back in place of another, and the sell is then looked up',
  DEEP,
  async () => {
    const files = ['profiles.json', VAULT_FILE].map((name) => join(first.dataDir, name));
    await first.act(setKey(other));
    const swapped = files.map((path) => [path, readFileSync(path)] as const);
    await first.act(setKey(simulator));
    await first.open();
    await first.waitForBlock(null);
    await leaveUnknown();
    await first.close();
    for (const [path, bytes] of swapped) writeFileSync(path, bytes);

    const on = await startAnother();
    expect(await refusal(on, { action: 'forget_key', id })).toContain('1 sell has no outcome yet');
    simulator.control.setReplies({ lookupLagMs: 0 });
    expect((await on.act(setKey(simulator))).problems).toEqual([]);
    await on.open();
    await on.waitForBlock(null);
    await expect
      .poll(() => on.ask('orders.list', null), { timeout: 20_000 })
      .toMatchObject({ ok: true, value: [{ outcome: 'accepted' }] });
  },
);
