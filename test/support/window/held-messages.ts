import type { Page } from 'playwright-core';

/** Messages between a window and its back end that a test holds back. */
export interface HeldMessages {
  /** From now on those that are meant wait, until they are let go. */
  readonly hold: () => void;
  /** All that waited go on, in their order. */
  readonly letGo: () => void;
}

/** Which messages wait: what the window asks, by the call's name, or what it is answered, by a word in it. */
export type HeldKind = { readonly asked: string } | { readonly answered: string };

/** Counts from the next load of the page on. */
export async function holdMessages(page: Page, kind: HeldKind): Promise<HeldMessages> {
  let isHeld = false;
  const held: (() => void)[] = [];
  await page.routeWebSocket(/.*/, (socket) => {
    const server = socket.connectToServer();
    const pass = (word: string | null, message: string | Buffer, send: (message: string | Buffer) => void): void => {
      if (isHeld && word !== null && message.toString().includes(word)) held.push(() => send(message));
      else send(message);
    };
    socket.onMessage((message) => pass('asked' in kind ? kind.asked : null, message, (text) => server.send(text)));
    server.onMessage((message) =>
      pass('answered' in kind ? kind.answered : null, message, (text) => socket.send(text)),
    );
  });
  return {
    hold: () => {
      isHeld = true;
    },
    letGo: () => {
      isHeld = false;
      for (const send of held.splice(0)) send();
    },
  };
}
