import { openAccounts, type Portfolio } from './account/open-accounts.ts';
import { DEFAULT_REPLY_SETTINGS, type ReplySettings } from './account/reply-settings.ts';
import { Keyring, seededSecrets, systemSecrets } from './account/keyring.ts';
import { createControl, type SimulatorControl } from './control.ts';
import { Exchange } from './engine/exchange.ts';
import { DEFAULT_ORDER_RULES, type OrderRules } from './engine/rules.ts';
import { CallLog } from './http/call-log.ts';
import { DEFAULT_DOOR_RULES, type DoorRules } from './http/rules.ts';
import { CallDoor } from './http/call-door.ts';
import { SimulatorServer } from './http/server.ts';
import { Service } from './http/service.ts';
import { BlockRfqDesk } from './rfq/block-rfq.ts';
import { RfqTape } from './rfq/tape.ts';

/** Milliseconds since the Unix epoch. */
export interface SimulatorClock {
  now(): number;
}

export interface SimulatorOptions {
  /** Prices, ids and flow follow from it: a whole number from 0. */
  readonly seed: number;
  /** 0, or none, takes any free port. */
  readonly port?: number;
  /** The wall clock when not given. With a clock of the caller's, keys and tokens follow from the seed too. */
  readonly clock?: SimulatorClock;
  /** Which extensions are offered, and how strict the door is; as `DEFAULT_DOOR_RULES` where not given. */
  readonly door?: Partial<DoorRules>;
  /** What is refused of orders where the sources disagree; as `DEFAULT_ORDER_RULES` where not given. */
  readonly orderRules?: Partial<OrderRules>;
  /** What the accounts hold at the start: a trader's positions when not given, or cash alone. */
  readonly portfolio?: Portfolio;
  /** Forms of replies and lags of look-ups; as `DEFAULT_REPLY_SETTINGS` where not given. */
  readonly replies?: Partial<ReplySettings>;
}

/** A running simulator and the credentials of its main account. */
export interface Simulator {
  readonly origin: string;
  readonly port: number;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly control: SimulatorControl;
  close(): Promise<void>;
}

const SCOPES = ['account:read', 'trade:read_write', 'block_rfq:read_write'] as const;

/**
 * Starts the service in miniature on 127.0.0.1. The market moves only when requests come, by the clock:
 * the same seed, clock readings and requests give the same bytes. Rejects when the port is not to be had.
 */
export async function createSimulator(options: SimulatorOptions): Promise<Simulator> {
  if (!Number.isSafeInteger(options.seed) || options.seed < 0)
    throw new Error('the seed must be a whole number from 0');
  const clock = options.clock ?? { now: () => Date.now() };
  let offsetMs = 0;
  const now = () => Math.floor(clock.now()) + offsetMs;
  const startMs = now();
  const keyring = new Keyring(options.clock === undefined ? systemSecrets : seededSecrets(options.seed));
  const exchange = new Exchange(options.seed, startMs);
  exchange.rules = { ...DEFAULT_ORDER_RULES, ...options.orderRules };
  const account = openAccounts(exchange, options.portfolio ?? 'start', startMs);
  const world = {
    exchange,
    account,
    keyring,
    replies: { settings: { ...DEFAULT_REPLY_SETTINGS, ...options.replies } },
    rfqs: new BlockRfqDesk(exchange, options.seed),
    tape: new RfqTape(exchange, options.seed, startMs),
  };
  const key = keyring.addKey(SCOPES);
  const log = new CallLog();
  const service = new Service(world, { ...DEFAULT_DOOR_RULES, ...options.door });
  const server = new SimulatorServer(new CallDoor(service, log, now), log, (gone) =>
    keyring.sessions.endConnection(gone),
  );
  const moveClock = (byMs: number) => {
    offsetMs += Math.round(byMs);
  };
  await server.open(options.port ?? 0);
  return {
    origin: `http://127.0.0.1:${server.port}`,
    port: server.port,
    clientId: key.clientId,
    clientSecret: key.clientSecret,
    control: createControl({ world, log, server, service, now, moveClock }),
    close: () => server.close(),
  };
}
