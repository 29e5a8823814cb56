import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import { IpcFailure } from '../../../shared/ipc/error.ts';
import type { RfqBoard, RfqRow } from '../../../shared/ipc/schemas/rfq-schema.ts';
import { decimal } from '../../../shared/decimal.ts';
import type { RfqIssue } from '../../../shared/rfq/issue.ts';
import { rfqWarningKeys } from '../../../shared/rfq/acknowledgement.ts';
import { EMPTY_RFQ, type RfqDraft } from '../../../shared/rfq/draft.ts';
import { EXTENSION_NAMES } from '../../../simulator/http/rules.ts';
import { type BackEnd, startBackEnd, TEST_WINDOW } from '../../support/bench/back-end.ts';

const CREATE = 'private/create_block_rfq';

let backEnd: BackEnd;
beforeEach(async () => {
  backEnd = await startBackEnd();
  await backEnd.waitUntilReady();
});
afterEach(() => backEnd.close());

/** Two options of one expiry of the simulator: the lower bought, the higher sold. */
function draft(changes: Partial<RfqDraft> = {}): RfqDraft {
  const calls = backEnd.simulator.control.instrumentNames().filter((name) => /^BTC-\w+-\d+-C$/.test(name));
  const expiry = calls.at(-1)?.split('-')[1];
  const strikes = calls
    .filter((name) => name.split('-')[1] === expiry)
    .toSorted((a, b) => Number(a.split('-')[2]) - Number(b.split('-')[2]));
  const leg = (name = '', direction: 'buy' | 'sell' = 'buy') => ({ instrument_name: name, direction, amount: '25' });
  return { ...EMPTY_RFQ, legs: [leg(strikes[4]), leg(strikes[8], 'sell')], ...changes };
}

/** The same legs, each of that amount. */
const sized = (given: RfqDraft, amount: string): RfqDraft => ({
  ...given,
  legs: given.legs.map((leg) => ({ ...leg, amount })),
});

const send = (given: RfqDraft, request_id: string = randomUUID(), acknowledged: string[] = []) =>
  backEnd.services.handlers['rfq.send']({ request_id, draft: given, acknowledged }, TEST_WINDOW);
/** As the window would, were all warnings ticked. */
const sendAccepting = async (given: RfqDraft) => {
  const { issues } = await send(given);
  return send(given, randomUUID(), issues.map(rfqWarningKeys(given)));
};
const board = () => backEnd.services.handlers['rfq.board']({ statement: null }, TEST_WINDOW);
const callsMade = () => backEnd.simulator.control.calls(CREATE).count;

async function waitForRow(fits: (row: RfqRow) => boolean): Promise<RfqRow> {
  const changed = backEnd.waitFor<RfqBoard>('rfq.changed', ({ rows }) => rows.some(fits));
  const now = (await board()).rows.find(fits);
  const row = now ?? (await changed).rows.find(fits);
  if (row === undefined) throw new Error('the awaited row went missing');
  return row;
}

describe('a Block RFQ', () => {
  it('is created as predicted: amount, ratios and combo id, and sent once whoever asks again', async () => {
    const id = randomUUID();
    const [first, again] = await Promise.all([send(draft({ label: 'cs-1' }), id), send(draft({ label: 'cs-1' }), id)]);
    const third = await send(draft({ label: 'cs-1' }), id);
    expect(first.row).toMatchObject({ outcome: 'created', label: 'cs-1', notices: [], rfq: { state: 'created' } });
    expect(first.row?.expected.name).toBe('buy call spread');
    expect(first.row?.rfq?.combo_id).toBe(first.row?.expected.combo_id);
    expect([again.row?.request_id, third.row?.request_id, callsMade()]).toEqual([id, id, 1]);
    expect((await board()).rows).toHaveLength(1);
  });

  it('is followed while it lives: the service says open, and later brings quotes', async () => {
    await send(draft());
    const row = await waitForRow(({ rfq }) => rfq?.state === 'open');
    expect(row.outcome).toBe('created');
  });

  it('is stopped by the rules with main’s own facts, and nothing is sent', async () => {
    const makers = ['MAKER1', 'MAKER2', 'MAKER3', 'MAKER4'];
    const anonymous = await send(draft({ disclosed: false, makers }));
    const none = await send(draft({ legs: [] }));
    const listed = backEnd.waitFor<RfqBoard>('rfq.changed', ({ listed_makers }) => listed_makers !== null);
    if ((await board()).listed_makers === null) await listed;
    const unacknowledged = await send(draft({ makers: ['NOBODY'] }));
    expect([anonymous.row, none.row, unacknowledged.row, callsMade()]).toEqual([null, null, null, 0]);
    expect(anonymous.issues[0]).toMatchObject({ code: 'anonymous_needs_makers', params: { count: '4' } });
    expect(unacknowledged.issues).toMatchObject([{ code: 'maker_unknown', severity: 'warning' }]);
  });

  it('is stopped by a warning until that very one is accepted: of this name, of these legs', async () => {
    const listed = backEnd.waitFor<RfqBoard>('rfq.changed', ({ listed_makers }) => listed_makers !== null);
    if ((await board()).listed_makers === null) await listed;
    const given = draft({ makers: ['NOBODY'] });
    const { issues } = await send(given);
    const accepted = issues.map(rfqWarningKeys(given));
    const codes = async (wanted: RfqDraft, keys: string[]) =>
      (await send(wanted, randomUUID(), keys)).issues.map(({ code }) => code);
    expect(await codes(given, ['maker_unknown'])).toEqual(['maker_unknown']);
    expect(await codes(draft({ makers: ['NOONE'] }), accepted)).toEqual(['maker_unknown']);
    expect(await codes(draft({ makers: ['NOBODY', 'NOONE'] }), accepted)).toEqual(['maker_unknown', 'maker_unknown']);
    const grown = given.legs.map((leg) => ({ ...leg, amount: '50' }));
    expect(await codes({ ...given, legs: grown }, accepted)).toEqual(['maker_unknown']);
    expect(callsMade()).toBe(0);
    expect((await send(given, randomUUID(), accepted)).row).not.toBeNull();
  });

  it('that the service refuses is refused, with its reason', async () => {
    const part = { amount: '25', user_id: '999999999', client_id: '', client_link_id: '' };
    const { row } = await send(draft({ allocations: [part] }));
    expect(row).toMatchObject({ outcome: 'refused', refusal: { code: -32602 } });
    expect(row?.refusal?.reason).toContain('user not found');
  });

  it('is not sent when the service can’t be reached', async () => {
    const given = draft();
    await send(draft({ label: 'first' }));
    await backEnd.simulator.control.goOffline();
    // Their prices are known no more, and with them what it is worth.
    const { row } = await sendAccepting({ ...sized(given, '30'), label: 'second' });
    await backEnd.simulator.control.goOnline();
    expect(['not_sent', 'unknown']).toContain(row?.outcome);
    expect(callsMade()).toBe(1);
  });
});

describe('what guards a Block RFQ, at the door of the back end', () => {
  const hedged = (direction: 'buy' | 'sell', amount: string, given = draft()): RfqDraft => ({
    ...given,
    hedges: [{ instrument_name: 'BTC-PERPETUAL', direction, amount, price: '97000' }],
  });
  const codes = (issues: readonly RfqIssue[], about: string) =>
    issues.filter(({ code }) => code.includes(about)).map(({ severity, code }) => `${severity} ${code}`);

  it('legs and hedge are held to the worth that the profile sets, whatever was accepted', async () => {
    const many = await sendAccepting(sized(draft(), '25000'));
    expect(codes(many.issues, 'worth')).toEqual(['error leg_worth_above_limit', 'error leg_worth_above_limit']);
    const slip = await sendAccepting(hedged('buy', '200000000'));
    expect(codes(slip.issues, 'worth')).toEqual(['error hedge_worth_above_limit']);
    expect([many.row, slip.row, callsMade()]).toEqual([null, null, 0]);
  });

  it('a change of the guards holds at once, for the window too', async () => {
    const { handlers } = backEnd.services;
    const base = await handlers['guards.read'](null, TEST_WINDOW);
    const limit = decimal('1000000');
    const guards = {
      ...base,
      soft: { ...base.soft, maxBlockRfqUsd: limit },
      hard: { ...base.hard, maxBlockRfqUsd: limit },
    };
    const told = backEnd.waitFor<RfqBoard>('rfq.changed', (now) => now.guards.stops_above_usd === limit);
    await handlers['guards.save']({ guards, base }, TEST_WINDOW);
    expect((await told).guards.asks_above_usd).toBe(limit);
    const { row, issues } = await sendAccepting(draft());
    expect(row).toBeNull();
    expect(codes(issues, 'worth')).toEqual(['error leg_worth_above_limit', 'error leg_worth_above_limit']);
    expect(callsMade()).toBe(0);
  });

  it('a hedge that flattens nothing is sent only once that is accepted, of this very hedge', async () => {
    const tiny = hedged('sell', '10');
    const stopped = await send(tiny);
    expect(codes(stopped.issues, 'delta')).toEqual(['warning hedge_misses_delta']);
    const { before = '0' } = stopped.issues.find(({ code }) => code === 'hedge_misses_delta')?.params ?? {};
    const wrong = hedged(Number(before) > 0 ? 'buy' : 'sell', '200000');
    const accepted = stopped.issues.map(rfqWarningKeys(tiny));
    const other = await send(wrong, randomUUID(), accepted);
    expect(codes(other.issues, 'delta')).toEqual(['warning hedge_enlarges_delta']);
    expect([stopped.row, other.row, callsMade()]).toEqual([null, null, 0]);
    const dollars = Math.round((Math.abs(Number(before)) * 97_000) / 10) * 10;
    const right = await send(hedged(Number(before) > 0 ? 'sell' : 'buy', String(dollars)));
    expect(codes(right.issues, 'delta')).toEqual([]);
    expect((await sendAccepting(wrong)).row?.hedge).toMatchObject({ amount: '200000' });
  });

  it('an equal one that was sent lately, or still lives, is sent once that is accepted', async () => {
    await send(draft({ label: 'first' }));
    const given = draft({ label: 'second' });
    const asked = await send(given);
    expect(asked.row).toBeNull();
    expect(asked.issues).toMatchObject([
      { code: 'equal_request_lately', severity: 'warning', params: { label: 'first' } },
    ]);
    expect((await send(sized(given, '30'))).row).toMatchObject({ outcome: 'created', label: 'second' });
    expect((await sendAccepting({ ...given, label: 'third' })).row).toMatchObject({ outcome: 'created' });
    expect(callsMade()).toBe(3);
  });
});

describe('a print of our own structure', () => {
  const print = ({ legs }: RfqDraft) =>
    backEnd.simulator.control.printBlockRfq(
      legs.map(({ instrument_name, direction }) => ({ name: instrument_name, ratio: direction === 'buy' ? 1 : -1 })),
    );

  it(
    'is noted with the request though nobody looks at the tape, once for each print, and kept over a restart',
    DEEP,
    async () => {
      const given = draft({ label: 'mine' });
      const names = given.legs.map((leg) => leg.instrument_name).toSorted();
      /** Prints of the structure, the newest first; others trade too. */
      const readOwn = async () => {
        const wanted = { currency: 'any', limit: 10, fetch: null } as const;
        const { prints } = await backEnd.services.handlers['tape.read'](wanted, TEST_WINDOW);
        const own = prints.filter(
          ({ legs }) =>
            names.join() ===
            legs
              .map((leg) => leg.instrument_name)
              .toSorted()
              .join(),
        );
        return own.toSorted((a, b) => b.id - a.id);
      };
      const paramsOf = ({ notices }: RfqRow) => notices.find(({ code }) => code === 'structure_printed')?.params;
      print(given);
      const { row: sent } = await send(given);
      expect(sent?.notices).toEqual([]);
      print(given);
      await waitForRow((each) => paramsOf(each) !== undefined);
      // The one before may be of the same millisecond as the request, and count as well until the newer one does.
      await expect.poll(async () => (await readOwn()).length).toBe(2);
      const [newest] = await readOwn();
      const row = await waitForRow((each) => paramsOf(each)?.['id'] === String(newest?.id));
      expect(row).toMatchObject({ label: 'mine', outcome: 'created' });
      const { amount, price } = newest?.trades[0] ?? {};
      expect(paramsOf(row)).toMatchObject({ amount, price });
      expect(Number(paramsOf(row)?.['at'])).toBeGreaterThanOrEqual(row.submitted_at);
      backEnd = await backEnd.restart();
      expect((await board()).rows.find(({ label }) => label === 'mine')?.notices).toEqual(row.notices);
    },
  );
});

describe('a reply that is lost', () => {
  it('leaves it unknown until the service’s list shows it; it is never sent again', async () => {
    backEnd.simulator.control.failNext(CREATE, 'drop_after_executing');
    const { row } = await send(draft({ label: 'lost' }));
    expect(row).toMatchObject({ outcome: 'unknown', rfq: null });
    const found = await waitForRow(({ outcome }) => outcome === 'created');
    expect(found).toMatchObject({ label: 'lost', rfq: { label: 'lost' } });
    expect(found.notices.map(({ code }) => code)).toEqual(['found_by_look_up']);
    expect(callsMade()).toBe(1);
  });

  it('without a list stays unknown, stops an equal one, and is settled by a person, over a restart', async () => {
    const extensions = new Set(EXTENSION_NAMES.filter((name) => name !== 'private/get_block_rfqs'));
    backEnd.simulator.control.setDoor({ extensions });
    backEnd.simulator.control.failNext(CREATE, 'drop_after_executing');
    const given = draft({ label: 'nobody-knows' });
    const { row } = await send(given);
    await waitForRow(({ notices }) => notices.some(({ code }) => code === 'look_up_not_offered'));
    const equal = await send({ ...given, label: 'again' });
    expect(equal.row).toBeNull();
    expect(equal.issues).toMatchObject([{ code: 'equal_request_undecided', params: { label: 'nobody-knows' } }]);

    backEnd = await backEnd.restart();
    await backEnd.waitUntilReady();
    expect((await board()).rows).toMatchObject([{ outcome: 'unknown', label: 'nobody-knows' }]);
    const statement = { request_id: row?.request_id ?? '', is_there: false, typed: 'nobody-knows' };
    const untyped = { ...statement, typed: 'nobody' };
    const refused = backEnd.services.handlers['rfq.board']({ statement: untyped }, TEST_WINDOW);
    await expect(refused).rejects.toMatchObject({ detail: { code: 'BadRequest' } });
    expect((await board()).rows).toMatchObject([{ outcome: 'unknown' }]);
    const settled = await backEnd.services.handlers['rfq.board']({ statement }, TEST_WINDOW);
    expect(settled.rows).toMatchObject([{ outcome: 'absent', notices: [{ code: 'stated_by_a_person' }] }]);
    await expect(backEnd.services.handlers['rfq.board']({ statement }, TEST_WINDOW)).rejects.toMatchObject({
      detail: { code: 'NotFound' },
    });
    expect((await send({ ...given, label: 'again' })).row).toMatchObject({ outcome: 'created' });
    expect(callsMade()).toBe(2);
  });

  it('of a request that never arrived proves nothing: an empty list leaves it unknown', async () => {
    backEnd.simulator.control.failNext(CREATE, 'drop_before_executing');
    await send(draft({ label: 'gone' }));
    const row = await waitForRow(({ notices }) => notices.some(({ code }) => code === 'not_found_yet'));
    expect(row.outcome).toBe('unknown');
    expect(callsMade()).toBe(1);
  });

  it('by a restart in the middle is looked up by the next start', async () => {
    backEnd.simulator.control.failNext(CREATE, 'silent_after_executing');
    const executed = backEnd.simulator.control.waitForCall(CREATE);
    const sending = send(draft({ label: 'midway' }));
    await executed;
    backEnd = await backEnd.restart();
    await sending;
    const found = await waitForRow(({ outcome }) => outcome === 'created');
    expect(found).toMatchObject({ label: 'midway', rfq: { label: 'midway' } });
    expect(callsMade()).toBe(1);
  });
});

describe('the file of Block RFQs', () => {
  const path = () => join(backEnd.dataDir, 'test', 'rfqs.sqlite');
  const status = async () => (await backEnd.services.handlers['session.open'](null, TEST_WINDOW)).status;

  it('that is deleted while the terminal runs takes no request: nothing is sent, and selling stops', async () => {
    // What is known of the legs is known then.
    await send(draft());
    for (const suffix of ['', '-wal', '-shm']) rmSync(path() + suffix);
    const sent = await send(sized(draft(), '30')).catch((error: unknown) => error);
    // By the rules, where the look that comes with the status was the first to see it.
    if (sent instanceof IpcFailure) expect(sent.detail.code).toBe('StorageFailed');
    else expect(sent).toMatchObject({ row: null });
    expect(callsMade()).toBe(1);
    expect(await status()).toMatchObject({ journal: 'failed' });
  });

  it('that another program holds refuses the one request, and takes the next', async () => {
    const other = new DatabaseSync(path());
    other.exec('BEGIN IMMEDIATE');
    await expect(send(draft())).rejects.toMatchObject({ detail: { code: 'StorageBusy' } });
    expect(await status()).toMatchObject({ journal: 'ok', selling_blocked: null });
    other.exec('ROLLBACK');
    other.close();
    expect((await send(draft())).row).toMatchObject({ outcome: 'created' });
    expect(callsMade()).toBe(1);
  });
});
