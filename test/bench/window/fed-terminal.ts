import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createHub } from '../../../electron/browser-host/hub.ts';
import { startBrowserHost } from '../../../electron/browser-host/server.ts';
import { systemClock } from '../../../electron/clock.ts';
import { createDoor } from '../../../electron/ipc/door.ts';
import { readPage } from '../../../electron/page/page.ts';
import { openPreferences } from '../../../electron/windows/preferences.ts';
import { createServices } from '../../../electron/assembly/services.ts';
import type { Quote } from '../../../shared/ipc/schemas/quote-schema.ts';
import { oneList } from '../../../shared/ipc/schemas/watchlist-schema.ts';
import { perpetual } from '../../support/records/records.ts';
import { MEASURE, MEASURE_PATH, withMeasure } from './first-price.ts';
import { NAMES } from './quote-feed.ts';

const PAGE_FOLDER = fileURLToPath(new URL('../../../out/renderer', import.meta.url));

/** The terminal under the browser host, with 500 instruments in its watchlist whose quotes come from here. */
export interface FedTerminal {
  readonly url: string;
  /** Through the hub and its socket, as the poller's batches go. */
  readonly feed: (quotes: Quote[]) => void;
  readonly close: () => Promise<void>;
}

/**
 * Everything is the terminal's own but the poller: prices come only from `feed`, and from `first`, which a window gets
 * as it opens its session.
 */
export async function startFedTerminal(first: () => Quote[] = () => []): Promise<FedTerminal> {
  const dataDir = mkdtempSync(join(tmpdir(), 'strikedesk-fed-'));
  const fail = (_name: unknown, error: unknown): never => {
    throw error;
  };
  let forgetWindow: (windowId: string) => void = () => undefined;
  const hub = createHub(systemClock.monotonic, (windowId) => forgetWindow(windowId));
  const preferences = openPreferences(dataDir, systemClock.now(), hub.publish);
  const services = await createServices({
    host: 'test',
    version: '0.0.0',
    dataDir,
    profile: null,
    preferences,
    simulatorSeed: 1,
    clock: systemClock,
    publish: (channel, payload, windowId) => {
      if (channel !== 'market.changed') hub.publish(channel, payload, windowId);
    },
    log: () => undefined,
  });
  forgetWindow = services.forgetWindow;
  const listed = new Set(NAMES);
  const door = createDoor(
    {
      ...services.handlers,
      ...preferences.handlers,
      'session.open': async (params, sender) => {
        const session = await services.handlers['session.open'](params, sender);
        const quotes = first();
        if (quotes.length > 0) hub.publish('market.changed', quotes, sender.windowId);
        return { ...session, watchlists: oneList(NAMES) };
      },
      'market.watch': async () => null,
      'market.instruments': async ({ instrument_names: names }) =>
        names.filter((name) => listed.has(name)).map((name) => perpetual({ instrument_name: name })),
      'market.instrument': async (params, sender) =>
        listed.has(params.instrument_name)
          ? perpetual({ instrument_name: params.instrument_name })
          : services.handlers['market.instrument'](params, sender),
    },
    fail,
  );
  const page = readPage(PAGE_FOLDER);
  const measure = { body: new TextEncoder().encode(MEASURE), contentType: 'text/javascript; charset=utf-8' };
  const host = await startBrowserHost({
    page: {
      render: (...given) => withMeasure(page.render(...given)),
      file: (path) => (path === MEASURE_PATH ? measure : page.file(path)),
    },
    look: preferences.read,
    door,
    hub,
    port: 0,
    noteRefusal: () => undefined,
    reportBug: (error) => fail('host', error),
  });
  return {
    url: host.launchUrl,
    feed: (quotes) => hub.publish('market.changed', quotes, null),
    close: async () => {
      await host.close();
      await services.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
