import type { Result } from '../../shared/result.ts';
import { EXTENSIONS } from '../../shared/service/extensions.ts';
import { METHODS, type LimitCategory, type Scope } from '../../shared/service/methods.ts';
import { readParams, type ParamSpecification, type ParamValues, type RawParams } from '../http/params.ts';
import type { Refusal } from '../refusal.ts';
import type { World } from '../world.ts';

/** One method of the service, ready to be called. */
export interface Method {
  readonly name: string;
  readonly scope: Scope | null;
  readonly limit: LimitCategory;
  /** `arrival` is the call's place in the order of arrival; 0 when not known. */
  readonly run: (world: World, raw: RawParams, nowMs: number, arrival?: number) => Result<unknown, Refusal>;
}

type KnownName = keyof typeof METHODS | keyof typeof EXTENSIONS;

/** A method with its parameters read and checked before `answer` sees them; scope and limit are the contract's. */
export function defineMethod<Specification extends ParamSpecification>(
  name: KnownName,
  specification: Specification,
  answer: (
    world: World,
    params: ParamValues<Specification>,
    nowMs: number,
    arrival: number,
  ) => Result<unknown, Refusal>,
): Method {
  const { scope, limit } = { ...METHODS, ...EXTENSIONS }[name];
  return {
    name,
    scope,
    limit,
    run: (world, raw, nowMs, arrival = 0) => {
      const params = readParams(raw, specification);
      return params.ok ? answer(world, params.value, nowMs, arrival) : params;
    },
  };
}
