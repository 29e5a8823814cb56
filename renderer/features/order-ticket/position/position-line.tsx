import { useQuery } from '@tanstack/react-query';
import type { PlanRequest } from '../../../../shared/execution/plan.ts';
import { draftClose } from '../../../../shared/orders/close.ts';
import type { OrderDraft } from '../../../../shared/orders/draft.ts';
import { amountUnit } from '../../../../shared/orders/facts.ts';
import type { Instrument } from '../../../../shared/service/instrument.ts';
import type { Position } from '../../../../shared/service/position.ts';
import { useBackend } from '../../../api/backend.ts';
import { useIsConnected } from '../../../api/queries.ts';
import { openPlan } from '../../../stores/orders/plans-store.ts';
import { useOrders } from '../../../stores/orders/orders-store.ts';
import { describePosition } from '../../../ui/order-words/position-text.ts';
import { sumResting } from './resting-closes.ts';
import { formatDecimal } from '../../../ui/words/shown.ts';
import './position-line.css';

/** A position moves with fills, here and elsewhere; milliseconds. */
const AGAIN_MS = 3000;
const SHARES = [25, 50, 75, 100] as const;

interface PositionLineProps {
  readonly instrument: Instrument;
  /** Digits after the point of its prices. */
  readonly places: number;
  /** Fills the ticket with the order that closes. Sends nothing. */
  readonly onClose: (draft: OrderDraft) => void;
}

/** The account's position in the ticket's instrument, with what fills the ticket to close a part of it. */
export function PositionLine({ instrument, places, onClose }: PositionLineProps) {
  const position = usePosition(instrument);
  const resting = useOrders(({ entries }) =>
    sumResting(
      [...entries.values()].map(({ row }) => row),
      instrument.instrument_name,
      position?.direction,
    ),
  );
  if (position === null) return null;
  const { instrument_name: name } = instrument;
  const unit = amountUnit(instrument);
  const isFlat = draftClose(position, 100, instrument) === null;
  return (
    <div className="position-line" role="group" aria-label="Position">
      <span className="visually-hidden">Position</span>
      <span
        className="number position-words"
        title={
          isFlat
            ? undefined
            : `Average price ${formatDecimal(position.average_price, { min: places, max: places + 2 })}`
        }
      >
        {describePosition(position, unit)}
        {resting === null ? null : <span className="muted"> · {formatDecimal(resting)} closing</span>}
      </span>
      {isFlat ? null : (
        <span className="position-shares">
          {SHARES.map((percent) => {
            const draft = draftClose(position, percent, instrument);
            return (
              <button
                key={percent}
                type="button"
                className="position-share"
                disabled={draft === null}
                aria-label={`Close ${percent} %`}
                title={`Fills the ticket to close ${percent} %, reduce only, at market`}
                onClick={() => (draft === null ? undefined : onClose(draft))}
              >
                {percent === 100 ? 'Close' : `${percent}%`}
              </button>
            );
          })}
          <button
            type="button"
            className="position-share"
            title="Shows the plan that closes it and opens the other side"
            onClick={() => openPlan({ kind: 'reverse', instrument_name: name, style: 'market' }, name)}
          >
            Reverse…
          </button>
          <button
            type="button"
            className="position-share"
            title="Shows the plan that cancels its orders and closes it; also for more than this instrument"
            onClick={() => openPlan(flattenOf(name), name)}
          >
            Flatten…
          </button>
        </span>
      )}
    </div>
  );
}

function flattenOf(name: string): PlanRequest {
  return { kind: 'flatten', scope: { of: 'instrument', instrument_name: name }, style: 'market' };
}

/** The position as it was read last; null where none is told or asked for. */
function usePosition({ instrument_name: name, kind }: Instrument): Position | null {
  const { client } = useBackend();
  const isConnected = useIsConnected();
  // What was sent or filled since asks anew.
  const revision = useOrders((state) => state.revision);
  const { data } = useQuery({
    queryKey: ['position', name, revision],
    queryFn: () => client.request('account.held', { instrument_name: name }),
    enabled: isConnected && (kind === 'future' || kind === 'option'),
    refetchInterval: AGAIN_MS,
    placeholderData: (before) =>
      before?.state === 'known' && before.position.instrument_name === name ? before : undefined,
    gcTime: AGAIN_MS,
    retry: false,
  });
  return data?.state === 'known' ? data.position : null;
}
