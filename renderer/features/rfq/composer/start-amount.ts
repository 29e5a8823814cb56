import { useBackend } from '../../../api/backend.ts';
import { readInstrument } from '../../../api/queries.ts';
import { whereSized } from '../../../../shared/orders/facts.ts';
import type { PastedLeg } from '../../../../shared/rfq/paste.ts';
import type { NewLeg } from '../../../stores/rfq/rfq-store.ts';
import type { RfqView } from '../use-rfq.ts';

/**
 * The amount that a leg begins with: that of the structure where it is of the same kind, else its block minimum. Empty
 * while neither is known.
 */
export function useStartAmount(view: RfqView): (instrumentName: string) => string {
  const backend = useBackend();
  return (name) => {
    const shared = view.verdict.structure?.amount;
    const isAlike = name.split('-').length === view.legs[0]?.leg.instrumentName.split('-').length;
    const own = whereSized(readInstrument(backend, name))?.block_trade_min_trade_amount;
    return (isAlike ? shared : undefined) ?? own ?? '';
  };
}

/** A leg that was typed, pasted or dropped, with what it did not say: it is bought, of the amount that legs begin with. */
export function completeLeg(leg: PastedLeg, startAmount: (instrumentName: string) => string): NewLeg {
  const { instrumentName, direction, amount } = leg;
  return { instrumentName, direction: direction ?? 'buy', amount: amount ?? startAmount(instrumentName) };
}
