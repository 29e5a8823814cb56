import { describe, expect, it } from 'vitest';
import { begin, type PlaceState } from '../../shared/execution/state.ts';
import { placeOf } from '../support/execution/place-evidence.ts';
import { repetitions } from '../support/repetitions.ts';
import { intentOf } from '../support/records/forecast-replies.ts';
import { orderDraft } from '../support/records/records.ts';
import { runBatch } from './campaign.ts';
import { Compared } from './compared.ts';

describe('two cores on the same evidence', () => {
  it('judge alike', { timeout: 300_000 }, async () => {
    const tally = await runBatch({ from: 1, count: repetitions(15, 6), withPeers: false, core: 'both' });
    expect(tally.differing).toEqual([]);
    expect(tally.compared).toBeGreaterThan(repetitions(200, 60));
  });

  it('and the engine by itself is right', { timeout: 300_000 }, async () => {
    const tally = await runBatch({ from: 1, count: repetitions(15, 6), withPeers: false, core: 'engine' });
    expect(tally.failures).toEqual([]);
    expect(tally.intents).toBeGreaterThan(repetitions(150, 60));
  });

  const row = intentOf(orderDraft());
  const state: PlaceState = { ...begin(placeOf()), command: { ...placeOf(), command_id: row.intent_id } };

  it.each<[string, Partial<PlaceState>, string]>([
    ['of the verdicts', { verdict: 'absent' }, 'desk unknown | engine absent'],
    ['of whom a person is asked', { verdict: 'unknown', is_escalated: true }, 'desk false | engine true'],
    ['of two orders', { verdict: 'unknown', together: ['a', 'b'] }, 'desk false | engine true'],
  ])('differ where one says otherwise %s', (_what, changes, difference) => {
    const compared = new Compared();
    compared.noteRow({ ...row, outcome: 'unknown' });
    compared.noteState({ ...state, ...changes });
    expect(compared.differences()).toEqual([expect.stringContaining(difference)]);
  });

  it('do not differ where the desk takes an absence back that the engine never said', () => {
    const compared = new Compared();
    for (const outcome of ['unknown', 'absent', 'accepted'] as const) compared.noteRow({ ...row, outcome });
    for (const verdict of ['unknown', 'accepted'] as const) compared.noteState({ ...state, verdict });
    expect(compared.differences()).toEqual([]);
    expect(compared.withoutError).toBe(1);
  });
});
