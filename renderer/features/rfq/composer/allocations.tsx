import { useState } from 'react';
import { isPositive, subtract, sum } from '../../../../shared/decimal.ts';
import { amountStep } from '../../../../shared/orders/facts.ts';
import { readNumber } from '../../../../shared/orders/typed/typed-number.ts';
import type { AllocationDraft } from '../../../../shared/rfq/draft.ts';
import { splitAmount } from '../../../../shared/rfq/split.ts';
import { IssueList } from './issues-under.tsx';
import { NumberField } from './number-field.tsx';
import { wholeSteps } from './number-steps.ts';
import { editAllocation, setForm } from '../../../stores/rfq/rfq-store.ts';
import { describeSplitProblem } from '../rfq-text.ts';
import { Schemes } from '../makers/schemes.tsx';
import type { RfqView } from '../use-rfq.ts';

const FIELDS: readonly { readonly field: keyof AllocationDraft; readonly name: string }[] = [
  { field: 'user_id', name: 'user id' },
  { field: 'client_id', name: 'client' },
  { field: 'client_link_id', name: 'link' },
];

const EMPTY_PART: AllocationDraft = { amount: '', user_id: '', client_id: '', client_link_id: '' };

/** The parts as the text splits the whole, or why it can't. */
export function splitParts(
  view: RfqView,
  parts: readonly AllocationDraft[],
  text: string,
): { readonly parts: readonly AllocationDraft[]; readonly problem: string | null } {
  const structure = view.verdict.structure;
  const [leg] = structure?.legs ?? [];
  if (structure === null || leg === undefined) return { parts, problem: 'The amount is not known yet.' };
  const split = splitAmount(structure.amount, amountStep(leg.instrument), text);
  if (!split.ok) return { parts, problem: describeSplitProblem(split.error) };
  return { parts: split.value.map((amount, at) => ({ ...(parts[at] ?? EMPTY_PART), amount })), problem: null };
}

/** Who gets which part; a new part takes what is left. */
export function Allocations({ view }: { readonly view: RfqView }) {
  const { allocations } = view.form;
  const [split, setSplit] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const issues = view.verdict.issues.filter(({ place }) => place.part === 'allocation');

  function addPart(): void {
    const whole = view.verdict.structure?.amount;
    const given = sum(allocations.flatMap(({ amount }) => readNumber(amount) ?? []));
    const rest = whole === undefined ? null : subtract(whole, given);
    const amount = rest !== null && isPositive(rest) ? rest : '';
    setForm({ allocations: [...allocations, { ...EMPTY_PART, amount }] });
  }

  function applySplit(text: string, parts: readonly AllocationDraft[] = allocations): void {
    const done = splitParts(view, parts, text);
    setProblem(done.problem);
    if (done.problem === null) setForm({ allocations: done.parts });
  }

  return (
    <>
      {allocations.map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a part has no name: its place is what it is
        <div key={index} className="rfq-row">
          <span>Part {index + 1}</span>
          <span className="rfq-pair">
            <NumberField
              aria-label={`Part ${index + 1}: amount`}
              placeholder="amount"
              most={32}
              value={part.amount}
              steps={wholeSteps(view.verdict.structure)}
              onType={(amount) => editAllocation(index, { amount })}
            />
            {FIELDS.map(({ field, name }) => (
              <input
                key={field}
                className="rfq-input number"
                aria-label={`Part ${index + 1}: ${name}`}
                placeholder={name}
                maxLength={32}
                value={part[field]}
                onChange={(event) => editAllocation(index, { [field]: event.target.value })}
              />
            ))}
            <button
              type="button"
              className="rfq-row-button"
              aria-label={`Take out part ${index + 1}`}
              onClick={() => setForm({ allocations: allocations.filter((_, at) => at !== index) })}
            >
              ×
            </button>
          </span>
        </div>
      ))}
      <div className="rfq-row">
        <span>Allocation</span>
        <span>
          {allocations.length === 0 ? <span className="muted">all to this account </span> : null}
          <button type="button" className="rfq-fix" onClick={addPart}>
            {allocations.length === 0 ? 'Split it' : 'Add a part'}
          </button>
          <Schemes
            view={view}
            split={split}
            onApply={(scheme) => {
              setSplit(scheme.split);
              applySplit(
                scheme.split,
                scheme.parts.map((part) => ({ ...part, amount: '' })),
              );
            }}
          />
        </span>
      </div>
      {allocations.length === 0 ? null : (
        <div className="rfq-row">
          <span>Split by</span>
          <input
            className="rfq-input number"
            aria-label="Split by shares or ratio"
            aria-invalid={problem !== null}
            placeholder="50% 30% rest, or 2:1:1; Enter"
            maxLength={500}
            value={split}
            onChange={(event) => setSplit(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.ctrlKey) applySplit(split);
            }}
          />
        </div>
      )}
      {problem === null ? null : (
        <p className="rfq-issue rfq-issue-error" role="alert">
          {problem}
        </p>
      )}
      <IssueList issues={issues} />
    </>
  );
}
