import type { TableForm } from '../../shared/spreadsheet.ts';
import { readPreferences } from './preferences-store.ts';

/** How CSV files are written, as the trader chose. */
export function readCsvForm(): TableForm {
  const { decimals, csv_separator: separator } = readPreferences();
  return { decimals, separator };
}

/** How rows are put on the clipboard, likewise. */
export function readCopyForm(): TableForm {
  const { decimals, copy_separator: separator } = readPreferences();
  return { decimals, separator };
}
