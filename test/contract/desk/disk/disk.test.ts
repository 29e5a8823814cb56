import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openJournalFiles } from '../../../../electron/audit/files.ts';
import { verifyAll } from '../../../../electron/audit/verify.ts';
import { oneList } from '../../../../shared/ipc/schemas/watchlist-schema.ts';
import type { SessionStatus } from '../../../../shared/ipc/schemas/session-schema.ts';
import type { Quote } from '../../../../shared/ipc/schemas/quote-schema.ts';
import { IpcFailure } from '../../../../shared/ipc/error.ts';
import { assertDefined } from '../../../../shared/result.ts';
import type { Simulator } from '../../../../simulator/simulator.ts';
import {
  type BackEnd,
  checkAndPlace,
  startBackEnd,
  TEST_WINDOW,
  waitForQuote,
  watchPerpetual,
} from '../../../support/bench/back-end.ts';
import { orderDraft } from '../../../support/records/records.ts';
import { closeOnSimulator, openOnSimulator, type SocketDesk } from '../../../support/bench/socket-desk.ts';

const SELL = 'private/sell';

/** From now on no page can be added, and those that are there are full to the brim. */
function fill(database: DatabaseSync): void {
  database.exec('PRAGMA max_page_count = 1');
  const insert = database.prepare("INSERT INTO intents VALUES (?, 'other', ?, 1, 'refused', ?)");
  const isFull = (size: number) => {
    const name = randomUUID();
    try {
      insert.run(name, name, 'x'.repeat(size));
      return false;
    } catch (error) {
      expect(error).toMatchObject({ errcode: 13 });
      return true;
    }
  };
  for (const size of [2000, 500, 100, 1]) while (!isFull(size));
}

/** Ways in which SQLite itself says that a disk takes no more. */
const DISKS: readonly (readonly [name: string, exhaust: (database: DatabaseSync) => void])[] = [
  ['full', fill],
  ['read only', (database) => database.exec('PRAGMA query_only = ON')],
];

describe.each(DISKS)('a disk that turns %s', (_name, exhaust) => {
  let simulator: Simulator;
  let on: SocketDesk;
  beforeEach(async () => {
    ({ simulator, on } = await openOnSimulator());
  });
  afterEach(() => closeOnSimulator({ simulator, on }));

  it('before the intent stops the sell before the wire', async () => {
    exhaust(on.database);
    await expect(on.sell()).rejects.toMatchObject({ detail: { code: 'StorageFailed' } });
    expect(on.journalFailures).toHaveLength(1);
    expect(on.desk.rows()).toEqual([]);
    expect(simulator.control.calls(SELL).count).toBe(0);
  });

  it('between intent and reply shows the order, says so, and the next start finds it', async () => {
    const { placed } = on.begin({ label: 'half' });
    const executed = simulator.control.waitForCall(SELL);
    await executed;
    exhaust(on.database);
    expect((await placed).row?.outcome).toBe('accepted');
    expect(on.journalFailures).toHaveLength(1);
    on = await on.restart();
    await on.pass(300);
    expect(on.desk.rows()).toMatchObject([{ label: 'half', outcome: 'accepted' }]);
    expect(simulator.control.executions()).toBe(1);
  });

  it('between a lost reply and its look-up still resolves it, on screen and at the next start', async () => {
    simulator.control.failNext(SELL, 'drop_after_executing');
    const { intent_id } = await on.sell();
    exhaust(on.database);
    await on.pass(300);
    expect(on.row(intent_id).outcome).toBe('accepted');
    expect(on.journalFailures.length).toBeGreaterThan(0);
    on = await on.restart();
    await on.pass(300);
    expect(on.row(intent_id).outcome).toBe('accepted');
    expect(simulator.control.calls(SELL).count).toBe(1);
  });
});

describe('a disk that takes no more while the terminal runs', () => {
  it('fails the sell before the wire; selling stays off until the next start, and prices go on', async () => {
    let on = await startBackEnd();
    await on.waitUntilReady();
    const place = (amount: string) => checkAndPlace(on, orderDraft({ type: 'market', price: '', amount }));
    const journal = new DatabaseSync(join(on.dataDir, 'test', 'journal.sqlite'));
    journal.exec("CREATE TRIGGER full BEFORE INSERT ON intents BEGIN SELECT RAISE(ABORT, 'it is full'); END");
    await expect(place('200')).rejects.toMatchObject({ detail: { code: 'StorageFailed' } });
    const { status } = await on.services.handlers['session.open'](null, TEST_WINDOW);
    expect(status).toMatchObject({ journal: 'failed', selling_blocked: { params: { reason: 'journal_failed' } } });
    const { ticker } = await watchPerpetual(on);
    await waitForQuote(on, 'BTC-PERPETUAL', (quote) => Number(quote.ticker?.timestamp) > Number(ticker?.timestamp));
    // That there is room again does not tell what was lost meanwhile.
    journal.exec('DROP TRIGGER full');
    journal.close();
    const { row, check } = await place('300');
    expect(row).toBeNull();
    expect(check.issues).toContainEqual(
      expect.objectContaining({ code: 'trading_not_ready', params: { reason: 'journal_failed' } }),
    );
    expect(on.simulator.control.calls(SELL).count).toBe(0);

    on = await on.restart();
    await on.waitUntilReady();
    await watchPerpetual(on);
    expect((await place('300')).row?.outcome).toBe('accepted');
    expect(on.simulator.control.calls(SELL).count).toBe(1);
    await on.close();
  });
});

describe('a disk that is full while the terminal runs', () => {
  it('is named as one and stops selling; with room again, selling goes on, and all of it is on record', async () => {
    const on = await startBackEnd();
    await on.waitUntilReady();
    await watchPerpetual(on);
    const place = (amount: string) => checkAndPlace(on, orderDraft({ type: 'market', price: '', amount }));
    // A device that answers every write as a full disk does.
    const head = join(on.dataDir, 'test', 'journal.head.next');
    // Not while the one before is being written: its file has that name then.
    await vi.waitFor(() => symlinkSync('/dev/full', head), { timeout: 10_000, interval: 1 });
    const stopped = on.waitFor<SessionStatus>('session.changed', ({ journal }) => journal === 'full');
    expect((await place('200')).row?.outcome).toBe('accepted');
    expect(await stopped).toMatchObject({ selling_blocked: { params: { reason: 'journal_full' } } });
    expect((await place('300')).row).toBeNull();
    rmSync(head);
    await on.waitFor<SessionStatus>('session.changed', ({ journal }) => journal === 'ok');
    await on.waitUntilReady();
    expect((await place('300')).row?.outcome).toBe('accepted');
    expect(on.simulator.control.calls(SELL).count).toBe(2);
    const query = { before: null, text: '', kinds: [], limit: 100, verify: true };
    const { entries, verification } = await on.services.handlers['journal.read'](query, TEST_WINDOW);
    expect(verification).toMatchObject({ fault: null });
    const errors = entries.filter(({ kind }) => kind === 'error');
    expect(errors.map(({ fields }) => fields)).toEqual([{ event: 'journal_full' }]);
    await on.close();
  });
});

describe('a disk that takes no writes at the start', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'strikedesk-disk-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  /** A folder where SQLite wants its log: it can open the file, and write nothing. */
  function blockWrites(file: string): void {
    for (const suffix of ['-wal', '-journal'])
      mkdirSync(join(dataDir, 'test', `${file}${suffix}`), { recursive: true });
  }

  it('is noticed then, not at the first press: trading is off, and prices go on', async () => {
    blockWrites('journal.sqlite');
    const on = await startBackEnd({ dataDir });
    const { status } = await on.services.handlers['session.open'](null, TEST_WINDOW);
    expect(status).toMatchObject({ journal: 'failed', selling_blocked: { params: { reason: 'journal_failed' } } });
    const quotes = on.waitFor<Quote[]>('market.changed', (batch) => batch.some(({ ticker }) => ticker !== null));
    await on.services.handlers['market.watch'](
      { instruments: [{ instrument_name: 'BTC-PERPETUAL', attention: 'focused' }] },
      TEST_WINDOW,
    );
    await quotes;
    const draft = orderDraft({ type: 'market', price: '', amount: '200' });
    const { row, check } = await on.services.handlers['orders.place'](
      { intent_id: randomUUID(), draft, acknowledged: [] },
      TEST_WINDOW,
    );
    expect(row).toBeNull();
    expect(check.issues[0]).toMatchObject({ code: 'trading_not_ready', params: { reason: 'journal_failed' } });
    expect(on.simulator.control.calls(SELL).count).toBe(0);
    await on.close();
  });

  it('tells a watchlist that it could not be kept, as a failure of the disk', async () => {
    blockWrites('settings.sqlite');
    const on = await startBackEnd({ dataDir });
    const saved = (async () => on.services.handlers['watchlist.save'](oneList(['BTC-PERPETUAL']), TEST_WINDOW))();
    const failure: unknown = await saved.catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(IpcFailure);
    expect(failure).toMatchObject({ detail: { code: 'StorageFailed', params: { setting: 'watchlists' } } });
    await on.close();
  });

  describe('after a clean stop with a sell whose outcome is unknown', () => {
    let intentId: string;
    beforeEach(async () => {
      const on = await startBackEnd({ dataDir });
      await on.waitUntilReady();
      await watchPerpetual(on);
      on.simulator.control.failAll('*', 'drop_before_executing');
      const { row } = await checkAndPlace(on, orderDraft({ type: 'market', price: '', amount: '200' }));
      intentId = assertDefined(row, 'it was sent').intent_id;
      await end(on);
    });

    /** Its files stay. */
    async function end(on: BackEnd): Promise<void> {
      await on.services.close();
      await on.simulator.close();
    }

    async function restart() {
      const on = await startBackEnd({ dataDir });
      const { status } = await on.services.handlers['session.open'](null, TEST_WINDOW);
      const rows = await on.services.handlers['orders.list'](null, TEST_WINDOW);
      await end(on);
      return { status, rows };
    }

    it('the sell is still there', async () => {
      for (const file of ['journal.sqlite', 'rfqs.sqlite', 'settings.sqlite']) {
        blockWrites(file);
        mkdirSync(join(dataDir, 'test', `${file}-shm`));
      }
      const { status, rows } = await restart();
      expect(status).toMatchObject({ journal: 'failed', unknown_orders: 1 });
      expect(rows).toMatchObject([{ intent_id: intentId, outcome: 'unknown' }]);
      const journal = openJournalFiles(dataDir, 'test');
      if (!journal.ok) throw new Error(journal.error);
      expect(verifyAll(journal.value.table, journal.value.head, 0)).toMatchObject({ fault: null });
      journal.value.close();
    });

    it('a journal that can’t be read leaves the count unknown: it is not 0', async () => {
      rmSync(join(dataDir, 'test', 'journal.sqlite'));
      mkdirSync(join(dataDir, 'test', 'journal.sqlite'));
      const { status } = await restart();
      expect(status).toMatchObject({ journal: 'unreadable', unknown_orders: null });
    });
  });
});
