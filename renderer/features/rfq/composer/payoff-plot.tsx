import { useEffect, useRef } from 'react';
import uPlot, { type AlignedData, type Options } from 'uplot';
import { decimal } from '../../../../shared/decimal.ts';
import { formatDecimal } from '../../../ui/words/shown.ts';
import 'uplot/dist/uPlot.min.css';

interface PayoffPlotProps {
  readonly prices: readonly number[];
  readonly atExpiry: readonly number[];
  readonly onDay: readonly number[];
  readonly reference: number;
  readonly unit: string;
}

const HEIGHT_PX = 250;
/** Sums of doubles that cancel out leave less than this behind: it is drawn as nothing. */
const NOTHING = 1e-7;
/** Part of its height that a curve keeps from the edges. */
const MARGIN = 0.1;

function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Few digits for an axis: 97k, 1.2M, 0.05. */
function shorten(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e6) return `${Number((value / 1e6).toFixed(2))}M`;
  if (size >= 1e3) return `${Number((value / 1e3).toFixed(1))}k`;
  return String(Number(value.toPrecision(3)));
}

function dropNoise(value: number): number {
  return Math.abs(value) < NOTHING ? 0 : value;
}

function buildOptions(width: number, reference: { current: number }): Options {
  const [line, faint, accent, warn] = [token('--line-soft'), token('--faint'), token('--accent'), token('--warn')];
  const axis = { stroke: faint, grid: { stroke: line, width: 1 }, ticks: { show: false }, font: '10px monospace' };
  return {
    width,
    height: HEIGHT_PX,
    legend: { show: false },
    cursor: { drag: { x: false, y: false } },
    scales: {
      x: { time: false },
      // A curve that is flat, as that of a future spread, gets room around it instead of its noise.
      y: {
        range: (_plot, low, high) =>
          high - low < NOTHING ? [low - 1, high + 1] : uPlot.rangeNum(low, high, MARGIN, true),
      },
    },
    axes: [
      { ...axis, values: (_plot, values) => values.map(shorten) },
      { ...axis, size: 48, values: (_plot, values) => values.map(shorten) },
    ],
    series: [
      {},
      { label: 'At expiry', stroke: accent, width: 2, pxAlign: 0, points: { show: false } },
      { label: 'On the day', stroke: warn, width: 1, dash: [4, 3], pxAlign: 0, points: { show: false } },
    ],
    hooks: {
      draw: [
        (plot) => {
          const { ctx, bbox } = plot;
          const x = Math.round(plot.valToPos(reference.current, 'x', true));
          const y = Math.round(plot.valToPos(0, 'y', true));
          ctx.save();
          ctx.strokeStyle = faint;
          ctx.lineWidth = 1;
          ctx.setLineDash([]);
          ctx.beginPath();
          if (y >= bbox.top && y <= bbox.top + bbox.height) {
            ctx.moveTo(bbox.left, y);
            ctx.lineTo(bbox.left + bbox.width, y);
          }
          ctx.stroke();
          ctx.setLineDash([2, 4]);
          ctx.beginPath();
          ctx.moveTo(x, bbox.top);
          ctx.lineTo(x, bbox.top + bbox.height);
          ctx.stroke();
          ctx.restore();
        },
      ],
    },
  };
}

/** Two curves over the price, the forward and zero marked. */
export function PayoffPlot({ prices, atExpiry, onDay, reference, unit }: PayoffPlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const marked = useRef(reference);
  marked.current = reference;

  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const made = new uPlot(buildOptions(element.clientWidth, marked), [[], [], []], element);
    plot.current = made;
    const observer = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height: HEIGHT_PX }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, []);

  useEffect(() => {
    const data: AlignedData = [[...prices], atExpiry.map(dropNoise), onDay.map(dropNoise)];
    plot.current?.setData(data);
  }, [prices, atExpiry, onDay]);

  const [low, high] = [Math.min(...atExpiry), Math.max(...atExpiry)];
  const write = (value: number) => formatDecimal(decimal(value.toPrecision(6)), { max: 4 });
  return (
    <div
      ref={box}
      className="rfq-plot"
      role="img"
      aria-label={`Profit at the first expiry between ${write(low)} and ${write(high)} ${unit}, over prices from ${write(prices[0] ?? 0)} to ${write(prices.at(-1) ?? 0)}. Forward: ${write(reference)}`}
    />
  );
}
