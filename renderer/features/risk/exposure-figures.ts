import { SUMMARY_FIELDS } from '../../../shared/account/field-meanings.ts';
import { unitText } from '../../../shared/account/units.ts';
import type { HistoryField } from '../../../shared/ipc/schemas/account-schema.ts';

interface Figure {
  readonly field: HistoryField;
  readonly name: string;
}

/** The figures that can be drawn over time. */
export const FIGURES: readonly [Figure, ...Figure[]] = [
  { field: 'delta_total', name: 'Delta' },
  { field: 'options_delta', name: 'Options delta' },
  { field: 'options_gamma', name: 'Gamma' },
  { field: 'options_vega', name: 'Vega' },
  { field: 'options_theta', name: 'Theta' },
  { field: 'equity', name: 'Equity' },
];

/** What a figure of a currency's account is counted in, as every panel about the account writes it. */
export function unitOfFigure(field: HistoryField, currency: string): string {
  const unit = SUMMARY_FIELDS[field]?.unit ?? 'plain';
  return unit === 'flag' || unit === 'text' || unit === 'identifier' || unit === 'time' ? '' : unitText(unit, currency);
}
