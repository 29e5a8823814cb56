/** The back end speaks once a second at least: silent for so long, it is not running, or stuck. */
export const SILENT_MS = 5000;
const CHECK_MS = 500;
/** A page that was asleep, or held back behind others, counts no more of that time than this. */
const MOST_COUNTED_MS = 2 * CHECK_MS;

export interface SilenceWatch {
  /** The back end said something. */
  readonly hear: () => void;
  /** It can't be heard, or need not be: silence is counted from when it is heard next. */
  readonly rest: () => void;
  readonly stop: () => void;
}

export interface SilenceOptions {
  /** Monotonic, ms. */
  readonly now: () => number;
  /** Runs `action` again and again; gives back the function that stops it. */
  readonly every: (milliseconds: number, action: () => void) => () => void;
  readonly onChange: (isSilent: boolean) => void;
}

/**
 * Notices that the back end has gone silent while the way to it stands open, as when its process hangs. Only time through
 * which this page was running counts: what was said while it was not is still to be read.
 */
export function watchSilence({ now, every, onChange }: SilenceOptions): SilenceWatch {
  let checkedAt = now();
  let silentMs = 0;
  let isCounting = false;
  let isSilent = false;

  function tell(next: boolean): void {
    if (next === isSilent) return;
    isSilent = next;
    onChange(next);
  }

  const stop = every(CHECK_MS, () => {
    const at = now();
    silentMs += Math.min(at - checkedAt, MOST_COUNTED_MS);
    checkedAt = at;
    if (isCounting && silentMs > SILENT_MS) tell(true);
  });

  return {
    hear: () => {
      isCounting = true;
      silentMs = 0;
      tell(false);
    },
    rest: () => {
      isCounting = false;
      tell(false);
    },
    stop,
  };
}
