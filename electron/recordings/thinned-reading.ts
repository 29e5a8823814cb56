import type { Datapoint, SpanThinner, Thinning } from '../../shared/thinning.ts';
import type { SeriesFile } from './series-file.ts';
import { SLICE_POINTS } from './upkeep.ts';

/** Up to this many are held before they are thinned. */
const MOST_UNTHINNED = 4000;
/** How many of the wanted points stand for one part while a long record is read; the parts of the last thinning are no finer. */
const PER_PART = 3;

/** Which part of a series is wanted, both ends included. */
export interface SeriesSpan {
  readonly fromMs: number;
  readonly toMs: number;
  readonly most: number;
}

/** The points of a span, thinned for drawing. Read in slices: `pause` lets others work, and says whether to go on. */
export async function readThinned<P extends Datapoint>(
  from: SeriesFile<P>,
  seriesId: number,
  span: SeriesSpan,
  thinning: Thinning<P>,
  pause: () => Promise<boolean>,
): Promise<P[]> {
  // The parts that are thinned to are parts of what there is, however much more was asked for.
  const fromMs = Math.max(span.fromMs, from.oldestMs(seriesId) ?? 0);
  const toMs = Math.min(span.toMs, from.newestMs(seriesId) ?? 0);
  let whole: P[] = [];
  let thinner: SpanThinner<P> | null = null;
  for (let next = fromMs; next <= toMs;) {
    const slice = from.read(seriesId, next, toMs, SLICE_POINTS);
    whole.push(...slice);
    if (thinner !== null || whole.length > MOST_UNTHINNED) {
      thinner ??= thinning.createSpanThinner(fromMs, toMs, Math.ceil(span.most / PER_PART));
      for (const point of whole) thinner.push(point);
      whole = [];
    }
    const last = slice.at(-1);
    if (last === undefined || slice.length < SLICE_POINTS || !(await pause())) break;
    next = last.at + 1;
  }
  return thinning.forDrawing(thinner?.read() ?? whole, fromMs, toMs, span.most);
}
