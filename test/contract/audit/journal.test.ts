import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import type {
  JournalEntry,
  JournalKind,
  JournalPage,
  JournalQuery,
} from '../../../shared/ipc/schemas/journal-schema.ts';
import type { SessionStatus } from '../../../shared/ipc/schemas/session-schema.ts';
import { decimal } from '../../../shared/decimal.ts';
import { DEFAULT_GUARD_SETTINGS } from '../../../shared/orders/limits/guard-settings.ts';
import type { IssueCode } from '../../../shared/orders/issue.ts';
import { unlock } from '../../support/bench/audit-bench.ts';
import { acceptWarnings } from '../../support/window/accept-warnings.ts';
import { type BackEnd, startBackEnd, TEST_WINDOW } from '../../support/bench/back-end.ts';
import { ONE_PRESS } from '../../support/window/one-press.ts';
import { orderDraft } from '../../support/records/records.ts';

const MAIN = fileURLToPath(new URL('../../../electron/audit/main.ts', import.meta.url));
const EVERYTHING: JournalQuery = { before: null, text: '', kinds: [], limit: 500, verify: false };

let on: BackEnd;
beforeEach(async () => {
  on = await startBackEnd();
  await on.waitUntilReady();
});
afterEach(() => on.close());

function read(query: Partial<JournalQuery> = {}): Promise<JournalPage> {
  return on.services.handlers['journal.read']({ ...EVERYTHING, ...query }, TEST_WINDOW);
}

/** Oldest first; what depends on the moment of the service's first answer is left out. */
async function readKinds(after = 0): Promise<JournalKind[]> {
  const { entries } = await read();
  const passing: readonly JournalKind[] = ['connection', 'login'];
  return entries
    .toReversed()
    .filter(({ sequence, kind, fields }) => {
      const isPassing = passing.includes(kind) || fields.setting === 'account_id';
      return sequence > after && !isPassing;
    })
    .map(({ kind }) => kind);
}

async function lastSequence(): Promise<number> {
  return (await read()).total;
}

/** Sells by a single press, which the journal names. */
async function sell(changes: Parameters<typeof orderDraft>[0], accepted: IssueCode[] = []): Promise<string> {
  const draft = orderDraft({ type: 'market', price: '', amount: '200', ...changes });
  const { handlers } = on.services;
  const { issues } = await handlers['orders.check']({ draft }, TEST_WINDOW);
  const intent_id = randomUUID();
  await handlers['orders.place'](
    { intent_id, draft, acknowledged: acceptWarnings(issues, draft, accepted) },
    TEST_WINDOW,
  );
  return intent_id;
}

interface ToolEnd {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The tool as `npm run journal` starts it. */
function runTool(...args: string[]): Promise<ToolEnd> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['--no-warnings', MAIN, ...args], (error, stdout, stderr) =>
      resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

describe('the journal of a profile', () => {
  it('begins with its opening, and tells of login, connection and settings', async () => {
    expect(await readKinds()).toEqual(['profile_opened', 'ladder']);
    const online = on.waitFor<SessionStatus>('session.changed', ({ connection }) => connection === 'online');
    const instruments = [{ instrument_name: 'BTC-PERPETUAL', attention: 'focused' } as const];
    await on.services.handlers['market.watch']({ instruments }, TEST_WINDOW);
    await online;
    const { entries } = await read();
    expect(entries.find(({ kind }) => kind === 'login')?.fields).toMatchObject({
      expires_in: expect.any(Number) as number,
    });
    expect(entries.find(({ kind }) => kind === 'connection')?.fields).toMatchObject({ online: true });
    expect(entries.find(({ kind }) => kind === 'profile_opened')?.fields).toMatchObject({
      profile: 'test',
      service_origin: on.simulator.origin,
      codes: ['trading_allowed'],
    });
  });

  it('has a sell’s intent, with what stood behind the press, before its outcome; and tells it to the windows', async () => {
    const told = on.waitFor<JournalEntry[]>('journal.changed', (entries) =>
      entries.some(({ kind }) => kind === 'outcome'),
    );
    const after = await lastSequence();
    await sell({ label: 'told' });
    expect(await readKinds(after)).toEqual(['intent', 'outcome']);
    const { entries } = await read({ text: 'told' });
    expect(entries.map(({ fields }) => fields)).toMatchObject([
      { outcome: 'accepted', order_state: 'filled', label: 'told' },
      { press: 'single', rung: 'one_click', acknowledged: [], amount: '200', instrument_name: 'BTC-PERPETUAL' },
    ]);
    expect((await told).at(-1)).toMatchObject({ kind: 'outcome' });
  });

  it('has what was overridden, what stopped a sell, and what the service refused', async () => {
    const { handlers } = on.services;
    const base = await handlers['guards.read'](null, TEST_WINDOW);
    await handlers['guards.save']({ guards: { ...base, duplicateWindowMs: 60_000 }, base }, TEST_WINDOW);
    const after = await lastSequence();
    await sell({ label: 'twice' });
    await sell({ label: 'again' });
    const { entries } = await read({ kinds: ['sell_stopped'] });
    expect(entries).toHaveLength(1);
    const codes = entries[0]?.fields.codes;
    expect(codes).toEqual(['duplicate_order']);
    await sell({ label: 'overridden' }, ['duplicate_order']);
    const crossing = { price: '97000', post_only: true, reject_post_only: true } as const;
    await sell({ ...crossing, type: 'limit', label: 'refused' }, ['price_far']);
    expect(await readKinds(after)).toEqual([
      'intent',
      'outcome',
      'sell_stopped',
      'intent',
      'outcome',
      'intent',
      'outcome',
    ]);
    const overridden = await read({ text: 'overriding duplicate' });
    expect(overridden.entries.map(({ fields }) => fields.label)).toEqual(['overridden']);
    const refused = await read({ text: 'refused', kinds: ['outcome'] });
    expect(refused.entries[0]?.fields).toMatchObject({ label: 'refused', outcome: 'refused', code: 11_054 });
  });

  it('has every change of what guards the trade, once, in order', async () => {
    const { handlers } = on.services;
    const after = await lastSequence();
    await handlers['trading.stop']({ stopped: true }, TEST_WINDOW);
    await handlers['trading.stop']({ stopped: false }, TEST_WINDOW);
    await handlers['trading.ladder'](
      { ladder: { rung: 'confirm_each', cap_usd: decimal('5000') }, base: ONE_PRESS, is_deliberate: false },
      TEST_WINDOW,
    );
    await handlers['guards.save']({ guards: DEFAULT_GUARD_SETTINGS, base: DEFAULT_GUARD_SETTINGS }, TEST_WINDOW);
    const scope = { instrument_name: null, currency: 'BTC', kind: 'option' } as const;
    await handlers['presets.save']({ presets: [{ scope, values: { post_only: true } }], base: [] }, TEST_WINDOW);
    await handlers['watchlist.save'](
      { active: 'Main', lists: [{ name: 'Main', instruments: ['BTC-PERPETUAL'], sort: null }], hidden_columns: [] },
      TEST_WINDOW,
    );
    await handlers['window.error']({ message: 'a bug', stack: null }, TEST_WINDOW);
    expect(await readKinds(after)).toEqual([
      'trading_stopped',
      'trading_allowed',
      'ladder',
      'guards',
      'presets',
      'setting',
      'error',
    ]);
    const [presets] = (await read({ kinds: ['presets'], limit: 1 })).entries;
    expect(presets?.fields).toMatchObject({ to: ['BTC option'], is_kept: true });
    const [ladder] = (await read({ kinds: ['ladder'], limit: 1 })).entries;
    expect(ladder?.fields).toMatchObject({
      from: '{"cap_usd":"1000000000","rung":"one_click"}',
      to: '{"cap_usd":"5000","rung":"confirm_each"}',
      is_kept: true,
    });
  });

  it('has the cancel of an order, wish and end', async () => {
    const price = '900000';
    const intent_id = await sell({ type: 'limit', price, amount: '200', label: 'resting' }, [
      'price_far',
      'price_above_band',
    ]);
    const after = await lastSequence();
    await on.services.handlers['orders.cancel']({ intent_id }, TEST_WINDOW);
    const { entries } = await read({ kinds: ['cancel'] });
    expect(entries.toReversed().map(({ fields }) => fields.cancel_state)).toEqual(['requested', 'cancelled']);
    expect(await readKinds(after)).toEqual(['cancel', 'cancel', 'outcome']);
  });

  it('goes on over restarts in one chain that proves itself, and tells how each ended', async () => {
    await sell({ label: 'first' });
    on = await on.restart();
    await on.waitUntilReady();
    const kinds = await readKinds();
    expect(kinds).toEqual([
      'profile_opened',
      'ladder',
      'intent',
      'outcome',
      'profile_closed',
      'profile_opened',
      'ladder',
    ]);
    const { verification, total } = await read({ verify: true });
    expect(verification).toMatchObject({ entries: total, fault: null, cuts: 0 });
  });

  it('keeps a few of a window’s errors, however many differing ones it tells of', async () => {
    const { total } = await read();
    for (let count = 1; count <= 500; count += 1) {
      await on.services.handlers['window.error']({ message: `bug ${count}`, stack: null }, TEST_WINDOW);
    }
    const { entries } = await read({ kinds: ['error'] });
    expect(entries.map(({ fields }) => fields.message)).toEqual(['bug 3', 'bug 2', 'bug 1']);
    expect((await read()).total).toBe(total + 3);
  });

  it('holds no secret, though a window told it one; a text beside it is there', async () => {
    const secret = on.simulator.clientSecret;
    await on.services.handlers['window.error']({ message: `canary ${secret} beside`, stack: null }, TEST_WINDOW);
    await sell({ label: 'control-canary' });
    await on.services.close();
    const folder = join(on.dataDir, 'test');
    const bytes = readdirSync(folder).map((name) => readFileSync(join(folder, name)).toString('latin1'));
    const all = bytes.join('\n');
    expect(all).toContain('control-canary');
    expect(all).toContain('canary [secret] beside');
    for (const spelled of [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64'),
      Buffer.from(secret).toString('hex'),
    ]) {
      expect(all.includes(spelled), 'a spelling of the secret').toBe(false);
    }
    on = await startBackEnd({ dataDir: on.dataDir, simulator: on.simulator });
  });
});

describe('a profile whose files were damaged', () => {
  it('begins a new journal with what was set aside, and keeps the old one’s head beside it', async () => {
    await sell({ label: 'before' });
    await on.services.close();
    const folder = join(on.dataDir, 'test');
    writeFileSync(join(folder, 'journal.sqlite'), 'x'.repeat(8192));
    on = await startBackEnd({ dataDir: on.dataDir, simulator: on.simulator });
    expect(await readKinds()).toEqual(['file_set_aside', 'profile_opened']);
    const opened = await on.services.handlers['session.open'](null, TEST_WINDOW);
    expect(opened.status).toMatchObject({ journal: 'cut', selling_blocked: { params: { reason: 'journal_cut' } } });
    await on.services.handlers['orders.confirm']({ seen: 'journal_cut' }, TEST_WINDOW);
    expect(await readKinds()).toEqual(['file_set_aside', 'profile_opened', 'cut_confirmed']);
    const kept = readdirSync(folder).filter((name) => name.startsWith('journal.sqlite.damaged'));
    expect(kept.some((name) => name.endsWith('.head'))).toBe(true);
    expect((await read({ verify: true })).verification).toMatchObject({ fault: null, cuts: 0 });
  });
});

describe('a service', () => {
  it('that lets nobody log in is on record', async () => {
    on.simulator.control.failAll('public/auth', { httpStatus: 503, html: '<h1>away</h1>' });
    on = await on.restart();
    const failed = on.waitFor<JournalEntry[]>('journal.changed', (entries) =>
      entries.some(({ kind }) => kind === 'login_refused'),
    );
    const query = { kinds: ['login_refused'] } satisfies Partial<JournalQuery>;
    if ((await read(query)).entries.length === 0) await failed;
    expect((await read(query)).entries[0]?.fields.reason).toEqual(expect.any(String));
  });

  it('that goes away is on record when reads are held back', async () => {
    const { control } = on.simulator;
    const watched = [{ instrument_name: 'BTC-PERPETUAL', attention: 'focused' } as const];
    const away = on.waitFor<JournalEntry[]>('journal.changed', (entries) =>
      entries.some(({ kind }) => kind === 'breaker'),
    );
    control.failAll('public/ticker', { httpStatus: 503, html: '<h1>away</h1>' });
    await on.services.handlers['market.watch']({ instruments: watched }, TEST_WINDOW);
    expect((await away).at(-1)?.fields).toMatchObject({ from: 'closed', to: 'open' });
  });
});

describe('a journal that takes no entry', () => {
  it('stops selling, as the order journal does; the trader’s stop holds all the same', async () => {
    const holder = new DatabaseSync(join(on.dataDir, 'test', 'journal.sqlite'));
    holder.exec("CREATE TRIGGER full BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'it is full'); END");
    const failed = on.waitFor<SessionStatus>('session.changed', ({ journal }) => journal === 'failed');
    await on.services.handlers['trading.stop']({ stopped: true }, TEST_WINDOW);
    expect(await failed).toMatchObject({ trading_stopped: true });
    await on.services.handlers['trading.stop']({ stopped: false }, TEST_WINDOW);
    holder.exec('DROP TRIGGER full');
    holder.close();
    await sell({ label: 'stopped' });
    expect(on.simulator.control.calls('private/sell').count).toBe(0);
    // What is written again begins with how much was lost.
    const { entries, verification } = await read({ verify: true });
    // The stop, its lifting and the failure itself; a login or a renewed connection may be among them.
    const lost = entries.find(({ fields }) => fields.event === 'entries_lost');
    expect(lost?.fields['count']).toBeGreaterThanOrEqual(3);
    expect(entries[0]?.fields).toMatchObject({ label: 'stopped', codes: ['trading_not_ready'] });
    expect(verification).toMatchObject({ fault: null });
  });
});

describe('a journal that was tampered with', () => {
  it('between two runs is noticed by the next start, for good', async () => {
    await sell({ label: 'gone' });
    await on.services.close();
    const file = new DatabaseSync(join(on.dataDir, 'test', 'journal.sqlite'));
    unlock(file);
    file.exec('DELETE FROM audit WHERE sequence > 2');
    file.close();
    on = await startBackEnd({ dataDir: on.dataDir, simulator: on.simulator });
    expect(await readKinds()).toEqual(expect.arrayContaining(['cut_found', 'profile_opened']));
    const { verification } = await read({ verify: true });
    expect(verification).toMatchObject({ fault: null, cuts: 1 });
  });

  it('is followed to the tampered entry, while the terminal runs', async () => {
    await sell({ label: 'changed' });
    const file = new DatabaseSync(join(on.dataDir, 'test', 'journal.sqlite'));
    unlock(file);
    file.exec("UPDATE audit SET fields = replace(fields, '\"200\"', '\"900\"') WHERE kind = 'intent'");
    file.close();
    const [intent] = (await read({ kinds: ['intent'] })).entries;
    const { verification } = await read({ verify: true });
    expect(verification?.fault).toEqual({ code: 'changed', sequence: intent?.sequence });
    const { status, stdout } = await runTool('verify', '--data-dir', on.dataDir);
    expect(stdout).toContain(`NOT PROVEN: entry ${intent?.sequence}`);
    expect(status).toBe(1);
  });
});

describe('npm run journal', () => {
  it('verifies, searches and exports while the terminal runs', async () => {
    await sell({ label: '=1+1' });
    const where = ['--data-dir', on.dataDir, '--profile', 'test'];
    const { total } = await read();
    const verified = await runTool('verify', ...where);
    expect(verified.stdout).toMatch(new RegExp(`Proven: ${total} entries`));
    expect(verified.status).toBe(0);
    const found = await runTool('search', 'sell', '200', ...where);
    expect(found.stdout).toMatch(
      /Order .*=1\+1 · BTC-PERPETUAL .*Sell 200 USD of BTC-PERPETUAL, market; single press\./,
    );
    expect(found.status).toBe(0);
    expect(await runTool('search', 'nobody said this', ...where)).toMatchObject({ status: 1, stdout: '' });
    const lines = (await runTool('export', '--jsonl', ...where)).stdout.trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as JournalEntry).sequence)).toEqual(
      Array.from({ length: total }, (_item, index) => index + 1),
    );
    const csv = (await runTool('export', '--csv', ...where)).stdout;
    expect(csv.trim().split('\r\n')).toHaveLength(total + 1);
    // No cell that a spreadsheet would run.
    expect(csv).toContain(`"'=1+1 · BTC-PERPETUAL"`);
  });

  it('says what it can’t do, with another exit code', DEEP, async () => {
    const empty = mkdtempSync(join(tmpdir(), 'strikedesk-none-'));
    expect(await runTool('verify', '--data-dir', empty)).toMatchObject({ status: 2, stdout: '' });
    expect((await runTool('verify', '--data-dir', empty)).stderr).toContain('holds no journal');
    expect((await runTool('export')).stderr).toContain('export needs --csv or --jsonl');
    expect((await runTool('prove')).status).toBe(2);
    mkdirSync(join(empty, 'a'));
    writeFileSync(join(empty, 'a', 'journal.sqlite'), 'no database');
    expect((await runTool('verify', '--data-dir', empty)).status).toBe(2);
    truncateSync(join(empty, 'a', 'journal.sqlite'));
    expect((await runTool('verify', '--data-dir', empty)).status).toBe(2);
    rmSync(empty, { recursive: true });
  });
});
