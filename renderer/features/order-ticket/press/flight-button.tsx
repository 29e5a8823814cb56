import { useLayoutEffect, useState } from 'react';
import { useNow } from '../../../stores/now.ts';
import { readServiceNow } from '../../../stores/session-store.ts';
import { useOrderRow, useOrders } from '../../../stores/orders/orders-store.ts';
import { beginTelling } from '../../../stores/told-store.ts';
import { usePanelFrame } from '../../../ui/panel-frame.ts';
import { PressButton } from '../../../ui/controls/press-button.tsx';
import { describeArmed, describeFlight, describePlacing, isUnresolved } from './placing-text.ts';
import type { Placing } from './use-placing.ts';
import type { InVain } from '../issues/use-missing-told.ts';
import type { Armed } from './use-press.ts';

interface FlightButtonProps {
  readonly side: 'buy' | 'sell';
  readonly text: string;
  readonly detail: string;
  readonly isDisabled: boolean;
  readonly isBusy: boolean;
  /** Null while the next press does not sell. */
  readonly armed: Armed | null;
  readonly inVain: InVain | null;
  readonly placing: Placing;
  readonly onPress: (beganAtMs: number) => void;
}

/** The primary button, with the time that runs: until it disarms, or since it was sent. */
export function FlightButton({
  side,
  placing,
  armed,
  inVain,
  text,
  detail,
  isDisabled,
  isBusy,
  onPress,
}: FlightButtonProps) {
  const nowMs = useNow();
  const row = useOrderRow(placing.phase === 'in_flight' ? placing.intentId : null);
  const isInFlight = placing.phase === 'in_flight';
  const isArmed = armed !== null && !isDisabled;
  const standing = isArmed ? `Press again to ${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;
  return (
    <>
      <PressButton
        side={side}
        text={isInFlight ? describeFlight(row, Math.max(0, nowMs - placing.startedAtMs)) : standing}
        detail={isArmed ? `${describeArmed(armed.until, nowMs)} · ${detail}` : detail}
        isDisabled={isDisabled || (isArmed && armed.isHeld)}
        isInFlight={isInFlight}
        isBusy={isBusy}
        isArmed={isArmed}
        onPress={onPress}
      />
      {/* Who presses it from a field, or can't see it, hears why that came to nothing. */}
      <span className="visually-hidden" role="status">
        {isDisabled && inVain?.why === detail ? tellInVainAloud(inVain) : ''}
      </span>
    </>
  );
}

/** The same words once more are read out only where they are another text. */
function tellInVainAloud({ why, count }: InVain): string {
  return `Nothing was sent. ${why}${count % 2 === 0 ? '\u00A0' : ''}`;
}

interface OutcomeLineProps {
  readonly placing: Placing;
  /** What the ticket sells now. */
  readonly instrumentName: string | null;
}

/**
 * The last press's outcome. While open it counts the time and stays whatever is shown. A good one shows with its own
 * instrument only; a settled one can be closed. While it is visible no news repeats it.
 */
export function OutcomeLine({ placing, instrumentName }: OutcomeLineProps) {
  useNow();
  const [dismissed, setDismissed] = useState<{ readonly placing: Placing; readonly title: string } | null>(null);
  const row = useOrderRow('intentId' in placing ? placing.intentId : null);
  const isListed = useOrders((orders) => orders.isListed);
  const outcome = describePlacing(placing, row, isListed, readServiceNow());
  const soldName = 'draft' in placing ? placing.draft.instrument_name : null;
  const isOfOther = soldName !== null && soldName !== instrumentName;
  // What it comes to later is another outcome.
  const isDismissed = dismissed?.placing === placing && dismissed.title === outcome?.title;
  const isInSight = (usePanelFrame()?.isShown ?? true) && !isOfOther && !isDismissed;
  const toldId = isInSight && 'intentId' in placing ? placing.intentId : null;
  useLayoutEffect(() => (toldId === null ? undefined : beginTelling(toldId)), [toldId]);
  if (outcome === null) return null;
  const { tone, title, detail } = outcome;
  const isSettled = !isUnresolved(placing, row, isListed);
  if (isSettled && (isDismissed || (isOfOther && tone === 'good'))) return null;
  return (
    <div className={`outcome outcome-${tone}`} role="group" aria-label="Last order">
      {isSettled ? (
        <button
          type="button"
          className="outcome-dismiss"
          aria-label="Close the last order’s outcome"
          onClick={() => setDismissed({ placing, title })}
        >
          <span aria-hidden="true">×</span>
        </button>
      ) : null}
      <strong>{isOfOther && !title.includes(soldName) ? `${title}: ${soldName}` : title}</strong> {detail}
    </div>
  );
}
