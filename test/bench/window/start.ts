import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { startFedTerminal } from './fed-terminal.ts';
import { compareRounds, type Figure } from '../figure.ts';
import { timeFirstPrice } from './first-price.ts';
import { GRID_SCRIPT, startPeers } from './paint-peers.ts';
import { createQuoteFeed, ROWS } from './quote-feed.ts';

const ROUNDS = 21;
const BAR = 1.5;
const BUILT = fileURLToPath(new URL('../../../out/renderer/', import.meta.url));

/**
 * From navigation to the first live price's frame, in fresh browsers: the whole window against a grid page with the
 * same 500 quotes.
 */
export async function measureStart(): Promise<readonly Figure[]> {
  const { quotes } = createQuoteFeed(1)(ROWS);
  const peers = await startPeers(quotes);
  const times = { ours: [] as number[], plain: [] as number[] };
  try {
    // The first start warms the disk for all that follow.
    await measureOurs();
    await timeFirstPrice(peers.measuredUrl);
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round % 2 === 0) times.ours.push(await measureOurs());
      times.plain.push(await timeFirstPrice(peers.measuredUrl));
      if (round % 2 === 1) times.ours.push(await measureOurs());
    }
  } finally {
    peers.close();
  }
  const name = { bench: 'start', figure: 'first_price_ms', against: 'a plain page of ag-grid with the same quotes' };
  return [compareRounds(name, times.ours, times.plain, BAR), ...weighScripts()];

  async function measureOurs(): Promise<number> {
    const terminal = await startFedTerminal(() => quotes);
    try {
      return await timeFirstPrice(terminal.url);
    } finally {
      await terminal.close();
    }
  }
}

/** The window's first scripts, and all of them, against the plain page's; no bar. */
function weighScripts(): Figure[] {
  const page = readFileSync(`${BUILT}index.html`, 'utf8');
  const names = readdirSync(`${BUILT}assets`).filter((name) => name.endsWith('.js'));
  const read = (chosen: readonly string[]) =>
    Buffer.concat(chosen.map((name) => readFileSync(`${BUILT}assets/${name}`)));
  const first = read(names.filter((name) => page.includes(name)));
  const all = read(names);
  const theirs = readFileSync(GRID_SCRIPT);
  const figure = (name: string, script: Buffer, size: (text: Buffer) => number): Figure => {
    const [ours, floor] = [size(script) / 1024, size(theirs) / 1024];
    const against = 'the plain page’s script; reported, no bar';
    return { bench: 'start', figure: name, ours, against, floor, ratio: ours / floor, bar: 0, holds: true };
  };
  return [
    figure('first_scripts_kib', first, (script) => script.length),
    figure('first_scripts_gzip_kib', first, (script) => gzipSync(script).length),
    figure('renderer_scripts_kib', all, (script) => script.length),
    figure('renderer_scripts_gzip_kib', all, (script) => gzipSync(script).length),
  ];
}
