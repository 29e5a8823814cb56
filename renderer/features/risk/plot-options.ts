import type UPlot from 'uplot';
import { tokenColour } from '../../ui/plot.tsx';
import { shownMs } from '../../ui/words/shown.ts';
import { timeTicks } from '../../ui/time-axis.ts';

type PlotOptions = Omit<UPlot.Options, 'width' | 'height'>;

const DAY_S = 86_400;
const FONT = "10.5px 'JetBrains Mono Variable', monospace";

function axis(): UPlot.Axis {
  return {
    stroke: tokenColour('--faint'),
    font: FONT,
    grid: { stroke: tokenColour('--line-soft'), width: 1 },
    ticks: { show: false },
  };
}

function shared(series: UPlot.Series[], asText: (value: number) => string): PlotOptions {
  return {
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, points: { show: false } },
    padding: [8, 34, 0, 0],
    axes: [
      {
        ...axis(),
        size: 24,
        splits: (_plot, _axis, from, to, step) =>
          timeTicks(from * 1000, to * 1000, step * 1000).map((atMs) => atMs / 1000),
        values: (_plot, splits) => describeMoments(splits),
        space: 90,
      },
      { ...axis(), size: 74, values: (_plot, splits) => splits.map(asText) },
    ],
    series: [{}, ...series],
  };
}

/** Times of day; over more than a day with the date, without seconds. */
function describeMoments(splits: readonly number[]): string[] {
  const isLong = (splits.at(-1) ?? 0) - (splits[0] ?? 0) > DAY_S;
  return splits.map((seconds) => {
    const text = new Date(shownMs(seconds * 1000)).toISOString();
    return isLong ? text.slice(5, 16).replace('T', ' ') : text.slice(11, 19);
  });
}

function line(colour: `--${string}`): UPlot.Series {
  return { stroke: tokenColour(colour), width: 1.5, points: { show: false }, spanGaps: false };
}

function marks(colour: `--${string}`, shape: 'up' | 'down'): UPlot.Series {
  const points: UPlot.Series.Points = {
    show: true,
    size: MARK_PX,
    fill: tokenColour(colour),
    paths: (plot, at, from, to) => ({ fill: trianglesOf(plot, at, [from, to], shape) }),
  };
  return { stroke: tokenColour(colour), width: 0, points };
}

const MARK_PX = 10;

/** A triangle about each value of a series that is there, on its base or on its head. */
function trianglesOf(plot: UPlot, series: number, [from, to]: readonly [number, number], shape: 'up' | 'down'): Path2D {
  const path = new Path2D();
  const half = (MARK_PX / 2) * (globalThis.devicePixelRatio || 1);
  const rise = shape === 'up' ? -half : half;
  for (let index = from; index <= to; index += 1) {
    const [seconds, value] = [plot.data[0][index], plot.data[series]?.[index]];
    if (seconds === undefined || value === null || value === undefined) continue;
    const [x, y] = [plot.valToPos(seconds, 'x', true), plot.valToPos(value, 'y', true)];
    path.moveTo(x, y + rise);
    path.lineTo(x - half, y - rise);
    path.lineTo(x + half, y - rise);
    path.closePath();
  }
  return path;
}

/** One line, and marks where orders traded, told apart by shape and colour: sells point down, buys up. */
export function exposureOptions(): PlotOptions {
  return shared([line('--accent'), marks('--ask', 'down'), marks('--bid', 'up')], (value) =>
    String(Number(value.toPrecision(7))),
  );
}

/** Initial and maintenance margin in percent, from zero. */
export function marginOptions(): PlotOptions {
  const options = shared([line('--accent'), line('--warn')], (value) => `${Number(value.toPrecision(4))} %`);
  return { ...options, scales: { y: { range: (_plot, _low, high) => [0, Math.max(1, high * 1.1)] } } };
}
