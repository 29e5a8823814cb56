import type { ReactNode } from 'react';
import type { GuardLimit } from '../../../../shared/orders/limits/guard-settings.ts';
import { type AmountTexts, GUARD_TIERS, type GuardTierName, TIER_NAMES } from './guards-form.ts';
import { echoNumber } from '../form/number-echo.ts';

/** Limits of many digits: they stand once more in groups, below. */
const LARGE: ReadonlySet<GuardLimit> = new Set(['maxNotionalUsd', 'maxAmount', 'maxBlockRfqUsd']);

interface GuardRowProps {
  readonly limit: GuardLimit;
  readonly name: string;
  readonly unit: string;
  readonly texts: AmountTexts;
  readonly isBad: (tier: GuardTierName) => boolean;
  readonly onChange: (tier: GuardTierName, text: string) => void;
  /** What stands behind the unit. */
  readonly children?: ReactNode;
}

/** A limit in both tiers. */
export function GuardRow({ limit, name, unit, texts, isBad, onChange, children }: GuardRowProps) {
  return (
    <div className="field-pair">
      <span>{name}</span>
      {GUARD_TIERS.map((tier) => (
        <span key={tier} className="guards-cell">
          <input
            type="text"
            inputMode="decimal"
            placeholder="no limit"
            maxLength={32}
            aria-label={`${name}: ${TIER_NAMES[tier].toLowerCase()}, ${unit}`}
            aria-invalid={isBad(tier)}
            value={texts[tier]}
            onChange={(event) => onChange(tier, event.target.value)}
          />
          {LARGE.has(limit) ? <small className="guards-echo number">{echoNumber(texts[tier])}</small> : null}
        </span>
      ))}
      <span className="guards-unit muted">
        <span title={unit}>{unit}</span>
        {children}
      </span>
    </div>
  );
}
