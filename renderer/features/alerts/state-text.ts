import type { AlertRule, AlertStatus } from '../../../shared/alerts/rule.ts';
import type { PillTone } from '../../ui/controls/pill.tsx';
import { readablePlaces } from '../../../shared/decimal.ts';
import { toServiceTime } from '../../stores/session-store.ts';
import { formatTimeOfDay, MISSING } from '../../ui/words/format.ts';
import { formatDecimal } from '../../ui/words/shown.ts';

/** More places than a column of figures needs. */
const MOST_PLACES = 4;

/** How an alert stands, in words; `nowMs` is the moment by the machine’s clock, since the epoch. */
export function describeState(
  rule: AlertRule,
  status: AlertStatus | null,
  nowMs: number,
): { tone: PillTone; text: string } {
  if (rule.snoozed_until !== null && nowMs < rule.snoozed_until) {
    const until = `snoozed to ${formatTimeOfDay(toServiceTime(rule.snoozed_until)).slice(0, 5)}`;
    return { tone: 'quiet', text: status?.is_raised === true ? `raised, ${until}` : until };
  }
  if (status?.is_raised === true) {
    return {
      tone: status.level > 1 ? 'bad' : 'attention',
      text: status.level > 1 ? `raised, told ${status.level}×` : 'raised',
    };
  }
  return status?.since == null ? { tone: 'quiet', text: 'not judged yet' } : { tone: 'quiet', text: 'quiet' };
}

/** Why its input is no good now; null when it is. */
export function describeInput(status: AlertStatus | null): string | null {
  switch (status?.input) {
    case 'stale':
      return 'input stale';
    case 'missing':
      return 'no such figure now';
    case 'waiting':
      return 'no value yet';
    default:
      return null;
  }
}

/** The last good value of its figure. */
export function describeValue(status: AlertStatus | null, unit: string): string {
  const value = status?.value ?? null;
  return value === null
    ? MISSING
    : `${formatDecimal(value, { max: readablePlaces(value, MOST_PLACES) })} ${unit}`.trimEnd();
}
