import { beforeEach, describe, expect, it } from 'vitest';
import { type Catalog, createCatalog } from '../../../../electron/market/catalog.ts';
import { createServiceClock } from '../../../../electron/service/service-clock.ts';
import { perpetual } from '../../../support/records/records.ts';
import {
  createScriptedService,
  noAnswer,
  refusal,
  type ScriptedService,
} from '../../../support/wire/scripted-service.ts';
import { createVirtualClock, type VirtualClock } from '../../../support/virtual-clock.ts';

const METHOD = 'public/get_instrument';
const NAME = 'BTC-PERPETUAL';
const MINUTE_MS = 60_000;

let clock: VirtualClock;
let service: ScriptedService;
let catalog: Catalog;
beforeEach(() => {
  clock = createVirtualClock();
  service = createScriptedService(clock);
  service.answer(METHOD, ({ instrument_name }) => ({ value: perpetual({ instrument_name }) }));
  catalog = createCatalog(service, clock, createServiceClock(clock));
});

const asked = () => service.calls(METHOD).length;

describe('an instrument that is asked for by name', () => {
  it('is asked for once by all who wait for it, a bulk among them', async () => {
    const [first, second, ofBulk] = await Promise.all([
      catalog.get(NAME),
      catalog.get(NAME),
      catalog.get(NAME, { isInBulk: true }),
    ]);
    expect([second, ofBulk]).toEqual([first, first]);
    expect(asked()).toBe(1);
  });

  it('does not wait behind a bulk that asks for it', async () => {
    await Promise.all([catalog.get(NAME, { isInBulk: true }), catalog.get(NAME)]);
    expect(asked()).toBe(2);
  });

  it('is known for ten minutes, and then read again', async () => {
    await catalog.get(NAME);
    await clock.advance(10 * MINUTE_MS - 1);
    expect((await catalog.get(NAME)).ageMs).toBe(10 * MINUTE_MS - 1);
    expect(asked()).toBe(1);
    await clock.advance(1);
    expect((await catalog.get(NAME)).ageMs).toBe(0);
    expect(asked()).toBe(2);
  });

  it.each([
    ['settlement', 2000],
    ['halted', 2000],
    ['delivered', 10 * MINUTE_MS],
  ] as const)('that was in %s, and so could not be traded, is read again after %d ms', async (state, ageMs) => {
    service.answer(METHOD, () => ({ value: perpetual({ is_active: false, state }) }));
    await catalog.get(NAME);
    service.answer(METHOD, () => ({ value: perpetual() }));
    await clock.advance(ageMs - 1);
    expect((await catalog.get(NAME)).instrument.is_active).toBe(false);
    await clock.advance(1);
    expect((await catalog.get(NAME, { isInBulk: true })).instrument.is_active).toBe(state === 'delivered');
    expect((await catalog.get(NAME)).instrument.is_active).toBe(true);
    expect(asked()).toBe(2);
  });

  it('that could not be read again stays known as it was, with its age', async () => {
    await catalog.get(NAME);
    await clock.advance(11 * MINUTE_MS);
    service.answer(METHOD, () => noAnswer);
    await expect(catalog.get(NAME)).rejects.toMatchObject({ detail: { code: expect.any(String) } });
    expect(catalog.peek(NAME)).toMatchObject({ ageMs: 11 * MINUTE_MS });
  });

  it('is not taken from an answer about another', async () => {
    service.answer(METHOD, () => ({ value: perpetual({ instrument_name: 'ETH-PERPETUAL' }) }));
    await expect(catalog.get(NAME)).rejects.toMatchObject({ detail: { code: 'InvalidResponse' } });
    expect(catalog.peek(NAME)).toBeNull();
    expect(catalog.peek('ETH-PERPETUAL')).toBeNull();
  });

  it('is a failure, not a name that does not exist, where the service refuses for another reason', async () => {
    service.answer(METHOD, () => refusal(10_028, 'transient', 'too_many_requests'));
    await expect(catalog.get(NAME)).rejects.not.toMatchObject({ detail: { code: 'NotFound' } });
  });
});

describe('the list of the service', () => {
  const LIST = 'public/get_instruments';
  const SETTLED = Date.UTC(2026, 10, 24, 8);
  const OPTION = 'BTC-24NOV26-100000-C';

  async function loadAt(beforeMs: number) {
    clock.jumpWall(SETTLED - beforeMs - clock.now());
    const listed = [perpetual({ instrument_name: OPTION, expiration_timestamp: SETTLED })];
    service.answer(LIST, () => ({ value: listed }));
    await catalog.load();
  }
  const lists = () => service.calls(LIST).length;

  it('is read again every ten minutes, and as each settlement is over, which ends some and lists others', async () => {
    await loadAt(11 * MINUTE_MS);
    await clock.advance(10 * MINUTE_MS - 1);
    expect(lists()).toBe(1);
    await clock.advance(1);
    expect(lists()).toBe(2);
    await clock.advance(MINUTE_MS + 9_999);
    expect(lists()).toBe(2);
    await clock.advance(1);
    expect(lists()).toBe(3);
    await clock.advance(10 * MINUTE_MS - 1);
    expect(lists()).toBe(3);
  });

  it('that was read in a settlement is read again when that is over', async () => {
    await loadAt(-1000);
    await clock.advance(9_000);
    expect(lists()).toBe(2);
  });

  it.each([
    ['busy', 10_028, 'transient', 5000],
    ['in trouble', 11_094, 'unknown', 5000],
    ['away', 13_028, 'unknown', 5000],
    ['refusing it', 11_050, 'refused', MINUTE_MS],
  ] as const)('stays known while the service is %s, and is read again', async (_how, code, kind, afterMs) => {
    await loadAt(60 * MINUTE_MS);
    service.answer(LIST, () => refusal(code, kind, 'not now'));
    await clock.advance(10 * MINUTE_MS);
    expect(catalog.list()).toMatchObject({ state: 'listed', failure: { message: 'not now' } });
    service.answer(LIST, () => ({ value: [perpetual({ instrument_name: OPTION, expiration_timestamp: SETTLED })] }));
    await clock.advance(afterMs);
    expect(lists()).toBe(3);
    expect(catalog.list()).toEqual({ state: 'listed', failure: null });
  });

  it('that a service refuses from the start is done without, and taken once it comes', async () => {
    let heard = 0;
    catalog.onListed(() => (heard += 1));
    service.answer(LIST, () => refusal(11_050, 'refused', 'bad_request'));
    await catalog.load();
    expect(catalog.list()).toEqual({ state: 'not_offered', failure: null });
    service.answer(LIST, () => noAnswer);
    await clock.advance(MINUTE_MS);
    expect(catalog.list()).toEqual({ state: 'not_offered', failure: null });
    service.answer(LIST, () => ({ value: [perpetual()] }));
    await clock.advance(5000);
    expect(catalog.list()).toEqual({ state: 'listed', failure: null });
    expect(heard).toBe(1);
  });

  it('that the service does not have is not asked for again', async () => {
    service.answer(LIST, () => refusal(-32_601, 'refused', 'Method not found'));
    await catalog.load();
    await clock.advance(60 * MINUTE_MS);
    expect(catalog.list()).toEqual({ state: 'not_offered', failure: null });
    expect(lists()).toBe(1);
  });

  it('finds a strike below one by its name, in whatever case it is typed', async () => {
    const name = 'XRP_USDC-24NOV26-0d625-C';
    service.answer(LIST, () => ({ value: [perpetual({ instrument_name: name })] }));
    await catalog.load();
    for (const text of ['XRP_USDC-24NOV26-0d625-C', 'xrp 0d625', 'XRP 0D625 C']) {
      expect(catalog.find(text, 9).map(({ instrument_name }) => instrument_name)).toEqual([name]);
    }
  });

  it('finds nothing that has expired', async () => {
    await loadAt(1000);
    expect(catalog.find('BTC', 9).map(({ instrument_name }) => instrument_name)).toEqual([OPTION]);
    await clock.advance(1000);
    expect(catalog.find('BTC', 9)).toEqual([]);
    expect(catalog.peek(OPTION)).not.toBeNull();
  });
});
