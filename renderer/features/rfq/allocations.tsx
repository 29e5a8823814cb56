import { isPositive, parseDecimal, subtract, sum } from '../../../shared/decimal.ts';
import type { AllocationDraft } from '../../../shared/rfq/draft.ts';
import { IssueList } from './issues-under.tsx';
import { editAllocation, setForm } from './rfq-store.ts';
import type { RfqView } from './use-rfq.ts';

const FIELDS: readonly { readonly field: keyof AllocationDraft; readonly name: string }[] = [
  { field: 'amount', name: 'amount' },
  { field: 'user_id', name: 'user id' },
  { field: 'client_id', name: 'client' },
  { field: 'client_link_id', name: 'link' },
];

/** Who gets which part of the amount; a new part takes what is left. */
export function Allocations({ view }: { readonly view: RfqView }) {
  const { allocations } = view.form;
  const issues = view.verdict.issues.filter(({ place }) => place.part === 'allocation');

  function addPart(): void {
    const whole = view.verdict.structure?.amount;
    const given = sum(allocations.flatMap(({ amount }) => parseDecimal(amount) ?? []));
    const rest = whole === undefined ? null : subtract(whole, given);
    const amount = rest !== null && isPositive(rest) ? rest : '';
    setForm({ allocations: [...allocations, { amount, user_id: '', client_id: '', client_link_id: '' }] });
  }

  return (
    <>
      {allocations.map((part, index) => (
        // Parts have no name of their own: their place is what they are.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="rfq-row">
          <span>Part {index + 1}</span>
          <span className="rfq-pair">
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
        </span>
      </div>
      <IssueList issues={issues} />
    </>
  );
}
