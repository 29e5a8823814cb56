import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { readKeyNudge, useWheelNudge } from '../../../ui/controls/nudging.ts';
import { Hints } from '../forecast/hints.tsx';
import { StillInput } from '../../../ui/controls/still-input.tsx';

/** More than any valid entry; the back end takes no more. */
const MOST_CHARACTERS = 256;

interface TextInputProps {
  readonly id: string;
  readonly value: string;
  /** What stands behind the text: unit, budget, hint. */
  readonly suffix: string;
  /** The action after which it is typed into. */
  readonly typedAfter?: string;
  /** Name for assistive technology where no label names the field. */
  readonly name?: string;
  readonly placeholder?: string;
  readonly isInvalid: boolean;
  readonly isDisabled?: boolean;
  readonly describedBy?: string;
  readonly isNumeric?: boolean;
  readonly onType: (text: string) => void;
  /** Moves a number by steps: arrow keys, and the wheel while the field has the focus. */
  readonly onNudge?: ((steps: number) => void) | undefined;
  /** Controls at the field's end, such as its unit. */
  readonly children?: ReactNode;
}

/** A field of the ticket: text as typed, with its unit. */
export function TextInput(props: TextInputProps) {
  const { onNudge } = props;
  const suffixId = `${props.id}-suffix`;
  const input = useRef<HTMLInputElement>(null);
  useWheelNudge(input, onNudge);

  function handleKey(event: KeyboardEvent): void {
    const steps = onNudge === undefined ? null : readKeyNudge(event);
    if (steps === null) return;
    event.preventDefault();
    onNudge?.(steps);
  }

  return (
    <div className={`ticket-input ${props.isInvalid ? 'ticket-input-invalid' : ''}`}>
      <StillInput
        ref={input}
        id={props.id}
        data-typed-after={props.typedAfter}
        value={props.value}
        aria-label={props.name}
        placeholder={props.placeholder}
        disabled={props.isDisabled}
        inputMode={props.isNumeric === true ? 'decimal' : 'text'}
        maxLength={MOST_CHARACTERS}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={props.isInvalid}
        aria-describedby={props.describedBy === undefined ? suffixId : `${suffixId} ${props.describedBy}`}
        onChange={(event) => props.onType(event.target.value)}
        onKeyDown={handleKey}
      />
      <Hints id={suffixId} text={props.suffix} />
      {props.children}
    </div>
  );
}
