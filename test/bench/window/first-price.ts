import { launchBareBrowser, navigate } from './bare-browser.ts';
import { MARKER } from './quote-feed.ts';

/** Where a page that is measured finds `MEASURE`; a script of its own, as the window's policy wants it. */
export const MEASURE_PATH = '/measure.js';

const SAID = 'first price after';
/** A page that shows none in this time never will. */
const LONGEST_MS = 30_000;

/** After each document change, logs the page's time, ms since navigation, of the task after the first price's frame. */
export const MEASURE = `
const observer = new MutationObserver(() => {
  if (!/\\d/u.test(document.querySelector('[row-id="${MARKER}"] [col-id="bid"]')?.textContent ?? '')) return;
  observer.disconnect();
  requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => console.info('${SAID}', performance.now());
    channel.port2.postMessage(null);
  });
});
observer.observe(document, { subtree: true, childList: true, characterData: true });`;

/** A page's text with the measuring script before its own. */
export function withMeasure(html: string): string {
  return html.replace('<head>', `<head><script src="${MEASURE_PATH}"></script>`);
}

/** Milliseconds from navigation to the first price, in a fresh browser. */
export async function timeFirstPrice(url: string): Promise<number> {
  const browser = launchBareBrowser();
  const timer = setTimeout(browser.kill, LONGEST_MS);
  const shown = new Promise<number>((resolve, reject) => {
    browser.lines.on('line', (line) => {
      const [, time] = new RegExp(`${SAID} ([\\d.]+)`, 'u').exec(line) ?? [];
      if (time !== undefined) resolve(Number(time));
    });
    browser.lines.once('close', () => reject(new Error('the page showed no price')));
  });
  try {
    const [time] = await Promise.all([shown, browser.address.then((address) => navigate(address, url))]);
    return time;
  } finally {
    clearTimeout(timer);
    await browser.close();
  }
}
