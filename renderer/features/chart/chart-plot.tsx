import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Tooltip } from 'radix-ui';
import type { Observation } from '../../../shared/market/observation.ts';
import type { Units } from '../../ui/words/units.ts';
import type { ChartFill } from './chart-fills.ts';
import type { ChartLine } from './chart-lines.ts';
import { describeFill } from './chart-text.ts';
import { createPlot, type Plot, type PlotCursor } from './plot.ts';

/** More marks than this are a smear; the table lists them all. */
const MOST_MARKS = 100;

interface PlotProps {
  readonly name: string;
  /** The instrument's smallest tick, as a number. */
  readonly tick: number;
  /** Nothing is drawn while it is not. */
  readonly isShown: boolean;
  /** The chart in words. */
  readonly description: string;
  readonly points: readonly Observation[];
  readonly lines: readonly ChartLine[];
  readonly fills: readonly ChartFill[];
  readonly units: Units;
  readonly fromMs: number;
  readonly toMs: number;
  readonly onCursor: (cursor: PlotCursor) => void;
}

/** The drawn part of the chart. Arrow keys move its cursor; each fill is a mark of its own. */
export function ChartPlot({
  name,
  tick,
  isShown,
  description,
  points,
  lines,
  fills,
  units,
  fromMs,
  toMs,
  onCursor,
}: PlotProps) {
  const host = useRef<HTMLDivElement>(null);
  const marks = useRef(new Map<string, HTMLElement>());
  const plot = useRef<Plot | null>(null);
  const shown = useRef({ fills });
  shown.current = { fills };

  useEffect(() => {
    if (host.current === null) return;
    const created = createPlot({
      host: host.current,
      name,
      tick,
      lines,
      onCursor,
      onDraw: (place) => {
        for (const { intentId, at, price } of shown.current.fills) {
          const mark = marks.current.get(intentId);
          if (mark === undefined) continue;
          const position = place(at, Number(price));
          mark.hidden = position === null;
          if (position !== null) mark.style.translate = `${Math.round(position.left)}px ${Math.round(position.top)}px`;
        }
      },
    });
    plot.current = created;
    return () => {
      created.destroy();
      plot.current = null;
      onCursor(null);
    };
  }, [name, tick, lines, onCursor]);

  useEffect(() => {
    if (!isShown) return;
    plot.current?.show({ points, fromMs, toMs, extraPrices: fills.map(({ price }) => Number(price)) });
  }, [isShown, points, lines, fills, fromMs, toMs]);

  function onKeyDown(event: KeyboardEvent): void {
    const rows = CURSOR_KEYS[event.key];
    if (rows !== undefined) plot.current?.stepCursor(event.shiftKey ? rows * 10 : rows);
    else if (event.key === 'Escape') plot.current?.leaveCursor();
    else return;
    event.preventDefault();
  }

  return (
    <div className="chart-plot">
      <div
        ref={host}
        className="chart-canvas"
        role="img"
        tabIndex={0}
        aria-label={description}
        onKeyDown={onKeyDown}
        onBlur={() => plot.current?.leaveCursor()}
      />
      {fills.slice(-MOST_MARKS).map((fill) => (
        <Tooltip.Root key={fill.intentId}>
          <Tooltip.Trigger asChild>
            <button
              type="button"
              hidden
              className={`chart-fill chart-fill-${fill.direction}`}
              aria-label={describeFill(fill, units, toMs)}
              ref={(element) => {
                if (element === null) marks.current.delete(fill.intentId);
                else marks.current.set(fill.intentId, element);
              }}
            />
          </Tooltip.Trigger>
          <Tooltip.Portal>
            <Tooltip.Content className="explanation" sideOffset={4} collisionPadding={8}>
              {describeFill(fill, units, toMs)}
            </Tooltip.Content>
          </Tooltip.Portal>
        </Tooltip.Root>
      ))}
    </div>
  );
}

const CURSOR_KEYS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};
