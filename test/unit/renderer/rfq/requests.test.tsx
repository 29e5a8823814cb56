import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { RequestRow } from '../../../../renderer/features/rfq/requests.tsx';
import { rfqRowSchema } from '../../../../shared/ipc/schemas/rfq-schema.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 9);
const [BID_CELL, ASK_CELL] = [6, 7];

const quote = (price: number, amount: number, changes: Record<string, unknown> = {}) => ({ price, amount, ...changes });

/** The texts of its cells, of a request that lives for a minute more, with these fields of its record instead. */
function cellsOf(record: Record<string, unknown>, sentAtMs = NOW_MS - 240_000): string[] {
  const row = rfqRowSchema.parse({
    request_id: '1',
    label: 'one',
    outcome: 'created',
    legs: [{ instrument_name: 'BTC-27MAR27-90000-P', direction: 'buy', amount: '25' }],
    makers: [],
    disclosed: true,
    expected: { amount: '25', ratios: [1], combo_id: null, name: 'buy put' },
    rfq: {
      block_rfq_id: 7,
      state: 'open',
      amount: 25,
      legs: [],
      creation_timestamp: NOW_MS - 240_000,
      expiration_timestamp: NOW_MS + 60_000,
      ...record,
    },
    refusal: null,
    notices: [],
    created_at: sentAtMs,
    decided_at: NOW_MS - 240_000,
    submitted_at: sentAtMs,
  });
  const html = renderToStaticMarkup(
    <table>
      <tbody>
        <RequestRow row={row} serviceNowMs={NOW_MS} onState={() => undefined} />
      </tbody>
    </table>,
  );
  return [...html.matchAll(/<td[^>]*>(.*?)<\/td>/gu)].map(([, cell = '']) =>
    cell
      .replaceAll(/<[^>]*>/gu, '')
      .replaceAll(/\s+/gu, ' ')
      .trim(),
  );
}

describe('what is quoted for a request', () => {
  it.each([
    ['its best price, in whatever order the service lists them', {}, ['0.021 BTC', '0.023 BTC']],
    ['nothing once it has ended', { state: 'cancelled' }, ['–', '–']],
    ['nothing past its time, though its end is not told', { expiration_timestamp: NOW_MS }, ['–', '–']],
  ])('is %s', (_what, changes, shown) => {
    const bids = [quote(0.02, 25), quote(0.021, 25), quote(0.019, 25)];
    const asks = [quote(0.024, 25), quote(0.025, 25), quote(0.023, 25)];
    const cells = cellsOf({ bids, asks, ...changes });
    expect([cells[BID_CELL], cells[ASK_CELL]]).toEqual(shown);
  });

  it('is none that has run out', () => {
    const bids = [quote(0.021, 25, { expires_at: NOW_MS }), quote(0.02, 25, { expires_at: NOW_MS + 1 })];
    const asks = [quote(0.023, 25, { expires_at: NOW_MS - 1 })];
    const cells = cellsOf({ bids, asks });
    expect([cells[BID_CELL], cells[ASK_CELL]]).toEqual(['0.02 BTC', '–']);
  });

  it('is told for how much where that is not all of it, and at one price by the largest', () => {
    const bids = [quote(0.021, 6.25), quote(0.02, 25)];
    const asks = [quote(0.023, 6.25), quote(0.023, 25, { execution_instruction: 'all_or_none' })];
    const cells = cellsOf({ bids, asks });
    expect([cells[BID_CELL], cells[ASK_CELL]]).toEqual(['0.021 BTC for 6.25 BTC', '0.023 BTC']);
  });
});

it('a request of days ago says of which day', () => {
  const [today] = cellsOf({});
  const [before] = cellsOf({}, NOW_MS - 3 * 86_400_000);
  expect([today, before]).toEqual(['08:56:00', '11-18 09:00:00']);
});
