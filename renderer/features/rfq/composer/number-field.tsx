import { type ComponentProps, type KeyboardEvent, useRef } from 'react';
import type { DecimalString } from '../../../../shared/decimal.ts';
import { readNumber } from '../../../../shared/orders/typed/typed-number.ts';
import { moveByStep, readKeyNudge, useWheelNudge } from '../../../ui/controls/nudging.ts';
import { StillInput } from '../../../ui/controls/still-input.tsx';

/** How a number moves by arrows and wheel. */
export interface NumberSteps {
  readonly step: DecimalString;
  readonly least: DecimalString;
  /** Where an empty field begins; null: it stays empty. */
  readonly from: DecimalString | null;
}

type Passed = 'id' | 'className' | 'aria-label' | 'aria-invalid' | 'aria-describedby' | 'placeholder' | 'title';

interface NumberFieldProps extends Pick<ComponentProps<'input'>, Passed> {
  readonly value: string;
  readonly most?: number;
  /** Null while what its steps need is not known. */
  readonly steps: NumberSteps | null;
  readonly onType: (text: string) => void;
  /** Takes what arrows make of it; `onType` unless given. */
  readonly onMove?: (value: DecimalString) => void;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly onBlur?: () => void;
}

/** A number of the composer: text as typed, `1.5k` and `2m` too, moved by arrows and wheel as in the ticket. */
export function NumberField({ value, most = 64, steps, onType, onMove, onKeyDown, ...rest }: NumberFieldProps) {
  const input = useRef<HTMLInputElement>(null);

  function nudge(count: number): void {
    if (steps === null) return;
    const known = readNumber(value);
    const moved = known === null ? steps.from : moveByStep(known, count, steps.step, steps.least);
    if (moved !== null && (known !== null || value.trim() === '')) (onMove ?? onType)(moved);
  }
  useWheelNudge(input, steps === null ? undefined : nudge);

  return (
    <StillInput
      {...rest}
      ref={input}
      className={`rfq-input number ${rest.className ?? ''}`}
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      maxLength={most}
      value={value}
      onChange={(event) => onType(event.target.value)}
      onKeyDown={(event) => {
        const count = steps === null ? null : readKeyNudge(event);
        if (count === null) return onKeyDown?.(event);
        event.preventDefault();
        return nudge(count);
      }}
    />
  );
}
