import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { checkAndPlace, startBackEnd, TEST_WINDOW, type BackEnd } from '../../support/bench/back-end.ts';
import { orderDraft } from '../../support/records/records.ts';
import { STATE } from '../../support/wire/look-up-methods.ts';

const SUMMARIES = 'private/get_account_summaries';
const AWAY = { httpStatus: 503, html: 'away' } as const;

const statusOf = async (on: BackEnd) => (await on.services.handlers['session.open'](null, TEST_WINDOW)).status;

it('a start that can’t read the account asks about its orders by the key that it had, and cancels them', async () => {
  let on = await startBackEnd();
  await on.waitUntilReady();
  const { control } = on.simulator;
  const resting = await checkAndPlace(on, orderDraft({ price: '99500', amount: '200', label: 'rests' }), 'all');
  expect(resting.row?.outcome).toBe('accepted');
  control.failNext('private/sell', 'drop_after_executing');
  control.failAll(STATE, AWAY);
  const lost = await checkAndPlace(on, orderDraft({ price: '99600', amount: '300', label: 'lost' }), 'all');
  expect(lost.row?.outcome).toBe('unknown');
  control.failAll(STATE, null);
  control.failAll(SUMMARIES, AWAY);
  on = await on.restart();
  expect((await on.waitForDecision(lost.intentId)).outcome).toBe('accepted');
  const cancelled = await on.services.handlers['orders.cancel']({ intent_id: resting.intentId }, TEST_WINDOW);
  expect(cancelled.order?.order_state).toBe('cancelled');
  await on.close();
});

it('a start that can’t read a sell in its journal sells nothing until a person says that they have looked', async () => {
  let on = await startBackEnd();
  await on.waitUntilReady();
  on.simulator.control.failNext('private/sell', 'drop_before_executing');
  on.simulator.control.failAll(STATE, AWAY);
  await checkAndPlace(on, orderDraft({ type: 'market', price: '', amount: '200', label: 'torn' }), 'all');
  const other = new DatabaseSync(join(on.dataDir, 'test', 'journal.sqlite'));
  other.exec("UPDATE intents SET outcome = 'unknown', row = json_set(row, '$.type', 'of_a_newer_version')");
  other.close();
  for (let starts = 0; starts < 2; starts += 1) {
    on = await on.restart();
    expect(await statusOf(on)).toMatchObject({ journal: 'cut' });
    await expect.poll(async () => (await statusOf(on)).selling_blocked?.params).toEqual({ reason: 'journal_cut' });
  }
  on.simulator.control.failAll(STATE, null);
  await on.services.handlers['orders.confirm']({ seen: 'journal_cut' }, TEST_WINDOW);
  await on.waitUntilReady();
  on = await on.restart();
  await on.waitUntilReady();
  expect(await statusOf(on)).toMatchObject({ journal: 'ok', selling_blocked: null });
  await on.close();
});

it('a start that can’t read an undecided Block RFQ sells and asks for nothing until a person says that they have looked', async () => {
  let on = await startBackEnd();
  await on.waitUntilReady();
  await checkAndPlace(on, orderDraft({ type: 'market', price: '', amount: '200', label: 'plain' }), 'all');
  const folder = join(on.dataDir, 'test');
  const journal = new DatabaseSync(join(folder, 'journal.sqlite'), { readOnly: true });
  const account = String(journal.prepare('SELECT account FROM intents').get()?.['account']);
  journal.close();
  const requests = new DatabaseSync(join(folder, 'rfqs.sqlite'));
  requests
    .prepare('INSERT INTO requests (request_id, account, label, created_at, outcome, row) VALUES (?, ?, ?, ?, ?, ?)')
    .run(randomUUID(), account, 'torn', 1, 'unknown', '{}');
  requests.close();
  on = await on.restart();
  expect(await statusOf(on)).toMatchObject({ journal: 'cut' });
  await expect.poll(async () => (await statusOf(on)).selling_blocked?.params).toEqual({ reason: 'journal_cut' });
  await on.services.handlers['orders.confirm']({ seen: 'journal_cut' }, TEST_WINDOW);
  await on.waitUntilReady();
  await on.close();
});
