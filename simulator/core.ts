import { changeAccount, changeTrading, type AccountSettings, type TradingSettings } from './account/account-control.ts';
import { keepLags } from './account/history.ts';
import { openAccounts, type Portfolio } from './account/open-accounts.ts';
import { DEFAULT_REPLY_SETTINGS, type ReplySettings } from './account/reply-settings.ts';
import type { ApiKey } from './account/api-key.ts';
import { Keyring, seededSecrets, systemSecrets } from './account/keyring.ts';
import { Exchange } from './engine/exchange.ts';
import { DEFAULT_ORDER_RULES, type OrderRules } from './engine/rules.ts';
import { DEFAULT_DOOR_RULES, type DoorRules } from './http/rules.ts';
import { Service } from './http/service.ts';
import type { ListingScope } from './market/listing.ts';
import { BlockRfqDesk } from './rfq/block-rfq.ts';
import { RfqTape } from './rfq/tape.ts';
import type { World } from './world.ts';

/** Milliseconds since the Unix epoch. */
export interface SimulatorClock {
  now(): number;
}

export interface CoreOptions {
  /** Prices, ids and flow follow from it: a whole number from 0. */
  readonly seed: number;
  /** The wall clock when not given. With a clock of the caller's, keys and tokens follow from the seed too. */
  readonly clock?: SimulatorClock;
  /** Which extensions are offered, and how strict the door is; as `DEFAULT_DOOR_RULES` where not given. */
  readonly door?: Partial<DoorRules>;
  /** What is refused of orders where the sources disagree; as `DEFAULT_ORDER_RULES` where not given. */
  readonly orderRules?: Partial<OrderRules>;
  /** What the accounts hold at the start: a trader's positions when not given, or cash alone. */
  readonly portfolio?: Portfolio;
  /** Settings of every account, main and subaccounts, as `setAccount` and `setTrading` of the control take them. */
  readonly accounts?: AccountSettings & TradingSettings;
  /** Forms of replies and lags of look-ups; as `DEFAULT_REPLY_SETTINGS` where not given. */
  readonly replies?: Partial<ReplySettings>;
  /** Which instruments there are: all when not given. A market of perpetuals alone opens in a fraction of the time. */
  readonly listing?: ListingScope;
}

/** The machine's clock to the microsecond: it counts on from a reading of its milliseconds, and follows when that is set. */
function createWallClock(): SimulatorClock {
  let readMs = -Infinity;
  let readAt = 0;
  return {
    now: () => {
      const counted = readMs + performance.now() - readAt;
      const wallMs = Date.now();
      if (counted >= wallMs && counted < wallMs + 2) return counted;
      [readMs, readAt] = [wallMs, performance.now()];
      return wallMs;
    },
  };
}

/** A simulator without its port: what carries out a call that was read. */
export interface SimulatorCore {
  readonly world: World;
  readonly service: Service;
  /** Of the main account. */
  readonly key: ApiKey;
  /** The service's clock, whole milliseconds. */
  readonly now: () => number;
  /** The same with its fraction, for the envelope's microseconds. */
  readonly exactNow: () => number;
  readonly moveClock: (byMs: number) => void;
}

/** Everything that a trader's key may do. */
export const TRADER_SCOPES = ['account:read', 'trade:read_write', 'block_rfq:read_write'] as const;

/** Builds market, accounts and service, without timers or sockets. Throws unless the seed is a whole number from 0. */
export function createCore(options: CoreOptions): SimulatorCore {
  if (!Number.isSafeInteger(options.seed) || options.seed < 0)
    throw new Error('the seed must be a whole number from 0');
  const clock = options.clock ?? createWallClock();
  let offsetMs = 0;
  const exactNow = () => clock.now() + offsetMs;
  const now = () => Math.floor(exactNow());
  const startMs = now();
  const keyring = new Keyring(options.clock === undefined ? systemSecrets : seededSecrets(options.seed));
  const exchange = new Exchange(options.seed, startMs, options.listing);
  exchange.rules = { ...DEFAULT_ORDER_RULES, ...options.orderRules };
  const account = openAccounts(exchange, options.portfolio ?? 'start', startMs);
  for (const known of exchange.accounts) {
    changeAccount(known, options.accounts ?? {});
    changeTrading(known, options.accounts ?? {});
  }
  const world: World = {
    exchange,
    account,
    keyring,
    replies: { settings: { ...DEFAULT_REPLY_SETTINGS, ...options.replies } },
    rfqs: new BlockRfqDesk(exchange, options.seed),
    tape: new RfqTape(exchange, options.seed, startMs, options.listing !== 'perpetuals'),
  };
  const key = keyring.addKey(TRADER_SCOPES);
  const service = new Service(world, { ...DEFAULT_DOOR_RULES, ...options.door });
  const moveClock = (byMs: number) => {
    const movedMs = Math.round(byMs);
    offsetMs += movedMs;
    if (movedMs < 0) for (const known of exchange.accounts) keepLags(known, -movedMs);
  };
  return { world, service, key, now, exactNow, moveClock };
}
