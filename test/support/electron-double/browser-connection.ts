import { type BrowserContext, chromium } from 'playwright-core';

/** The browser in which the stand-in opens its windows. */
export interface BrowserConnection {
  readonly context: () => Promise<BrowserContext>;
  readonly disconnect: () => Promise<void>;
}

/** Connects to a Chromium that someone else started and owns. Throws when none is named. */
export function connectBrowser(address: string | undefined): BrowserConnection {
  if (address === undefined) throw new Error('ELECTRON_DOUBLE_CDP must hold the address of a Chromium');
  const connecting = chromium.connectOverCDP(address);
  return {
    context: async () => {
      const [context] = (await connecting).contexts();
      if (context === undefined) throw new Error('a Chromium has a default context');
      return context;
    },
    disconnect: async () => (await connecting).close(),
  };
}
