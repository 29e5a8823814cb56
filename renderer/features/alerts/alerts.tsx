import { useMemo, useState } from 'react';
import { useBackend } from '../../api/backend.ts';
import { describeFailure, readFailure } from '../../api/failure-text.ts';
import { useOrders } from '../../stores/orders-store.ts';
import { useSession } from '../../stores/session-store.ts';
import { showToast } from '../../stores/toast-store.ts';
import { type Alert, findAlerts } from './find-alerts.ts';
import './alerts.css';

/** More than these are counted: the grid has them all. */
const SHOWN = 3;

/** Bars above the panels for what only a person can settle; none of them goes away by itself. */
export function Alerts() {
  const entries = useOrders((state) => state.entries);
  const alerts = useMemo(() => findAlerts([...entries.values()].map(({ row }) => row)), [entries]);
  return (
    <>
      {alerts.slice(0, SHOWN).map((alert) => (
        <AlertBar key={`${alert.kind} ${alert.intentId}`} alert={alert} />
      ))}
      {alerts.length > SHOWN ? (
        <div className="alert" role="alert">
          {alerts.length - SHOWN} more of these in Orders, marked there.
        </div>
      ) : null}
      <SetAsideNotice />
    </>
  );
}

function AlertBar({ alert }: { readonly alert: Alert }) {
  const { client } = useBackend();

  function confirm(): void {
    client.request('orders.confirm_two_orders', { intent_id: alert.intentId }).catch((error: unknown) =>
      showToast({
        subject: alert.intentId,
        tone: 'bad',
        title: `${alert.instrumentName} is still locked`,
        detail: describeFailure(readFailure(error)),
        isSticky: true,
      }),
    );
  }

  return (
    <div className={`alert ${alert.kind === 'locked' ? 'alert-bad' : ''}`} role="alert">
      <span>
        <strong>{alert.title}</strong> {alert.detail}
      </span>
      {alert.kind === 'locked' ? (
        <button type="button" className="button" onClick={confirm}>
          I have looked at them: unlock {alert.instrumentName}
        </button>
      ) : null}
    </div>
  );
}

/** Damaged files of this profile, and where they are now. */
function SetAsideNotice() {
  const paths = useSession((state) => state.session?.set_aside ?? NONE);
  const [isSeen, setSeen] = useState(false);
  if (isSeen || paths.length === 0) return null;
  return (
    <div className="alert" role="alert">
      <span>
        <strong>Damaged files were set aside and new ones begun.</strong> Orders they held are not shown, nor looked up.
        They are now {paths.map((path) => `“${path}”`).join(' and ')}.
      </span>
      <button type="button" className="button" onClick={() => setSeen(true)}>
        Hide
      </button>
    </div>
  );
}

const NONE: readonly string[] = [];
