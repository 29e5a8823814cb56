import type { Instrument } from '../../shared/service/instrument.ts';
import { pricePlaces } from '../ui/words/format.ts';
import type { Backend } from './backend.ts';
import { INSTRUMENT_KEY } from './queries.ts';

/** What instruments of one tick table share: `BTC option`, `BTC_USDC future`, `BTC PERPETUAL`, `ETH CS`. */
export function nameFamily(instrumentName: string): string {
  const [of = '', kind = 'spot'] = instrumentName.split('-');
  if (/-[CP]$/.test(instrumentName)) return `${of} option`;
  return `${of} ${/^\d/.test(kind) ? 'future' : kind}`;
}

/** Places of an instrument's prices; of one that is gone those of its like. Null while neither is known. */
export function createPlaces({ queries }: Pick<Backend, 'queries'>): (instrumentName: string) => number | null {
  const families = new Map<string, number>();
  return (instrumentName) => {
    const own = queries.getQueryData<Instrument>([...INSTRUMENT_KEY, instrumentName]);
    if (own !== undefined) return pricePlaces(own);
    const family = nameFamily(instrumentName);
    const known = families.get(family);
    if (known !== undefined) return known;
    for (const [, like] of queries.getQueriesData<Instrument>({ queryKey: INSTRUMENT_KEY })) {
      if (like === undefined || nameFamily(like.instrument_name) !== family) continue;
      const places = pricePlaces(like);
      if (places !== null) families.set(family, places);
      return places;
    }
    return null;
  };
}
