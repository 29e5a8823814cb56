import { decimal, type DecimalString } from '../../../../shared/decimal.ts';
import { amountStep, amountUnit, whereSized } from '../../../../shared/orders/facts.ts';
import { blockTick } from '../../../../shared/rfq/rules/hedge.ts';
import type { Structure } from '../../../../shared/rfq/structure.ts';
import type { Instrument } from '../../../../shared/service/instrument.ts';
import type { NumberSteps } from './number-field.tsx';

/** Ratios are whole. */
export const RATIO_STEPS: NumberSteps = { step: decimal(1), least: decimal(1), from: null };

/** A leg's amount, by its step and not below the block minimum. */
export function legSteps(known: Instrument | null): NumberSteps | null {
  const instrument = whereSized(known);
  if (instrument === null) return null;
  const least = instrument.block_trade_min_trade_amount ?? instrument.min_trade_amount;
  return { step: amountStep(instrument), least, from: least };
}

/** The hedge's amount: no block minimum binds it. */
export function hedgeSteps(known: Instrument | null, from: DecimalString | null): NumberSteps | null {
  const instrument = whereSized(known);
  if (instrument === null) return null;
  return { step: amountStep(instrument), least: instrument.min_trade_amount, from };
}

/** The hedge's price, by the tick of blocks. */
export function priceSteps(known: Instrument | null, from: DecimalString | null): NumberSteps | null {
  const instrument = whereSized(known);
  if (instrument === null) return null;
  const step = blockTick(instrument);
  return { step, least: step, from };
}

/** The amount of the structure and its parts; null where its legs count in different units. */
export function wholeSteps(structure: Structure | null): NumberSteps | null {
  const [first] = structure?.legs ?? [];
  if (structure === null || first === undefined) return null;
  const unit = amountUnit(first.instrument);
  if (structure.legs.some(({ instrument }) => amountUnit(instrument) !== unit)) return null;
  const step = amountStep(first.instrument);
  return { step, least: step, from: null };
}
