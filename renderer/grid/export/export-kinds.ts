import type { ExportKind } from '../../../shared/ipc/schemas/file-schema.ts';

/** An export that can't be, for a reason that a trader can read. */
export class ExportRefused extends Error {}

/** The files that rows are exported to: what each is called, and what stands in it. */
export const EXPORT_KINDS: readonly { readonly kind: ExportKind; readonly name: string; readonly holds: string }[] = [
  { kind: 'csv', name: 'CSV', holds: 'the rows alone' },
  { kind: 'xlsx', name: 'Excel workbook (XLSX)', holds: 'also where they are from and how complete' },
];
