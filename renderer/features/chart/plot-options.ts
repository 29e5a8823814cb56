import type uPlot from 'uplot';
import { decimal, decimalPlaces } from '../../../shared/decimal.ts';
import type { ChartLine, ChartScale } from './chart-lines.ts';
import { findDots, traceSteps } from './trace-steps.ts';
import { formatDecimal, shownMs, zoneName } from '../../ui/words/shown.ts';
import { timeTicks } from '../../ui/time-axis.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;
/** Of the axes' text, pixels; a figure of the monospaced face is three fifths as wide. */
const FONT_PX = 10;
const FIGURE_PX = 6.1;

/** What options are made of. The functions are asked at each drawing. */
export interface PlotSetup {
  readonly uPlot: typeof uPlot;
  /** Written into the plot. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** The instrument's tick, as a number. */
  readonly tick: number;
  /** Those that are shown; their scales get axes. */
  readonly lines: readonly ChartLine[];
  readonly colour: (token: string) => string;
  /** Milliseconds since the epoch, left and right. */
  readonly span: () => readonly [number, number];
  /** Prices that the price scale must reach, such as those of fills. */
  readonly extraPrices: () => readonly number[];
  readonly onCursor: (index: number | null) => void;
  readonly onDraw: () => void;
}

/** Text of a time on the axis, by the clock that is shown: seconds only where ticks are closer than a minute, the day at midnight. */
export function formatTimeTick(atMs: number, incrementMs: number): string {
  const shown = shownMs(atMs);
  const text = new Date(shown).toISOString();
  if (incrementMs >= DAY_MS || shown % DAY_MS === 0) return text.slice(5, 10);
  return incrementMs < MINUTE_MS ? text.slice(11, 19) : text.slice(11, 16);
}

/** Text of a value on an axis, to its increment's places. */
export function formatValueTick(value: number, increment: number): string {
  const places = decimalPlaces(decimal(Number(increment.toPrecision(6))));
  return formatDecimal(decimal(Number(value.toFixed(places))), { min: places });
}

/** A scale that leaves room above and below, at least `leastPad`: a line that stands still is in its middle. */
export function padScale(
  low: number | null,
  high: number | null,
  leastPad: number,
  extra: readonly number[] = [],
): [number, number] {
  if (low === null || high === null) return [0, 1];
  const [least, most] = [Math.min(low, ...extra), Math.max(high, ...extra)];
  const pad = Math.max((most - least) * 0.08, leastPad);
  return [least - pad, most + pad];
}

/** Room above and below a line that stands still; a tick where it is a price. */
const LEAST_PAD: Partial<Record<ChartScale, number>> = { index: 1, iv: 0.25 };

const SIDES: Record<ChartScale, 1 | 3> = { price: 1, index: 3, iv: 3 };

/** How the library draws the lines: steps, since between two observations nothing was seen. */
export function plotOptions(setup: PlotSetup): uPlot.Options {
  const { uPlot: Plot, lines, colour, span } = setup;
  const scaleNames = [...new Set(lines.map(({ scale }) => scale))];
  const font = `${FONT_PX}px ${colour('--mono')}`;
  const common = { stroke: colour('--muted'), font, labelFont: font, ticks: { show: false }, gap: 4 } as const;
  return {
    width: setup.width,
    height: setup.height,
    ms: 1,
    legend: { show: false },
    select: { show: false, left: 0, top: 0, width: 0, height: 0 },
    cursor: { drag: { x: false, y: false, setScale: false }, points: { size: 6 }, y: false },
    padding: [8, null, 0, scaleNames.some((scale) => SIDES[scale] === 3) ? null : 4],
    scales: {
      x: { time: true, range: () => [...span()] },
      ...Object.fromEntries(
        scaleNames.map((scale): [string, uPlot.Scale] => [
          scale,
          {
            range: (_plot, low, high) =>
              padScale(low, high, LEAST_PAD[scale] ?? setup.tick, scale === 'price' ? setup.extraPrices() : []),
          },
        ]),
      ),
    },
    series: [
      {},
      ...lines.map((line): uPlot.Series => {
        const stroke = colour(line.token);
        return {
          label: line.name,
          scale: line.scale,
          stroke,
          width: line.width,
          dash: [...line.dash],
          paths: drawSteps,
          points: {
            show: true,
            size: 4,
            fill: stroke,
            filter: (plot, series) =>
              findDots(plot.data[series] ?? [], (row) => plot.valToPos(plot.data[0][row] ?? 0, 'x', true)),
          },
        };
      }),
    ],
    axes: [
      {
        ...common,
        scale: 'x',
        size: 18,
        label: () => zoneName(span()[1]),
        labelSize: 13,
        labelGap: 0,
        grid: { stroke: colour('--line-soft'), width: 1 },
        space: 76,
        splits: (_plot, _axis, from, to, increment) => timeTicks(from, to, increment),
        values: (_plot, splits, _axis, _space, increment) => splits.map((at) => formatTimeTick(at, increment)),
      },
      ...scaleNames.map((scale): uPlot.Axis => {
        const ofScale = lines.filter((line) => line.scale === scale);
        return {
          ...common,
          ...(scale === 'price' ? {} : { stroke: colour(ofScale[0]?.token ?? '--muted') }),
          scale,
          side: SIDES[scale],
          label: labelOf(scale, ofScale),
          labelSize: 16,
          grid: { show: scale === 'price', stroke: colour('--line-soft'), width: 1 },
          space: 34,
          size: (_plot, values) =>
            18 + Math.ceil(Math.max(0, ...(values ?? []).map((text) => text.length)) * FIGURE_PX),
          values: (_plot, splits, _axis, _space, increment) => splits.map((value) => formatValueTick(value, increment)),
        };
      }),
    ],
    hooks: {
      setCursor: [(plot) => setup.onCursor(plot.cursor.idx ?? null)],
      drawAxes: [
        ({ ctx, bbox }) => {
          ctx.save();
          ctx.fillStyle = colour('--faint');
          ctx.textAlign = 'left';
          ctx.textBaseline = 'top';
          ctx.font = `${FONT_PX * Plot.pxRatio}px ${colour('--mono')}`;
          ctx.fillText(setup.name, bbox.left + 6 * Plot.pxRatio, bbox.top + 2 * Plot.pxRatio);
          ctx.restore();
        },
      ],
      draw: [setup.onDraw],
    },
  };
}

function labelOf(scale: ChartScale, lines: readonly ChartLine[]): string {
  const unit = lines[0]?.unit ?? '';
  return scale === 'price' ? unit : `${lines[0]?.name ?? ''} ${unit}`;
}

/** A series as the library wants it drawn, on whole canvas pixels. */
function drawSteps(plot: uPlot, seriesIndex: number, from: number, to: number): uPlot.Series.Paths {
  const stroke = new Path2D();
  const scale = plot.series[seriesIndex]?.scale ?? 'price';
  traceSteps(stroke, {
    times: plot.data[0],
    values: plot.data[seriesIndex] ?? [],
    from,
    to,
    x: (time) => Math.round(plot.valToPos(time, 'x', true)),
    y: (value) => Math.round(plot.valToPos(value, scale, true)),
  });
  return { stroke };
}
