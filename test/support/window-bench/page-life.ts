/** Modules of the built window, as functions of what they import. */
type Exports = Readonly<Record<string, unknown>>;
type Make = (need: (name: string) => Exports, life: Life) => Exports;

/** What a chunk is made with besides its imports. */
interface Life {
  readonly load: (name: string) => Promise<Exports>;
  readonly meta: { readonly url: string };
  readonly keepRoot: <Root extends { readonly unmount: () => void }>(make: () => Root) => Root;
}

interface PolicyFactory {
  createPolicy: (name: string, rules: object) => object;
}

/** How the page is told what to do, and what it tells. */
export interface PageBench {
  readonly define: (name: string, isKept: boolean, make: Make) => void;
  /** Ends the window that is there, and begins another. */
  readonly begin: (life: number, search: string) => void;
  /** Answers, by the number of the request, and events, by their channel; of this life alone. */
  readonly deliver: (life: number, messages: readonly (readonly [to: number | string, what: unknown])[]) => void;
  /** Runs what waits for its time and would have come within so many ms; clocks stand where they are. */
  readonly pass: (ms: number) => void;
}

/**
 * Goes into the page before its scripts. Each life reruns the product's modules with fresh state; packages stay
 * compiled. Leftovers end with it.
 */
export function installLives(bindingName: string): void {
  const page = globalThis as unknown as Record<string, unknown> & typeof globalThis;
  const tell = page[bindingName] as (text: string) => void;
  const chunks = new Map<string, { readonly isKept: boolean; readonly make: Make }>();
  const kept = new Map<string, Exports>();
  let life = 0;
  const ends: (() => void)[] = [];
  /** Listeners that modules add as they are run; others go with what is drawn. */
  let isRunning = false;
  let asked = 0;
  const waiting = new Map<number, (reply: unknown) => void>();
  const listeners = new Map<string, Set<(payload: unknown) => void>>();

  function port() {
    const own = life;
    return {
      request: (channel: string, payload: unknown) =>
        new Promise((resolve) => {
          if (own !== life) return;
          asked += 1;
          waiting.set(asked, resolve);
          tell(JSON.stringify([life, asked, channel, payload]));
        }),
      listen: (channel: string, receive: (payload: unknown) => void) => {
        if (own !== life) return () => undefined;
        const all = listeners.get(channel) ?? new Set();
        listeners.set(channel, all.add(receive));
        return () => all.delete(receive);
      },
    };
  }

  function run(fresh: Map<string, Exports>): (name: string) => Exports {
    const parts: Life = {
      load: (name) => Promise.resolve(name).then(need),
      meta: { url: `${location.origin}/assets/chunk.js` },
      keepRoot: (make) => {
        isRunning = false;
        const root = make();
        isRunning = true;
        ends.push(() => root.unmount());
        return root;
      },
    };
    function need(name: string): Exports {
      const chunk = chunks.get(name);
      if (chunk === undefined) throw new Error(`no chunk ${name}`);
      const made = chunk.isKept ? kept : fresh;
      const known = made.get(name);
      if (known !== undefined) return known;
      const wasRunning = isRunning;
      isRunning = !chunk.isKept;
      const exports = chunk.make(need, parts);
      isRunning = wasRunning;
      made.set(name, exports);
      return exports;
    }
    return need;
  }

  function end(): void {
    life += 1;
    // What is drawn goes first: it may still set or clear a timer as it does.
    for (const stop of ends.splice(0).toReversed()) stop();
    for (const id of timers.keys()) native.clearTimeout(id);
    timers.clear();
    waiting.clear();
    listeners.clear();
    localStorage.clear();
    sessionStorage.clear();
    document.body.replaceChildren();
    for (const name of document.body.getAttributeNames()) document.body.removeAttribute(name);
  }

  const native = {
    setTimeout: page.setTimeout.bind(page),
    setInterval: page.setInterval.bind(page),
    clearTimeout: page.clearTimeout.bind(page),
  };
  /** What each does once it is due, and when that is; null for what is repeated. */
  const timers = new Map<number, { readonly dueMs: number; readonly act: () => void } | null>();

  /** Once the packages have taken what they need of the page for good. */
  function watch(): void {
    Object.assign(page, {
      setTimeout: (action: (...values: unknown[]) => void, delayMs?: number, ...values: unknown[]) => {
        const act = (): void => {
          timers.delete(id);
          action(...values);
        };
        const id = native.setTimeout(act, delayMs) as unknown as number;
        timers.set(id, { dueMs: performance.now() + (delayMs ?? 0), act });
        return id;
      },
      setInterval: (action: () => void, delayMs?: number) => {
        const id = native.setInterval(action, delayMs) as unknown as number;
        timers.set(id, null);
        return id;
      },
      clearTimeout: (id?: number) => {
        native.clearTimeout(id);
        if (id !== undefined) timers.delete(id);
      },
    });
    // The page's for good: a life has the one that an earlier life made.
    const { trustedTypes } = page as unknown as { readonly trustedTypes: PolicyFactory };
    const make = trustedTypes.createPolicy.bind(trustedTypes);
    const policies = new Map<string, object>();
    trustedTypes.createPolicy = (name, rules) => {
      const policy = policies.get(name) ?? make(name, rules);
      policies.set(name, policy);
      return policy;
    };
    for (const target of [window, document]) {
      const add = target.addEventListener.bind(target);
      target.addEventListener = (type: string, listener: EventListener, options?: AddEventListenerOptions) => {
        add(type, listener, options);
        if (isRunning) ends.push(() => target.removeEventListener(type, listener, options));
      };
    }
    const { BroadcastChannel: Channel, Worker: Helper } = page;
    page.BroadcastChannel = class extends Channel {
      constructor(name: string) {
        super(name);
        ends.push(() => this.close());
      }
    };
    page.Worker = class extends Helper {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        ends.push(() => this.terminate());
      }
    };
  }

  let attributes: readonly (readonly [string, string])[] = [];
  const bench: PageBench = {
    define: (name, isKept, make) => void chunks.set(name, { isKept, make }),
    begin: (number, search) => {
      const { documentElement } = document;
      if (kept.size === 0) {
        attributes = [...documentElement.attributes].map(({ name, value }) => [name, value] as const);
        const need = run(new Map());
        for (const [name, { isKept }] of chunks) if (isKept) need(name);
        watch();
      }
      end();
      life = number;
      for (const name of documentElement.getAttributeNames()) documentElement.removeAttribute(name);
      for (const [name, value] of attributes) documentElement.setAttribute(name, value);
      history.replaceState(null, '', `/${search}`);
      const root = document.createElement('div');
      root.id = 'root';
      document.body.append(root);
      page['strikedesk'] = port();
      const need = run(new Map());
      const [entry] = [...chunks.keys()].filter((name) => name.startsWith('./index-'));
      need(entry ?? '');
    },
    deliver: (number, messages) => {
      if (number !== life) return;
      for (const [to, what] of messages) {
        if (typeof to === 'number') {
          waiting.get(to)?.(what);
          waiting.delete(to);
        } else for (const receive of listeners.get(to) ?? []) receive(what);
      }
    },
    pass: (ms) => {
      const untilMs = performance.now() + ms;
      const due = [...timers].flatMap(([id, timer]) =>
        timer === null || timer.dueMs > untilMs ? [] : [{ id, ...timer }],
      );
      for (const { id, act } of due.toSorted((a, b) => a.dueMs - b.dueMs)) {
        // One that ran before may have cleared it.
        if (!timers.has(id)) continue;
        native.clearTimeout(id);
        act();
      }
    },
  };
  page['bench'] = bench;
}
