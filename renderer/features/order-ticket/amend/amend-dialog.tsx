import { useMemo } from 'react';
import { remainingOf } from '../../../../shared/execution/amend-draft.ts';
import { amountUnitOfName } from '../../../../shared/service/instrument-name.ts';
import type { Order } from '../../../../shared/service/order.ts';
import { useBackend } from '../../../api/backend.ts';
import { describeFailure } from '../../../api/failure-text.ts';
import { createPlaces } from '../../../api/known-places.ts';
import { endAmend, useAmends } from '../../../stores/orders/amends-store.ts';
import { useOrders } from '../../../stores/orders/orders-store.ts';
import { Dialog } from '../../../ui/controls/dialog.tsx';
import { PressButton } from '../../../ui/controls/press-button.tsx';
import { PRIORITY_TEXTS } from '../../../ui/order-words/amend-text.ts';
import { showForeign } from '../../../ui/order-words/foreign-text.ts';
import { sideWords } from '../../../ui/order-words/side-text.ts';
import { formatDecimal } from '../../../ui/words/shown.ts';
import { ForecastSteps } from '../forecast/forecast.tsx';
import { AmendFields } from './amend-fields.tsx';
import { AmendOutcome } from './amend-outcome.tsx';
import { AmendPreview } from './amend-preview.tsx';
import { describePress, whyBlocked } from './amend-press.ts';
import { useAmend } from './use-amend.ts';
import './amend.css';

/** The dialog of the order that is being amended, wherever it was chosen; the order as it stands now. */
export function Amending() {
  const backend = useBackend();
  const opened = useAmends((state) => state.opened);
  const row = useOrders(({ entries }) =>
    [...entries.values()].find((entry) => entry.row.order?.order_id === opened?.order_id),
  );
  const places = useMemo(() => createPlaces(backend), [backend]);
  if (opened === null) return null;
  const order = row?.row.order ?? opened;
  return <AmendDialog key={order.order_id} order={order} places={places(order.instrument_name) ?? 0} />;
}

interface AmendDialogProps {
  readonly order: Order;
  /** Digits after the point of the instrument's prices. */
  readonly places: number;
}

/** Changes a working order: what is left of it, its prices and its flags. One press sends one amend. */
function AmendDialog({ order, places }: AmendDialogProps) {
  const { draft, change, orderDraft, answer, isCurrent, issues, dispatch, ...amend } = useAmend(order);
  const unit = amountUnitOfName(order.instrument_name);
  const check = answer?.check ?? null;
  const blocked = whyBlocked(check, issues.firstError, issues.unaccepted);
  const place = {
    draft,
    setDraft: change,
    dispatch,
    at: (field: keyof typeof issues.byField) => issues.byField[field] ?? [],
  };
  const problems = [answer?.failure == null ? null : describeFailure(answer.failure), amend.problem];
  return (
    <Dialog title={`Amend ${showForeign(order.label ?? order.order_id)}`} className="amend" onClose={endAmend}>
      <p className="amend-order">
        <span className={order.direction === 'buy' ? 'bid' : 'ask'}>{sideWords(order.direction).Name}</span>{' '}
        <span className="number">{order.instrument_name}</span>, {describeProgress(order, unit)}
      </p>
      {amend.state === null ? null : <AmendOutcome state={amend.state} />}
      <AmendFields order={order} unit={unit} place={place} />
      <section className="forecast amend-forecast" aria-label="What the amend does">
        <h3>What the amend does</h3>
        <AmendPreview check={check} unit={unit} draft={draft} />
        {check?.forecast == null || orderDraft === null ? null : (
          <ForecastSteps
            answer={{
              draft: orderDraft,
              check: { issues: check.issues, forecast: check.forecast, request: check.request },
              failure: null,
            }}
            places={places}
          />
        )}
      </section>
      {problems.map((problem) =>
        problem === null ? null : (
          <p key={problem} className="dialog-problem" role="alert">
            {problem}
          </p>
        ),
      )}
      <PressButton
        side={order.direction}
        text={describePress(order, draft, unit)}
        detail={blocked ?? PRIORITY_TEXTS[check?.priority ?? 'none']}
        isDisabled={blocked !== null || !isCurrent}
        isInFlight={amend.isOnItsWay}
        isBusy={!isCurrent}
        isArmed={false}
        onPress={amend.send}
      />
    </Dialog>
  );
}

function describeProgress(order: Order, unit: string): string {
  const left = remainingOf(order);
  const filled = order.filled_amount ?? '0';
  return left === null ? 'amount not told' : `${formatDecimal(left)} ${unit} left, ${filled} filled`;
}
