import type { ObservedField } from '../../../shared/market/observation.ts';
import type { Instrument } from '../../../shared/service/instrument.ts';
import { isNearIndex, tellIndex, tellUnits } from '../../ui/words/units.ts';

/** The vertical scale that a line is drawn on; the index has its own where its price is another thing's. */
export type ChartScale = 'price' | 'index' | 'iv';

/** One line of the chart. Lines differ by stroke as well as by colour. */
export interface ChartLine {
  readonly field: ObservedField;
  readonly name: string;
  readonly scale: ChartScale;
  readonly unit: string;
  /** Digits after the point; null while the instrument's tick isn't known. */
  readonly places: number | null;
  /** Name of the token that holds its colour. */
  readonly token: string;
  readonly width: number;
  readonly dash: readonly number[];
  readonly isShownAtFirst: boolean;
}

/** The lines of an instrument: prices in its tick's places, the index in its own unit, volatility in percent. */
export function linesOf(instrument: Instrument | null): ChartLine[] {
  const { price: unit, places } = tellUnits(instrument);
  const isOption = instrument?.kind === 'option';
  const isNear = instrument === null || isNearIndex(instrument);
  const price = { scale: 'price', unit, places, isShownAtFirst: true } as const;
  const lines: ChartLine[] = [
    { ...price, field: 'mark', name: 'Mark', token: '--accent', width: 1.5, dash: [] },
    {
      field: 'index',
      name: 'Index',
      scale: isNear ? 'price' : 'index',
      ...tellIndex(instrument),
      token: '--muted',
      width: 1,
      dash: [5, 4],
      isShownAtFirst: isNear,
    },
    { ...price, field: 'bid', name: 'Bid', token: '--bid', width: 1, dash: [] },
    { ...price, field: 'ask', name: 'Ask', token: '--ask', width: 1, dash: [2, 2] },
  ];
  if (!isOption) return lines;
  const volatility = { unit: '%', places: 2, token: '--warn', width: 1, dash: [8, 3], isShownAtFirst: true } as const;
  return [...lines, { ...volatility, field: 'mark_iv', name: 'Mark IV', scale: 'iv' }];
}
