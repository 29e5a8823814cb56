import { useId, useState } from 'react';
import { MOST_UNITS, unitField } from '../../../../shared/orders/limits/amount-limits.ts';
import { useAccountState } from '../../../stores/account-state.ts';
import { GUARD_WORDS } from '../../../ui/words/policy-words.ts';
import { GuardRow } from './guard-row.tsx';
import type { AmountTexts, GuardsForm, GuardTierName } from './guards-form.ts';
import '../../../ui/controls/line-form.css';

interface AmountsProps {
  readonly amounts: GuardsForm['amounts'];
  readonly onChange: (amounts: GuardsForm['amounts']) => void;
}

interface AmountRowsProps extends AmountsProps {
  readonly isBad: (tier: GuardTierName, unit: string) => boolean;
  /** Whether the machine's policy fixes it: then it can't be removed. */
  readonly isFixed: (unit: string) => boolean;
}

/** Limits of amounts unit by unit: 10,000 USD are no 10,000 BTC. */
export function AmountRows({ amounts, isBad, isFixed, onChange }: AmountRowsProps) {
  const { name } = GUARD_WORDS.maxAmount;

  function remove(unit: string, form: HTMLFormElement | null): void {
    onChange(Object.fromEntries(Object.entries(amounts).filter(([other]) => other !== unit)));
    // The button that was pressed is gone; the focus goes on with what takes a unit.
    form?.querySelector<HTMLInputElement>('.guards-adder input')?.focus();
  }

  return (
    <>
      {Object.entries(amounts).map(([unit, texts]) => (
        <GuardRow
          key={unit}
          limit="maxAmount"
          name={name}
          unit={unit}
          texts={texts}
          isBad={(tier) => isBad(tier, unit)}
          onChange={(tier, text) => onChange({ ...amounts, [unit]: { ...texts, [tier]: text } })}
        >
          {isFixed(unit) ? null : (
            <button
              type="button"
              className="guards-remove"
              aria-label={`No own limit for ${unit}`}
              title={`No own limit for ${unit}: that of other units applies`}
              onClick={(event) => remove(unit, event.currentTarget.form)}
            >
              ×
            </button>
          )}
        </GuardRow>
      ))}
    </>
  );
}

interface UnitAdderProps extends AmountsProps {
  /** The limits of any other unit: what a unit is held to until its own are typed. */
  readonly others: AmountTexts;
  /** The unit that is typed, and not added yet. */
  readonly text: string;
  readonly onType: (text: string) => void;
}

/** Gives a unit limits of its own, those of any other at first: to name it loosens nothing. */
export function UnitAdder({ amounts, others, text, onType, onChange }: UnitAdderProps) {
  const units = Object.keys(amounts);
  const { snapshot } = useAccountState();
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();
  const offered = ['USD', ...(snapshot?.summaries ?? []).map(({ currency }) => currency)];

  function add(): void {
    const unit = unitField.safeParse(text.trim().toUpperCase());
    if (!unit.success) return setProblem(`A unit ${unit.error.issues[0]?.message ?? 'must be named'}.`);
    if (units.includes(unit.data)) return setProblem(`${unit.data} has its limits above.`);
    if (units.length >= MOST_UNITS) return setProblem(`At most ${MOST_UNITS} units have limits of their own.`);
    onChange({ ...amounts, [unit.data]: others });
    onType('');
    setProblem(null);
    return undefined;
  }

  return (
    <div className="line-form guards-adder">
      <label htmlFor={id}>Limit the amount in</label>
      <input
        id={id}
        className="line-input"
        type="text"
        list={`${id}-units`}
        maxLength={16}
        placeholder="BTC"
        spellCheck={false}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
        value={text}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          // Enter adds what is named here; it does not save what is not there yet.
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
      />
      <datalist id={`${id}-units`}>
        {offered
          .filter((unit, index) => !units.includes(unit) && offered.indexOf(unit) === index)
          .map((unit) => (
            <option key={unit} value={unit} />
          ))}
      </datalist>
      <button type="button" className="button" onClick={add}>
        Add
      </button>
      {problem === null ? null : (
        <span id={`${id}-problem`} className="line-fault" role="alert">
          {problem}
        </span>
      )}
    </div>
  );
}
