import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRfqDesk } from '../../../electron/rfq/rfq-desk.ts';
import { createRfqJournal, RFQ_MIGRATIONS } from '../../../electron/rfq/rfq-journal.ts';
import type { CallOptions } from '../../../electron/service/client-interface.ts';
import { createServiceClock } from '../../../electron/service/service-clock.ts';
import { openDatabase } from '../../../electron/storage/database.ts';
import { EMPTY_BOOK } from '../../../shared/rfq/book.ts';
import type { RfqFacts } from '../../../shared/rfq/facts.ts';
import { DEFAULT_RFQ_GUARDS } from '../../../shared/rfq/guards.ts';
import { rfqDraft, rfqFacts } from '../records/rfq-records.ts';
import { createScriptedService } from '../wire/scripted-service.ts';
import { createVirtualClock } from '../virtual-clock.ts';

export const CREATE = 'private/create_block_rfq';
export const LIST = 'private/get_block_rfqs';
export const RFQ_ID = '00000000-0000-4000-8000-000000000001';
export const CALL_SPREAD = rfqDraft(['buy 25 BTC-27NOV26-100000-C', 'sell 25 BTC-27NOV26-110000-C'], {});

/** A desk of Block RFQs over a scripted service, with a journal of its own; `make` starts another over the same journal. */
export function buildRfqDesk() {
  const clock = createVirtualClock();
  const service = createScriptedService(clock);
  const folder = mkdtempSync(join(tmpdir(), 'strikedesk-rfq-'));
  const { database } = openDatabase(join(folder, 'rfq.sqlite'), RFQ_MIGRATIONS, clock.now());
  const serviceClock = createServiceClock(clock);
  serviceClock.observe({ roundTripMs: 0, serviceTimeMs: clock.now(), receivedAtMs: clock.now() });
  const options: (CallOptions | undefined)[] = [];
  const call = service.call as (...args: unknown[]) => Promise<unknown>;
  Object.assign(service, {
    call: (method: string, params: object, given?: CallOptions) => {
      if (method === CREATE) options.push(given);
      return call(method, params);
    },
  });
  let isStopped = false;
  let factsFailure: Error | null = null;
  /** How old all prices are where they are too old; null: they are of now. */
  let staleMs: number | null = null;
  const of: RfqFacts['of'] = (name) =>
    staleMs === null ? rfqFacts().of(name) : { ...rfqFacts().of(name), isTickerStale: true, tickerAgeMs: staleMs };
  let seed = 0;
  const journal = createRfqJournal(database, 'account', clock.now);
  const make = () =>
    createRfqDesk({
      client: service,
      clock,
      serviceClock,
      journal,
      isWritable: true,
      randomBytes: (size) => new Uint8Array(size).fill((seed += 1)),
      factsFor: () => (factsFailure === null ? Promise.resolve({ of }) : Promise.reject(factsFailure)),
      blocked: () => (isStopped ? ({ severity: 'error', code: 'rfq_not_ready', params: {} } as never) : null),
      guards: () => DEFAULT_RFQ_GUARDS,
      book: () => EMPTY_BOOK,
      onChange: () => undefined,
      onJournalFailure: () => undefined,
    });
  const ageFacts = (ageMs: number | null) => (staleMs = ageMs);
  const failFacts = (failure: Error | null) => (factsFailure = failure);
  return {
    clock,
    service,
    serviceClock,
    desk: make(),
    make,
    options,
    database,
    journal,
    stop: () => (isStopped = true),
    failFacts,
    ageFacts,
  };
}

/** The request as the service's list has it, made at `nowMs` for five minutes. */
export function listedRfq(label: unknown, nowMs: number, changes: object = {}): object {
  return {
    block_rfq_id: 7,
    state: 'open',
    label,
    creation_timestamp: nowMs,
    expiration_timestamp: nowMs + 300_000,
    amount: '25',
    legs: CALL_SPREAD.legs.map(({ instrument_name, direction }) => ({ instrument_name, direction, ratio: 1 })),
    ...changes,
  };
}
