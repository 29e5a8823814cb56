import type { OptionType } from '../options/black76.ts';
import { fail, ok, type Result } from '../result.ts';
import type { Direction } from '../service/fields.ts';
import { type ShapeLeg, SHAPES } from './shapes.ts';
import { opposite } from './structure.ts';

/** A strike by the delta of an option there: 0.25 of a put is that of a put with delta −0.25. */
export interface StrikeTarget {
  readonly type: OptionType;
  readonly delta: number;
}

/** A structure that finds its own strikes. */
export interface Template {
  readonly id: string;
  readonly name: string;
  readonly expiries: 0 | 1 | 2;
  /** One for each slot of the shape; with two expiries and two targets, the far one's first. */
  readonly targets: readonly StrikeTarget[];
  readonly options: readonly ShapeLeg[];
  /** Traded with a future: its ratio in coins, positive when bought. */
  readonly future: number;
}

const call = (delta: number): StrikeTarget => ({ type: 'call', delta });
const put = (delta: number): StrikeTarget => ({ type: 'put', delta });

function ofShape(code: string, targets: readonly StrikeTarget[]): Template {
  const shape = SHAPES.find((known) => known.code === code);
  if (shape === undefined) throw new Error(`no shape ${code}`);
  const expiries = shape.family === 'one' ? 1 : 2;
  return { id: code, name: shape.name, expiries, targets, options: shape.legs, future: 0 };
}

function againstFuture(id: string, name: string, targets: readonly StrikeTarget[], options: readonly ShapeLeg[]) {
  return { id, name, expiries: 1, targets, options, future: 1 } satisfies Template;
}

const sold = (type: OptionType, slot: number): ShapeLeg => ({ type, slot, ratio: -1 });
const bought = (type: OptionType, slot: number): ShapeLeg => ({ type, slot, ratio: 1 });

/** Every template, in the order of the menu. */
export const TEMPLATES: readonly Template[] = [
  ofShape('CS', [call(0.5), call(0.25)]),
  ofShape('PS', [put(0.25), put(0.5)]),
  ofShape('STRD', [call(0.5)]),
  ofShape('STRG', [put(0.25), call(0.25)]),
  ofShape('GUTS', [call(0.75), put(0.75)]),
  ofShape('RR', [put(0.25), call(0.25)]),
  ofShape('CBUT', [call(0.7), call(0.5), call(0.3)]),
  ofShape('PBUT', [put(0.3), put(0.5), put(0.7)]),
  ofShape('IBUT', [put(0.25), call(0.5), call(0.25)]),
  ofShape('CCOND', [call(0.75), call(0.6), call(0.4), call(0.25)]),
  ofShape('PCOND', [put(0.25), put(0.4), put(0.6), put(0.75)]),
  ofShape('ICOND', [put(0.15), put(0.3), call(0.3), call(0.15)]),
  ofShape('CSR12', [call(0.5), call(0.25)]),
  ofShape('CSR13', [call(0.5), call(0.15)]),
  ofShape('CSR23', [call(0.5), call(0.35)]),
  ofShape('PSR12', [put(0.25), put(0.5)]),
  ofShape('PSR13', [put(0.15), put(0.5)]),
  ofShape('PSR23', [put(0.35), put(0.5)]),
  ofShape('CCAL', [call(0.5)]),
  ofShape('PCAL', [put(0.5)]),
  ofShape('STDC', [call(0.5)]),
  ofShape('CDIAG', [call(0.5), call(0.25)]),
  ofShape('PDIAG', [put(0.5), put(0.25)]),
  ofShape('BOX', [call(0.65), call(0.35)]),
  ofShape('JR', [call(0.5)]),
  ofShape('REV', [call(0.5)]),
  againstFuture('CONV', 'conversion', [call(0.5)], [sold('call', 0), bought('put', 0)]),
  againstFuture('CC', 'covered call', [call(0.25)], [sold('call', 0)]),
  againstFuture('PP', 'protective put', [put(0.25)], [bought('put', 0)]),
  againstFuture('COLLAR', 'collar', [put(0.25), call(0.25)], [bought('put', 0), sold('call', 1)]),
  { id: 'FS', name: 'future spread', expiries: 0, targets: [], options: [], future: 1 },
];

/** A strike of one expiry, with both options there. */
export interface ChainStrike {
  readonly strike: number;
  readonly callName: string;
  readonly putName: string;
  /** Of the call, Black-Scholes, between 0 and 1; null where no ticker says. */
  readonly callDelta: number | null;
}

/** The strikes of an expiry, lowest first, and its forward; null where no ticker says. */
export interface Chain {
  readonly strikes: readonly ChainStrike[];
  readonly forward: number | null;
}

/** How strikes are found: by delta as the targets say, or by strike over forward in percent, one for each target. */
export type StrikeMethod =
  | { readonly by: 'delta'; readonly targets: readonly number[] }
  | { readonly by: 'moneyness'; readonly percents: readonly number[] };

export interface TemplateWish {
  readonly template: Template;
  readonly side: Direction;
  readonly method: StrikeMethod;
  /** The far one first; as many as the template has expiries. */
  readonly chains: readonly Chain[];
  /** For templates with a future; the far one first for a spread of two. */
  readonly futures: readonly string[];
}

export interface TemplateLeg {
  readonly instrumentName: string;
  readonly direction: Direction;
  /** Coins for each of the structure, above zero. */
  readonly ratio: number;
}

/**
 * `no_prices`: a needed ticker is missing. `too_few_strikes`: too few are listed. `target_unreadable`: an impossible
 * delta or percentage.
 */
export type TemplateProblem =
  | 'no_prices'
  | 'too_few_strikes'
  | 'expiry_missing'
  | 'future_missing'
  | 'target_unreadable';

/** Starting points for strikes by moneyness, in percent of the forward. */
export function defaultPercents(count: number): readonly number[] {
  return [[], [100], [95, 105], [90, 100, 110], [85, 95, 105, 115]][count] ?? [];
}

/** The legs of a template with the listed strikes that come nearest to what was asked, in rising order. */
export function solveTemplate(wish: TemplateWish): Result<readonly TemplateLeg[], TemplateProblem> {
  const { template, chains } = wish;
  if (chains.length < template.expiries) return fail('expiry_missing');
  if (!isMethodReadable(wish.method)) return fail('target_unreadable');
  const solved = template.expiries === 2 ? solveTwoExpiries(wish) : solveOneExpiry(wish);
  if (!solved.ok) return solved;
  const futures = futureLegs(wish);
  if (futures === null) return fail('future_missing');
  const legs = [...futures, ...solved.value];
  if (wish.side === 'buy') return ok(legs);
  return ok(legs.map((leg) => ({ ...leg, direction: opposite(leg.direction) })));
}

function isMethodReadable(method: StrikeMethod): boolean {
  return method.by === 'delta'
    ? method.targets.every((delta) => delta > 0 && delta < 1)
    : method.percents.every((percent) => percent > 0 && Number.isFinite(percent));
}

function futureLegs({ template, futures }: TemplateWish): TemplateLeg[] | null {
  if (template.future === 0) return [];
  const [first, second] = futures;
  if (first === undefined) return null;
  const main: TemplateLeg = { instrumentName: first, direction: 'buy', ratio: template.future };
  if (template.expiries > 0) return [main];
  if (second === undefined || second === first) return null;
  return [main, { instrumentName: second, direction: 'sell', ratio: template.future }];
}

function solveOneExpiry({ template, method, chains }: TemplateWish): Result<TemplateLeg[], TemplateProblem> {
  const [chain] = chains;
  if (chain === undefined || template.targets.length === 0) return ok([]);
  const picked = pickRising(
    template.targets.map((target, slot) => costs(chain, target, method, slot)),
    chain.strikes,
  );
  if (!picked.ok) return picked;
  return ok(template.options.map((leg) => optionLeg(leg, picked.value[leg.slot])));
}

function solveTwoExpiries({ template, method, chains }: TemplateWish): Result<TemplateLeg[], TemplateProblem> {
  const [far, near] = chains;
  if (far === undefined || near === undefined) return fail('expiry_missing');
  const [first, second] = template.targets;
  if (first === undefined) return ok([]);
  if (second === undefined) {
    const shared = near.strikes.filter(({ strike }) => far.strikes.some((other) => other.strike === strike));
    const picked = pickRising([costs({ ...near, strikes: shared }, first, method, 0)], shared);
    if (!picked.ok) return picked;
    const [at] = picked.value;
    const inFar = far.strikes.find(({ strike }) => strike === at?.strike);
    return ok(template.options.map((leg) => optionLeg(leg, leg.slot === 0 ? inFar : at)));
  }
  const inFar = pickRising([costs(far, first, method, 0)], far.strikes);
  if (!inFar.ok) return inFar;
  const [farStrike] = inFar.value;
  const others = { ...near, strikes: near.strikes.filter(({ strike }) => strike !== farStrike?.strike) };
  const inNear = pickRising([costs(others, second, method, 1)], others.strikes);
  if (!inNear.ok) return inNear;
  return ok(template.options.map((leg) => optionLeg(leg, leg.slot === 0 ? farStrike : inNear.value[0])));
}

/** A leg at the strike that was found for it. Throws without one. */
export function optionLeg(leg: Pick<ShapeLeg, 'type' | 'ratio'>, at: ChainStrike | undefined): TemplateLeg {
  if (at === undefined) throw new Error('every slot was given a strike');
  return {
    instrumentName: leg.type === 'call' ? at.callName : at.putName,
    direction: leg.ratio > 0 ? 'buy' : 'sell',
    ratio: Math.abs(leg.ratio),
  };
}

/** How far each strike is from the target; null where nothing says. */
function costs(chain: Chain, target: StrikeTarget, method: StrikeMethod, slot: number): (number | null)[] {
  if (method.by === 'moneyness') {
    const percent = method.percents[slot] ?? 100;
    const { forward } = chain;
    return chain.strikes.map(({ strike }) => (forward === null ? null : Math.abs(strike / forward - percent / 100)));
  }
  const wanted = method.targets[slot] ?? target.delta;
  const callDelta = target.type === 'call' ? wanted : 1 - wanted;
  return chain.strikes.map((at) => (at.callDelta === null ? null : Math.abs(at.callDelta - callDelta)));
}

interface Picked {
  readonly cost: number;
  readonly indices: readonly number[];
}

/** One of the listed for each row of costs, each above the last, with the least sum of costs. */
export function pickRising<T>(
  rows: readonly (readonly (number | null)[])[],
  listed: readonly T[],
): Result<T[], TemplateProblem> {
  if (listed.length < rows.length) return fail('too_few_strikes');
  // best[at]: the cheapest pick of the rows so far whose last strike is at or below `at`.
  let best: (Picked | null)[] = listed.map(() => ({ cost: 0, indices: [] }));
  for (const [row, cost] of rows.entries()) {
    const next: (Picked | null)[] = [];
    for (const at of listed.keys()) {
      const before = row === 0 ? { cost: 0, indices: [] } : at === 0 ? null : (best[at - 1] ?? null);
      const own = cost[at] ?? null;
      const here =
        before === null || own === null ? null : { cost: before.cost + own, indices: [...before.indices, at] };
      const lower = next[at - 1] ?? null;
      next.push(here !== null && (lower === null || here.cost < lower.cost) ? here : lower);
    }
    best = next;
  }
  const found = best.at(-1) ?? null;
  if (found !== null) return ok(found.indices.flatMap((at) => listed[at] ?? []));
  const priced = rows.every((row) => row.filter((own) => own !== null).length >= rows.length);
  return fail(priced ? 'too_few_strikes' : 'no_prices');
}
