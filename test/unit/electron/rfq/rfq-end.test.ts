import { expect, it } from 'vitest';
import { countMakers } from '../../../../renderer/features/rfq/makers/maker-counts.ts';
import { buildRfqDesk, CALL_SPREAD, CREATE, LIST, listedRfq, RFQ_ID } from '../../../support/bench/rfq-desk.ts';
import { noAnswer, refusal } from '../../../support/wire/scripted-service.ts';

const HOUR_MS = 60 * 60_000;

/** A followed request, ten seconds before its end; `say` sets the list's answers. */
async function follow() {
  const bench = buildRfqDesk();
  const sentMs = bench.clock.now();
  let label: unknown;
  let answer: 'away' | 'forbidden' | 'open' | 'filled' | 'nothing' = 'open';
  bench.service.answer(CREATE, (params) => {
    label = params['label'];
    return { value: listedRfq(label, sentMs, { state: 'created' }) };
  });
  bench.service.answer(LIST, () => {
    if (answer === 'away') return noAnswer;
    if (answer === 'forbidden') return refusal(13_021, 'credentials', 'forbidden');
    const found = answer === 'nothing' ? [] : [listedRfq(label, sentMs, { state: answer })];
    return { value: { block_rfqs: found, continuation: null } };
  });
  await bench.desk.send(RFQ_ID, CALL_SPREAD, []);
  await bench.clock.advance(290_000);
  expect(bench.desk.board().rows[0]?.rfq?.state).toBe('open');
  return { ...bench, say: (next: typeof answer) => (answer = next), asked: () => bench.service.calls(LIST).length };
}

it.each(['an outage', 'a restart'])(
  'a request that was filled near its end, during %s, is seen filled',
  async (what) => {
    const bench = await follow();
    let { desk } = bench;
    bench.say('away');
    if (what === 'a restart') desk.close();
    await bench.clock.advance(HOUR_MS);
    bench.say('filled');
    if (what === 'a restart') {
      desk = bench.make();
      desk.resume();
    }
    await bench.clock.advance(20_000);
    expect(desk.board().rows[0]?.rfq?.state).toBe('filled');
    const asked = bench.asked();
    await bench.clock.advance(HOUR_MS);
    expect(bench.asked()).toBe(asked);
    desk.close();
  },
);

it('who quoted for a request stays known when its quotes are gone with its end', async () => {
  const bench = buildRfqDesk();
  const sentMs = bench.clock.now();
  const draft = { ...CALL_SPREAD, makers: ['MAKER1', 'MAKER2', 'MAKER3'] };
  let label: unknown;
  let record: object = { state: 'created' };
  const quote = (...makers: string[]) => ({ price: '0.01', amount: '25', makers });
  bench.service.answer(CREATE, (params) => {
    label = params['label'];
    return { value: listedRfq(label, sentMs, record) };
  });
  bench.service.answer(LIST, () => ({ value: { block_rfqs: [listedRfq(label, sentMs, record)] } }));
  await bench.desk.send(RFQ_ID, draft, []);
  record = { bids: [quote('MAKER1')], asks: [quote('MAKER1', 'MAKER2')] };
  await bench.clock.advance(4000);
  record = { bids: [], asks: [quote('MAKER2')] };
  await bench.clock.advance(4000);
  record = { state: 'expired', bids: [], asks: [] };
  await bench.clock.advance(300_000);
  const { rows } = bench.desk.board();
  expect(rows[0]?.rfq?.state).toBe('expired');
  const counts = countMakers(rows);
  expect(draft.makers.map((name) => [counts.get(name)?.asked, counts.get(name)?.quoted])).toEqual([
    [1, 1],
    [1, 1],
    [1, 0],
  ]);
  bench.desk.close();
});

it.each(['open', 'nothing'] as const)('one answer after its end is enough, though it tells %s', async (answer) => {
  const bench = await follow();
  bench.say('away');
  await bench.clock.advance(HOUR_MS);
  bench.say(answer);
  await bench.clock.advance(20_000);
  const asked = bench.asked();
  await bench.clock.advance(HOUR_MS);
  expect(bench.asked()).toBe(asked);
  bench.desk.close();
});

it('the end of a request is looked for no longer than a day', async () => {
  const bench = await follow();
  bench.say('away');
  await bench.clock.advance(25 * HOUR_MS);
  const asked = bench.asked();
  bench.say('filled');
  await bench.clock.advance(HOUR_MS);
  expect(bench.asked()).toBe(asked);
  bench.desk.close();
});

it('a key that may not look for a while sees the request again once it may, and seldom asks meanwhile', async () => {
  const bench = await follow();
  bench.say('forbidden');
  const asked = bench.asked();
  await bench.clock.advance(10 * 60_000);
  expect(bench.asked() - asked).toBeLessThan(15);
  bench.say('filled');
  await bench.clock.advance(60_000);
  expect(bench.desk.board().rows[0]?.rfq?.state).toBe('filled');
  bench.desk.close();
});

it('a request that is sent while only an older end is looked for is followed at once', async () => {
  const bench = await follow();
  bench.say('away');
  await bench.clock.advance(HOUR_MS);
  const sentMs = bench.clock.now();
  bench.service.answer(CREATE, ({ label }) => ({ value: listedRfq(label, sentMs, { block_rfq_id: 8 }) }));
  const before = bench.asked();
  await bench.desk.send('00000000-0000-4000-8000-000000000002', { ...CALL_SPREAD, label: 'another' }, []);
  await bench.clock.advance(3000);
  expect(bench.asked()).toBeGreaterThan(before);
  bench.desk.close();
});

it('for how long a live request could not be read is known, and of what an earlier run left from the start', async () => {
  const bench = await follow();
  expect(bench.desk.unreadMs()).toBeNull();
  bench.say('away');
  await bench.clock.advance(8000);
  expect(bench.desk.unreadMs()).toBeNull();
  await bench.clock.advance(22_000);
  expect(bench.desk.unreadMs()).toBeGreaterThanOrEqual(30_000);
  bench.desk.close();
  const desk = bench.make();
  desk.resume();
  await bench.clock.advance(1000);
  expect(desk.unreadMs()).toBe(1000);
  bench.say('filled');
  await bench.clock.advance(20_000);
  expect(desk.unreadMs()).toBeNull();
  desk.close();
});
