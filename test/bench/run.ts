import type { Figure } from './figure.ts';

/** The benches by name; each measures and gives its figures. */
const BENCHES: Readonly<Record<string, () => Promise<readonly Figure[]>>> = {
  check: async () => (await import('./check.ts')).measureChecks(),
  call: async () => (await import('./call.ts')).measureCalls(),
  click: async () => (await import('./click.ts')).measureClicks(),
  decode: async () => (await import('./decode.ts')).measureDecoding(),
  grid: async () => (await import('./window/grid.ts')).measureGrids(),
  memory: async () => (await import('./window/memory.ts')).measureMemory(),
  paint: async () => (await import('./window/paint.ts')).measurePaint(),
  history: async () => (await import('./history.ts')).measureHistory(),
  payoff: async () => (await import('./payoff.ts')).measurePayoff(),
  rest: async () => (await import('./window/rest.ts')).measureRest(),
  start: async () => (await import('./window/start.ts')).measureStart(),
  simulator: async () => (await import('./simulator.ts')).measureSimulator(),
};

const name = process.argv[2] ?? '';
const bench = BENCHES[name];
if (bench === undefined) {
  process.stderr.write(`usage: run.ts ${Object.keys(BENCHES).join('|')}\n`);
  process.exit(2);
}
const figures = await bench();
for (const figure of figures) process.stdout.write(`${JSON.stringify(figure, roundNumbers)}\n`);
process.exit(figures.every(({ holds }) => holds) ? 0 : 1);

function roundNumbers(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(4)) : value;
}
