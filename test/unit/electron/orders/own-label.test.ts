import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasOwnLabel } from '../../../../electron/orders/label.ts';
import { createDeskBench, nextIntentId } from '../../../support/bench/desk-bench.ts';
import { orderDraft } from '../../../support/records/records.ts';
import { createScriptedService, noAnswer } from '../../../support/wire/scripted-service.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';

describe('a label that the desk makes', () => {
  it('is the sell’s own though a millisecond begins while it is checked', async () => {
    const clock = createVirtualClock();
    let readings = 0;
    // Each reading of a real clock may be later than the one before.
    const ticking = { ...clock, now: () => clock.now() + (readings += 1) };
    const service = createScriptedService(clock);
    const folder = mkdtempSync(join(tmpdir(), 'strikedesk-label-'));
    const bench = createDeskBench({ folder, clock: ticking, service });
    service.answer('private/sell', () => noAnswer);
    const intentId = nextIntentId();
    await bench.desk.place(intentId, orderDraft({ label: '' }), []);
    expect(hasOwnLabel(bench.row(intentId))).toBe(true);
    bench.remove();
  });
});
