import { useId } from 'react';
import { StillInput } from '../../../ui/controls/still-input.tsx';
import './segmented.css';

interface SegmentedProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly text: string; readonly explanation: string }[];
  /** For a unit inside a field or a choice in a bar. */
  readonly isSmall?: boolean;
  readonly onChoose: (value: Value) => void;
}

/** One of a few, side by side; radio buttons underneath, so arrows move between them; each control is a group of its own. */
export function Segmented<Value extends string>({
  label,
  value,
  options,
  isSmall = false,
  onChoose,
}: SegmentedProps<Value>) {
  const group = useId();
  return (
    <div className={`segmented ${isSmall ? 'segmented-small' : ''}`} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className="segment" title={option.explanation}>
          <StillInput
            type="radio"
            className="visually-hidden"
            name={group}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
          />
          <span>{option.text}</span>
        </label>
      ))}
    </div>
  );
}
