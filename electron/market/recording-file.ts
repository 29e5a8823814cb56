import type { Observation } from '../../shared/market/observation.ts';
import type { SeriesShape } from '../recordings/series-file.ts';

/** Tickers, a series for each instrument. */
export const TICKER_SHAPE: SeriesShape<Observation> = {
  seriesTable: 'series',
  nameColumn: 'instrument_name',
  pointsTable: 'points',
  columns: ['mark', 'index_price', 'bid', 'ask', 'mark_iv'],
  toValues: ({ mark, index, bid, ask, mark_iv }) => [mark, index, bid, ask, mark_iv],
  toPoint: ({ at, after_gap }, read) => ({
    at,
    after_gap,
    mark: read('mark'),
    index: read('index_price'),
    bid: read('bid'),
    ask: read('ask'),
    mark_iv: read('mark_iv'),
  }),
};
