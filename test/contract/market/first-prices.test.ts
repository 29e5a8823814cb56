import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Quote } from '../../../shared/ipc/schemas/quote-schema.ts';
import { listInFront } from '../../../shared/ipc/schemas/watchlist-schema.ts';
import { type BackEnd, startBackEnd, TEST_WINDOW } from '../../support/bench/back-end.ts';

let backEnd: BackEnd;

beforeEach(async () => {
  backEnd = await startBackEnd();
});
afterEach(() => backEnd.close());

const open = () => backEnd.services.handlers['session.open'](null, TEST_WINDOW);

it('a window that opens a session is sent prices of the list in front without asking for them', async () => {
  const { watchlists } = await open();
  const { instruments } = listInFront(watchlists);
  const priced = new Set<string>();
  await backEnd.waitFor<Quote[]>('market.changed', (quotes) => {
    for (const { instrument_name: name, ticker } of quotes) if (ticker !== null) priced.add(name);
    return priced.size === instruments.length;
  });
  expect([...priced].toSorted()).toEqual([...instruments].toSorted());
});

it('what the window then asks for takes the place of that list', async () => {
  const { watchlists } = await open();
  expect((await open()).status.watched.visible).toBe(listInFront(watchlists).instruments.length);
  await backEnd.services.handlers['market.watch'](
    { instruments: [{ instrument_name: 'ETH-PERPETUAL', attention: 'focused' }] },
    TEST_WINDOW,
  );
  const ofWindow = await backEnd.waitFor<{ watched: object }>('session.changed', () => true);
  expect(ofWindow.watched).toEqual({ focused: 1, visible: 0, background: 0 });
});
