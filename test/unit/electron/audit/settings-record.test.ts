import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { AuditLog } from '../../../../electron/audit/audit-log.ts';
import { auditSettings } from '../../../../electron/audit/settings-record.ts';
import { createLagMemory } from '../../../../electron/storage/lag-memory.ts';
import { createSettings, SETTINGS_MIGRATIONS } from '../../../../electron/storage/settings.ts';

function createBench() {
  const database = new DatabaseSync(':memory:');
  for (const migration of SETTINGS_MIGRATIONS) database.exec(migration);
  const noted: unknown[] = [];
  const log = {
    noteNow: (kind: string, fields: object) => void noted.push({ kind, ...fields }),
  } as unknown as AuditLog;
  return {
    settings: auditSettings(
      createSettings(database, () => 7),
      log,
    ),
    noted,
  };
}

describe('what the journal tells of settings', () => {
  it('is no word of what the terminal remembers by itself, such as how far look-ups lag', () => {
    const { settings, noted } = createBench();
    const memory = createLagMemory(settings);
    memory.write([{ lag_ms: 4000, at: 7 }]);
    expect(memory.read()).toEqual([{ lag_ms: 4000, at: 7 }]);
    expect(noted).toEqual([]);
  });

  it('names presets by what they are for', () => {
    const { settings, noted } = createBench();
    const values = { post_only: true };
    const one = { scope: { instrument_name: 'BTC-PERPETUAL', currency: null, kind: null }, values };
    settings.write('presets', [one]);
    settings.write('presets', [one, { scope: { instrument_name: null, currency: 'ETH', kind: 'option' }, values }]);
    expect(noted).toEqual([
      { kind: 'presets', setting: 'presets', from: null, to: ['BTC-PERPETUAL'], is_kept: true },
      {
        kind: 'presets',
        setting: 'presets',
        from: ['BTC-PERPETUAL'],
        to: ['BTC-PERPETUAL', 'ETH option'],
        is_kept: true,
      },
    ]);
  });
});
