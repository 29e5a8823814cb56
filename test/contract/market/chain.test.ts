import { afterEach, describe, expect, it } from 'vitest';
import type { Chain } from '../../../shared/ipc/schemas/chain-schema.ts';
import { createSimulator, type Simulator } from '../../../simulator/simulator.ts';
import { type BackEnd, startBackEnd, TEST_WINDOW } from '../../support/bench/back-end.ts';

let backEnd: BackEnd;
afterEach(() => backEnd.close());

const read = (family: string, expiration_timestamp: number | null = null): Promise<Chain> =>
  backEnd.services.handlers['market.chain']({ family, expiration_timestamp }, TEST_WINDOW);

const NO_LIST = new Set(['public/get_index_price'] as const);
/** So that the search takes seconds, not a minute. */
const WIDE = { rate: 4000, burst: 20_000 };

async function start(simulator: Simulator): Promise<void> {
  backEnd = await startBackEnd({ simulator });
}

/** Reads until the chain is as wanted; the status comes once a second, and is what is waited for between. */
async function readUntil(family: string, expiry: number | null, isDone: (chain: Chain) => boolean): Promise<Chain> {
  for (;;) {
    const chain = await read(family, expiry);
    if (isDone(chain)) return chain;
    await backEnd.waitFor('session.changed', () => true);
  }
}

describe('a service that lists its instruments', () => {
  it('gives whole chains of every family and expiry, without a question for each name', async () => {
    await start(await createSimulator({ seed: 7 }));
    const chain = await readUntil('BTC', null, ({ source }) => source === 'list');
    expect(chain.families).toEqual(['BTC', 'ETH', 'BTC_USDC', 'XRP_USDC']);
    expect(chain.expirations.length).toBeGreaterThan(5);
    for (const family of chain.families) {
      const { expirations } = await read(family);
      for (const { expiration_timestamp } of expirations) {
        const { cells, instrument, probing } = await read(family, expiration_timestamp);
        expect({ family, count: cells.length, probing }).toEqual({ family, count: 34, probing: null });
        expect(
          cells.every(
            ({ standing, instrument_name }) => standing === 'live' && instrument_name.startsWith(`${family}-`),
          ),
        ).toBe(true);
        expect(instrument?.expiration_timestamp).toBe(expiration_timestamp);
      }
    }
    expect(backEnd.simulator.control.calls('public/get_instrument').count).toBe(0);
  });

  it('has nothing of a family that is not there, and says which there are', async () => {
    await start(await createSimulator({ seed: 7 }));
    await readUntil('BTC', null, ({ source }) => source === 'list');
    expect(await read('DOGE')).toMatchObject({ expirations: [], cells: [], expiration_timestamp: null });
  });
});

describe('a service without a list', () => {
  it('gives the same chain, found by names', async () => {
    const simulator = await createSimulator({ seed: 7 });
    await start(simulator);
    const listed = await readUntil('BTC', null, ({ source }) => source === 'list');
    const expiry = listed.expirations.at(-1)?.expiration_timestamp ?? 0;
    const wanted = await read('BTC', expiry);
    simulator.control.setLimits({ non_matching_engine: WIDE, matching_engine: WIDE });
    simulator.control.setDoor({ extensions: NO_LIST });
    backEnd = await backEnd.restart();
    const names = ({ cells }: Chain) =>
      new Set(cells.filter((cell) => cell.standing === 'live').map((cell) => cell.instrument_name));
    const found = await readUntil('BTC', expiry, ({ probing }) => probing?.is_complete ?? false);
    expect(found.source).toBe('probes');
    expect(names(found)).toEqual(names(wanted));
    const asked = simulator.control.calls('public/get_instrument').count;
    backEnd = await backEnd.restart();
    expect(names(await readUntil('BTC', expiry, ({ source }) => source === 'probes'))).toEqual(names(wanted));
    expect(simulator.control.calls('public/get_instrument').count - asked).toBeLessThan(20);
  });
});
