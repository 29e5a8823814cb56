import type { GridGroup } from '../../grid/use-grid.ts';
import { type OrderView, readInstrumentName, readLabel } from './order-view.ts';

const NONE = '–';

/** A label without its end: `hedge-nov-2` and `hedge-nov` are of `hedge`, `sd-01J…` of `sd`. */
export function readLabelPrefix(label: string | null): string {
  if (label === null || label === '') return NONE;
  const [prefix = ''] = label.split(/[-_.:/ #]/u, 1);
  return prefix === '' ? label : prefix;
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/** The day in an instrument's name (`BTC-27MAR27-100000-C`) as `2027-03-27`; `perpetual`, or nothing, where it has none. */
export function readExpiry(instrumentName: string): string {
  const found = /(?:^|-)(\d{1,2})([A-Z]{3})(\d{2})(?:-|_|$)/.exec(instrumentName);
  const month = MONTHS.indexOf(found?.[2] ?? '') + 1;
  if (found === null || month === 0) return instrumentName.endsWith('-PERPETUAL') ? 'perpetual' : NONE;
  const [, day = '', , year = ''] = found;
  return `20${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** What an order belongs to: the orders it is linked with, by the id they share, or the combination it trades. */
export function readStructure({ order, row }: OrderView): string {
  const name = order?.instrument_name ?? row?.instrument_name ?? '';
  const sell = row?.child_of?.label ?? (row !== null && row.linked_order_type !== null ? row.label : null);
  if (sell !== null) return `linked ${sell}`;
  const linked = order?.oco_ref ?? order?.primary_order_id;
  if (linked !== undefined) return `linked ${linked}`;
  if (order?.oto_order_ids !== undefined && order.oto_order_ids.length > 0) return `linked ${order.order_id}`;
  const [, kind = ''] = name.split('-');
  // Combinations name their strategy where others have a day: `BTC-CS-27MAR27-…`, `BTC-FS-27MAR27_PERP`.
  return /^[A-Z]{2,6}$/.test(kind) && kind !== 'PERPETUAL' ? name : 'single orders';
}

/** Ways to put orders together. */
export const ORDER_GROUPS: readonly GridGroup<OrderView>[] = [
  { id: 'label', name: 'Label prefix', keyOf: (view) => readLabelPrefix(readLabel(view)) },
  { id: 'structure', name: 'Structure', keyOf: readStructure },
  { id: 'expiry', name: 'Expiry', keyOf: (view) => readExpiry(readInstrumentName(view)) },
  { id: 'instrument', name: 'Instrument', keyOf: readInstrumentName },
];
