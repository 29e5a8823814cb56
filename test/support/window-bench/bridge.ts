import type { CDPSession, Page } from 'playwright-core';
import { createBackEnd, type WindowBackEnd } from './back-end.ts';

const BINDING = 'tellBench';
/** The back end speaks once a second at least, or the window takes it for stuck. */
const BEAT_MS = 1000;

/** The way between the page and the back ends of its lives, of which the newest alone is heard. */
export interface Bridge {
  /** The name by which the page tells. */
  readonly binding: string;
  /** Ends the window that is there, and begins one over a new back end. `prepare`: before the window asks for anything. */
  readonly begin: (search: string, prepare: (backEnd: WindowBackEnd) => void) => Promise<WindowBackEnd>;
  /** The same window once more, over the back end that is there: what was kept is there again. */
  readonly beginAgain: (search: string) => Promise<void>;
  /** What waits in the window for its time has it, if that would have come within so many ms. */
  readonly pass: (ms: number) => Promise<void>;
  /** No life is heard any more. */
  readonly rest: () => void;
}

interface Life {
  readonly number: number;
  readonly inside: ReturnType<typeof createBackEnd>;
}

/** By the debugger's own messages, many at a time: calls of a test's own functions cost several times as much. */
export async function openBridge(page: Page): Promise<Bridge> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: BINDING });
  let lives = 0;
  let current: Life | null = null;
  let waiting: string[] = [];

  async function evaluate(expression: string): Promise<void> {
    const { exceptionDetails } = await session.send('Runtime.evaluate', { expression });
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  }

  function deliver(to: number | string, what: unknown): void {
    if (waiting.length === 0) setImmediate(flush);
    waiting.push(JSON.stringify([to, what]));
  }
  function flush(): void {
    const messages = waiting;
    waiting = [];
    // A page that is loading anew has nobody to hear it.
    if (messages.length > 0) evaluate(`bench.deliver(${lives},[${messages.join(',')}])`).catch(() => undefined);
  }

  session.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name !== BINDING) return;
    const [of, asked, channel, params] = JSON.parse(payload) as [number, number, unknown, unknown];
    if (current?.number !== of) return;
    void current.inside.request(channel, params).then((reply) => {
      if (current?.number === of) deliver(asked, reply);
    });
  });

  const beat = setInterval(() => {
    if (current === null) return;
    const { state, asked } = current.inside.backEnd;
    const watched = asked('market.watch').at(-1)?.instruments ?? [];
    deliver('session.changed', state.session.status);
    deliver(
      'market.changed',
      watched.flatMap(({ instrument_name: name }) => state.quotes.get(name) ?? []),
    );
  }, BEAT_MS);
  beat.unref();

  async function start(inside: Life['inside'], search: string): Promise<void> {
    waiting = [];
    lives += 1;
    current = { number: lives, inside };
    await evaluate(`bench.begin(${lives},${JSON.stringify(search)})`);
  }

  return {
    binding: BINDING,
    begin: async (search, prepare) => {
      const inside = createBackEnd((channel, payload) => {
        if (current?.inside === inside) deliver(channel, payload);
      });
      current = null;
      prepare(inside.backEnd);
      await start(inside, search);
      return inside.backEnd;
    },
    beginAgain: async (search) => {
      if (current === null) throw new Error('there is no window to begin again');
      await start(current.inside, search);
    },
    pass: (ms) => evaluate(`bench.pass(${ms})`),
    rest: () => {
      current = null;
    },
  };
}
