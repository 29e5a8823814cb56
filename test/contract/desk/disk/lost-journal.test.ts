import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEEP, eachOf } from '../../../support/deep.ts';
import { type IpcError, IpcFailure } from '../../../../shared/ipc/error.ts';
import type { JournalKind } from '../../../../shared/ipc/schemas/journal-schema.ts';
import type { SessionStatus } from '../../../../shared/ipc/schemas/session-schema.ts';
import type { IssueCode } from '../../../../shared/orders/issue.ts';
import { openProfileStore } from '../../../../electron/storage/profile-store.ts';
import { EMPTY_RFQ } from '../../../../shared/rfq/draft.ts';
import { unlock } from '../../../support/bench/audit-bench.ts';
import { type BackEnd, startBackEnd, TEST_WINDOW, checkAndPlace } from '../../../support/bench/back-end.ts';
import { orderDraft } from '../../../support/records/records.ts';

const SELL = 'private/sell';

let on: BackEnd;
beforeEach(async () => {
  on = await startBackEnd();
  await on.waitUntilReady();
});
afterEach(() => on.close());

const journalPath = () => join(on.dataDir, 'test', 'journal.sqlite');
const sent = () => on.simulator.control.calls(SELL).count;
const status = async () => (await on.services.handlers['session.open'](null, TEST_WINDOW)).status;

const sell = (changes: Parameters<typeof orderDraft>[0], accepted: readonly IssueCode[] = []) =>
  checkAndPlace(on, orderDraft({ type: 'market', price: '', amount: '200', ...changes }), accepted);

function readFailure(error: unknown): IpcError {
  if (error instanceof IpcFailure) return error.detail;
  throw error;
}

function removeJournal(): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(journalPath() + suffix, { force: true });
}

const startOver = async () => {
  on = await startBackEnd({ dataDir: on.dataDir, simulator: on.simulator, ladder: null });
};

/** Resolves once all else that selling needs is there. */
async function waitUntilHeld(): Promise<void> {
  const isHeld = ({ selling_blocked, order_meter }: SessionStatus) =>
    selling_blocked?.params['reason'] === 'journal_cut' && order_meter !== null;
  const held = on.waitFor<SessionStatus>('session.changed', isHeld);
  if (!isHeld(await status())) await held;
  expect((await status()).journal).toBe('cut');
}

const confirm = async () => await on.services.handlers['orders.confirm']({ seen: 'journal_cut' }, TEST_WINDOW);

/** What can happen to a file that is open, and nobody who writes to it hears of. */
const LOSSES: readonly (readonly [name: string, lose: () => void])[] = [
  ['is deleted', removeJournal],
  ['loses its log', () => rmSync(`${journalPath()}-wal`)],
  ['is emptied', () => ['', '-wal'].forEach((suffix) => truncateSync(journalPath() + suffix))],
  ['has its log emptied', () => truncateSync(`${journalPath()}-wal`)],
  [
    'is replaced by a copy of itself',
    () => {
      copyFileSync(journalPath(), `${journalPath()}.copy`);
      renameSync(`${journalPath()}.copy`, journalPath());
    },
  ],
  ['goes with its whole folder', () => rmSync(on.dataDir, { recursive: true, force: true })],
];

/** As it is found by any of the others. */
const KEPT = ['is deleted', 'is emptied'];

describe.each(LOSSES)('a journal that %s while the terminal runs', (name, lose) => {
  const tags = KEPT.includes(name) ? {} : DEEP;

  it('takes no sell any more: nothing is sent, and selling stops', tags, async () => {
    expect((await sell({ label: 'keep-1' })).row?.outcome).toBe('accepted');
    const draft = orderDraft({ type: 'market', price: '', amount: '300', label: 'lost-1' });
    await on.services.handlers['orders.check']({ draft }, TEST_WINDOW);
    lose();
    const params = { intent_id: randomUUID(), draft, acknowledged: [] };
    const placed = await on.services.handlers['orders.place'](params, TEST_WINDOW).catch(readFailure);
    // By the rules, where the look that comes with the status was the first to see it.
    expect(['row' in placed ? placed.row : placed.code]).toEqual([expect.toBeOneOf([null, 'StorageFailed'])]);
    expect(sent()).toBe(1);
    expect(await status()).toMatchObject({
      journal: 'failed',
      selling_blocked: { params: { reason: 'journal_failed' } },
    });
  });

  it('is noticed before anybody presses', tags, async () => {
    const failed = on.waitFor<SessionStatus>('session.changed', ({ journal }) => journal === 'failed');
    lose();
    expect((await failed).selling_blocked?.params).toEqual({ reason: 'journal_failed' });
  });
});

describe('a start that finds its journal cut or replaced', () => {
  async function tellCuts(): Promise<JournalKind[]> {
    const kinds = ['cut_found', 'cut_confirmed'] satisfies JournalKind[];
    const query = { before: null, text: '', kinds, limit: 10, verify: false };
    const { entries } = await on.services.handlers['journal.read'](query, TEST_WINDOW);
    return entries.toReversed().map(({ kind }) => kind);
  }

  it('sells nothing, over restarts too, until a person says that they have looked', async () => {
    await sell({ label: 'lost-1' });
    await on.services.close();
    removeJournal();
    expect(existsSync(journalPath())).toBe(false);
    await startOver();
    await waitUntilHeld();
    const again = { label: 'lost-1' } as const;
    const { row, check } = await sell(again);
    expect(row).toBeNull();
    expect(check.issues).toContainEqual(
      expect.objectContaining({ code: 'trading_not_ready', params: { reason: 'journal_cut' } }),
    );
    expect(sent()).toBe(1);

    await on.services.close();
    await startOver();
    await waitUntilHeld();
    expect(await tellCuts()).toEqual(['cut_found']);

    await confirm();
    await on.waitUntilReady();
    expect((await status()).journal).toBe('ok');
    expect((await sell({ label: 'looked' })).row?.outcome).toBe('accepted');
    expect(await tellCuts()).toEqual(['cut_found', 'cut_confirmed']);
    await expect(confirm()).rejects.toMatchObject({ detail: { code: 'NotFound' } });

    await on.services.close();
    await startOver();
    await on.waitUntilReady();
    expect(await tellCuts()).toEqual(['cut_found', 'cut_confirmed']);
  });

  it('does not take a kill before the first head was written for that', async () => {
    await on.services.close();
    writeFileSync(join(on.dataDir, 'test', 'journal.head'), JSON.stringify({ sequence: 0, hash: '0'.repeat(64) }));
    await startOver();
    await on.waitUntilReady();
    expect(await tellCuts()).toEqual([]);
  });

  it('follows what rests, and cancels it', async () => {
    const resting = { type: 'limit', price: '900000', amount: '200' } as const;
    await sell({ ...resting, label: 'ends' }, ['price_far', 'price_above_band']);
    const { row } = await sell({ ...resting, amount: '300', label: 'stays' }, ['price_far', 'price_above_band']);
    await on.services.close();
    const file = new DatabaseSync(journalPath());
    unlock(file);
    file.exec('DELETE FROM audit WHERE sequence > 2');
    file.close();
    await startOver();
    await waitUntilHeld();
    await on.services.handlers['orders.cancel']({ intent_id: row?.intent_id ?? '' }, TEST_WINDOW);
    const ended = on.waitFor<{ label: string; order: { order_state: string } }[]>('orders.changed', (rows) =>
      rows.some(({ label, order }) => label === 'ends' && order.order_state === 'cancelled'),
    );
    // By somebody else, so that only a look-up can tell.
    on.simulator.control.cancelByService('ends', 'user_request');
    await ended;
    const rows = await on.services.handlers['orders.list'](null, TEST_WINDOW);
    expect(rows.map(({ order }) => order?.order_state)).toEqual(['cancelled', 'cancelled']);
    expect((await status()).selling_blocked?.params).toEqual({ reason: 'journal_cut' });
  });
});

describe('what holds selling back after that', () => {
  const fileOf = (name: string) => join(on.dataDir, 'test', name);

  it('is kept though another program held the settings as it was found', async () => {
    await on.services.close();
    removeJournal();
    writeFileSync(journalPath(), 'x'.repeat(8192));
    const other = new DatabaseSync(fileOf('settings.sqlite'));
    const hold = (event: string) => {
      // The files are open, and the head is about to be looked at.
      if (event === 'damaged_file_set_aside') other.exec('BEGIN IMMEDIATE');
    };
    on = await startBackEnd({ dataDir: on.dataDir, simulator: on.simulator, log: (_level, event) => hold(event) });
    expect((await status()).journal).toBe('cut');
    other.exec('ROLLBACK');
    other.close();
    await on.services.close();
    await startOver();
    expect((await status()).journal).toBe('cut');
  });

  it('is kept though the settings are damaged too', async () => {
    await on.services.close();
    removeJournal();
    await startOver();
    expect((await status()).journal).toBe('cut');
    await on.services.close();
    for (const suffix of ['-wal', '-shm']) rmSync(fileOf(`settings.sqlite${suffix}`), { force: true });
    writeFileSync(fileOf('settings.sqlite'), 'x'.repeat(8192));
    await startOver();
    expect((await status()).journal).toBe('cut');
    await confirm();
    await on.services.close();
    await startOver();
    expect((await status()).journal).toBe('ok');
  });

  eachOf<[string, () => void]>(
    [
      ['deleted', () => undefined],
      ['emptied', () => writeFileSync(fileOf('rfqs.sqlite'), '')],
      ['damaged', () => writeFileSync(fileOf('rfqs.sqlite'), 'x'.repeat(8192))],
      // Which makes it anew, and can't tell of it any more.
      ['deleted before a start that died at once', () => openProfileStore(on.dataDir, 'test', Date.now()).close()],
    ],
    ['deleted'],
  )('holds for Block RFQs whose file was %s too: one of them may wait at the service', async (_what, damage) => {
    await on.services.close();
    for (const suffix of ['', '-wal', '-shm']) rmSync(fileOf(`rfqs.sqlite${suffix}`), { force: true });
    damage();
    await startOver();
    await waitUntilHeld();
    expect((await status()).journal).toBe('cut');
    const request = { request_id: randomUUID(), draft: EMPTY_RFQ, acknowledged: [] };
    const { row, issues } = await on.services.handlers['rfq.send'](request, TEST_WINDOW);
    expect(row).toBeNull();
    expect(issues).toContainEqual(
      expect.objectContaining({ code: 'rfq_not_ready', params: { reason: 'journal_cut' } }),
    );
    await confirm();
    await on.waitUntilReady();
    expect((await status()).journal).toBe('ok');
  });
});
