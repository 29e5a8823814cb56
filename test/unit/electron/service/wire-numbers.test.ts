import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { planWire, type WirePlan } from '../../../../electron/service/wire/wire-numbers.ts';
import { EXTENSIONS } from '../../../../shared/service/extensions.ts';
import { decimalField } from '../../../../shared/service/fields.ts';
import { METHODS } from '../../../../shared/service/methods.ts';

/** Paths of the numbers in a plan. */
function pathsOf(plan: WirePlan, path = ''): string[] {
  if (plan === 'plain') return [];
  if (plan === 'number') return [path];
  if (plan.kind === 'list') return pathsOf(plan.item, `${path}[]`);
  return [...plan.fields].flatMap(([name, field]) => pathsOf(field, path === '' ? name : `${path}.${name}`));
}

describe('which params are numbers', () => {
  it('of a sell: the decimals, those of its linked orders too, and nothing else', () => {
    expect(pathsOf(planWire(METHODS['private/sell'].params))).toEqual([
      'amount',
      'contracts',
      'price',
      'display_amount',
      'trigger_price',
      'trigger_offset',
      'otoco_config[].amount',
      'otoco_config[].price',
      'otoco_config[].trigger_price',
      'otoco_config[].trigger_offset',
    ]);
  });

  it('of a Block RFQ: legs, allocations and the hedge', () => {
    expect(pathsOf(planWire(METHODS['private/create_block_rfq'].params))).toEqual([
      'legs[].amount',
      'trade_allocations[].amount',
      'hedge.price',
      'hedge.amount',
    ]);
  });

  it('of a margin that is asked for', () => {
    expect(pathsOf(planWire(EXTENSIONS['private/get_margins'].params))).toEqual(['amount', 'price']);
  });

  it.each(['private/edit', 'private/edit_by_label'] as const)('of %s: size, price, trigger and display', (method) => {
    expect(pathsOf(planWire(EXTENSIONS[method].params))).toEqual([
      'amount',
      'contracts',
      'price',
      'trigger_price',
      'trigger_offset',
      'display_amount',
    ]);
  });

  it('of a close: its price', () => {
    expect(pathsOf(planWire(EXTENSIONS['private/close_position'].params))).toEqual(['price']);
  });

  it('of every other method: none', () => {
    const withNumbers = [
      'private/sell',
      'private/buy',
      'private/edit',
      'private/edit_by_label',
      'private/close_position',
      'private/create_block_rfq',
      'private/get_margins',
    ];
    const others = Object.entries({ ...METHODS, ...EXTENSIONS }).filter(([name]) => !withNumbers.includes(name));
    expect(others.length).toBeGreaterThan(10);
    for (const [name, { params }] of others) expect([name, planWire(params)]).toEqual([name, 'plain']);
  });

  it('follows the schema, not the look of a value', () => {
    const schema = z.strictObject({ label: z.string(), price: decimalField.optional(), when: z.number() });
    expect(pathsOf(planWire(schema))).toEqual(['price']);
  });

  it('stops at a kind of schema for which it has no rule', () => {
    expect(() => planWire(z.strictObject({ map: z.record(z.string(), decimalField) }))).toThrow('record');
    expect(() => planWire(z.strictObject({ price: z.union([z.literal('market_price'), decimalField]) }))).toThrow(
      'union',
    );
  });
});
