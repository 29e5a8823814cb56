import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { EMPTY_RFQ, type RfqDraft } from '../../../shared/rfq/draft.ts';
import { EXTENSION_NAMES } from '../../../simulator/http/rules.ts';
import { type BackEnd, startBackEnd, TEST_WINDOW } from '../../support/bench/back-end.ts';

const CREATE = 'private/create_block_rfq';

let first: BackEnd;
let second: BackEnd;
beforeEach(async () => {
  first = await startBackEnd();
  await first.waitUntilReady();
  second = await startBackEnd({ simulator: first.simulator, dataDir: first.dataDir });
});
afterEach(async () => {
  await second.services.close();
  await first.close();
});

function draft(label: string): RfqDraft {
  const name = first.simulator.control.instrumentNames().find((known) => /^BTC-\w+-\d+-C$/u.test(known)) ?? '';
  return { ...EMPTY_RFQ, label, legs: [{ instrument_name: name, direction: 'buy', amount: '25' }] };
}

const send = (on: BackEnd, label: string) =>
  on.services.handlers['rfq.send']({ request_id: randomUUID(), draft: draft(label), acknowledged: [] }, TEST_WINDOW);

/** What the second one shows. */
async function shown() {
  const { rows } = await second.services.handlers['rfq.board']({ statement: null }, TEST_WINDOW);
  return rows.map(({ label, outcome, rfq }) => [label, outcome, rfq !== null]);
}

it('a second instance shows each request, and what became of it, as the first one writes it, and sends none', async () => {
  const { control } = first.simulator;
  control.setDoor({ extensions: new Set(EXTENSION_NAMES.filter((name) => name !== 'private/get_block_rfqs')) });
  control.failNext(CREATE, 'drop_after_executing');
  const { row } = await send(first, 'of-the-first');
  expect(row?.outcome).toBe('unknown');
  await expect.poll(shown, { timeout: 5000 }).toEqual([['of-the-first', 'unknown', false]]);
  const statement = { request_id: row?.request_id ?? '', is_there: false, typed: 'of-the-first' };
  await first.services.handlers['rfq.board']({ statement }, TEST_WINDOW);
  await expect.poll(shown, { timeout: 5000 }).toEqual([['of-the-first', 'absent', false]]);
  expect((await send(second, 'of-the-second')).row).toBeNull();
  expect(control.calls(CREATE).count).toBe(1);
});
