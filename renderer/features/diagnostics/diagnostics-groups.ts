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
  read_only:
    'read only: another instance holds this profile; nothing is sold here, and how lists and panels are arranged is not kept',
  failed: 'failed: selling is off',
  full: 'the disk is full: selling is off until there is room',
  unreadable: 'orders and Block RFQs of before can’t be read, and the disk takes none: selling is off',
  cut: 'found cut, replaced or not readable as a whole: selling is off',
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
    say('Terminal', `${version}, ${host}`, 'Version of the terminal, and what shows its windows.'),
    say(
      'Service',
      profile.service_origin.replace(/^https?:\/\//, ''),
      'Where every request of this profile goes, and nowhere else.',
    ),
    say('Answers', CONNECTIONS[status.connection], 'Told by the polls of prices: online as long as they are answered.'),
    say('Last failure', status.failure?.message ?? 'none', 'Why the service is not reachable; none while it is.'),
    say(
      'Reads',
      areReadsRefused(status) ? 'refused as too many' : BREAKERS[status.request_budget.breaker],
      'Refused as too many though some should be left, another program may be using this account. While the service does not answer, reads are held back and it is tried four times a second. A sell is never held back for that.',
    ),
    say(
      'Selling',
      status.selling_blocked === null ? 'possible' : 'not possible now',
      'Whether a press can sell on this profile; the ticket says why it can’t.',
    ),
  ];
}

function describeLatencies({ latency, round_trip_ms: median }: SessionStatus): FieldText[] {
  return [
    ms('Now', median, 'Median round trip of the last answers: from the first byte written to the reply read.'),
    ...describeLatency('Reads', latency.reads, 'all calls but sells'),
    ...describeLatency('Sells', latency.sells, 'sells alone'),
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
      `Round trips of ${of}, the latest ${latency.count}: half, 9 in 10 and 99 in 100 took no longer; then the longest.`,
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
      `Round trips of the latest ${answers} answers: half and 99 in 100 took no longer.`,
      'ms',
    ),
  );
}

function describeClock(status: SessionStatus): FieldText[] {
  const { clock_offset_ms: offset, clock_error_ms: error, clock_drift: drift } = status;
  const ignored = status.clock_readings_ignored;
  return [
    ms(
      'Offset',
      offset,
      'The service’s clock less this machine’s. Orders are valid until a time of the service’s clock; this machine’s counts for nothing.',
    ),
    ms(
      'Error',
      error,
      'How far off that may be: half of the surest answer’s round trip, and what clocks part by since.',
      '± ',
    ),
    say(
      'Drift',
      drift === null
        ? MISSING
        : `${formatSigned(decimal(Math.round(drift.ppm)))} ± ${formatCount(Math.ceil(drift.within_ppm), 0)}`,
      'How fast the service’s clock gains on this machine’s, measured over the last hour at most, in millionths: 100 are 0.36 s an hour. Known within two minutes.',
      drift === null ? '' : 'ppm',
    ),
    count('Ignored', ignored, '', 'Times told by the service that contradicted the others and were not followed.'),
  ];
}

const LIMITS: Record<SessionStatus['limits'], string> = {
  told: 'told by the service',
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
    say('Limits', LIMITS[status.limits], 'Where the limit of orders that is counted by comes from.'),
    ...orders.map((row) =>
      meter(
        'Orders',
        row,
        'Credits for orders by the account’s own limits: what is left, and how many a second come back.',
      ),
    ),
    meter('Reads', readRow(status), 'Credits for everything else.'),
    count(
      'Kept for orders',
      Math.ceil(budget.reserve),
      'reads',
      'Polling never takes these: they are for look-ups of orders.',
    ),
    count(
      'Waiting',
      waiting,
      '',
      'Requests that wait for a credit or for the service. Orders go first, then look-ups, then what is looked at most closely.',
    ),
  ];
}

const plural = (many: number): string => (many === 1 ? 'instrument' : 'instruments');

function describePolls({ watched, polls_per_second: rate }: SessionStatus): FieldText[] {
  return [
    count(
      'Focused',
      watched.focused,
      plural(watched.focused),
      'What a ticket or a ticker has in front: asked most often.',
    ),
    count('Visible', watched.visible, plural(watched.visible), 'What stands in some panel.'),
    count(
      'Background',
      watched.background,
      plural(watched.background),
      'What alerts, indices and panels behind others need.',
    ),
    count(
      'Rate',
      rate,
      'calls / s',
      'Polls of the last seconds. Where the limits don’t carry all, what is looked at least waits longest.',
    ),
  ];
}

function describeJournal({ status, journalEntries }: Standing): FieldText[] {
  return [
    say(
      'State',
      JOURNALS[status.journal],
      'Each intent is on the disk before its first byte leaves. A journal that can’t be written stops selling.',
    ),
    say(
      'Entries',
      journalEntries === null ? MISSING : formatCount(journalEntries, 0),
      'Chained by hashes: Verify in the Journal panel reads them all.',
    ),
    count(
      'Forecasts missed',
      status.forecasts_missed,
      '',
      'Orders of the list that did not do what the ticket had said.',
    ),
  ];
}

function describeUndecided({ status, undecided, isListed, nowMs }: Standing): FieldText[] {
  const explanation =
    'Sent, and not answered: it is looked up by its label until it is proven. It is never sent again by itself.';
  const isRead = isListed && status.unknown_orders !== null;
  const unread = isRead ? [] : [say('Not read', 'the list of orders was not read: there may be more', explanation)];
  if (undecided.length === 0) return isRead ? [say('None', 'every sell is decided', explanation)] : unread;
  const known = undecided.map((row) => {
    const elapsedMs = readElapsedMs(row, nowMs);
    const elapsed = `${elapsedMs === null ? '' : 'for '}${formatElapsed(elapsedMs)}`;
    return say(row.label, `${row.instrument_name}, ${elapsed}`, explanation);
  });
  return [...known, ...unread];
}
