import type { CurrencySummary } from '../../../shared/service/account.ts';
import { Explained } from '../../ui/explained.tsx';
import { Meter } from '../../ui/controls/meter.tsx';
import { Pill } from '../../ui/controls/pill.tsx';
import { describeMargin } from './account-fields.ts';
import { SUMMARY_FIELDS } from '../../../shared/account/field-meanings.ts';
import { describeField } from './summary-text.ts';

const MARGINS = [
  'initial_margin',
  'maintenance_margin',
  'projected_initial_margin',
  'projected_maintenance_margin',
  'close_out_margin',
  'projected_close_out_margin',
] as const;

export const MARGIN_KEYS: ReadonlySet<string> = new Set(MARGINS);

/** Parts of the margin balance from which a bar warns and alarms. */
const THRESHOLDS = [0.5, 0.8] as const;

/** Each margin as a part of the margin balance; a full bar is what sets off what its explanation says. */
export function MarginBars({ summary }: { readonly summary: CurrencySummary }) {
  return (
    <div className="account-margins">
      {MARGINS.map((key) => {
        const meaning = SUMMARY_FIELDS[key];
        const value = summary[key];
        // The contract knows no close-out margin: not every service sends it.
        if (meaning === undefined || (value === undefined && key.includes('close_out'))) return null;
        const { text, explanation, validity, label } = describeField(key, meaning, value, summary);
        const share = describeMargin(label, value, summary.margin_balance);
        return (
          <div key={key} className="margin" data-field={key}>
            <span className="margin-line">
              <Explained explanation={explanation}>{label}</Explained>
              {validity === null ? null : <Pill tone="quiet">{validity}</Pill>}
              <span className="number margin-amount">{text}</span>
              <span className="number margin-share">{share.text}</span>
            </span>
            <Meter
              label={label}
              text={`${share.text} of the margin balance`}
              fraction={share.fraction ?? 0}
              tone={toneOf(share.fraction)}
              marks={THRESHOLDS}
            />
          </div>
        );
      })}
    </div>
  );
}

function toneOf(fraction: number | null): 'accent' | 'attention' | 'bad' {
  if (fraction === null || fraction < THRESHOLDS[0]) return 'accent';
  return fraction < THRESHOLDS[1] ? 'attention' : 'bad';
}
