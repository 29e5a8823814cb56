import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Catalog, createCatalog } from '../../../../electron/market/catalog.ts';
import { type Chains, createChains } from '../../../../electron/market/chains.ts';
import { createProbeCache, isProbeOld, PROBE_MIGRATIONS } from '../../../../electron/market/probe-cache.ts';
import { createRateBudget, type RateBudget } from '../../../../electron/service/limits/budget.ts';
import type { ServiceClient } from '../../../../electron/service/client-interface.ts';
import { createServiceClock } from '../../../../electron/service/service-clock.ts';
import { decimal } from '../../../../shared/decimal.ts';
import type { Chain } from '../../../../shared/ipc/schemas/chain-schema.ts';
import { limitsSchema } from '../../../../shared/service/account.ts';
import { parseOptionName } from '../../../../shared/service/option-name.ts';
import {
  createScriptedService,
  noAnswer,
  refusal,
  type ScriptedService,
} from '../../../support/wire/scripted-service.ts';
import { createVirtualClock, type VirtualClock } from '../../../support/virtual-clock.ts';

const HOUR_MS = 3_600_000;
const EXPIRY = Date.UTC(2027, 2, 26, 8);
/** The chain that the service has; a strike of this expiry alone. */
const STRIKES = [80_000, 90_000, 95_000, 100_000, 105_000, 110_000, 120_000];
const NAMES = new Set(listedOn('26MAR27'));

let clock: VirtualClock;
let service: ScriptedService;
let database: DatabaseSync;
let budget: RateBudget;
let catalog: Catalog;
let chains: Chains;
/** Why names were not kept. */
let notKept: string[];

function listedOn(expiry: string): string[] {
  return STRIKES.flatMap((strike) => [`BTC-${expiry}-${strike}-C`, `BTC-${expiry}-${strike}-P`]);
}

/** Takes a credit for every read, as the gate of the real client does. */
function charge(client: ServiceClient): ServiceClient {
  return {
    call: (method, params, options) => {
      budget.reads.tryTake();
      return client.call(method, params, options);
    },
    callExtension: (method, params, options) => {
      budget.reads.tryTake();
      return client.callExtension(method, params, options);
    },
    close: client.close,
  };
}

/** A back end on the same file, as after a restart. */
async function start(isWritable = true): Promise<void> {
  notKept = [];
  const serviceClock = createServiceClock(clock);
  budget = createRateBudget(clock);
  budget.configure(limitsSchema.parse({ non_matching_engine: { rate: 20, burst: 100 } }));
  catalog = createCatalog(charge(service), clock, serviceClock);
  chains = createChains({
    catalog,
    cache: createProbeCache({ database, isWritable, failure: null }, 'http://service', clock.now(), (reason) =>
      notKept.push(reason),
    ),
    clock,
    serviceClock,
    budget,
    priceOf: () => Promise.resolve(decimal(97_412.5)),
  });
  await catalog.load();
}

beforeEach(async () => {
  clock = createVirtualClock();
  service = createScriptedService(clock);
  database = new DatabaseSync(':memory:');
  for (const sql of PROBE_MIGRATIONS) database.exec(sql);
  service.answer('public/get_instruments', () => refusal(-32_601, 'refused', 'Method not found'));
  answerWith(NAMES);
  await start();
});

function answerWith(names: ReadonlySet<string>): void {
  service.answer('public/get_instrument', ({ instrument_name }) => {
    const option = parseOptionName(String(instrument_name));
    if (option === null || !names.has(String(instrument_name))) return refusal(13_020, 'refused', 'not_found');
    const { strike, type: option_type, expiryMs: expiration_timestamp } = option;
    return {
      value: {
        instrument_name,
        kind: 'option',
        base_currency: 'BTC',
        quote_currency: 'BTC',
        is_active: true,
        creation_timestamp: 1,
        expiration_timestamp,
        contract_size: 1,
        min_trade_amount: 0.1,
        tick_size: 0.0001,
        strike,
        option_type,
      },
    };
  });
}

/** A window that looks at the chain for so long, asking once a second. */
async function look(seconds: number, expiry: number | null = EXPIRY): Promise<Chain> {
  let chain = chains.read('w', 'BTC', expiry);
  for (let second = 0; second < seconds; second += 1) {
    await clock.advance(1000);
    chain = chains.read('w', 'BTC', expiry);
  }
  return chain;
}

const probes = () => service.calls('public/get_instrument').map(({ instrument_name }) => String(instrument_name));
const live = (chain: Chain) =>
  chain.cells.filter(({ standing }) => standing === 'live').map((cell) => cell.instrument_name);

describe('a chain of a service without a list', () => {
  it('is found name by name, calls and puts', async () => {
    const chain = await look(60);
    expect(chain).toMatchObject({ source: 'probes', expiration_timestamp: EXPIRY, failure: null });
    expect(new Set(live(chain))).toEqual(NAMES);
    expect(chain.probing).toMatchObject({ live: NAMES.size, is_complete: true });
    expect(chain.cells.filter(({ standing }) => standing === 'dead').length).toBe(chain.probing?.dead);
    expect(new Set(probes()).size).toBe(probes().length);
  });

  it('shows what it has while it goes on, the put of a call it just found among it', async () => {
    const chain = await look(2);
    expect(chain.probing?.is_complete).toBe(false);
    expect(chain.cells.map(({ standing }) => standing)).toContain('live');
    expect((await look(20)).cells.length).toBeGreaterThan(chain.cells.length);
  });

  it('tells which guessed expiries exist', async () => {
    const standings = new Map((await look(300)).expirations.map((item) => [item.expiration_timestamp, item.standing]));
    expect(standings.get(EXPIRY)).toBe('live');
    expect([...standings.values()].filter((standing) => standing === 'dead').length).toBe(standings.size - 1);
    expect((await look(1, null)).expiration_timestamp).toBe(EXPIRY);
  });

  it('uses a part of the rate, and none where prices leave too little', async () => {
    await look(20);
    expect(probes().length).toBeGreaterThan(20);
    expect(probes().length).toBeLessThanOrEqual(20 * 20 * 0.3 + 1);
    const before = probes().length;
    for (let count = 0; count < 70; count += 1) budget.reads.spend();
    await clock.advance(1000);
    expect(probes().length).toBe(before);
  });

  it('rests when no window looks, and goes on where it was', async () => {
    await look(10);
    await clock.advance(10_000);
    const before = probes().length;
    await clock.advance(60_000);
    expect(probes().length).toBe(before);
    await look(60);
    expect(new Set(probes()).size).toBe(probes().length);
  });

  it('rests at once when the window has gone', async () => {
    await look(3);
    chains.forgetWindow('w');
    await clock.advance(400);
    const before = probes().length;
    await clock.advance(4000);
    expect(probes().length).toBe(before);
  });

  it('is kept over a restart: nothing is asked for again', async () => {
    await look(300);
    chains.close();
    const before = probes().length;
    await start();
    const chain = chains.read('w', 'BTC', EXPIRY);
    expect(new Set(live(chain))).toEqual(NAMES);
    await look(60);
    expect(probes().length).toBe(before);
  });

  it('does not rest on what was kept while the service’s time is not known: the wall clock may be slow', async () => {
    await look(60);
    chains.close();
    await clock.advance(5 * HOUR_MS);
    clock.jumpWall(-6 * HOUR_MS);
    await start();
    const before = probes().length;
    await clock.advance(10);
    expect(catalog.peek('BTC-26MAR27-100000-C')).not.toBeNull();
    expect((await catalog.get('BTC-26MAR27-100000-C')).ageMs).toBe(0);
    expect(probes().slice(before)).toEqual(['BTC-26MAR27-100000-C']);
  });

  it('is kept in memory alone where another instance writes the file', async () => {
    chains.close();
    await start(false);
    await look(10);
    expect(database.prepare('SELECT count(*) AS n FROM instrument_probes').get()?.['n']).toBe(0);
  });

  it('is found whole while its file takes no writes, and why is told once', async () => {
    await look(2);
    database.exec('PRAGMA query_only = ON');
    expect(new Set(live(await look(60)))).toEqual(NAMES);
    expect(notKept).toEqual([expect.stringContaining('readonly')]);
  });

  it('is found by asking where its file can’t be read either', async () => {
    database.exec('DROP TABLE instrument_probes');
    await start();
    expect(new Set(live(await look(60)))).toEqual(NAMES);
    expect(notKept).toEqual([expect.stringContaining('no such table')]);
  });

  it('asks for a dead name again after six hours, and finds a strike that is new', async () => {
    await look(300);
    const before = probes().length;
    answerWith(new Set([...NAMES, 'BTC-26MAR27-97500-C', 'BTC-26MAR27-97500-P']));
    await clock.advance(5 * HOUR_MS);
    await look(30);
    expect(probes().length).toBe(before);
    await clock.advance(HOUR_MS);
    expect(live(await look(60))).toContain('BTC-26MAR27-97500-P');
  });

  it('finds an expiry that was listed at a settlement, while it is looked at', async () => {
    await clock.advance(22 * HOUR_MS + 40 * 60_000);
    const expiry = Date.UTC(2026, 10, 25, 8);
    await look(120, expiry);
    expect(probes()).toContain('BTC-25NOV26-100000-C');
    // From 07:42 to 08:00:04 on the next day.
    const before = await look(18 * 60 + 4, expiry);
    expect(before.expirations).toContainEqual({ expiration_timestamp: expiry, standing: 'dead' });
    answerWith(new Set([...NAMES, ...listedOn('25NOV26')]));
    expect(new Set(live(await look(150, expiry)))).toEqual(new Set(listedOn('25NOV26')));
  });

  it('finds an expiry that it asked for in the seconds before it was listed', async () => {
    await clock.advance(23 * HOUR_MS);
    const expiry = Date.UTC(2026, 10, 26, 8);
    await look(3, expiry);
    expect(probes()).toContain('BTC-26NOV26-100000-C');
    answerWith(new Set([...NAMES, ...listedOn('26NOV26')]));
    expect(new Set(live(await look(150, expiry)))).toEqual(new Set(listedOn('26NOV26')));
  });

  it('calls a name stale that was checked a day ago, and checks it', async () => {
    await look(60);
    chains.forgetWindow('w');
    await clock.advance(25 * HOUR_MS);
    expect(chains.read('x', 'BTC', EXPIRY).cells.map(({ standing }) => standing)).toContain('stale');
    const chain = await look(120);
    expect(new Set(live(chain))).toEqual(NAMES);
  });

  it('takes no answer for none: a failure says nothing of the name, and is told', async () => {
    service.answer('public/get_instrument', () => noAnswer);
    const failed = await look(12);
    expect(failed).toMatchObject({ cells: [], failure: { code: 'ConnectionFailed' } });
    expect(probes().length).toBeLessThanOrEqual(3);
    answerWith(NAMES);
    expect(new Set(live(await look(60)))).toEqual(NAMES);
  });
});

describe('an answer that there is no such name', () => {
  const at = (hour: number, minute: number, second = 0) => Date.UTC(2026, 10, 22, hour, minute, second);

  it.each([
    ['before a settlement', at(7, 40), at(8, 1)],
    ['as it begins', at(8, 0), at(8, 1)],
    ['before what is new was listed', at(8, 0, 59), at(8, 1)],
    ['after that', at(8, 1), at(14, 1)],
    ['far from one', at(1, 30), at(7, 30)],
  ])('%s is asked for again in time', (_, checkedAt, oldAt) => {
    const probe = { instrument: null, checkedAt };
    expect([isProbeOld(probe, oldAt - 1), isProbeOld(probe, oldAt)]).toEqual([false, true]);
  });
});

describe('a chain before the service has answered', () => {
  it('says that it waits, and why', async () => {
    service.answer('public/get_instruments', () => noAnswer);
    await start();
    expect(chains.read('w', 'BTC', null)).toMatchObject({
      source: 'waiting',
      cells: [],
      failure: { code: 'ConnectionFailed' },
    });
    await clock.advance(1000);
    expect(probes()).toEqual([]);
  });
});
