import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Quote } from '../../../shared/ipc/schemas/quote-schema.ts';
import type { IpcReply } from '../../../shared/ipc/error.ts';
import type { History } from '../../../shared/ipc/schemas/history-schema.ts';
import { createDoor } from '../../../electron/ipc/door.ts';
import { type BackEnd, startBackEnd, TEST_WINDOW } from '../../support/bench/back-end.ts';

let backEnd: BackEnd;

beforeEach(async () => {
  backEnd = await startBackEnd();
});
afterEach(() => backEnd.close());

const REQUEST = { instrument_name: 'BTC-PERPETUAL', from_ms: 0, to_ms: 4_000_000_000_000, most_points: 100 };

function ask(payload: unknown): Promise<IpcReply<unknown>> {
  const door = createDoor(backEnd.services.handlers, () => undefined);
  return door.request(TEST_WINDOW.windowId, 'market.history', payload);
}

describe('the record of the whole back end', () => {
  it('holds what the windows were shown, over a restart', async () => {
    await backEnd.services.handlers['market.watch'](
      { instruments: [{ instrument_name: 'BTC-PERPETUAL', attention: 'focused' }] },
      TEST_WINDOW,
    );
    const shown = new Map<number, string | null | undefined>();
    await backEnd.waitFor<Quote[]>('market.changed', (quotes) => {
      for (const { ticker } of quotes) if (ticker !== null) shown.set(ticker.timestamp, ticker.mark_price);
      return shown.size >= 3;
    });
    backEnd = await backEnd.restart();
    const reply = await ask(REQUEST);
    expect(reply).toMatchObject({ ok: true, value: { recording: 'on', recorded_since: Math.min(...shown.keys()) } });
    const { points } = (reply as { value: History }).value;
    for (const [at, mark] of shown) expect(points.find((point) => point.at === at)?.mark).toBe(mark);
  });

  it.each([
    [{ ...REQUEST, from_ms: 2, to_ms: 1 }, 'to_ms must not be before from_ms'],
    [{ ...REQUEST, most_points: 4001 }, 'most_points'],
    [{ ...REQUEST, most_points: 1 }, 'most_points'],
    [{ ...REQUEST, from_ms: -1 }, 'from_ms'],
    [{ ...REQUEST, from_ms: 1.5 }, 'from_ms'],
    [{ ...REQUEST, instrument_name: '' }, 'instrument_name'],
  ])('refuses %j, naming the field', async (payload, words) => {
    const reply = await ask(payload);
    expect(reply).toMatchObject({ ok: false, error: { code: 'BadRequest' } });
    expect((reply as { error: { message: string } }).error.message).toContain(words);
  });
});
