import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AccountSnapshot } from '../../../../shared/ipc/schemas/account-schema.ts';
import { accountSummariesSchema, type Limits } from '../../../../shared/service/account.ts';
import { type Account, createAccount } from '../../../../electron/account/account.ts';
import { createRateBudget } from '../../../../electron/service/limits/budget.ts';
import { createServiceClock } from '../../../../electron/service/service-clock.ts';
import { createSettings, SETTINGS_MIGRATIONS } from '../../../../electron/storage/settings.ts';
import { perpetual } from '../../../support/records/records.ts';
import {
  createScriptedService,
  noAnswer,
  refusal,
  type ScriptedService,
} from '../../../support/wire/scripted-service.ts';
import { createVirtualClock, type VirtualClock } from '../../../support/virtual-clock.ts';

let clock: VirtualClock;
let service: ScriptedService;
let database: DatabaseSync;
let told: AccountSnapshot[];
let account: Account;
/** What the history was told: the equity of each poll, or that it failed. */
let noted: string[];
let owners: number[];
let limits: Limits[];

function start(): Account {
  return createAccount({
    client: service,
    clock,
    serviceClock: createServiceClock(clock),
    settings: createSettings(database, clock.now),
    owner: { note: (id) => void (id === undefined || owners.push(id)) },
    history: {
      noteSummaries: (summaries, intervalMs) =>
        noted.push(...summaries.map(({ currency, equity }) => `${currency} ${equity} ${intervalMs}`)),
      noteFailure: () => noted.push('failed'),
    },
    onSnapshot: (snapshot) => told.push(snapshot),
    onLimits: (read) => void (read === null || limits.push(read)),
  });
}

beforeEach(() => {
  clock = createVirtualClock();
  service = createScriptedService(clock);
  database = new DatabaseSync(':memory:');
  for (const statement of SETTINGS_MIGRATIONS) database.exec(statement);
  told = [];
  noted = [];
  owners = [];
  limits = [];
  service.answer('private/get_account_summaries', ({ subaccount_id: id }) =>
    id === 9
      ? refusal(-32_602, 'refused', 'Invalid params')
      : {
          value: accountSummariesSchema.parse({
            id: id ?? 1,
            type: id === undefined ? 'main' : 'subaccount',
            summaries: [{ currency: 'BTC', equity: id ?? 1, brand_new: true }],
          }),
        },
  );
  service.answer('private/get_subaccounts', () => ({
    value: [
      { id: 1, username: 'main' },
      { id: 2, username: 'hedges' },
    ],
  }));
  account = start();
});
afterEach(() => {
  account.close();
  database.close();
});

describe('the account', () => {
  it('is read as far as it can be: an odd field voids itself, and a summary no other', async () => {
    const sent = [
      { currency: 'BTC', equity: 10, delta_total: 'n/a', limits: { non_matching_engine: 200 } },
      { currency: 5, equity: 1 },
      'odd',
      { currency: 'ETH', equity: 2, margin_model: 7, fees: 3, limits: { matching_engine: { rate: 5, burst: 20 } } },
    ];
    service.answer('private/get_account_summaries', () => ({
      value: accountSummariesSchema.parse({ id: 'x', type: 'main', mmp_enabled: 'no', summaries: sent }),
    }));
    expect(await account.read()).toBeNull();
    const { summaries, unreadable_summaries, account: own } = account.snapshot();
    expect(summaries.map(({ currency, equity, delta_total }) => [currency, equity, delta_total])).toEqual([
      ['BTC', '10', undefined],
      ['ETH', '2', undefined],
    ]);
    expect([unreadable_summaries, own?.id, own?.type, account.isMmpEnabled()]).toEqual([2, undefined, 'main', null]);
    expect(account.feesOf('ETH')).toBeNull();
    expect(limits).toMatchObject([{ matching_engine: { rate: 5, burst: 20 } }]);
  });

  it('is read with its own fields, and keeps what the contract does not name', async () => {
    await clock.advance(3000);
    expect(account.snapshot()).toMatchObject({ account: { id: 1, type: 'main' }, age_ms: 0, failure: null });
    expect(account.snapshot().account).not.toHaveProperty('summaries');
    expect(account.snapshot().summaries[0]).toMatchObject({ equity: '1', brand_new: true });
  });

  const reads = { rate: 20, burst: 100 };
  const total = (rate: number) => ({ trading: { total: { rate, burst: rate * 4 } } });

  it.each([
    ['of its own currency alone, as the contract has them', total(5), total(7), 2],
    ['of its own currency by its key', { btc: total(5) }, { eth: total(7) }, 2],
    ['of all currencies by their keys', { ...total(3), btc: total(5), eth: total(7) }, { btc: total(5) }, 3],
  ])('takes limits per currency from each summary: %s', async (_name, btc, eth, common) => {
    const of = (matching_engine: object) => ({
      limits_per_currency: true,
      non_matching_engine: reads,
      matching_engine,
    });
    service.answer('private/get_account_summaries', () => ({
      value: accountSummariesSchema.parse({
        id: 1,
        summaries: [{ currency: 'USDC' }, { currency: 'BTC', limits: of(btc) }, { currency: 'ETH', limits: of(eth) }],
      }),
    }));
    await clock.advance(3000);
    const budget = createRateBudget(clock);
    for (const read of limits) budget.configure(read);
    const rates = ['BTC-PERPETUAL', 'ETH-PERPETUAL', 'BTC_USDC-PERPETUAL'].map((name) => budget.ordersOf(name).rate());
    // Without a limit of its own: the common one, or the cautious guess.
    expect(rates).toEqual([5, 7, common]);
  });

  it.each([
    ['reject_taker', 'reject_taker'],
    ['cancel_maker', 'cancel_maker'],
    ['something new', null],
    [undefined, null],
  ])('says what becomes of its orders that come to one another: %s', async (self_trading_reject_mode, mode) => {
    expect(account.selfTradeMode()).toBeNull();
    service.answer('private/get_account_summaries', () => ({
      value: accountSummariesSchema.parse({ id: 1, self_trading_reject_mode, summaries: [{ currency: 'BTC' }] }),
    }));
    await clock.advance(3000);
    expect(account.selfTradeMode()).toBe(mode);
  });

  it('is told once of the subaccounts that the service names', async () => {
    await clock.advance(30_000);
    expect(account.snapshot().offered).toEqual([{ subaccount_id: 2, name: 'hedges' }]);
    expect(service.calls('private/get_subaccounts')).toHaveLength(1);
  });

  it('does without a service that names none', async () => {
    service.answer('private/get_subaccounts', () => refusal(-32_601, 'refused', 'Method not found'));
    await clock.advance(30_000);
    expect(account.snapshot()).toMatchObject({ offered: [], failure: null });
    expect(service.calls('private/get_subaccounts')).toHaveLength(1);
  });

  it.each([
    ['busy', 10_028, 'transient'],
    ['in trouble', 11_094, 'unknown'],
  ] as const)('asks for their names again, a minute later, where the service was %s', async (_how, code, kind) => {
    service.answer('private/get_subaccounts', () => refusal(code, kind, 'not now'));
    await clock.advance(3000);
    service.answer('private/get_subaccounts', () => ({ value: [{ id: 2, username: 'hedges' }] }));
    await clock.advance(57_000);
    expect(account.snapshot()).toMatchObject({ offered: [], failure: null });
    expect(service.calls('private/get_subaccounts')).toHaveLength(1);
    await clock.advance(6000);
    expect(account.snapshot().offered).toEqual([{ subaccount_id: 2, name: 'hedges' }]);
  });

  it('reads the subaccounts it follows beside it, also after a restart', async () => {
    account.follow([2, 3]);
    await clock.advance(3000);
    expect(account.snapshot().subaccounts).toMatchObject([
      { subaccount_id: 2, summaries: [{ equity: '2' }], failure: null },
      { subaccount_id: 3, summaries: [{ equity: '3' }], failure: null },
    ]);
    account.close();
    account = start();
    expect(account.snapshot().subaccounts.map((item) => item.age_ms)).toEqual([null, null]);
    await clock.advance(3000);
    expect(account.snapshot().subaccounts.map((item) => item.subaccount_id)).toEqual([2, 3]);
    account.follow([3]);
    await clock.advance(3000);
    expect(told.at(-1)?.subaccounts.map((item) => item.subaccount_id)).toEqual([3]);
  });

  it('keeps the failure of one subaccount to that', async () => {
    account.follow([9, 2]);
    await clock.advance(6000);
    const { failure, subaccounts } = account.snapshot();
    expect(failure).toBeNull();
    expect(subaccounts.map((item) => item.failure?.message ?? null)).toEqual(['Invalid params', null]);
  });

  it('is as old after a sleep as that was long, and says so before the service answers again', async () => {
    const HOUR_MS = 3_600_000;
    account.follow([2]);
    await clock.advance(3000);
    service.answer('private/get_account_summaries', () => ({ never: true }));
    // The monotonic clock may stand still meanwhile.
    clock.jumpWall(8 * HOUR_MS);
    expect(account.snapshot().age_ms).toBe(8 * HOUR_MS);
    expect(account.snapshot().subaccounts[0]?.age_ms).toBe(8 * HOUR_MS);
    expect(account.heldDelta(perpetual())).toBeNull();
    await clock.advance(3000);
    expect(told.at(-1)).toMatchObject({ age_ms: 8 * HOUR_MS + 3000, failure: null });
    clock.jumpWall(-9 * HOUR_MS);
    expect(account.snapshot().age_ms).toBe(3000);
  });

  it('tells its history what each poll brought and which failed, and the last good numbers stay', async () => {
    await clock.advance(3000);
    service.answer('private/get_account_summaries', () => noAnswer);
    await clock.advance(6000);
    expect(account.snapshot()).toMatchObject({ summaries: [{ equity: '1' }], age_ms: 6000 });
    expect(account.snapshot().failure?.code).toBe('ConnectionFailed');
    service.answer('private/get_account_summaries', () => ({
      value: accountSummariesSchema.parse({ summaries: [{ currency: 'BTC', equity: 4 }] }),
    }));
    await clock.advance(3000);
    expect(noted).toEqual(['BTC 1 3000', 'failed', 'failed', 'BTC 4 3000']);
  });
});
