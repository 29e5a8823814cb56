import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import { EXTENSION_NAMES } from '../../../simulator/http/rules.ts';
import { decimal } from '../../../shared/decimal.ts';
import type { SessionStatus } from '../../../shared/ipc/schemas/session-schema.ts';
import type { Acknowledgement } from '../../../shared/orders/acknowledgement.ts';
import type { GuardSettings } from '../../../shared/orders/limits/guard-settings.ts';
import type { Preset } from '../../../shared/orders/presets.ts';
import { acceptWarnings } from '../../support/window/accept-warnings.ts';
import { type BackEnd, startBackEnd, TEST_WINDOW } from '../../support/bench/back-end.ts';
import { orderDraft } from '../../support/records/records.ts';

let backEnd: BackEnd | null = null;
afterEach(async () => {
  await backEnd?.close();
  backEnd = null;
});

async function start(setup: Parameters<typeof startBackEnd>[0] = {}): Promise<BackEnd> {
  backEnd = await startBackEnd(setup);
  await backEnd.waitUntilReady();
  return backEnd;
}

const SELL = 'private/sell';
const MARKET = orderDraft({ type: 'market', price: '', amount: '200' });

/** Places the draft, an equal sell before it or not. */
async function place(on: BackEnd, press?: 'single' | 'armed' | 'confirmed', draft = MARKET) {
  const { issues } = await on.services.handlers['orders.check']({ draft }, TEST_WINDOW);
  return placeAtOnce(on, press, draft, acceptWarnings(issues, draft, ['duplicate_order']));
}

function placeAtOnce(
  on: BackEnd,
  press: 'single' | 'armed' | 'confirmed' | undefined,
  draft = MARKET,
  acknowledged: Acknowledgement[] = [],
) {
  return on.services.handlers['orders.place']({ intent_id: randomUUID(), draft, acknowledged, press }, TEST_WINDOW);
}

async function readStatus(on: BackEnd) {
  return (await on.services.handlers['session.open'](null, TEST_WINDOW)).status;
}

/** Closes the terminal, changes the guards as they are stored, and opens it again. */
async function changeStoredGuards(on: BackEnd, change: (guards: GuardSettings) => unknown): Promise<BackEnd> {
  await on.services.close();
  const database = new DatabaseSync(join(on.dataDir, 'test', 'settings.sqlite'));
  const stored = database.prepare("SELECT value FROM settings WHERE key = 'guards'").get()?.['value'];
  const changed = JSON.stringify(change(JSON.parse(String(stored)) as GuardSettings));
  database.prepare("UPDATE settings SET value = ? WHERE key = 'guards'").run(changed);
  database.close();
  backEnd = await startBackEnd({ simulator: on.simulator, dataDir: on.dataDir });
  return backEnd;
}

describe('guards that another version stored', () => {
  const draft = orderDraft({ type: 'market', price: '', amount: '50000' });
  const errorsOf = async (on: BackEnd) =>
    (await on.services.handlers['orders.check']({ draft }, TEST_WINDOW)).issues.flatMap(({ code, severity }) =>
      severity === 'error' ? [code] : [],
    );

  it('hold as far as they can be read; trading is off where a limit can’t be, until they are saved', async () => {
    let on = await start();
    const base = await on.services.handlers['guards.read'](null, TEST_WINDOW);
    const limit = { maxNotionalUsd: decimal('1000') };
    const guards = { ...base, soft: { ...base.soft, ...limit }, hard: { ...base.hard, ...limit } };
    await on.services.handlers['guards.save']({ guards, base }, TEST_WINDOW);
    expect((await readStatus(on)).guards).toBe('ok');

    on = await changeStoredGuards(on, (stored) => ({ ...stored, maxPerDayUsd: '5000' }));
    await on.waitUntilReady();
    expect(await readStatus(on)).toMatchObject({ guards: 'in_part', selling_blocked: null });
    await expect.poll(() => errorsOf(on)).toEqual(['notional_above_limit']);

    on = await changeStoredGuards(on, (stored) => ({ ...stored, hard: { ...stored.hard, maxAmount: {} } }));
    expect(await readStatus(on)).toMatchObject({
      guards: 'unreadable',
      selling_blocked: { params: { reason: 'guards_unreadable' } },
    });
    expect((await placeAtOnce(on, 'single', draft)).row).toBeNull();
    const read = await on.services.handlers['guards.read'](null, TEST_WINDOW);
    expect(read.hard).toEqual(guards.hard);
    const ready = on.waitFor<SessionStatus>('session.changed', ({ selling_blocked }) => selling_blocked === null);
    await on.services.handlers['guards.save']({ guards: read, base: read }, TEST_WINDOW);
    expect((await ready).guards).toBe('ok');
  });
});

describe('settings that are', () => {
  it.each([
    ['deleted', () => undefined],
    ['emptied', (path: string) => writeFileSync(path, '')],
    ['damaged', (path: string) => writeFileSync(path, 'x'.repeat(8192))],
  ])(
    '%s take no limit with them unseen: trading is off, over restarts too, until guards are saved',
    async (_what, lose) => {
      let on = await start();
      await on.services.close();
      const path = join(on.dataDir, 'test', 'settings.sqlite');
      for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
      lose(path);
      const again = async () => (on = backEnd = await startBackEnd({ simulator: on.simulator, dataDir: on.dataDir }));
      await again();
      const held = { guards: 'lost', selling_blocked: { params: { reason: 'guards_unreadable' } } };
      expect(await readStatus(on)).toMatchObject(held);
      await on.services.close();
      await again();
      expect(await readStatus(on)).toMatchObject(held);
      expect((await placeAtOnce(on, 'single')).row).toBeNull();
      const guards = await on.services.handlers['guards.read'](null, TEST_WINDOW);
      await on.services.handlers['guards.save']({ guards, base: guards }, TEST_WINDOW);
      await on.waitUntilReady();
      expect((await readStatus(on)).guards).toBe('ok');
      await on.services.close();
      await again();
      expect((await readStatus(on)).guards).toBe('ok');
    },
  );
});

describe('the ladder of a profile', () => {
  it('holds in the back end: a new profile sells nothing that was not shown to be confirmed', async () => {
    const on = await start({ ladder: null });
    expect((await readStatus(on)).ladder).toEqual({ rung: 'confirm_each', cap_usd: null });
    for (const press of [undefined, 'single', 'armed', 'confirmed'] as const) {
      const { row, check } = await place(on, press);
      expect(row).toBeNull();
      expect(check.issues.map(({ code }) => code)).toContain('confirmation_needed');
    }
    expect(on.simulator.control.calls(SELL).count).toBe(0);
    await on.services.handlers['orders.arm']({ draft: MARKET, press: 'confirmed' }, TEST_WINDOW);
    expect((await place(on, 'confirmed')).row).toMatchObject({ outcome: 'accepted' });
  });

  it('is kept over restarts, and one click only when chosen deliberately', async () => {
    const on = await start({ ladder: null });
    const ladder = { rung: 'one_click', cap_usd: decimal('150') } as const;
    const set = on.services.handlers['trading.ladder'];
    const { ladder: base } = await readStatus(on);
    await expect(set({ ladder, base, is_deliberate: false }, TEST_WINDOW)).rejects.toMatchObject({
      detail: { code: 'BadRequest' },
    });
    expect((await readStatus(on)).ladder.rung).toBe('confirm_each');
    await set({ ladder, base, is_deliberate: true }, TEST_WINDOW);
    const stale = { ladder: { ...base, cap_usd: null }, base, is_deliberate: false };
    await expect(set(stale, TEST_WINDOW)).rejects.toMatchObject({ detail: { code: 'Conflict' } });
    backEnd = await on.restart();
    await backEnd.waitUntilReady();
    expect((await readStatus(backEnd)).ladder).toEqual(ladder);
    expect((await place(backEnd)).check.issues.at(-1)?.params['why']).toBe('above_cap');
    expect((await place(backEnd, 'single', orderDraft({ ...MARKET, amount: '140' }))).row).not.toBeNull();
  });

  it('is judged before any list of orders is given: one without the sell would say that it was never sent', async () => {
    const on = await start();
    const placing = placeAtOnce(on, 'single');
    const listed = await on.services.handlers['orders.list'](null, TEST_WINDOW);
    expect(listed).toHaveLength(1);
    expect((await placing).row?.intent_id).toBe(listed[0]?.intent_id);
  });

  it('takes the same intent twice for one order, also when its arming is used up', async () => {
    const on = await start({ ladder: null });
    await on.services.handlers['orders.arm']({ draft: MARKET, press: 'confirmed' }, TEST_WINDOW);
    const request = { intent_id: randomUUID(), draft: MARKET, acknowledged: [], press: 'confirmed' } as const;
    const ask = () => on.services.handlers['orders.place']({ ...request, acknowledged: [] }, TEST_WINDOW);
    const answers = [...(await Promise.all([ask(), ask()])), await ask()];
    expect(new Set(answers.map(({ row }) => row?.order?.order_id)).size).toBe(1);
    expect(answers[0]?.row?.outcome).toBe('accepted');
    expect(on.simulator.control.executions()).toBe(1);
  });
});

describe('a stop of trading', () => {
  it('holds back what still waits to be written behind another order', async () => {
    const on = await start();
    on.simulator.control.failNext(SELL, 'silent_after_executing');
    const written = on.simulator.control.waitForCall(SELL);
    const hanging = placeAtOnce(on, 'single', orderDraft({ ...MARKET, valid_for_ms: 1000 }));
    await written;
    const waiting = placeAtOnce(on, 'single', orderDraft({ ...MARKET, amount: '300' }));
    expect(await on.services.handlers['orders.list'](null, TEST_WINDOW)).toHaveLength(2);
    await on.services.handlers['trading.stop']({ stopped: true }, TEST_WINDOW);
    expect((await hanging).row).toMatchObject({ outcome: 'unknown' });
    expect((await waiting).row).toMatchObject({ outcome: 'not_sent', refusal: { name: 'withdrawn' } });
    expect(on.simulator.control.calls(SELL).count).toBe(1);
  });
});

describe('what was armed or shown before a stop of trading', () => {
  it.each(['armed', 'confirmed'] as const)('is sold by no press once trading is allowed again: %s', async (press) => {
    const on = await start();
    const { handlers } = on.services;
    await handlers['orders.arm']({ draft: MARKET, press }, TEST_WINDOW);
    for (const stopped of [true, false]) await handlers['trading.stop']({ stopped }, { windowId: 'another' });
    const { row, check } = await placeAtOnce(on, press);
    expect(row).toBeNull();
    expect(check.issues).toContainEqual(expect.objectContaining({ code: 'confirmation_needed' }));
    expect(on.simulator.control.calls(SELL).count).toBe(0);
  });
});

describe('the guards of a profile', () => {
  it('stop the order in the back end, and are kept over restarts', async () => {
    const on = await start();
    const guards = await on.services.handlers['guards.read'](null, TEST_WINDOW);
    const strict = { ...guards, hard: { ...guards.hard, maxAmount: decimal('100') } };
    await on.services.handlers['guards.save']({ guards: strict, base: guards }, TEST_WINDOW);
    const stopped = await place(on);
    expect(stopped.row).toBeNull();
    expect(stopped.check.issues).toMatchObject([{ code: 'amount_above_limit', severity: 'error' }]);
    backEnd = await on.restart();
    expect(await backEnd.services.handlers['guards.read'](null, TEST_WINDOW)).toEqual(strict);
  });

  it('are not saved by a window that read them before another changed them', async () => {
    const on = await start();
    const { 'guards.read': read, 'guards.save': save } = on.services.handlers;
    const base = await read(null, TEST_WINDOW);
    const tightened = { ...base, hard: { ...base.hard, maxNotionalUsd: decimal('3000') } };
    await save({ guards: tightened, base }, TEST_WINDOW);
    const elsewhere = { ...base, duplicateWindowMs: 60_000 };
    await expect(save({ guards: elsewhere, base }, { windowId: 'another' })).rejects.toMatchObject({
      detail: { code: 'Conflict' },
    });
    expect(await read(null, TEST_WINDOW)).toEqual(tightened);
    const knowing = { ...tightened, duplicateWindowMs: 60_000 };
    await save({ guards: knowing, base: tightened }, { windowId: 'another' });
    expect(await read(null, TEST_WINDOW)).toEqual(knowing);
  });
});

describe('the presets of a profile', () => {
  it('are kept over restarts and told to every window', async () => {
    const on = await start();
    const presets: Preset[] = [
      {
        scope: { instrument_name: null, currency: 'BTC', kind: 'option' },
        values: { amount: { value: decimal('10'), unit: 'BTC' }, price_rule: { reference: 'mark', ticks: -2 } },
      },
    ];
    const told = on.waitFor<Preset[]>('presets.changed', () => true);
    await on.services.handlers['presets.save']({ presets, base: [] }, TEST_WINDOW);
    expect(await told).toEqual(presets);
    // Whoever has not read them yet would delete them.
    const late = on.services.handlers['presets.save']({ presets: [], base: [] }, TEST_WINDOW);
    await expect(late).rejects.toMatchObject({ detail: { code: 'Conflict' } });
    backEnd = await on.restart();
    expect(await backEnd.services.handlers['presets.read'](null, TEST_WINDOW)).toEqual(presets);
  });
});

describe('a cancel over a real socket', () => {
  async function rest(on: BackEnd) {
    const quote = await on.services.handlers['orders.check']({ draft: MARKET }, TEST_WINDOW);
    expect(quote.forecast).not.toBeNull();
    const { price } = await far(on);
    const { row, check } = await place(on, 'single', orderDraft({ amount: '2000', price }));
    if (row === null) throw new Error(`stopped by ${JSON.stringify(check.issues)}`);
    return row;
  }

  async function far(on: BackEnd): Promise<{ price: string }> {
    const { forecast } = await on.services.handlers['orders.check']({ draft: MARKET }, TEST_WINDOW);
    const steps = forecast?.steps ?? [];
    const bid = steps.flatMap(({ params }) => params['touch'] ?? [])[0];
    return { price: String(Math.floor(Number(bid)) + 500) };
  }

  it('ends the order and says so', async () => {
    const on = await start();
    const { intent_id } = await rest(on);
    const row = await on.services.handlers['orders.cancel']({ intent_id }, TEST_WINDOW);
    expect(row).toMatchObject({ cancel: { state: 'cancelled' }, order: { order_state: 'cancelled' } });
  });

  it('whose reply is lost is made again by itself, and the look-up tells the truth', async () => {
    const on = await start();
    const { intent_id } = await rest(on);
    on.simulator.control.failNext('private/cancel', 'cut_reply');
    const row = await on.services.handlers['orders.cancel']({ intent_id }, TEST_WINDOW);
    expect(row).toMatchObject({ cancel: { state: 'cancelled' }, order: { cancel_reason: 'user_request' } });
  });

  it.each([
    [['private/cancel'], { by_id: 'not_offered', by_label: 'offered' }, 'cancelled'],
    [['private/cancel_by_label'], { by_id: 'offered', by_label: 'not_offered' }, 'cancelled'],
    [['private/cancel', 'private/cancel_by_label'], { by_id: 'not_offered', by_label: 'not_offered' }, 'NotSupported'],
  ])('where %j is switched off', async (missing, offers, outcome) => {
    const on = await start();
    on.simulator.control.setDoor({ extensions: new Set(EXTENSION_NAMES.filter((name) => !missing.includes(name))) });
    const { intent_id } = await rest(on);
    const learned = on.waitFor<{ cancels: object }>('session.changed', ({ cancels }) =>
      Object.entries(offers).every(([way, offer]) =>
        Object.entries(cancels).some(([a, b]) => a === way && b === offer),
      ),
    );
    await on.services.handlers['trading.stop']({ stopped: true }, TEST_WINDOW);
    await learned;
    const asking = on.services.handlers['orders.cancel']({ intent_id }, TEST_WINDOW);
    if (outcome === 'cancelled') expect(await asking).toMatchObject({ cancel: { state: outcome } });
    else await expect(asking).rejects.toMatchObject({ detail: { code: outcome } });
  });

  it('of the account is offered where nothing finer is, and reaches ours', async () => {
    const on = await start();
    const { intent_id } = await rest(on);
    expect(await on.services.handlers['orders.cancel_account'](null, TEST_WINDOW)).toMatchObject({ cancelled: 1 });
    const ended = await on.waitForOutcome(intent_id, 'accepted');
    expect(ended.cancel).not.toBeNull();
  });
});
