import type { ReactNode } from 'react';
import type { SessionStatus } from '../../../shared/ipc/schemas/session-schema.ts';
import { useUnknownRfqs } from '../../api/rfq-queries.ts';
import { useQuote } from '../../stores/market-store.ts';
import { useSession } from '../../stores/session-store.ts';
import { formatCount } from '../../ui/words/shown.ts';
import { formatAge, MISSING, formatPrice } from '../../ui/words/format.ts';
import { type BudgetRow, findTightest, readRow } from '../../ui/words/budget-rows.ts';
import { Meter } from '../../ui/controls/meter.tsx';
import { StaleMark } from '../../ui/stale-mark.tsx';
import { Pill } from '../../ui/controls/pill.tsx';
import { countUnknown, countUnknownRfqs } from '../../ui/order-words/unknown-text.ts';
import { StopButton, StoppedNotice } from './stop-trading.tsx';
import './header.css';

interface HeaderProps {
  readonly profile: ReactNode;
  readonly navigation: ReactNode;
  /** Shows the panel that explains every figure. */
  readonly onDiagnose: () => void;
  /** Shows where undecided sells stand. */
  readonly onOrders: () => void;
  /** The same of Block RFQs. */
  readonly onRequests: () => void;
}

/** Further off than this, a machine's clock is told of: orders go by the service's. */
const FAR_MS = 2000;

/** The service, the market and the request budget. */
export function Header({ profile, navigation, onDiagnose, onOrders, onRequests }: HeaderProps) {
  const unknownRfqs = useUnknownRfqs();
  const status = useSession((state) => state.status);
  const isLost = useSession((state) => state.link === 'lost');
  return (
    <header className="header">
      <h1 className="brand">Strikedesk</h1>
      {profile}
      {navigation}
      <dl className="indices number">
        <IndexPrice name="btc_usd" instrumentName="BTC-PERPETUAL" />
        <IndexPrice name="eth_usd" instrumentName="ETH-PERPETUAL" />
      </dl>
      <div className="header-space" />
      <StoppedNotice />
      {status !== null && status.unknown_orders !== 0 ? (
        <button type="button" className="header-unknown" onClick={onOrders}>
          <Pill tone="attention">{countUnknown(status.unknown_orders)}</Pill>
        </button>
      ) : null}
      {unknownRfqs > 0 ? (
        <button type="button" className="header-unknown" onClick={onRequests}>
          <Pill tone="attention">{countUnknownRfqs(unknownRfqs)}</Pill>
        </button>
      ) : null}
      <RateMeter name="Orders" row={status && findTightest(status)} />
      <RateMeter name="Reads" row={status && readRow(status)} />
      <button type="button" className="number muted timing" title={describeLatency(status)} onClick={onDiagnose}>
        {isLost ? '✕ no back end' : <Timing status={status} />}
      </button>
      <StopButton />
    </header>
  );
}

function IndexPrice({ name, instrumentName }: { name: string; instrumentName: string }) {
  const quote = useQuote(instrumentName)?.quote;
  const price = quote?.ticker?.index_price ?? null;
  const isStale = quote?.is_stale === true && price !== null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {formatPrice(price, 2)}
        {isStale ? <StaleMark text="stale" /> : null}
      </dd>
    </div>
  );
}

function RateMeter({ name, row }: { name: string; row: BudgetRow | null }) {
  if (row === null) {
    return (
      <span className="rate">
        <span className="rate-text">{name} limit unknown</span>
        <Meter label={`${name}: limit not known yet`} text="not known yet" fraction={0} />
      </span>
    );
  }
  const { used, burst, rate } = row;
  const text = `${row.short} ${formatCount(used)} of ${formatCount(burst)} burst`;
  const fraction = burst === 0 ? 1 : used / burst;
  return (
    <span className="rate" title={`${text} used; ${rate} a second come back`}>
      <span className="rate-text">{text}</span>
      <Meter
        label={`${row.name} used`}
        text={text}
        fraction={fraction}
        tone={fraction > 0.8 ? 'attention' : 'accent'}
      />
    </span>
  );
}

const CONNECTIONS: Record<SessionStatus['connection'], string> = {
  connecting: '○ connecting',
  online: '● online',
  offline: '✕ not reachable',
};

/** In milliseconds as long as they tell anything. */
function describeOffset(sizeMs: number): string {
  return sizeMs < 10_000 ? `${Math.round(sizeMs)} ms` : formatAge(sizeMs);
}

function Timing({ status }: { readonly status: SessionStatus | null }) {
  const roundTripMs = status?.round_trip_ms ?? null;
  const offsetMs = status?.clock_offset_ms ?? null;
  const roundTrip = roundTripMs === null ? MISSING : `${Math.round(roundTripMs)} ms`;
  const offset = offsetMs === null ? MISSING : `${offsetMs < 0 ? '−' : '+'}${describeOffset(Math.abs(offsetMs))}`;
  const isFar = offsetMs !== null && Math.abs(offsetMs) > FAR_MS;
  return (
    <>
      {`${CONNECTIONS[status?.connection ?? 'connecting']} · rtt ${roundTrip} · `}
      <span className={isFar ? 'timing-far' : ''}>{`${isFar ? '⚠ ' : ''}clock ${offset}`}</span>
    </>
  );
}

/** How long calls take, and what a clock that is far off means. */
function describeLatency(status: SessionStatus | null): string {
  const reads = status?.latency.reads ?? null;
  const far =
    Math.abs(status?.clock_offset_ms ?? 0) > FAR_MS
      ? ' This machine’s clock is off. Orders go by the service’s. Set this one right.'
      : '';
  const times =
    reads === null
      ? 'No round trip yet.'
      : `Round trips: half within ${reads.p50.toFixed(1)} ms, 99 in 100 within ${reads.p99.toFixed(1)} ms.`;
  return `${times}${far} A press shows the diagnostics.`;
}
