import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BreakerState } from '../../../../shared/ipc/schemas/session-schema.ts';
import {
  type Breaker,
  createBreaker,
  type Passage,
  type PassageEnd,
  PROBE_EVERY_MS,
} from '../../../../electron/service/limits/breaker.ts';

/** The changes of state that the design page draws, as `closed --> open`. */
function drawnChanges(): Set<string> {
  const text = readFileSync(join(import.meta.dirname, '../../../../docs/design/rate-limits.md'), 'utf8');
  const diagram = /```mermaid\nstateDiagram-v2\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
  return new Set([...diagram.matchAll(/^\s*(\w+ --> \w+):/gm)].map(([, change]) => change ?? ''));
}

interface Model {
  state: BreakerState;
}

interface Real {
  nowMs: number;
  readonly breaker: Breaker;
  readonly changes: string[];
  readonly out: { readonly passage: Passage; readonly isProbe: boolean }[];
}

const DRAWN = drawnChanges();
const CLOSED: BreakerState = 'closed';
const steps = { made: 0 };
const seen = new Set<string>();

/** What may come of a step that is not drawn as one: nothing else may change the state. */
function check(model: Model, real: Real, allowed: readonly BreakerState[]): void {
  steps.made += 1;
  for (const change of real.changes) seen.add(change);
  for (const change of real.changes) assert.ok(DRAWN.has(change), `${change} is not drawn`);
  assert.ok(real.changes.length <= 1, 'one step, one change');
  real.changes.length = 0;
  assert.ok(allowed.includes(real.breaker.state()), `${model.state} became ${real.breaker.state()}`);
  model.state = real.breaker.state();
}

class Advance implements fc.Command<Model, Real> {
  readonly byMs: number;
  constructor(byMs: number) {
    this.byMs = byMs;
  }
  check = () => true;
  run(model: Model, real: Real): void {
    real.nowMs += this.byMs;
    check(model, real, [model.state]);
  }
  toString = () => `advance ${this.byMs}`;
}

class Pass implements fc.Command<Model, Real> {
  check = () => true;
  run(model: Model, real: Real): void {
    const { breaker } = real;
    if (!breaker.mayPass()) {
      assert.notEqual(model.state, 'closed');
      assert.ok(breaker.waitMs() > 0 && breaker.waitMs() <= PROBE_EVERY_MS);
      return check(model, real, [model.state]);
    }
    const isProbe = model.state !== 'closed';
    real.out.push({ passage: breaker.pass(), isProbe });
    check(model, real, [isProbe ? 'half_open' : 'closed']);
    if (isProbe) assert.equal(breaker.mayPass(), false);
    return undefined;
  }
  toString = () => 'pass';
}

class End implements fc.Command<Model, Real> {
  readonly how: PassageEnd;
  readonly which: number;
  constructor(how: PassageEnd, which: number) {
    this.how = how;
    this.which = which;
  }
  check = () => true;
  run(model: Model, real: Real): void {
    const [ended] = real.out.splice(this.which % Math.max(1, real.out.length), 1);
    if (ended === undefined) return;
    ended.passage.end(this.how);
    // Said twice, it counts once.
    ended.passage.end('nobody');
    if (this.how === 'answered') return check(model, real, ['closed']);
    if (model.state === 'closed') return check(model, real, this.how === 'nobody' ? ['closed', 'open'] : ['closed']);
    return check(model, real, ended.isProbe && model.state === 'half_open' ? ['half_open', 'open'] : [model.state]);
  }
  toString = () => `end ${this.which} ${this.how}`;
}

class OrderAnswered implements fc.Command<Model, Real> {
  check = () => true;
  run(model: Model, real: Real): void {
    real.breaker.noteAnswer();
    check(model, real, ['closed']);
  }
  toString = () => 'order answered';
}

function createReal(): Real {
  const changes: string[] = [];
  const real: Real = {
    nowMs: 0,
    breaker: createBreaker(
      () => real.nowMs,
      (from, to) => changes.push(`${from} --> ${to}`),
    ),
    changes,
    out: [],
  };
  return real;
}

describe('the breaker', () => {
  it('changes its state only as it is drawn, and in every way that is drawn', () => {
    expect(DRAWN.size).toBeGreaterThan(3);
    const which = fc.nat(9);
    const passes = fc.constant(new Pass());
    const failing = which.map((at) => new End('nobody', at));
    const commands = fc.commands(
      [
        passes,
        passes,
        passes,
        failing,
        failing,
        failing,
        fc.integer({ min: 0, max: 600 }).map((ms) => new Advance(ms)),
        which.map((at) => new End('answered', at)),
        which.map((at) => new End('undecided', at)),
        fc.constant(new OrderAnswered()),
      ],
      { maxCommands: 400, size: 'max' },
    );
    fc.assert(
      fc.property(commands, (run) => {
        fc.modelRun(() => ({ model: { state: CLOSED }, real: createReal() }), run);
      }),
      { numRuns: Number(process.env['BREAKER_RUNS'] ?? 300) },
    );
    expect([...seen].toSorted()).toEqual([...DRAWN].toSorted());
    expect(steps.made).toBeGreaterThan(20_000);
  }, 600_000);

  it('lets no more than one patient probe and the quick ones of half a second wait at once', () => {
    const real = createReal();
    for (let read = 0; read < 5; read += 1) real.breaker.pass().end('nobody');
    expect(real.breaker.state()).toBe('open');
    const limits: (number | null | undefined)[] = [];
    for (let probe = 0; probe < 4; probe += 1) {
      real.nowMs += PROBE_EVERY_MS;
      expect(real.breaker.mayPass()).toBe(true);
      limits.push(real.breaker.pass().probe?.limitMs);
    }
    expect(limits).toEqual([null, 500, 500, 500]);
  });

  it('is not opened by failures between which one read was answered', () => {
    const { breaker } = createReal();
    for (let turn = 0; turn < 40; turn += 1) breaker.pass().end(turn % 5 === 4 ? 'answered' : 'nobody');
    expect(breaker.state()).toBe('closed');
  });
});
