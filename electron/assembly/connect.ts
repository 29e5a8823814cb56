import { type Catalog, createCatalog } from '../market/catalog.ts';
import { createKnownInstruments } from '../market/known-instruments.ts';
import { orderGroupOf } from '../orders/currency.ts';
import { createRateBudget, type RateBudget } from '../service/limits/budget.ts';
import { createRequestGate, type RequestGate } from '../service/limits/gate.ts';
import { createKeyLatch, type KeyLatch } from '../service/login/key-latch.ts';
import { createTimedClient, type TimedClient } from '../session/latency.ts';
import type { Opened } from './open.ts';

/** The way to the service, and what it says that it trades. */
export interface Connected extends Opened {
  readonly budget: RateBudget;
  readonly gate: RequestGate;
  readonly key: KeyLatch;
  readonly wire: TimedClient;
  readonly catalog: Catalog;
}

/** Makes the client of the service; asks nothing yet. Throws when the profile's key can't be sent. */
export function connect(opened: Opened): Connected {
  const { begun, news, profile, serviceClock, audit } = opened;
  const { clock } = opened.options;
  const { log } = audit;
  const known = createKnownInstruments(clock);
  const budget = createRateBudget(clock, (name) => orderGroupOf(known.peek(name)?.instrument ?? null, name));
  const gate = createRequestGate(clock, budget, (from, to) => {
    log(to === 'closed' ? 'info' : 'warn', 'reads', { from, to });
    news.changed.tell();
  });
  const key = createKeyLatch(clock, news.changed.tell);
  const wire = begun.part(createTimedClient, {
    profile,
    key,
    clock,
    serviceNow: serviceClock.now,
    random: Math.random,
    gate,
    log: audit.hear,
    onScope: news.granted.tell,
    onOutcome: news.called.tell,
  });
  const noteUnreadable = (count: number): void => log('warn', 'instruments_unreadable', { count });
  const catalog = begun.part(createCatalog, wire, clock, serviceClock, noteUnreadable, known);
  return { ...opened, budget, gate, key, wire, catalog };
}
