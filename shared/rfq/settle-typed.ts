import type { DecimalString } from '../decimal.ts';
import { isMultipleOf } from '../decimal.ts';
import { amountStep, amountUnit, hasSizes, priceUnit, whereSized } from '../orders/facts.ts';
import { settleNumber } from '../orders/typed/typed-number.ts';
import type { Instrument } from '../service/instrument.ts';
import type { HedgeDraft, RfqDraft } from './draft.ts';
import { blockTick } from './rules/hedge.ts';
import { checkLegAmount } from './rules/legs.ts';

/** A leg's amount as it was typed, written plainly where one reading alone is legal. */
export function settleLegAmount(text: string, instrument: Instrument | null): string {
  if (instrument === null) return settleNumber(text, {}, () => true);
  const isLegal = (value: DecimalString): boolean =>
    !hasSizes(instrument) || !checkLegAmount(value, instrument, 0).issues.some(({ severity }) => severity === 'error');
  return settleNumber(text, { units: [amountUnit(instrument)] }, isLegal);
}

/** A hedge's amount and price, likewise. */
export function settleHedge(hedge: HedgeDraft, instrument: Instrument | null): HedgeDraft {
  const isOn = (step: DecimalString | null) => (value: DecimalString) => step === null || isMultipleOf(value, step);
  const sized = whereSized(instrument);
  const [step, tick] = sized === null ? [null, null] : [amountStep(sized), blockTick(sized)];
  const [amount, price] = instrument === null ? [[], []] : [[amountUnit(instrument)], [priceUnit(instrument)]];
  return {
    ...hedge,
    amount: settleNumber(hedge.amount, { units: amount }, isOn(step)),
    price: settleNumber(hedge.price, { units: price }, isOn(tick)),
  };
}

/** The numbers of a request as they were typed, likewise. */
export function settleRfq(draft: RfqDraft, of: (instrumentName: string) => Instrument | null): RfqDraft {
  return {
    ...draft,
    legs: draft.legs.map((leg) => ({ ...leg, amount: settleLegAmount(leg.amount, of(leg.instrument_name)) })),
    hedges: draft.hedges.map((hedge) => settleHedge(hedge, of(hedge.instrument_name))),
  };
}
