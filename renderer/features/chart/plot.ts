import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Observation } from '../../../shared/market/observation.ts';
import { toColumns, type Columns } from './chart-data.ts';
import type { ChartLine } from './chart-lines.ts';
import { plotOptions } from './plot-options.ts';

/** A plot begun behind another panel has no size yet; it gets its own when it is shown. */
const LEAST_PX = 50;

/** What the plot shows; drawn at the next frame. */
export interface PlotView {
  readonly points: readonly Observation[];
  /** Milliseconds since the epoch. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly extraPrices: readonly number[];
}

/** Where the cursor is: on an observation, in a gap (null), or nowhere. */
export type PlotCursor = { readonly observation: Observation | null; readonly at: number } | null;

export interface Plot {
  /** Takes what to show; however often it is told, it draws at most once a frame. */
  readonly show: (view: PlotView) => void;
  /** Moves the cursor by that many rows; from nowhere to the newest. */
  readonly stepCursor: (rows: number) => void;
  readonly leaveCursor: () => void;
  readonly destroy: () => void;
}

interface PlotParts {
  readonly host: HTMLElement;
  readonly name: string;
  readonly tick: number;
  readonly lines: readonly ChartLine[];
  readonly onCursor: (cursor: PlotCursor) => void;
  /** After each drawing: where a time and price lie inside the host, pixels; null outside of the plot. */
  readonly onDraw: (place: (at: number, price: number) => { left: number; top: number } | null) => void;
}

/** A plot in an element of the page: as large as that, and drawn only when there is something new. */
export function createPlot({ host, name, tick, lines, onCursor, onDraw }: PlotParts): Plot {
  const fields = lines.map(({ field }) => field);
  const style = getComputedStyle(host);
  let view: PlotView = { points: [], fromMs: 0, toMs: 1, extraPrices: [] };
  let columns: Columns = toColumns([], fields);
  let frame: number | null = null;

  const plot = new uPlot(
    plotOptions({
      uPlot,
      name,
      tick,
      width: Math.max(LEAST_PX, host.clientWidth),
      height: Math.max(LEAST_PX, host.clientHeight),
      lines,
      colour: (token) => style.getPropertyValue(token).trim(),
      span: () => [view.fromMs, view.toMs],
      extraPrices: () => view.extraPrices,
      onCursor: (index) => {
        const at = index === null ? undefined : columns.times[index];
        onCursor(index === null || at === undefined ? null : { observation: columns.observations[index] ?? null, at });
      },
      onDraw: () => onDraw(place),
    }),
    toData(columns),
    host,
  );

  function place(at: number, price: number): { left: number; top: number } | null {
    if (plot.scales['price']?.min == null || at < view.fromMs || at > view.toMs) return null;
    return {
      left: plot.over.offsetLeft + plot.valToPos(at, 'x'),
      top: plot.over.offsetTop + plot.valToPos(price, 'price'),
    };
  }

  function draw(): void {
    frame = null;
    const { clientWidth: width, clientHeight: height } = host;
    if (width === 0 || height === 0) return;
    plot.batch(() => {
      if (width !== plot.width || height !== plot.height) plot.setSize({ width, height });
      plot.setData(toData(columns));
    });
  }

  function schedule(): void {
    frame ??= requestAnimationFrame(draw);
  }

  const observer = new ResizeObserver(schedule);
  observer.observe(host);

  return {
    show: (next) => {
      if (next.points !== view.points) columns = toColumns(next.points, fields);
      view = next;
      schedule();
    },
    stepCursor: (rows) => {
      const last = columns.times.length - 1;
      const from = plot.cursor.idx ?? (rows < 0 ? last + 1 : last);
      const at = columns.times[Math.min(last, Math.max(0, from + rows))];
      if (at !== undefined) plot.setCursor({ left: plot.valToPos(at, 'x'), top: 0 });
    },
    leaveCursor: () => plot.setCursor({ left: -10, top: -10 }),
    destroy: () => {
      if (frame !== null) cancelAnimationFrame(frame);
      observer.disconnect();
      plot.destroy();
    },
  };
}

function toData({ times, values }: Columns): uPlot.AlignedData {
  return [[...times], ...values.map((column) => [...column])];
}
