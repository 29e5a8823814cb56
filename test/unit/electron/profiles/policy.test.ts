import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { machinePolicyPath, readPolicies, readPolicy } from '../../../../electron/policy/policy-file.ts';
import { decimal } from '../../../../shared/decimal.ts';
import { DEFAULT_GUARD_SETTINGS, guardSettingsSchema } from '../../../../shared/orders/limits/guard-settings.ts';
import { limitGuards, limitLadder, listAboveCeiling } from '../../../../shared/profiles/policy.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strikedesk-policy-'));
  path = join(folder, 'policy.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

function read(text: string) {
  writeFileSync(path, text);
  return readPolicy({ path, isRequired: false });
}

describe('a second policy', () => {
  const named = () => join(folder, 'named.json');
  function readBoth(machine: string | null, second: string) {
    if (machine !== null) writeFileSync(path, machine);
    writeFileSync(named(), second);
    return readPolicies([
      { path, isRequired: false },
      { path: named(), isRequired: true },
    ]);
  }
  const machine = JSON.stringify({
    version: 1,
    services: ['https://a.example', 'https://b.example'],
    ladder_floor: 'arm_and_fire',
    guard_ceilings: { maxAmount: '10', maxNotionalUsd: '90000' },
    amount_ceilings: { USD: '50000' },
    updates: { allowed: false, feed_url: 'https://updates.example' },
  });

  it('takes nothing away from the first, whatever it allows', () => {
    const { path: _path, ...alone } = readPolicies([{ path: (writeFileSync(path, machine), path), isRequired: false }]);
    const looser = JSON.stringify({
      version: 1,
      ladder_floor: 'one_click',
      guard_ceilings: { maxAmount: '1000', maxNotionalUsd: '900000' },
      amount_ceilings: { USD: '60000' },
      updates: { allowed: true, feed_url: 'https://elsewhere.example' },
    });
    expect(readBoth(machine, looser)).toEqual({ ...alone, path: `${path}, ${named()}` });
    expect(readBoth(machine, '{"version":1}')).toEqual({ ...alone, path: `${path}, ${named()}` });
  });

  it.each([
    [{ maxDistanceFromBid: '0.02' }, '0.02'],
    [{ maxDistanceFromBid: '0.02', maxDistanceFromTouch: '0.05' }, '0.02'],
    [{ maxDistanceFromBid: '0.02', maxDistanceFromTouch: '0.01' }, '0.01'],
  ])('of a version that only sold, with %j, holds every order to the touch', (guard_ceilings, ceiling) => {
    const found = read(JSON.stringify({ version: 1, guard_ceilings: { ...guard_ceilings, maxAmount: '10' } }));
    expect(found).toMatchObject({ state: 'in_force', reason: null });
    expect(found.guard_ceilings).toEqual({ maxAmount: '10', maxDistanceFromTouch: ceiling });
  });

  it('tightens what it names', () => {
    const stricter = JSON.stringify({
      version: 1,
      services: ['https://b.example', 'https://c.example'],
      ladder_floor: 'confirm_each',
      guard_ceilings: { maxAmount: '3', maxVolatilityPoints: '5' },
      amount_ceilings: { USD: '40000', BTC: '12', SOL: '2' },
    });
    expect(readBoth(machine, stricter)).toMatchObject({
      services: ['https://b.example'],
      ladder_floor: 'confirm_each',
      guard_ceilings: { maxAmount: '3', maxNotionalUsd: '90000', maxVolatilityPoints: '5' },
      // A unit that the first leaves to its ceiling of all keeps that where it is the stricter.
      amount_ceilings: { USD: '40000', BTC: '10', SOL: '2' },
    });
  });

  it('holds by itself where the machine has none, and lets nothing through while either can’t be understood', () => {
    expect(readBoth(null, '{"version":1,"ladder_floor":"confirm_each"}').ladder_floor).toBe('confirm_each');
    expect(readBoth('{', '{"version":1}')).toMatchObject({ state: 'unreadable', path });
    expect(readBoth(machine, '{')).toMatchObject({ state: 'unreadable', path: named() });
  });
});

describe('a policy file', () => {
  it('is none where there is no file, unless the start named it', () => {
    expect(readPolicy({ path, isRequired: false }).state).toBe('none');
    expect(readPolicy({ path, isRequired: true })).toMatchObject({
      state: 'unreadable',
      reason: 'there is no such file',
    });
    expect(readPolicy({ path: folder, isRequired: false })).toMatchObject({ state: 'unreadable' });
  });

  it('fixes what it names: services, ladder, ceilings, the lower worth of two', () => {
    const text = JSON.stringify({
      version: 1,
      services: ['https://a.example:443'],
      ladder_floor: 'arm_and_fire',
      guard_ceilings: { maxAmount: '10', maxNotionalUsd: '90000' },
      max_notional_usd: '50000',
      updates: { allowed: true, feed_url: 'https://updates.example/desk' },
    });
    expect(read(text)).toEqual({
      state: 'in_force',
      path,
      reason: null,
      services: ['https://a.example'],
      ladder_floor: 'arm_and_fire',
      guard_ceilings: { maxAmount: '10', maxNotionalUsd: '50000' },
      amount_ceilings: {},
      updates: { is_allowed: true, feed_url: 'https://updates.example/desk' },
    });
    expect(read('{"version":1}').updates).toEqual({ is_allowed: true, feed_url: null });
    expect(read('{"version":1,"updates":{"allowed":false}}').updates.is_allowed).toBe(false);
    // What can't be read may forbid them.
    expect(read('{').updates.is_allowed).toBe(false);
  });

  it.each([
    ['', 'not JSON'],
    ['{', 'not JSON'],
    ['{}', 'version'],
    ['{"version":2}', 'version'],
    ['{"version":1,"service":[]}', 'service'],
    ['{"version":1,"services":["http://a.example"]}', 'services.0'],
    ['{"version":1,"ladder_floor":"two_clicks"}', 'ladder_floor'],
    ['{"version":1,"max_notional_usd":"-1"}', 'max_notional_usd'],
    ['{"version":1,"updates":{"feed_url":"https://a.example"}}', 'updates.allowed'],
    ['{"version":1,"updates":{"allowed":true,"feed_url":"http://a.example"}}', 'updates.feed_url'],
    ['{"version":1,"updates":{"allowed":true,"feed_url":"https://u:p@a.example"}}', 'updates.feed_url'],
    ['{"version":1,"guard_ceilings":{"maxFoo":"1"}}', 'guard_ceilings'],
    ['{"version":1,"amount_ceilings":{"B C":"1"}}', 'amount_ceilings'],
    ['{"version":1,"amount_ceilings":{"BTC":"all"}}', 'amount_ceilings.BTC'],
  ])('of %j is in force as unreadable, and says %s', (text, reason) => {
    expect(read(text)).toMatchObject({ state: 'unreadable', reason: expect.stringContaining(reason) as string });
  });

  it('may begin with the mark that editors of Windows put before UTF-8', () => {
    writeFileSync(path, '\uFEFF{"version":1,"ladder_floor":"confirm_each"}\r\n');
    expect(readPolicy({ path, isRequired: false })).toMatchObject({ state: 'in_force', ladder_floor: 'confirm_each' });
  });

  it('stands where only an administrator writes', () => {
    expect(machinePolicyPath('linux')).toBe('/etc/strikedesk/policy.json');
    expect(machinePolicyPath('win32')).toBe('C:\\ProgramData\\Strikedesk\\policy.json');
  });
});

describe('what a policy leaves in force', () => {
  const limit = fc.option(fc.integer({ min: 1, max: 1000 }).map((value) => decimal(value)));

  it('is never above its ceilings, nor above what the trader set, and still fits', () => {
    fc.assert(
      fc.property(limit, limit, fc.integer({ min: 1, max: 1000 }), (soft, hard, most) => {
        const set = {
          ...DEFAULT_GUARD_SETTINGS,
          soft: { ...DEFAULT_GUARD_SETTINGS.soft, maxAmount: soft },
          hard: { ...DEFAULT_GUARD_SETTINGS.hard, maxAmount: hard },
        };
        if (!guardSettingsSchema.safeParse(set).success) return;
        const ceilings = { guard_ceilings: { maxAmount: decimal(most) }, amount_ceilings: {} };
        const held = limitGuards(set, ceilings);
        expect(guardSettingsSchema.safeParse(held).success).toBe(true);
        expect(listAboveCeiling(held, ceilings)).toEqual([]);
        expect(Number(held.hard.maxAmount)).toBe(Math.min(most, hard === null ? Infinity : Number(hard)));
        expect(held.soft.maxNotionalUsd).toBe(set.soft.maxNotionalUsd);
      }),
    );
  });

  it('is a ladder no further than the floor', () => {
    const oneClick = { rung: 'one_click', cap_usd: decimal(5) } as const;
    expect(limitLadder(oneClick, null)).toEqual(oneClick);
    expect(limitLadder(oneClick, 'arm_and_fire')).toEqual({ rung: 'arm_and_fire', cap_usd: '5' });
    expect(limitLadder({ rung: 'confirm_each', cap_usd: null }, 'arm_and_fire').rung).toBe('confirm_each');
  });
});
