import type { z } from 'zod';
import { decimalField } from '../../../shared/service/fields.ts';

/**
 * Which parts of a value go out as JSON numbers: those whose schema is `decimalField`. Text like a label `123` stays
 * text.
 */
export type WirePlan =
  | 'plain'
  | 'number'
  | { readonly kind: 'object'; readonly fields: ReadonlyMap<string, WirePlan> }
  | { readonly kind: 'list'; readonly item: WirePlan };

type Definition = z.core.$ZodTypes['_zod']['def'];

const LEAVES: readonly Definition['type'][] = ['string', 'number', 'boolean', 'enum', 'literal'];

/** The plan of a params schema. Throws on a kind of schema that params don't use: its decimals would be missed. */
export function planWire(schema: z.core.$ZodType): WirePlan {
  if (schema === decimalField) return 'number';
  const definition = (schema as z.core.$ZodTypes)._zod.def;
  switch (definition.type) {
    case 'object':
      return planObject(definition.shape);
    case 'array': {
      const item = planWire(definition.element);
      return item === 'plain' ? 'plain' : { kind: 'list', item };
    }
    case 'optional':
      return planWire(definition.innerType);
    default:
      if (LEAVES.includes(definition.type)) return 'plain';
      throw new Error(`no rule for writing a "${definition.type}" of a params schema`);
  }
}

function planObject(shape: Readonly<Record<string, z.core.$ZodType>>): WirePlan {
  const fields = new Map<string, WirePlan>();
  for (const [name, schema] of Object.entries(shape)) {
    const plan = planWire(schema);
    if (plan !== 'plain') fields.set(name, plan);
  }
  return fields.size === 0 ? 'plain' : { kind: 'object', fields };
}
