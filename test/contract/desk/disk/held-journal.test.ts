import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BackEnd, startBackEnd, TEST_WINDOW } from '../../../support/bench/back-end.ts';
import { holdFile } from '../../../support/file-holder.ts';
import { ONE_PRESS } from '../../../support/window/one-press.ts';
import { orderDraft } from '../../../support/records/records.ts';

const SELL = 'private/sell';

let on: BackEnd;
/** Another program's connection to the journal. */
let other: DatabaseSync;

beforeEach(async () => {
  on = await startBackEnd();
  await on.waitUntilReady();
  other = new DatabaseSync(journalPath());
});
afterEach(async () => {
  other.close();
  await on.close();
});

const journalPath = () => join(on.dataDir, 'test', 'journal.sqlite');
const sent = () => on.simulator.control.calls(SELL).count;
const stored = (label: string) => other.prepare('SELECT outcome FROM intents WHERE label = ?').get(label)?.['outcome'];

function sell(label: string, amount = '200') {
  const draft = orderDraft({ type: 'market', price: '', amount, label });
  return on.services.handlers['orders.place']({ intent_id: randomUUID(), draft, acknowledged: [] }, TEST_WINDOW);
}

async function expectSellingOn(): Promise<void> {
  const { status } = await on.services.handlers['session.open'](null, TEST_WINDOW);
  expect(status).toMatchObject({ journal: 'ok', selling_blocked: null });
}

async function readJournal(text: string) {
  const query = { before: null, text, kinds: [], limit: 100, verify: true };
  return await on.services.handlers['journal.read'](query, TEST_WINDOW);
}

describe('a journal that another program holds', () => {
  it('for a fifth of a second takes the sell after that', async () => {
    const { ended } = await holdFile(journalPath(), 200);
    const { row } = await sell('waited');
    expect(row?.outcome).toBe('accepted');
    await expectSellingOn();
    await ended;
  });

  it('takes back the release of the press it refused: the ladder is gone up anew', async () => {
    await on.services.handlers['trading.ladder'](
      { ladder: { rung: 'confirm_each', cap_usd: null }, base: ONE_PRESS, is_deliberate: true },
      TEST_WINDOW,
    );
    const draft = orderDraft({ type: 'market', price: '', amount: '200', label: 'twice' });
    const intent_id = randomUUID();
    const place = (press: 'confirmed' | 'single') =>
      on.services.handlers['orders.place']({ intent_id, draft, acknowledged: [], press }, TEST_WINDOW);
    await on.services.handlers['orders.arm']({ draft, press: 'confirmed' }, TEST_WINDOW);
    other.exec('BEGIN IMMEDIATE');
    await expect(place('confirmed')).rejects.toMatchObject({ detail: { code: 'StorageBusy' } });
    other.exec('ROLLBACK');
    const { row, check } = await place('single');
    expect(row).toBeNull();
    expect(check.issues.map(({ code }) => code)).toContain('confirmation_needed');
    expect(sent()).toBe(0);
  });

  it('for longer refuses that one sell, and says so; selling goes on', async () => {
    other.exec('BEGIN IMMEDIATE');
    await expect(sell('held')).rejects.toMatchObject({ detail: { code: 'StorageBusy' } });
    expect(sent()).toBe(0);
    await expectSellingOn();
    other.exec('ROLLBACK');
    expect((await sell('held')).row?.outcome).toBe('accepted');
    const { entries, verification } = await readJournal('');
    const told = entries.map(({ kind, fields }) => [kind, fields.label ?? fields.event, fields.codes]);
    expect(told).toContainEqual(['sell_stopped', 'held', ['StorageBusy']]);
    expect(told.filter(([kind]) => kind === 'error')).toEqual([]);
    expect(verification).toMatchObject({ fault: null });
  });

  it('while the reply comes gets its outcome once it is let go of', async () => {
    on.simulator.control.failNext(SELL, { delayMs: 200 });
    const executed = on.simulator.control.waitForCall(SELL);
    const placed = sell('late');
    await executed;
    other.exec('BEGIN IMMEDIATE');
    expect((await placed).row?.outcome).toBe('accepted');
    await expectSellingOn();
    other.exec('ROLLBACK');
    expect(stored('late')).toBe('sending');
    await expect.poll(() => stored('late'), { timeout: 10_000 }).toBe('accepted');
    const { verification } = await readJournal('');
    expect(verification).toMatchObject({ fault: null });
    on = await on.restart();
    await on.waitUntilReady();
    expect(sent()).toBe(1);
  });

  it('keeps no change from its entry: what is stopped meanwhile is stopped, and told later', async () => {
    other.exec('BEGIN IMMEDIATE');
    await on.services.handlers['trading.stop']({ stopped: true }, TEST_WINDOW);
    await on.services.handlers['trading.stop']({ stopped: false }, TEST_WINDOW);
    await expectSellingOn();
    other.exec('ROLLBACK');
    const { entries, verification } = await readJournal('trading');
    const kinds = entries.map(({ kind }) => kind).filter((kind) => kind.startsWith('trading_'));
    expect(kinds).toEqual(['trading_allowed', 'trading_stopped']);
    expect(verification).toMatchObject({ fault: null });
  });
});
