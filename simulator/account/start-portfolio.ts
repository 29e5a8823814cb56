import type { Exchange } from '../engine/exchange.ts';
import { gridDown, type BaseCurrency, type Instrument } from '../market/instrument.ts';
import type { Account } from './account.ts';

const DAY_MS = 86_400_000;

/** A holding to start with: how many of the instrument's steps, above zero when long, and how far from the mark. */
interface Holding {
  readonly find: (listed: readonly Instrument[]) => Instrument | undefined;
  readonly steps: number;
  /** Entry price as a factor of the mark. */
  readonly entry: number;
}

function named(name: string) {
  return (listed: readonly Instrument[]) => listed.find((instrument) => instrument.name === name);
}

/** The second dated future of a coin. */
function dated(base: BaseCurrency) {
  return (listed: readonly Instrument[]) =>
    listed
      .filter(
        ({ kind, perpetual, linear, ...rest }) => kind === 'future' && !perpetual && !linear && rest.base === base,
      )
      .toSorted((a, b) => a.expiryMs - b.expiryMs)[1];
}

/** An option about so many days out, whose strike is nearest to `strike` times its forward. */
function option(exchange: Exchange, base: BaseCurrency, type: 'call' | 'put', days: number, strike: number) {
  return (listed: readonly Instrument[]) => {
    const wantedMs = exchange.timeMs + days * DAY_MS;
    const wantedStrike = strike * exchange.model.index(base);
    const distance = (instrument: Instrument) =>
      Math.abs(instrument.expiryMs - wantedMs) / DAY_MS +
      Math.abs((instrument.option?.strike ?? 0) - wantedStrike) / wantedStrike;
    return listed
      .filter((known) => known.option?.type === type && known.base === base && !known.linear)
      .toSorted((a, b) => distance(a) - distance(b))[0];
  };
}

function mainHoldings(exchange: Exchange): readonly Holding[] {
  return [
    { find: named('BTC-PERPETUAL'), steps: 18_500, entry: 0.987 },
    { find: dated('BTC'), steps: -6000, entry: 1.011 },
    { find: option(exchange, 'BTC', 'call', 35, 1.1), steps: -40, entry: 1.18 },
    { find: option(exchange, 'BTC', 'call', 35, 1.2), steps: 40, entry: 1.25 },
    { find: option(exchange, 'BTC', 'put', 35, 0.9), steps: 25, entry: 0.92 },
    { find: option(exchange, 'BTC', 'put', 8, 0.95), steps: -15, entry: 1.3 },
    { find: named('ETH-PERPETUAL'), steps: -90_000, entry: 1.006 },
    { find: option(exchange, 'ETH', 'call', 35, 1.05), steps: 60, entry: 0.9 },
    { find: option(exchange, 'ETH', 'put', 35, 0.85), steps: -45, entry: 1.1 },
    { find: named('BTC_USDC-PERPETUAL'), steps: 4200, entry: 0.994 },
    { find: named('SOL_USDC-PERPETUAL'), steps: -900, entry: 1.02 },
  ];
}

/**
 * Gives accounts an option trader's portfolio: spreads and wings, hedged, and USDC positions. Entered at other prices,
 * from the house.
 */
export function grantStartPortfolio(exchange: Exchange, main: Account, subaccounts: readonly Account[]): void {
  for (const holding of mainHoldings(exchange)) grantHolding(exchange, main, holding);
  const [hedges, spreads] = subaccounts;
  if (hedges !== undefined) {
    grantHolding(exchange, hedges, { find: named('BTC-PERPETUAL'), steps: -2500, entry: 1.004 });
    grantHolding(exchange, hedges, { find: named('ETH-PERPETUAL'), steps: 12_000, entry: 0.99 });
  }
  if (spreads !== undefined) {
    grantHolding(exchange, spreads, { find: option(exchange, 'BTC', 'call', 8, 1.04), steps: 5, entry: 0.95 });
  }
}

/** Entry prices lie on the grid. What is not listed on that day is left out. */
function grantHolding(exchange: Exchange, account: Account, { find, steps, entry }: Holding): void {
  const instrument = find(exchange.instruments);
  if (instrument === undefined) return;
  const priceUnits = Math.max(instrument.tickUnits, gridDown(instrument, exchange.markUnits(instrument) * entry));
  const fundingAt = exchange.funding.standsAt(instrument);
  exchange.clearing.grant(account, instrument, steps * instrument.stepUnits, priceUnits, fundingAt);
}
