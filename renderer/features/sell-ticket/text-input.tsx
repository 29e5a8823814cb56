import type { KeyboardEvent } from 'react';

interface TextInputProps {
  readonly id: string;
  readonly value: string;
  /** What stands behind the text: unit, budget, hint. */
  readonly suffix: string;
  readonly placeholder?: string;
  readonly isInvalid: boolean;
  readonly describedBy: string;
  readonly isNumeric?: boolean;
  readonly onType: (text: string) => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

/** A field of the ticket: text exactly as typed, with its unit always in sight. */
export function TextInput(props: TextInputProps) {
  const suffixId = `${props.id}-suffix`;
  return (
    <div className={`ticket-input ${props.isInvalid ? 'ticket-input-invalid' : ''}`}>
      <input
        id={props.id}
        value={props.value}
        placeholder={props.placeholder}
        inputMode={props.isNumeric === true ? 'decimal' : 'text'}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={props.isInvalid}
        aria-describedby={`${suffixId} ${props.describedBy}`}
        onChange={(event) => props.onType(event.target.value)}
        onKeyDown={props.onKeyDown}
      />
      <span id={suffixId} className="ticket-suffix">
        {props.suffix}
      </span>
    </div>
  );
}
