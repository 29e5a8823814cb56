import type { TLSSocket } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { decimal } from '../../../shared/decimal.ts';
import type { JournalEntry, JournalQuery } from '../../../shared/ipc/schemas/journal-schema.ts';
import { createSimulator } from '../../../simulator/simulator.ts';
import { type BackEnd, startBackEnd, TEST_WINDOW } from '../../support/bench/back-end.ts';
import { makeCertificate } from '../../support/wire/certificate.ts';
import { placedOrder } from '../../support/records/records.ts';
import { createTestClient } from '../../support/wire/service-double.ts';
import { type Terms, useTlsServers } from '../../support/wire/tls-server.ts';

const SELL = { instrument_name: 'BTC-PERPETUAL', amount: decimal(10), price: decimal(97_500), label: 'mine' };
const REFUSED = { ok: false, error: { kind: 'not_sent', reason: 'tls_failed' } };
const YEAR_MS = 365 * 86_400_000;

const { serve, toClose } = useTlsServers();

interface Service {
  readonly origin: string;
  /** The protocols of the calls that arrived. */
  readonly protocols: (string | null)[];
}

/** A service behind TLS that takes every sell. */
async function startService(terms: Terms = {}): Promise<Service> {
  const protocols: (string | null)[] = [];
  const origin = await serve(terms, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      protocols.push((request.socket as TLSSocket).getProtocol());
      const { id } = JSON.parse(Buffer.concat(chunks).toString()) as { id: number };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { order: placedOrder(), trades: [] } }));
    });
  });
  return { origin, protocols };
}

async function sell(origin: string): Promise<unknown> {
  const client = createTestClient(origin);
  const answer = await client.call('private/sell', SELL);
  await client.close();
  return answer;
}

describe('a service behind TLS', () => {
  it('is spoken to in version 1.3 where it can, and in 1.2 where it can’t', async () => {
    // Of two certificates of one name only the first would be looked at.
    const certificate = makeCertificate();
    const newer = await startService({ certificate });
    const older = await startService({ certificate, options: { maxVersion: 'TLSv1.2' } });
    expect(await sell(newer.origin)).toMatchObject({ ok: true });
    expect(await sell(older.origin)).toMatchObject({ ok: true });
    expect([newer.protocols, older.protocols]).toEqual([['TLSv1.3'], ['TLSv1.2']]);
  });

  it('that knows no more than version 1.1 is sent nothing, and never spoken to in clear', async () => {
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    const service = await startService({ options: old });
    expect(await sell(service.origin)).toMatchObject(REFUSED);
    expect(service.protocols).toEqual([]);
  });

  it.each([
    ['that nobody vouches for', {}, false],
    ['that is over', { from: new Date(Date.now() - 2 * YEAR_MS), to: new Date(Date.now() - YEAR_MS) }, true],
    ['that is not yet', { from: new Date(Date.now() + YEAR_MS), to: new Date(Date.now() + 2 * YEAR_MS) }, true],
    ['of another address', { ip: [127, 0, 0, 2] }, true],
  ] as const)('with a certificate %s is sent nothing', async (_name, terms, isTrusted) => {
    const service = await startService({ certificate: makeCertificate(terms), isTrusted });
    expect(await sell(service.origin)).toMatchObject(REFUSED);
    expect(service.protocols).toEqual([]);
  });

  it('with such a certificate is on record in the journal, by the reason', async () => {
    const { origin } = await startService({ isTrusted: false });
    const simulator = await createSimulator({ seed: 7 });
    const on: BackEnd = await startBackEnd({ simulator: { ...simulator, origin } });
    toClose.push(on.close);
    const query: JournalQuery = { before: null, text: '', kinds: ['login_refused'], limit: 500, verify: false };
    const told = on.waitFor<JournalEntry[]>('journal.changed', (entries) =>
      entries.some(({ kind }) => kind === 'login_refused'),
    );
    const read = async () => (await on.services.handlers['journal.read'](query, TEST_WINDOW)).entries;
    if ((await read()).length === 0) await told;
    expect((await read())[0]?.fields).toMatchObject({ reason: 'tls_failed' });
  });
});
