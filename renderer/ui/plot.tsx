import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

type PlotOptions = Omit<UPlot.Options, 'width' | 'height'>;

interface PlotProps {
  /** What it shows, for those who can't see it. */
  readonly label: string;
  /** Must stay the same object while the plot is to stay. */
  readonly options: PlotOptions;
  readonly data: UPlot.AlignedData;
  readonly className?: string;
}

/** A plot as large as the place it is given. */
export function Plot({ label, options, data, className }: PlotProps) {
  const element = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot | null>(null);
  const newest = useRef(data);
  newest.current = data;
  useEffect(() => {
    const place = element.current;
    if (place === null) return undefined;
    const size = () => ({ width: place.clientWidth, height: place.clientHeight });
    const made = new UPlot({ ...options, ...size() }, newest.current, place);
    plot.current = made;
    const observer = new ResizeObserver(() => made.setSize(size()));
    observer.observe(place);
    return () => {
      observer.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, [options]);
  useEffect(() => plot.current?.setData(data), [data]);
  return <div ref={element} className={`plot ${className ?? ''}`} role="img" aria-label={label} />;
}

/** A colour of the tokens, for a canvas. */
export function tokenColour(name: `--${string}`): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
