import type { BrowserContext, ConsoleMessage, Request } from 'playwright-core';

const MARK = 'policy violated';

/** What pages did that no window of ours may: broke their policy, or asked anybody but who served them. */
export interface Breaches {
  /** All of them since the last time, for a test that provokes them. */
  readonly take: () => string[];
  /** Throws when there are any that nobody took. */
  readonly expectNone: () => void;
  /** Watches every page of the context, from before its first script. */
  readonly watch: (context: BrowserContext) => Promise<void>;
}

/** Watches over every window of a test, whoever opens it. */
export function createBreaches(): Breaches {
  let breaches: string[] = [];
  const take = (): string[] => {
    const taken = breaches;
    breaches = [];
    return taken;
  };
  return {
    take,
    expectNone: () => {
      const left = take();
      if (left.length > 0) throw new Error(`a window did what it may not: ${left.join('; ')}`);
    },
    watch: async (context) => {
      context.on('console', (message: ConsoleMessage) => {
        const line = message.text();
        if (line.startsWith(MARK) || line.includes('Content Security Policy')) breaches.push(line);
      });
      context.on('request', (request) => {
        if (isForeign(request)) breaches.push(`request of ${request.url()}`);
      });
      // The console hears of every policy breach, also those only page events know.
      await context.addInitScript((mark) => {
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
          // oxlint-disable-next-line eslint/no-console -- the console is how a page tells its test
          console.error(`${mark}: ${effectiveDirective} ${blockedURI} ${sample}`),
        );
      }, MARK);
    },
  };
}

/** Whether a page asks somebody else than who served it. What a test itself opens is asked for by an empty page. */
function isForeign(request: Request): boolean {
  const target = new URL(request.url());
  const asker = addressOf(request);
  return /^https?:$/.test(target.protocol) && asker !== null && new URL(asker).origin !== target.origin;
}

/** Null for an empty page, and for the first request of a window that is only being opened. */
function addressOf(request: Request): string | null {
  try {
    const address = request.frame().page().url();
    return /^https?:/.test(address) ? address : null;
  } catch {
    return null;
  }
}
