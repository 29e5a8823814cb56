import { useCallback, useMemo } from 'react';
import type { ObservedField } from '../../../shared/market/observation.ts';
import { usePanelSetting } from '../../stores/workspace/panel-settings.ts';
import type { ChartLine } from './chart-lines.ts';

export interface ShownLines {
  readonly shownLines: readonly ChartLine[];
  readonly hidden: ReadonlySet<ObservedField>;
  readonly toggle: (field: ObservedField) => void;
}

/** Which lines are drawn: those shown at first, except where the trader turned one over; kept for this panel. */
export function useShownLines(lines: readonly ChartLine[]): ShownLines {
  const [kept, keep] = usePanelSetting('toggled_lines');
  const shownLines = useMemo(() => {
    const toggled = new Set(splitNames(kept));
    return lines.filter(({ field, isShownAtFirst }) => isShownAtFirst !== toggled.has(field));
  }, [lines, kept]);
  const hidden = useMemo(
    () => new Set(lines.filter((line) => !shownLines.includes(line)).map(({ field }) => field)),
    [lines, shownLines],
  );
  const toggle = useCallback(
    (field: ObservedField) => {
      const names = splitNames(kept);
      const next = names.includes(field) ? names.filter((name) => name !== field) : [...names, field];
      keep(next.length === 0 ? null : next.join(' '));
    },
    [kept, keep],
  );
  return { shownLines, hidden, toggle };
}

function splitNames(kept: string | null): string[] {
  return kept === null || kept === '' ? [] : kept.split(' ');
}
