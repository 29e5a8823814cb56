import type { Page } from 'playwright-core';
import { findSecrets, WINDOW } from '../records/canaries.ts';

/** No secret: what is searched for secrets must find this where it was put. */
export const PLANTED = 'planted-here-to-be-found';
/** What is found in a page that holds no secret, and in which that was planted. */
export const PLANTED_ALONE = {
  elements: [PLANTED],
  fields: [],
  localStorage: [PLANTED],
  sessionStorage: [PLANTED],
  address: [],
  heap: [PLANTED],
} as const;

/** Plants it, and says what the page holds of it and of the secrets, by place. */
export async function searchPlantedPage(page: Page, secrets: readonly string[]): Promise<Record<string, string[]>> {
  await plantText(page, PLANTED);
  return await searchPage(page, [PLANTED, ...secrets]);
}

/** Puts a text into each place of the page that is searched for secrets: what does not find it there finds nothing. */
export async function plantText(page: Page, text: string): Promise<void> {
  await page.evaluate((planted) => {
    document.body.dataset['planted'] = planted;
    localStorage.setItem('planted', planted);
    sessionStorage.setItem('planted', planted);
    // A cookie and an address are written out below; this one is held by the page's script alone.
    Object.assign(globalThis, { planted: { text: planted } });
  }, text);
}

/** Which of the texts the page holds, by place: its elements and what is typed into them, its storage, its live objects. */
async function searchPage(page: Page, texts: readonly string[]): Promise<Record<string, string[]>> {
  const places = await page.evaluate(() => ({
    elements: document.documentElement.outerHTML,
    fields: [...document.querySelectorAll('input, textarea, select')]
      .map((field) => Reflect.get(field, 'value'))
      .join('\n'),
    localStorage: JSON.stringify(Object.entries(localStorage)),
    sessionStorage: JSON.stringify(Object.entries(sessionStorage)),
    address: `${document.cookie} ${location.href}`,
  }));
  return Object.fromEntries([
    ...Object.entries(places).map(([place, text]) => [place, findSecrets(text, texts)] as const),
    ['heap', findSecrets(await takeHeapSnapshot(page), texts, WINDOW)] as const,
  ]);
}

/** Every object and text that the page's scripts and elements still hold on to, after a collection of the rest. */
async function takeHeapSnapshot(page: Page): Promise<Buffer> {
  const debug = await page.context().newCDPSession(page);
  const chunks: Buffer[] = [];
  debug.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(Buffer.from(chunk)));
  await debug.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await debug.detach();
  return Buffer.concat(chunks);
}
