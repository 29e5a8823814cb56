import type { OptionType } from '../options/black76.ts';

/**
 * `one`: one expiry, strikes by rank. `calendar`: two expiries, one strike. `diagonal`: two expiries, a strike each.
 */
export type ShapeFamily = 'one' | 'calendar' | 'diagonal';

export interface ShapeLeg {
  readonly type: OptionType;
  /** Rank of the strike from the lowest, in the family `one`; in the others 0 for the far expiry and 1 for the near. */
  readonly slot: number;
  /** Above zero when bought. */
  readonly ratio: number;
}

/** A structure of options with a name, seen from who buys it. */
export interface Shape {
  /** The service's code for it (facts, section 10, "Combo ids"). */
  readonly code: string;
  readonly name: string;
  readonly family: ShapeFamily;
  readonly legs: readonly ShapeLeg[];
}

function shape(code: string, name: string, family: ShapeFamily, text: string): Shape {
  const legs = text.split(' ').map((part): ShapeLeg => {
    const [, ratio = '', letter, slot = ''] = /^([+-]\d)([CP])(\d)$/.exec(part) ?? [];
    return { type: letter === 'C' ? 'call' : 'put', slot: Number(slot), ratio: Number(ratio) };
  });
  return { code, name, family, legs };
}

/** Structures of options with a code. Buying sides: docs/design/block-rfq.md, "Structures". */
export const SHAPES: readonly Shape[] = [
  shape('CS', 'call spread', 'one', '+1C0 -1C1'),
  shape('PS', 'put spread', 'one', '-1P0 +1P1'),
  shape('CSR12', 'call spread 1×2', 'one', '+1C0 -2C1'),
  shape('CSR13', 'call spread 1×3', 'one', '+1C0 -3C1'),
  shape('CSR23', 'call spread 2×3', 'one', '+2C0 -3C1'),
  shape('PSR12', 'put spread 1×2', 'one', '-2P0 +1P1'),
  shape('PSR13', 'put spread 1×3', 'one', '-3P0 +1P1'),
  shape('PSR23', 'put spread 2×3', 'one', '-3P0 +2P1'),
  shape('STRD', 'straddle', 'one', '+1C0 +1P0'),
  shape('STRG', 'strangle', 'one', '+1P0 +1C1'),
  shape('GUTS', 'guts', 'one', '+1C0 +1P1'),
  shape('REV', 'synthetic future', 'one', '+1C0 -1P0'),
  shape('RR', 'risk reversal', 'one', '-1P0 +1C1'),
  shape('RRITM', 'in-the-money risk reversal', 'one', '+1C0 -1P1'),
  shape('CBUT', 'call butterfly', 'one', '+1C0 -2C1 +1C2'),
  shape('PBUT', 'put butterfly', 'one', '+1P0 -2P1 +1P2'),
  shape('CBUT111', 'call butterfly 1-1-1', 'one', '+1C0 -1C1 +1C2'),
  shape('PBUT111', 'put butterfly 1-1-1', 'one', '+1P0 -1P1 +1P2'),
  shape('IBUT', 'iron butterfly', 'one', '+1P0 -1P1 -1C1 +1C2'),
  shape('CCOND', 'call condor', 'one', '+1C0 -1C1 -1C2 +1C3'),
  shape('PCOND', 'put condor', 'one', '+1P0 -1P1 -1P2 +1P3'),
  shape('ICOND', 'iron condor', 'one', '+1P0 -1P1 -1C2 +1C3'),
  shape('BOX', 'box', 'one', '+1C0 -1P0 -1C1 +1P1'),
  shape('CCAL', 'call calendar', 'calendar', '+1C0 -1C1'),
  shape('PCAL', 'put calendar', 'calendar', '+1P0 -1P1'),
  shape('STDC', 'straddle calendar', 'calendar', '+1C0 +1P0 -1C1 -1P1'),
  shape('JR', 'jelly roll', 'calendar', '+1C0 -1P0 -1C1 +1P1'),
  shape('CDIAG', 'call diagonal', 'diagonal', '+1C0 -1C1'),
  shape('PDIAG', 'put diagonal', 'diagonal', '+1P0 -1P1'),
  shape('DSTDC', 'diagonal straddle calendar', 'diagonal', '+1C0 +1P0 -1C1 -1P1'),
];

/** A shape's identity: family and ordered legs; all signs turn when sold. */
export function shapeKey(family: ShapeFamily, legs: readonly ShapeLeg[], side: 'buy' | 'sell' = 'buy'): string {
  const sign = side === 'buy' ? 1 : -1;
  const parts = legs.map(({ type, slot, ratio }) => `${slot}${type}${ratio * sign}`);
  return `${family}:${parts.toSorted().join(',')}`;
}
