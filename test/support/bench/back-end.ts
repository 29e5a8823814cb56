import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventChannel } from '../../../shared/ipc/channels.ts';
import type { Quote } from '../../../shared/ipc/schemas/quote-schema.ts';
import type { OrderCheck, OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import type { OrderDraft } from '../../../shared/orders/draft.ts';
import type { IssueCode } from '../../../shared/orders/issue.ts';
import type { Ladder } from '../../../shared/orders/confirmation.ts';
import type { SessionStatus } from '../../../shared/ipc/schemas/session-schema.ts';
import { type Clock, systemClock } from '../../../electron/clock.ts';
import type { Credentials } from '../../../electron/profiles/profile.ts';
import type { TransportForm } from '../../../shared/profiles/profile.ts';
import { createServices } from '../../../electron/assembly/services.ts';
import { acceptBeforehand, acceptWarnings } from '../window/accept-warnings.ts';
import { ONE_PRESS } from '../window/one-press.ts';
import type { Services } from '../../../electron/assembly/services-interface.ts';
import { testProfile } from './test-profile.ts';
import { createSimulator, type Simulator } from '../../../simulator/simulator.ts';

export interface BackEnd {
  readonly services: Services;
  readonly simulator: Simulator;
  readonly dataDir: string;
  /** Resolves with the first payload of the channel, from now on, that the test accepts. */
  readonly waitFor: <T>(channel: EventChannel, accept: (payload: T) => boolean) => Promise<T>;
  /** Resolves with the first row that is as wanted, now or later. */
  readonly waitForRow: (isWanted: (row: OrderRow) => boolean) => Promise<OrderRow>;
  /** Resolves with the row once it has the outcome. */
  readonly waitForOutcome: (intentId: string, outcome: OrderRow['outcome']) => Promise<OrderRow>;
  /** Resolves with the row once its outcome is known, whatever it is. */
  readonly waitForDecision: (intentId: string) => Promise<OrderRow>;
  readonly waitUntilReady: () => Promise<void>;
  /** Ends this back end and begins another on the same files. */
  readonly restart: () => Promise<BackEnd>;
  readonly close: () => Promise<void>;
}

interface Setup {
  readonly form?: TransportForm;
  readonly scheme?: 'token' | 'signature' | 'basic';
  readonly simulator?: Simulator;
  readonly dataDir?: string;
  readonly clock?: Clock;
  readonly log?: Parameters<typeof createServices>[0]['log'];
  /** What a press needs; null: by the profile. One press sells by default. */
  readonly ladder?: Ladder | null;
}

export const TEST_WINDOW = { windowId: 'test' };

/** The whole back end against a simulator over a real socket. */
export async function startBackEnd(setup: Setup = {}): Promise<BackEnd> {
  const simulator = setup.simulator ?? (await createSimulator({ seed: 7 }));
  const dataDir = setup.dataDir ?? mkdtempSync(join(tmpdir(), 'strikedesk-back-end-'));
  const listeners = new Set<(channel: string, payload: unknown) => void>();
  const credentials: Credentials = {
    scheme: setup.scheme ?? 'token',
    clientId: simulator.clientId,
    clientSecret: simulator.clientSecret,
  };
  const services = await createServices({
    host: 'test',
    version: '0.0.0',
    dataDir,
    profile: testProfile({ origin: simulator.origin, credentials, form: setup.form ?? 'get_body' }),
    simulatorSeed: 0,
    clock: setup.clock ?? systemClock,
    publish: (channel, payload) => {
      for (const listener of listeners) listener(channel, payload);
    },
    log: setup.log ?? (() => undefined),
  });

  function waitFor<T>(channel: EventChannel, accept: (payload: T) => boolean): Promise<T> {
    return new Promise((resolve) => {
      const listener = (name: string, payload: unknown) => {
        if (name !== channel || !accept(payload as T)) return;
        listeners.delete(listener);
        resolve(payload as T);
      };
      listeners.add(listener);
    });
  }

  async function waitForRow(matches: (row: OrderRow) => boolean): Promise<OrderRow> {
    const changed = waitFor<OrderRow[]>('orders.changed', (rows) => rows.some(matches));
    const now = (await services.handlers['orders.list'](null, TEST_WINDOW)).find(matches);
    if (now !== undefined) return now;
    const row = (await changed).find(matches);
    if (row === undefined) throw new Error('the awaited row went missing');
    return row;
  }

  const ladder = setup.ladder === undefined ? ONE_PRESS : setup.ladder;
  const opened = await services.handlers['session.open'](null, TEST_WINDOW);
  if (ladder !== null && opened.status.journal === 'ok') {
    await services.handlers['trading.ladder']({ ladder, base: opened.status.ladder, is_deliberate: true }, TEST_WINDOW);
  }

  return {
    services,
    simulator,
    dataDir,
    waitFor,
    waitForRow,
    waitForOutcome: (intentId, outcome) => waitForRow((row) => row.intent_id === intentId && row.outcome === outcome),
    waitForDecision: (intentId) =>
      waitForRow((row) => row.intent_id === intentId && row.outcome !== 'unknown' && row.outcome !== 'sending'),
    waitUntilReady: async () => {
      const ready = waitFor<SessionStatus>('session.changed', (status) => status.selling_blocked === null);
      const { status } = await services.handlers['session.open'](null, TEST_WINDOW);
      if (status.selling_blocked !== null) await ready;
    },
    restart: async () => {
      await services.close();
      return startBackEnd({ ...setup, simulator, dataDir });
    },
    close: async () => {
      await services.close();
      await simulator.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Watches the perpetual from now on; its first quote that has a ticker. */
export async function watchPerpetual(on: BackEnd): Promise<Quote> {
  const quotes = on.waitFor<Quote[]>('market.changed', (batch) => batch[0]?.ticker != null);
  await on.services.handlers['market.watch'](
    { instruments: [{ instrument_name: 'BTC-PERPETUAL', attention: 'focused' }] },
    TEST_WINDOW,
  );
  const [quote] = await quotes;
  if (quote === undefined) throw new Error('an empty batch');
  return quote;
}

/** The first quote of the instrument, from now on, that fits. */
export async function waitForQuote(on: BackEnd, name: string, fits: (quote: Quote) => boolean): Promise<Quote> {
  const isIt = (quote: Quote) => quote.instrument_name === name && fits(quote);
  const found = (await on.waitFor<Quote[]>('market.changed', (quotes) => quotes.some(isIt))).find(isIt);
  if (found === undefined) throw new Error('the awaited quote went missing');
  return found;
}

/** Sells by one press what was checked, with the warnings of these codes accepted. `row` is null where it was stopped. */
export async function checkAndPlace(
  on: Pick<BackEnd, 'services'>,
  draft: OrderDraft,
  accepted: readonly IssueCode[] | 'all' = [],
): Promise<{ intentId: string; row: OrderRow | null; check: OrderCheck }> {
  const { handlers } = on.services;
  const { issues } = await handlers['orders.check']({ draft }, TEST_WINDOW);
  const intentId = randomUUID();
  const acknowledged = accepted === 'all' ? acceptBeforehand(issues, draft) : acceptWarnings(issues, draft, accepted);
  const placed = await handlers['orders.place']({ intent_id: intentId, draft, acknowledged }, TEST_WINDOW);
  return { intentId, ...placed };
}

/** Sells what was shown to be confirmed, with every warning of it accepted. `shown`: what the check said before; `check`: as it sold. */
export async function confirmAndPlace(
  on: Pick<BackEnd, 'services'>,
  draft: OrderDraft,
): Promise<{ row: OrderRow | null; shown: OrderCheck; check: OrderCheck }> {
  const { handlers } = on.services;
  const shown = await handlers['orders.check']({ draft }, TEST_WINDOW);
  await handlers['orders.arm']({ draft, press: 'confirmed' }, TEST_WINDOW);
  const acknowledged = acceptBeforehand(shown.issues, draft);
  const press = { intent_id: randomUUID(), draft, acknowledged, press: 'confirmed' } as const;
  return { shown, ...(await handlers['orders.place'](press, TEST_WINDOW)) };
}
