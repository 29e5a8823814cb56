import type { ColDef } from 'ag-grid-community';
import { readKind } from './columns.ts';
import { shownMs } from '../ui/words/shown.ts';

/** Filters close by Escape or a click elsewhere, and filter as one types. */
const PARAMS = { buttons: ['reset'], debounceMs: 150, maxNumConditions: 2 };

/** The day that is picked is a day of the clock that the grid shows. */
function compareDays(filterMidnight: Date, value: unknown): number {
  if (typeof value !== 'number') return -1;
  const day = Date.UTC(filterMidnight.getFullYear(), filterMidnight.getMonth(), filterMidnight.getDate());
  const shown = new Date(shownMs(value));
  return Date.UTC(shown.getUTCFullYear(), shown.getUTCMonth(), shown.getUTCDate()) - day;
}

/** The filter that fits what a column's values are: by number, by day, or by what the words contain. */
export function filterFor<Row>(definition: ColDef<Row>): Partial<ColDef<Row>> {
  switch (readKind(definition)) {
    case 'decimal': {
      const filterValueGetter: ColDef<Row>['filterValueGetter'] = ({ getValue, column }) => {
        const value: unknown = getValue(column.getColId());
        return typeof value === 'string' ? Number(value) : null;
      };
      return { filter: 'agNumberColumnFilter', filterParams: PARAMS, filterValueGetter };
    }
    case 'time':
      return { filter: 'agDateColumnFilter', filterParams: { ...PARAMS, comparator: compareDays } };
    case 'text':
      return { filter: 'agTextColumnFilter', filterParams: PARAMS };
  }
}
