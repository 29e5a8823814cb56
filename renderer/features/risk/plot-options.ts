import UPlot from 'uplot';
import { tokenColour } from '../../ui/plot.tsx';
import { isLocalShown, shownMs } from '../../ui/shown.ts';

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
    tzDate: (seconds) => {
      const date = new Date(seconds * 1000);
      return isLocalShown() ? date : UPlot.tzDate(date, 'Etc/UTC');
    },
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, points: { show: false } },
    padding: [8, 34, 0, 0],
    axes: [
      { ...axis(), size: 24, values: (_plot, splits) => describeMoments(splits), space: 90 },
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

function marks(colour: `--${string}`): UPlot.Series {
  return { stroke: tokenColour(colour), width: 0, points: { show: true, size: 8, fill: tokenColour(colour) } };
}

/** One line, and dots where orders traded: sells, then buys. */
export function exposureOptions(): PlotOptions {
  return shared([line('--accent'), marks('--ask'), marks('--bid')], (value) => String(Number(value.toPrecision(7))));
}

/** Initial and maintenance margin in percent, from zero. */
export function marginOptions(): PlotOptions {
  const options = shared([line('--accent'), line('--warn')], (value) => `${Number(value.toPrecision(4))} %`);
  return { ...options, scales: { y: { range: (_plot, _low, high) => [0, Math.max(1, high * 1.1)] } } };
}
