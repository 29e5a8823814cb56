import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_PREFERENCES } from '../../../shared/ipc/schemas/preferences-schema.ts';
import { describeEntry } from '../../../shared/journal/describe.ts';
import { createSimulator, type Simulator } from '../../../simulator/simulator.ts';
import { putSetting } from '../../support/kept-settings/kept.ts';
import {
  addProfile,
  formOf,
  PASSPHRASE,
  type ProfileBench,
  removeData,
  startProfileBench,
} from '../../support/bench/profile-bench.ts';

let simulator: Simulator;
let on: ProfileBench;
beforeEach(async () => {
  simulator = await createSimulator({ seed: 7 });
});
afterEach(async () => {
  await on.close();
  await simulator.close();
  removeData(on);
});

async function restart(setup: Parameters<typeof startProfileBench>[0] = {}): Promise<void> {
  await on.close();
  on = await startProfileBench({ dataDir: on.dataDir, ...setup });
}

/** The only problem of an action. */
async function refusal(action: Parameters<ProfileBench['act']>[0]) {
  const { problems } = await on.act(action);
  expect(problems).toHaveLength(1);
  return problems[0] ?? { field: '', message: '' };
}

describe('the journal', () => {
  it('keeps each change of profiles and keys, in the journal of the profile that is open, in words', async () => {
    on = await startProfileBench();
    await on.open();
    const id = await addProfile(on, formOf(simulator), simulator);
    await on.act({ action: 'edit', id, profile: formOf(simulator, { name: 'Desk B' }) });
    // Neither is a change.
    await on.act({ action: 'add', profile: formOf(simulator, { name: 'Desk B' }) });
    await on.act({ action: 'edit', id, profile: formOf(simulator, { origin: 'nowhere' }) });
    await on.act({ action: 'forget_key', id });
    await on.act({ action: 'remove', id });
    const page = await on.ask('journal.read', {
      before: null,
      limit: 50,
      kinds: ['profile_changed'],
      text: '',
      verify: true,
    });
    const entries = page.ok ? page.value.entries.toReversed() : [];
    const settings = (name: string) =>
      `colour teal, form get body, kind test, name ${name}, origin ${simulator.origin}, scheme token`;
    expect(entries.map(describeEntry)).toEqual([
      `Profile Desk A was added: ${settings('Desk A')}.`,
      'Profile Desk A was given a key.',
      `Profile Desk B was changed: ${settings('Desk B')}; before: ${settings('Desk A')}.`,
      'Profile Desk B had its key removed.',
      `Profile Desk B was removed; before: ${settings('Desk B')}.`,
    ]);
    expect(page).toMatchObject({ ok: true, value: { verification: { fault: null } } });
  });
});

it('a keyring that was locked at the start is tried again when a person says so, and its key then sells', async () => {
  const held = new Map<string, string>();
  let isLocked = false;
  const findSystemStore = () => ({
    name: 'gnome_libsecret',
    seal: (text: string) => {
      held.set(String(held.size), text);
      return Buffer.from(String(held.size - 1));
    },
    unseal: (sealed: Buffer) => {
      const text = isLocked ? undefined : held.get(sealed.toString());
      if (text === undefined) throw new Error('locked');
      return text;
    },
  });
  on = await startProfileBench({ findSystemStore });
  const id = await addProfile(on, formOf(simulator), simulator);
  await on.act({ action: 'open', id, typed: '' });
  isLocked = true;
  await restart({ findSystemStore });
  await on.open();
  await on.waitForBlock('vault_unavailable');
  expect(await refusal({ action: 'retry_vault' })).toMatchObject({ field: 'vault' });
  isLocked = false;
  const opened = await on.act({ action: 'retry_vault' });
  expect(opened).toMatchObject({ problems: [], view: { vault: { state: 'open', reason: null } } });
  await on.open();
  await on.waitForBlock(null);
  expect(await on.sell()).toMatchObject({ ok: true, value: { row: { outcome: 'accepted' } } });
});

it('settings of windows are those of every profile: first what the last one kept, then what is chosen, told to all', async () => {
  on = await startProfileBench();
  await on.close();
  const kept = { ...DEFAULT_PREFERENCES, theme: 'light' } as const;
  putSetting(on.dataDir, 'workspaces', { version: 1, active: 'trade', items: [], preferences: kept });
  await restart();
  expect(await on.open()).toMatchObject({ preferences: kept, workspaces: { items: [] } });
  const id = await addProfile(on, formOf(simulator), simulator);
  expect(await on.ask('preferences.save', { density: 'cosy' }, 'another')).toMatchObject({ ok: true });
  const chosen = { ...kept, density: 'cosy' };
  expect(on.crossed).toContain(JSON.stringify(['preferences.changed', chosen]));
  expect(on.backEnd.look()).toEqual(chosen);
  await on.act({ action: 'open', id, typed: '' });
  expect((await on.open()).preferences).toEqual(chosen);
  await restart();
  expect((await on.open()).preferences).toEqual(chosen);
});

describe('profiles', () => {
  it('are added, edited, opened in the same process, and removed once another is open', async () => {
    on = await startProfileBench();
    const first = await on.open();
    const id = await addProfile(on, formOf(simulator), simulator);
    expect((await on.act({ action: 'open', id, typed: '' })).problems).toEqual([]);

    // Requests of the last profile's window are rejected until it opens a session.
    for (const ask of [on.ask('orders.list', null), on.ask('orders.cancel_resting', null)]) {
      expect(await ask).toMatchObject({ ok: false, error: { code: 'ConnectionFailed' } });
    }
    const second = await on.open();
    expect(second.profile).toMatchObject({
      id,
      name: 'Desk A',
      kind: 'test',
      colour: 'teal',
      service_origin: simulator.origin,
    });
    expect(second.status.opening).not.toBe(first.status.opening);
    await on.waitForBlock(null);
    expect(await on.sell()).toMatchObject({ ok: true, value: { row: { outcome: 'accepted' } } });
    expect(simulator.control.executions()).toBe(1);

    expect(await refusal({ action: 'remove', id })).toMatchObject({ field: 'profile' });
    expect(await refusal({ action: 'edit', id, profile: formOf(simulator, { kind: 'custom' }) })).toMatchObject({
      field: 'kind',
    });
    expect(await refusal({ action: 'add', profile: formOf(simulator) })).toMatchObject({ field: 'name' });
    expect(
      (await on.act({ action: 'edit', id, profile: formOf(simulator, { name: 'Desk B', form: 'post' }) })).problems,
    ).toEqual([]);
    expect((await on.open()).profile.name).toBe('Desk B');

    await restart();
    expect((await on.open()).profile.name).toBe('Desk B');
    expect((await on.act({ action: 'open', id: 'simulator', typed: '' })).problems).toEqual([]);
    expect(await refusal({ action: 'remove', id })).toMatchObject({ field: 'vault' });
    await on.act({ action: 'unlock', passphrase: PASSPHRASE });
    const removed = await on.act({ action: 'remove', id });
    expect(removed.problems).toEqual([]);
    expect(removed.view.profiles.map(({ name }) => name)).toEqual(['Simulator']);
  });

  it('are not left, given another key or removed while a sell has no outcome', async () => {
    on = await startProfileBench();
    const id = await addProfile(on, formOf(simulator), simulator);
    await on.act({ action: 'open', id, typed: '' });
    await on.open();
    await on.waitForBlock(null);
    simulator.control.failNext('private/sell', 'silent_after_executing');
    simulator.control.setReplies({ lookupLagMs: 600_000 });
    const intentId = randomUUID();
    const placing = on.sell(intentId);
    while (simulator.control.executions() === 0) await new Promise(setImmediate);
    expect((await refusal({ action: 'open', id: 'simulator', typed: '' })).message).toContain('on its way');
    expect(await placing).toMatchObject({ ok: true, value: { row: { outcome: 'unknown' } } });

    const left = await refusal({ action: 'open', id: 'simulator', typed: '' });
    expect(left.message).toContain('1 sell has no outcome yet');
    expect((await on.act({ action: 'test', id })).view.pending).toContain('1 sell');
    const other = simulator.control.addKey(['account:read', 'trade:read_write']);
    const setOther = {
      action: 'set_key',
      id,
      client_id: other.clientId,
      client_secret: other.clientSecret,
      passphrase: '',
    } as const;
    expect(await refusal(setOther)).toMatchObject({ field: 'client_id' });
    expect((await refusal({ action: 'forget_key', id })).message).toContain('Its key is needed');

    // Over a restart as well, under another profile: its files tell.
    await restart({ profile: { ...simulatorProfile(), id: 'env' } });
    expect((await refusal({ action: 'remove', id })).message).toContain('1 sell has no outcome yet');
    await on.act({ action: 'unlock', passphrase: PASSPHRASE });
    expect(await refusal(setOther)).toMatchObject({ field: 'client_id' });
    // The same key renewed is the same account.
    const same = { ...setOther, client_id: simulator.clientId, client_secret: simulator.clientSecret };
    expect((await on.act(same)).problems).toEqual([]);
  });

  function simulatorProfile() {
    const { origin, clientId, clientSecret } = simulator;
    const credentials = { scheme: 'token', clientId, clientSecret } as const;
    return { id: 'env', name: 'From the start', kind: 'test', origin, form: 'get_body', credentials } as const;
  }

  it('of live kind sell only once their name was typed, at each start', async () => {
    on = await startProfileBench({ profile: { ...simulatorProfile(), kind: 'live', name: 'Real Desk' } });
    await on.open();
    await on.waitForBlock('live_not_confirmed');
    expect(await on.sell()).toMatchObject({ ok: true, value: { row: null } });
    for (const typed of ['', 'real desk', 'Real Desk ']) {
      expect(await refusal({ action: 'open', id: 'env', typed })).toMatchObject({ field: 'typed' });
    }
    await on.act({ action: 'open', id: 'env', typed: 'Real Desk' });
    await on.waitForBlock(null);
    expect(await on.sell()).toMatchObject({ ok: true, value: { row: { outcome: 'accepted' } } });
  });
});

describe('credentials', () => {
  it('are locked at the next start: prices only, until the passphrase is there', async () => {
    on = await startProfileBench();
    const id = await addProfile(on, formOf(simulator), simulator);
    await on.act({ action: 'open', id, typed: '' });
    await restart();
    const session = await on.open();
    expect(session.profile.id).toBe(id);
    await on.waitForBlock('vault_locked');
    expect(await on.ask('market.instrument', { instrument_name: 'BTC-PERPETUAL' })).toMatchObject({ ok: true });
    expect(await on.sell()).toMatchObject({ ok: true, value: { row: null } });
    expect(await refusal({ action: 'unlock', passphrase: 'wrong' })).toMatchObject({ field: 'passphrase' });
    expect((await on.act({ action: 'unlock', passphrase: PASSPHRASE })).problems).toEqual([]);
    await on.waitForBlock(null);
    expect(await on.sell()).toMatchObject({ ok: true, value: { row: { outcome: 'accepted' } } });
  });

  it('that a wrong passphrase did not open are told of in the journal, and when they were', async () => {
    on = await startProfileBench();
    const id = await addProfile(on, formOf(simulator), simulator);
    await on.act({ action: 'open', id, typed: '' });
    await restart();
    await on.open();
    await on.act({ action: 'unlock', passphrase: 'wrong' });
    await on.act({ action: 'unlock', passphrase: PASSPHRASE });
    await on.open();
    const query = { before: null, limit: 50, kinds: ['profile_changed' as const], text: '', verify: false };
    const page = await on.ask('journal.read', query);
    const events = page.ok ? page.value.entries.map(({ fields }) => fields.event) : [];
    expect(events.slice(0, 2)).toEqual(['vault_opened', 'vault_refused']);
  });

  it('that may only read are shown to be so, and sell nothing', async () => {
    on = await startProfileBench();
    const key = simulator.control.addKey(['account:read', 'trade:read', 'block_rfq:read']);
    const id = await addProfile(on, formOf(simulator), key);
    const { findings } = await on.act({ action: 'test', id });
    expect(findings?.map(({ subject, verdict }) => `${subject} ${verdict}`)).toEqual([
      'service proven',
      'credentials proven',
      'selling lacking',
      'look_up proven',
      'clock proven',
      'limits proven',
    ]);
    expect(findings?.[2]?.detail).toContain('trade:read');
    await on.act({ action: 'open', id, typed: '' });
    await on.open();
    await on.waitForBlock('key_reads_only');
    expect(await on.sell()).toMatchObject({ ok: true, value: { row: null } });
    expect(simulator.control.calls('private/sell').count).toBe(0);
  });

  it.each(['token', 'signature', 'basic'] as const)(
    'are tested by %s, and told apart from wrong ones',
    async (scheme) => {
      on = await startProfileBench();
      const id = await addProfile(on, formOf(simulator, { scheme }), simulator);
      const verdicts = async () =>
        (await on.act({ action: 'test', id })).findings?.map(({ subject, verdict }) => `${subject} ${verdict}`);
      expect(await verdicts()).toEqual([
        'service proven',
        'credentials proven',
        scheme === 'token' ? 'selling proven' : 'selling not_proven',
        'look_up proven',
        'clock proven',
        'limits proven',
      ]);
      await on.act({ action: 'set_key', id, client_id: simulator.clientId, client_secret: 'wrong', passphrase: '' });
      expect((await verdicts())?.slice(0, 2)).toEqual(['service proven', 'credentials lacking']);
      await simulator.control.goOffline();
      expect((await verdicts())?.[0]).toBe('service lacking');
    },
  );
});

describe('a policy', () => {
  it('that can’t be understood forbids selling on all but the simulator', async () => {
    on = await startProfileBench({ policy: '{"version":1,"ladder":"x"}' });
    const id = await addProfile(on, formOf(simulator), simulator);
    await on.open();
    await on.waitForBlock(null);
    const { view } = await on.act({ action: 'open', id, typed: '' });
    expect(view.policy).toMatchObject({ state: 'unreadable' });
    await on.open();
    await on.waitForBlock('policy_unreadable');
    expect(await on.sell()).toMatchObject({ ok: true, value: { row: null } });
  });

  it('holds ladder, guards and services, whatever a window asks', async () => {
    const policy = { version: 1, services: [simulator.origin], ladder_floor: 'arm_and_fire', max_notional_usd: '5' };
    on = await startProfileBench();
    const oneClick = { rung: 'one_click', cap_usd: '9' as never } as const;
    const { ladder: before } = (await on.open()).status;
    await on.ask('trading.ladder', { ladder: oneClick, base: before, is_deliberate: true });
    await restart({ policy: JSON.stringify(policy) });
    const session = await on.open();
    expect(session.status.ladder.rung).toBe('arm_and_fire');
    expect(session.policy).toMatchObject({ ladder_floor: 'arm_and_fire', guard_ceilings: { maxNotionalUsd: '5' } });
    const asked = { ladder: oneClick, base: session.status.ladder, is_deliberate: true };
    expect(await on.ask('trading.ladder', asked)).toMatchObject({ ok: false, error: { code: 'PermissionDenied' } });
    const guards = await on.ask('guards.read', null);
    expect(guards).toMatchObject({ ok: true, value: { hard: { maxNotionalUsd: '5' } } });
    if (!guards.ok) return;
    const higher = { ...guards.value, hard: { ...guards.value.hard, maxNotionalUsd: '6' as never } };
    expect(await on.ask('guards.save', { guards: higher, base: guards.value })).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('5 at most') as string },
    });
    await on.waitForBlock(null);
    const sold = await on.sell();
    expect(sold.ok && sold.value.row).toBeNull();
    expect(sold.ok && sold.value.check.issues.map(({ code }) => code)).toContain('notional_above_limit');
    const elsewhere = formOf({ origin: 'https://elsewhere.example' });
    expect(await refusal({ action: 'add', profile: elsewhere })).toMatchObject({ field: 'origin' });
  });
});
