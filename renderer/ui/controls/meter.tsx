import './meter.css';

interface MeterProps {
  readonly label: string;
  /** What the value means, in words with units. */
  readonly text: string;
  /** Part of the whole, 0 to 1; more is shown as full. */
  readonly fraction: number;
  readonly tone?: 'accent' | 'attention' | 'bad';
  /** Parts of the whole that are marked on the bar. */
  readonly marks?: readonly number[];
}

/** A bar that is filled as far as `fraction` says. */
export function Meter({ label, text, fraction, tone = 'accent', marks = [] }: MeterProps) {
  const percent = Math.min(100, Math.max(0, fraction * 100));
  return (
    <span
      className="meter-track"
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      aria-valuetext={text}
    >
      <span className={`meter-fill meter-fill-${tone}`} style={{ width: `${percent}%` }} />
      {marks.map((mark) => (
        <span key={mark} className="meter-mark" style={{ left: `${mark * 100}%` }} />
      ))}
    </span>
  );
}
