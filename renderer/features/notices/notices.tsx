import { useMemo, useState } from 'react';
import { useBackend } from '../../api/backend.ts';
import { describeFailure, readFailure } from '../../api/failure-text.ts';
import { keepsLimits } from '../../../shared/orders/limits/guard-settings.ts';
import { useOrders } from '../../stores/orders/orders-store.ts';
import { beginSettling, endSettling, useSettling } from '../../stores/orders/settle-store.ts';
import { useSession } from '../../stores/session-store.ts';
import { showToast } from '../../stores/toast-store.ts';
import { type Notice, findNotices } from './find-notices.ts';
import { describeGuardsReading } from './guards-text.ts';
import { describeSetAside } from './set-aside-text.ts';
import { LeftOutNotice } from './left-out-notice.tsx';
import { PlanNotice } from './plan-notice.tsx';
import { StandingNotice } from './standing-notice.tsx';
import { SettleDialog } from './settle-dialog.tsx';
import './notices.css';

/** More than these are counted: the grid has them all. */
const SHOWN = 3;

/** Bars above the panels for what only a person can settle; none of them goes away by itself. */
export function Notices() {
  const entries = useOrders((state) => state.entries);
  const notices = useMemo(() => findNotices([...entries.values()].map(({ row }) => row)), [entries]);
  return (
    <>
      {notices.slice(0, SHOWN).map((notice) => (
        <NoticeBar key={`${notice.kind} ${notice.intentId}`} notice={notice} />
      ))}
      {notices.length > SHOWN ? (
        <div className="notice" role="alert">
          {notices.length - SHOWN} more of these are marked in Orders.
        </div>
      ) : null}
      <PlanNotice />
      <StandingNotice />
      <CutNotice />
      <GuardsNotice />
      <SetAsideNotice />
      <LeftOutNotice />
      <Settling />
    </>
  );
}

/** The dialog of the sell that is being settled, from its bar or from its row. */
function Settling() {
  const intentId = useSettling();
  const row = useOrders((state) => (intentId === null ? null : (state.entries.get(intentId)?.row ?? null)));
  // A look-up may have resolved it meanwhile.
  return row === null || row.outcome !== 'unknown' ? null : (
    <SettleDialog key={row.intent_id} row={row} onClose={endSettling} />
  );
}

function NoticeBar({ notice }: { readonly notice: Notice }) {
  const { client } = useBackend();

  function confirm(): void {
    client.request('orders.confirm', { seen: 'two_orders', intent_id: notice.intentId }).catch((error: unknown) =>
      showToast({
        subject: `locked ${notice.intentId}`,
        tone: 'bad',
        title: `${notice.instrumentName} is still locked`,
        detail: describeFailure(readFailure(error)),
        isSticky: true,
      }),
    );
  }

  return (
    <div className={`notice ${notice.kind === 'locked' ? 'notice-bad' : ''}`} role="alert">
      <span>
        <strong>{notice.title}</strong> {notice.detail}
      </span>
      {notice.kind === 'locked' ? (
        <button type="button" className="button" onClick={confirm}>
          I have looked at them: unlock {notice.instrumentName}
        </button>
      ) : (
        <button type="button" className="button" onClick={() => beginSettling(notice.intentId)}>
          I have looked: settle it…
        </button>
      )}
    </div>
  );
}

/** A journal that may have lost sells keeps the profile from selling until a person has looked at the service. */
function CutNotice() {
  const { client } = useBackend();
  const isCut = useSession((state) => state.status?.journal === 'cut');
  if (!isCut) return null;

  function confirm(): void {
    client.request('orders.confirm', { seen: 'journal_cut' }).catch((error: unknown) =>
      showToast({
        subject: 'journal cut',
        tone: 'bad',
        title: 'Trading is still off',
        detail: describeFailure(readFailure(error)),
        isSticky: true,
      }),
    );
  }

  return (
    <div className="notice notice-bad" role="alert">
      <span>
        <strong>The journal of orders or Block RFQs is cut, replaced or unreadable. Trading is off.</strong> Orders and
        requests may be missing here. They are not looked up, and their labels count as unused. Check the service for
        orders, trades and requests not listed here.
      </span>
      <button type="button" className="button" onClick={confirm}>
        I have checked the service: allow trading
      </button>
    </div>
  );
}

/** Guards that could not be read as they were stored; it goes once they are saved. */
function GuardsNotice() {
  const reading = useSession((state) => state.status?.guards ?? 'ok');
  const text = describeGuardsReading(reading);
  return text === null ? null : (
    <div className={`notice ${keepsLimits(reading) ? '' : 'notice-bad'}`} role="alert">
      <span>
        <strong>{text.title}</strong> {text.detail}
      </span>
    </div>
  );
}

/** Damaged files of this profile, and where they are now. */
function SetAsideNotice() {
  const paths = useSession((state) => state.session?.set_aside ?? NONE);
  const [isSeen, setSeen] = useState(false);
  if (isSeen || paths.length === 0) return null;
  return (
    <div className="notice" role="alert">
      <span>
        <strong>Damaged files were set aside and replaced.</strong> {describeSetAside(paths)}
      </span>
      <button type="button" className="button" onClick={() => setSeen(true)}>
        Hide
      </button>
    </div>
  );
}

const NONE: readonly string[] = [];
