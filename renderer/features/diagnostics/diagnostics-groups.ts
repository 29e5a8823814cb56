import { areReadsRefused, type BudgetRow, listOrderRows, readRow } from '../../ui/words/budget-rows.ts';
import { decimal } from '../../../shared/decimal.ts';
import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import type { LatencyView, MethodLatency, Session, SessionStatus } from '../../../shared/ipc/schemas/session-schema.ts';
import type { FieldGroup, FieldText } from '../../ui/controls/field-groups.tsx';
import { formatElapsed, readElapsedMs } from '../../ui/words/elapsed.ts';
import { formatSigned, MISSING } from '../../ui/words/format.ts';
import { formatCount, formatDecimal } from '../../ui/words/shown.ts';

/** What the panel is made of: how things stand in one window. */
export interface Standing {
  readonly session: Session;
  readonly status: SessionStatus;
  /** Sells whose outcome is not known. */
  readonly undecided: readonly OrderRow[];
  /** Whether the list of orders was read: without it, there may be more of them. */
  readonly isListed: boolean;
  /** Round trips by method; null until they were read. */
  readonly methods: readonly MethodLatency[] | null;
  /** Entries of the journal; null until they were counted. */
  readonly journalEntries: number | null;
  /** The service's time, milliseconds since the epoch. */
  readonly nowMs: number;
}

const CONNECTIONS: Record<SessionStatus['connection'], string> = {
  connecting: 'not answered yet',
  online: 'online',
  offline: 'not reachable',
};
const BREAKERS: Record<SessionStatus['request_budget']['breaker'], string> = {
  closed: 'go out as their turn comes',
  open: 'held back',
  half_open: 'held back, one is trying',
};
const JOURNALS: Record<SessionStatus['journal'], string> = {
  ok: 'written and flushed',
  read_only: 'read only: another terminal holds this profile, nothing is sent or stored here',
  failed: 'failed: trading is off',
  full: 'the disk is full: trading is off until there is room',
  unreadable: 'can’t be read or written: trading is off',
  cut: 'cut, replaced or unreadable: trading is off',
};

/** Every part of the terminal's own state, in words and with its meaning. */
export function describeStanding(standing: Standing): FieldGroup[] {
  return [
    { name: 'Connection', fields: describeConnection(standing) },
    { name: 'Latency', fields: describeLatencies(standing.status) },
    { name: 'Latency by method', fields: describeMethods(standing.methods) },
    { name: 'Service clock', fields: describeClock(standing.status) },
    { name: 'Requests', fields: describeRequests(standing.status) },
    { name: 'Polls in force', fields: describePolls(standing.status) },
    { name: 'Journal', fields: describeJournal(standing) },
    { name: 'Unknown outcomes', fields: describeUndecided(standing) },
  ];
}

const say = (name: string, text: string, explanation: string, unit = ''): FieldText => ({
  name,
  text,
  unit,
  explanation,
});
const count = (name: string, value: number, unit: string, explanation: string): FieldText =>
  say(name, formatCount(value, 1), explanation, unit);
/** Milliseconds with their unit; a dash alone where they are not known. */
const ms = (name: string, value: number | null, explanation: string, sign = ''): FieldText =>
  say(name, value === null ? MISSING : `${sign}${milliseconds(value)}`, explanation, value === null ? '' : 'ms');
const milliseconds = (value: number): string => formatDecimal(decimal(value.toFixed(1)), { max: 1 });

function describeConnection({ session, status }: Standing): FieldText[] {
  const { version, host, profile } = session;
  return [
    say('Terminal', `${version}, ${host}`, 'The terminal’s version, and what shows its windows.'),
    say('Service', profile.service_origin.replace(/^https?:\/\//, ''), 'Where every request of this profile goes.'),
    say('Answers', CONNECTIONS[status.connection], 'Online while the polls of prices are answered.'),
    say('Last failure', status.failure?.message ?? 'none', 'Why the service can’t be reached, if so.'),
    say(
      'Reads',
      areReadsRefused(status) ? 'rejected as too many' : BREAKERS[status.request_budget.breaker],
      'If requests are rejected as too many, another program may use this account. Without answers reads wait and the service is tried four times a second. Orders never wait for that.',
    ),
    say(
      'Trading',
      status.selling_blocked === null ? 'possible' : 'not possible now',
      'Whether a press can send an order here. The ticket shows why not.',
    ),
  ];
}

function describeLatencies({ latency, round_trip_ms: median }: SessionStatus): FieldText[] {
  return [
    ms('Now', median, 'Median round trip of the last answers, from first byte written to reply read.'),
    ...describeLatency('Reads', latency.reads, 'all calls but orders'),
    ...describeLatency('Orders', latency.sells, 'orders alone'),
  ];
}

function describeLatency(name: string, latency: LatencyView | null, of: string): FieldText[] {
  if (latency === null) return [say(name, 'none yet', `Round trips of ${of}, once there is one.`)];
  const { p50, p90, p99, longest } = latency;
  const parts = listTimes({ p50, p90, p99, max: longest });
  return [
    say(
      `${name}, ${latency.count}`,
      parts,
      `Round trips of ${of}, the latest ${latency.count}: half, 9 in 10 and 99 in 100 within this, then the longest.`,
      'ms',
    ),
  ];
}

function listTimes(times: Readonly<Record<string, number>>): string {
  return Object.entries(times)
    .map(([name, time]) => `${name} ${milliseconds(time)}`)
    .join(' · ');
}

function describeMethods(methods: readonly MethodLatency[] | null): FieldText[] {
  if (methods === null || methods.length === 0) {
    return [
      say('None', methods === null ? MISSING : 'none answered yet', 'Round trips method by method, once there is one.'),
    ];
  }
  return methods.map(({ method, count: answers, p50, p99 }) =>
    say(
      `${method}, ${answers}`,
      listTimes({ p50, p99 }),
      `Round trips of the latest ${answers} answers: half and 99 in 100 within this.`,
      'ms',
    ),
  );
}

function describeClock(status: SessionStatus): FieldText[] {
  const { clock_offset_ms: offset, clock_error_ms: error, clock_drift: drift } = status;
  const ignored = status.clock_readings_ignored;
  return [
    ms('Offset', offset, 'The service’s clock less this machine’s. Order deadlines go by the service’s clock.'),
    ms('Error', error, 'Error of that: half the best round trip, plus the drift since.', '± '),
    say(
      'Drift',
      drift === null
        ? MISSING
        : `${formatSigned(decimal(Math.round(drift.ppm)))} ± ${formatCount(Math.ceil(drift.within_ppm), 0)}`,
      'How fast the service’s clock gains on this machine’s, over at most an hour. 100 ppm are 0.36 s an hour. Known within two minutes.',
      drift === null ? '' : 'ppm',
    ),
    count('Ignored', ignored, '', 'Times of the service that contradicted the others and don’t count.'),
  ];
}

const LIMITS: Record<SessionStatus['limits'], string> = {
  told: 'sent by the service',
  assumed: 'documented, chosen here',
  untold: 'not told',
};

function describeRequests(status: SessionStatus): FieldText[] {
  const { request_budget: budget } = status;
  const meter = (name: string, of: BudgetRow | null, explanation: string): FieldText =>
    say(
      of?.name ?? name,
      of === null ? 'not known yet' : `${formatCount(of.left, 0)} of ${formatCount(of.burst, 0)}`,
      explanation,
      of === null ? '' : `left, ${formatCount(of.rate, 1)} / s`,
    );
  const known = listOrderRows(status);
  const orders = known.length === 0 ? [null] : known;
  const waiting = Object.values(budget.waiting).reduce((sum, each) => sum + each, 0);
  return [
    say('Limits', LIMITS[status.limits], 'Where the order limit in use comes from.'),
    ...orders.map((row) =>
      meter('Orders', row, 'Order credits by the account’s limits: how many are left and come back a second.'),
    ),
    meter('Reads', readRow(status), 'Credits for everything else.'),
    count(
      'Kept for orders',
      Math.ceil(budget.reserve),
      'reads',
      'Polls never use these: they are for look-ups of orders.',
    ),
    count(
      'Waiting',
      waiting,
      '',
      'Requests that wait for a credit or the service. Orders go first, then look-ups, then what is in front.',
    ),
  ];
}

const plural = (many: number): string => (many === 1 ? 'instrument' : 'instruments');

function describePolls({ watched, polls_per_second: rate }: SessionStatus): FieldText[] {
  return [
    count('Focused', watched.focused, plural(watched.focused), 'In front in a ticket or ticker: polled most often.'),
    count('Visible', watched.visible, plural(watched.visible), 'Visible in some panel.'),
    count('Background', watched.background, plural(watched.background), 'Needed by alerts, indices and hidden panels.'),
    count('Rate', rate, 'calls / s', 'Polls of the last seconds. If limits are short, hidden panels wait longest.'),
  ];
}

function describeJournal({ status, journalEntries }: Standing): FieldText[] {
  return [
    say(
      'State',
      JOURNALS[status.journal],
      'Every order is on disk before its first byte leaves. Without a writable journal nothing is sent.',
    ),
    say(
      'Entries',
      journalEntries === null ? MISSING : formatCount(journalEntries, 0),
      'Chained by hashes. Verify in the Journal panel checks all.',
    ),
    count('Forecasts missed', status.forecasts_missed, '', 'Listed orders that missed their forecast.'),
  ];
}

function describeUndecided({ status, undecided, isListed, nowMs }: Standing): FieldText[] {
  const explanation = 'Sent without an answer. Looked up by label until proven. The terminal never repeats it.';
  const isRead = isListed && status.unknown_orders !== null;
  const unread = isRead ? [] : [say('Not read', 'orders not read: there may be more', explanation)];
  if (undecided.length === 0) return isRead ? [say('None', 'every order is decided', explanation)] : unread;
  const known = undecided.map((row) => {
    const elapsedMs = readElapsedMs(row, nowMs);
    const elapsed = `${elapsedMs === null ? '' : 'for '}${formatElapsed(elapsedMs)}`;
    return say(row.label, `${row.instrument_name}, ${elapsed}`, explanation);
  });
  return [...known, ...unread];
}
