import { type ReactNode, useState } from 'react';
import type { SessionStatus } from '../../../shared/ipc/schemas/session-schema.ts';
import { useUnknownRfqs } from '../../api/rfq-queries.ts';
import { useNow } from '../../stores/now.ts';
import { readServiceNow, useSession } from '../../stores/session-store.ts';
import { formatTimeOfDay } from '../../ui/words/format.ts';
import { RequestMeter } from './request-meter.tsx';
import { zoneName } from '../../ui/words/shown.ts';
import { countUnknownRfqs, UNREADABLE } from '../../ui/order-words/unknown-text.ts';
import './status-bar.css';

/** One slow moment is no reason for alarm all day. */
const IGNORED_TOLD_MS = 5 * 60_000;

const CONNECTIONS: Record<SessionStatus['connection'], { readonly mark: string; readonly text: string }> = {
  connecting: { mark: '○', text: 'connecting' },
  online: { mark: '●', text: 'online' },
  offline: { mark: '✕', text: 'not reachable' },
};

const JOURNALS: Record<SessionStatus['journal'], string> = {
  ok: 'journal ok',
  read_only: 'journal read only: another instance holds this profile',
  failed: 'journal failed: trading is off',
  full: 'disk full: trading is off',
  unreadable: 'journal unreadable: trading is off',
  cut: 'journal cut: trading is off',
};

const READ_ONLY = 'Nothing is sent here. Panels and lists are not stored.';

interface StatusBarProps {
  readonly hints: ReactNode;
  /** Shows the panel that explains every figure. */
  readonly onDiagnose: () => void;
  readonly onOrders: () => void;
  readonly onRequests: () => void;
}

/** The service, its connection, the journal and the service's clock; a press explains them. */
export function StatusBar({ hints, onDiagnose, onOrders, onRequests }: StatusBarProps) {
  const session = useSession((state) => state.session);
  const status = useSession((state) => state.status);
  const isLost = useSession((state) => state.link === 'lost');
  return (
    <footer className="status-bar">
      {session === null || status === null ? (
        <span>{isLost ? 'back end not answering' : 'opening the session'}</span>
      ) : (
        <>
          {isLost ? (
            <span className="status-bar-left status-attention">
              back end not answering: polls, limits and orders are unknown
            </span>
          ) : (
            <div className="status-bar-left">
              <Connection
                kind={session.profile.kind}
                origin={session.profile.service_origin}
                status={status}
                onDiagnose={onDiagnose}
              />
              <span className="status-polling">
                polling {status.watched_instruments} instruments · {status.polls_per_second.toFixed(1)} calls/s
              </span>
              <RequestMeter status={status} />
            </div>
          )}
          <div className="status-bar-right">
            {hints}
            {isLost ? null : (
              <Counts status={status} onDiagnose={onDiagnose} onOrders={onOrders} onRequests={onRequests} />
            )}
            <IgnoredReadings count={status.clock_readings_ignored} />
          </div>
          <ServiceClock isKnown={status.clock_offset_ms !== null} />
        </>
      )}
    </footer>
  );
}

type CountsProps = { readonly status: SessionStatus } & Omit<StatusBarProps, 'hints'>;

/** Of orders and Block RFQs: the journal, forecasts that were wrong, and what has no outcome. */
function Counts({ status, onDiagnose, onOrders, onRequests }: CountsProps) {
  const unknownRfqs = useUnknownRfqs();
  return (
    <>
      <button
        type="button"
        className={linkClass(status.journal === 'ok')}
        title={status.journal === 'read_only' ? READ_ONLY : undefined}
        onClick={onDiagnose}
      >
        {JOURNALS[status.journal]}
      </button>
      {status.forecasts_missed === 0 ? null : (
        <span className="status-attention" title="Listed orders that missed their forecast">
          {status.forecasts_missed === 1 ? '1 forecast' : `${status.forecasts_missed} forecasts`} missed
        </span>
      )}
      <button type="button" className={linkClass(status.unknown_orders === 0)} onClick={onOrders}>
        {status.unknown_orders === null ? UNREADABLE : `${status.unknown_orders} unknown`}
      </button>
      {unknownRfqs === 0 ? null : (
        <button type="button" className={linkClass(false)} onClick={onRequests}>
          {countUnknownRfqs(unknownRfqs)}
        </button>
      )}
    </>
  );
}

interface ConnectionProps {
  readonly kind: string;
  readonly origin: string;
  readonly status: SessionStatus;
  readonly onDiagnose: () => void;
}

function Connection({ kind, origin, status, onDiagnose }: ConnectionProps) {
  const { mark, text } = CONNECTIONS[status.connection];
  return (
    <button
      type="button"
      className={`${linkClass(status.connection === 'online')} status-service`}
      title={status.failure?.message ?? origin}
      onClick={onDiagnose}
    >
      <span aria-hidden="true">{mark} </span>
      service {kind} {origin.replace(/^https?:\/\//, '')} · {text}
    </button>
  );
}

/** Of what leads to more about it. */
function linkClass(isWell: boolean): string {
  return isWell ? 'status-link' : 'status-link status-attention';
}

/** Readings of the service's clock that were left out: told for a while after the last; Diagnostics has them all. */
function IgnoredReadings({ count }: { readonly count: number }) {
  const now = useNow();
  const [last, setLast] = useState({ count: 0, at: 0 });
  if (last.count !== count) setLast({ count, at: now });
  if (count === 0 || now - last.at > IGNORED_TOLD_MS) return null;
  return (
    <span
      className="status-attention status-ignored"
      title="Times of the service that contradicted the others since the start. They don’t count"
    >
      {count} clock {count === 1 ? 'reading' : 'readings'} ignored
    </span>
  );
}

/** The service's time; the machine's while it is not known. */
function ServiceClock({ isKnown }: { isKnown: boolean }) {
  useNow();
  const now = readServiceNow();
  return (
    <span className="number" title={isKnown ? 'Service clock' : 'This machine’s clock; the service’s is not known yet'}>
      {`${formatTimeOfDay(now)} ${zoneName(now)}${isKnown ? '' : ', this machine'}`}
    </span>
  );
}
