import { useState } from 'react';
import { type DecimalString, decimal, multiply } from '../../../../shared/decimal.ts';
import { readNumber } from '../../../../shared/orders/typed/typed-number.ts';
import { setForm } from '../../../stores/rfq/rfq-store.ts';
import { NumberField } from './number-field.tsx';
import { wholeSteps } from './number-steps.ts';
import type { RfqView } from '../use-rfq.ts';

/** The structure's amount: Enter gives every leg its ratio of it. */
export function ScaleField({ view }: { readonly view: RfqView }) {
  const [typed, setTyped] = useState<string | null>(null);
  const { structure } = view.verdict;
  if (structure === null) return null;
  const { legs } = structure;

  function scale(amount: DecimalString): void {
    const entries = legs.map(({ instrument, ratio }) => [instrument.instrument_name, multiply(amount, decimal(ratio))]);
    setForm({ amounts: { ...view.form.amounts, ...Object.fromEntries(entries) } });
  }

  return (
    <label className="rfq-scale">
      <span className="muted">Scale all to</span>
      <NumberField
        aria-label="Amount of the structure"
        value={typed ?? structure.amount}
        most={32}
        steps={wholeSteps(structure)}
        onType={setTyped}
        onMove={(moved) => {
          scale(moved);
          setTyped(null);
        }}
        onBlur={() => setTyped(null)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setTyped(null);
          if (event.key !== 'Enter' || event.ctrlKey || typed === null) return;
          const amount = readNumber(typed);
          if (amount !== null && amount !== '0' && !amount.startsWith('-')) scale(amount);
          setTyped(null);
        }}
      />
    </label>
  );
}
