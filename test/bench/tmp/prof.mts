import { createServer } from 'node:http';
import { readFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { launchChromium } from '../../support/browser.ts';
const folder = mkdtempSync(join(tmpdir(), 'prof-'));
await build({
  root: join(import.meta.dirname, '../grid-page'),
  configFile: false,
  logLevel: 'error',
  plugins: [react()],
  build: { outDir: folder, emptyOutDir: true, minify: false },
});
const T = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
const server = createServer((q, r) => {
  const p = q.url === '/' ? '/index.html' : q.url;
  try {
    const b = readFileSync(join(folder, p));
    r.writeHead(200, { 'content-type': T[extname(p)] ?? 'text/plain' }).end(b);
  } catch {
    r.writeHead(404).end();
  }
});
await new Promise((d) => server.listen(0, '127.0.0.1', d));
const browser = await launchChromium();
const page = await browser.newPage({ viewport: { width: 1200, height: 700 } });
await page.goto(`http://127.0.0.1:${server.address().port}/`);
const call = (m, a) => page.evaluate(([m, a]) => window.bench[m](a), [m, a]);
const steps = (process.argv[2] ?? 'open').split(',');
const cdp = await page.context().newCDPSession(page);
await cdp.send('Profiler.enable');
await cdp.send('Profiler.setSamplingInterval', { interval: 200 });
for (const kind of ['ours', 'vanilla']) {
  if (process.argv[3] && process.argv[3] !== kind) continue;
  for (let w = 0; w < 1; w++) {
    await call('open', kind);
    await call('sort', null);
    await call('filter', null);
    await call('close', null);
  }
  const self = new Map(),
    total = new Map();
  let n = 0;
  const took = { open: 0, sort: 0, filter: 0 };
  for (let i = 0; i < 2; i++) {
    for (const s of ['open', 'sort', 'filter', 'close']) {
      const on = steps.includes(s);
      if (on) await cdp.send('Profiler.start');
      took[s] += Number(await call(s, kind)) / 2;
      if (!on) continue;
      const { profile } = await cdp.send('Profiler.stop');
      const byId = new Map(profile.nodes.map((x) => [x.id, x]));
      const parent = new Map();
      for (const x of profile.nodes) for (const c of x.children ?? []) parent.set(c, x.id);
      profile.samples.forEach((id, k) => {
        const ms = (profile.timeDeltas[k] ?? 0) / 1000 / 2;
        n += ms;
        const name = (x) => `${x.callFrame.functionName || '(anon)'}:${x.callFrame.lineNumber}`;
        self.set(name(byId.get(id)), (self.get(name(byId.get(id))) ?? 0) + ms);
        const seen = new Set();
        for (let at = id; at !== undefined; at = parent.get(at)) {
          const nm = name(byId.get(at));
          if (!seen.has(nm)) {
            seen.add(nm);
            total.set(nm, (total.get(nm) ?? 0) + ms);
          }
        }
      });
    }
  }
  const top = (m, k) =>
    [...m]
      .sort((a, b) => b[1] - a[1])
      .slice(0, k)
      .map(([a, b]) => `${b.toFixed(1)} ${a}`)
      .join('\n   ');
  console.log(kind, JSON.stringify(took), '\n self\n  ', top(self, 12), '\n total\n  ', top(total, 75));
}
await browser.close();
server.close();
