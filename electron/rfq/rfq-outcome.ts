import { compare, sum } from '../../shared/decimal.ts';
import type { RfqNoticeCode, RfqRow } from '../../shared/ipc/schemas/rfq-schema.ts';
import { printPrice } from '../../shared/rfq/tape/print.ts';
import type { BlockRfq, BlockRfqTrade, Hedge } from '../../shared/service/block-rfq.ts';
import { SERVICE_ERROR_CODES } from '../../shared/service/error-codes.ts';
import { hasOwnLabel } from '../orders/label.ts';
import type { CallFailure } from '../service/failure.ts';
import { provesNothing } from '../service/retry.ts';

/** Clocks of service and terminal differ by less. */
const CLOCK_MARGIN_MS = 5000;
/** How long the end of an unseen expired request is looked for. */
const END_SOUGHT_MS = 24 * 60 * 60_000;
/** Notices of the search for an unknown request; gone once it is decided. */
const SEARCHING: readonly RfqNoticeCode[] = ['not_found_yet', 'look_up_failing', 'look_up_not_offered'];

/** The row with one more notice; one of the same code is replaced. */
export function withNotice(row: RfqRow, code: RfqNoticeCode, params: Record<string, string> = {}): RfqRow {
  const others = row.notices.filter((notice) => notice.code !== code && !SEARCHING.includes(notice.code));
  return { ...row, notices: [...others, { code, params }] };
}

/** The request with a print of its structure; null where that one, or a later one, is noted already. */
export function notePrint(row: RfqRow, print: BlockRfqTrade): RfqRow | null {
  const known = row.notices.find(({ code }) => code === 'structure_printed');
  if (known !== undefined && Number(known.params['at']) >= print.timestamp) return null;
  const amount = sum(print.trades.map((trade) => trade.amount));
  const params = { id: String(print.id), at: String(print.timestamp), price: printPrice(print) ?? '', amount };
  const others = row.notices.filter((notice) => notice !== known);
  return { ...row, notices: [...others, { code: 'structure_printed', params }] };
}

/** What the absence of a good reply says: only an answer that proves nothing was made is a refusal. */
export function judgeRfqFailure(row: RfqRow, failure: CallFailure, nowMs: number): RfqRow {
  if (failure.kind === 'not_sent') {
    const refusal = { code: null, name: failure.reason, reason: failure.detail };
    return { ...row, outcome: 'not_sent', decided_at: nowMs, refusal };
  }
  if (failure.kind === 'no_answer' || provesNothing(failure)) return { ...row, outcome: 'unknown' };
  const known = SERVICE_ERROR_CODES.get(failure.code)?.name ?? failure.message;
  // A number that stands for two faults: the message says which (facts, 13907).
  const name = known.split(' / ').includes(failure.message) ? failure.message : known;
  const reason = failure.param === null ? failure.reason : `${failure.param}: ${failure.reason ?? ''}`;
  return { ...row, outcome: 'refused', decided_at: nowMs, refusal: { code: failure.code, name, reason } };
}

/** Whether a person alone has said what became of it: nothing bounds how late the service may still take it. */
export function isByWord({ outcome, rfq }: RfqRow): boolean {
  return outcome === 'absent' || (outcome === 'created' && rfq === null);
}

/** When something was reported: local wall clock and service time, ms. */
export interface Told {
  readonly nowMs: number;
  readonly serviceNowMs: number;
}

/** The row with the service's record, and every way in which that differs from what was expected. */
export function acceptRfq(row: RfqRow, rfq: BlockRfq, { nowMs, serviceNowMs }: Told): RfqRow {
  const kept = row.notices.filter(({ code }) => !SEARCHING.includes(code));
  const notices = row.outcome === 'absent' ? overrule(kept) : kept;
  const accepted: RfqRow = {
    ...row,
    outcome: 'created',
    rfq,
    quoted_by: [...new Set([...row.quoted_by, ...quotersOf(rfq)])],
    refusal: null,
    decided_at: row.decided_at ?? nowMs,
    ended_by: row.ended_by ?? (isOpen(rfq) ? null : serviceNowMs),
    notices,
  };
  if (row.rfq !== null) return accepted;
  return { ...accepted, notices: [...notices, ...differences(row, rfq)] };
}

function quotersOf({ bids = [], asks = [] }: BlockRfq): string[] {
  return [...bids, ...asks].flatMap(({ makers }) => makers ?? []);
}

/** The notice that the service shows a request that a person called absent. */
function overrule(notices: RfqRow['notices']): RfqRow['notices'] {
  const others = notices.filter(({ code }) => code !== 'stated_by_a_person');
  return [...others, { code: 'statement_overruled', params: {} }];
}

function differences(row: RfqRow, rfq: BlockRfq): RfqRow['notices'] {
  const { expected } = row;
  const found: RfqRow['notices'] = [];
  const differ = (code: RfqNoticeCode, asked: string, booked: string) =>
    found.push({ code, params: { asked, booked } });
  if (compare(rfq.amount, expected.amount) !== 0) differ('amount_differs', expected.amount, rfq.amount);
  const comboId = rfq.combo_id == null || rfq.combo_id === '' ? null : rfq.combo_id;
  if (comboId !== expected.combo_id) {
    differ('combo_id_differs', expected.combo_id ?? 'none', comboId ?? 'none');
  }
  const ratios = row.legs.map(
    ({ instrument_name }) => rfq.legs.find((leg) => leg.instrument_name === instrument_name)?.ratio ?? 'missing',
  );
  if (ratios.join(':') !== expected.ratios.join(':')) {
    differ('ratios_differ', expected.ratios.join(' : '), ratios.join(' : '));
  }
  // A record may say nothing of the sides.
  if (rfq.legs.every(({ direction }) => direction !== undefined) && describeLegs(rfq.legs) !== describeLegs(row.legs)) {
    differ('legs_differ', describeLegs(row.legs), describeLegs(rfq.legs));
  }
  if (rfq.label !== undefined && rfq.label !== row.label) differ('label_differs', row.label, rfq.label);
  const makers = (rfq.makers ?? row.makers).toSorted().join(', ');
  if (row.makers.length > 0 && makers !== row.makers.toSorted().join(', ')) {
    differ('makers_differ', row.makers.join(', '), makers);
  }
  if (rfq.disclosed !== undefined && rfq.disclosed !== row.disclosed) {
    differ('disclosure_differs', row.disclosed ? 'disclosed' : 'anonymous', rfq.disclosed ? 'disclosed' : 'anonymous');
  }
  const [asked, booked] = [describeHedge(row.hedge), describeHedge(rfq.hedge)];
  // A service that says nothing of the hedge has not changed it.
  if (rfq.hedge !== undefined && asked !== booked) differ('hedge_differs', asked, booked);
  return found;
}

/** Sides and instruments, whatever their order. */
function describeLegs(legs: readonly Pick<BlockRfq['legs'][number], 'instrument_name' | 'direction'>[]): string {
  return legs
    .map(({ direction, instrument_name }) => `${direction ?? ''} ${instrument_name}`)
    .toSorted()
    .join(', ');
}

function describeHedge(hedge: Hedge | null | undefined): string {
  if (hedge == null) return 'none';
  return `${hedge.direction} ${hedge.amount} ${hedge.instrument_name} at ${hedge.price}`;
}

/** Whether a record can only be this request, by label and legs. A typed label also needs age and side. */
export function isSameRequest(row: RfqRow, rfq: BlockRfq): boolean {
  const isOwnLabel = hasOwnLabel({ ...row, child_of: null });
  const isOlder = !isOwnLabel && rfq.creation_timestamp < row.submitted_at - CLOCK_MARGIN_MS;
  if (rfq.label !== row.label || isOlder || rfq.legs.length !== row.legs.length) return false;
  return row.legs.every(({ instrument_name, direction }) => {
    const leg = rfq.legs.find((other) => other.instrument_name === instrument_name);
    return leg !== undefined && (isOwnLabel || (leg.direction ?? direction) === direction);
  });
}

/** The row with a repeated request's record; null when none or already noted. */
export function noteOthers(
  row: RfqRow,
  listed: readonly BlockRfq[],
  known: ReadonlySet<BlockRfq['block_rfq_id']>,
): RfqRow | null {
  if (row.rfq === null) return null;
  const others = listed.filter((rfq) => isSameRequest(row, rfq) && !known.has(rfq.block_rfq_id));
  const told = row.notices.find(({ code }) => code === 'others_under_label')?.params['ids']?.split(', ') ?? [];
  const ids = [...new Set([...told, ...others.map((rfq) => String(rfq.block_rfq_id))])].join(', ');
  return ids === told.join(', ') ? null : withNotice(row, 'others_under_label', { ids });
}

/** Whether the service may still change it: it has not expired and has not ended. */
export function isRfqLive(row: RfqRow, serviceNowMs: number): boolean {
  return mayHaveEnded(row, serviceNowMs) && !hasRunOut(row, serviceNowMs);
}

/** Whether it has surely expired, by the service's clock; false without one. */
export function hasRunOut({ rfq }: RfqRow, serviceNowMs: number): boolean {
  return serviceNowMs >= (rfq?.expiration_timestamp ?? 0) + CLOCK_MARGIN_MS;
}

/** Whether it lives or may have ended unseen: no end of it is known, and it expired less than a day ago. */
export function mayHaveEnded(row: RfqRow, serviceNowMs: number): boolean {
  const { rfq } = row;
  if (row.outcome !== 'created' || rfq === null) return false;
  return isOpen(rfq) && serviceNowMs < (rfq.expiration_timestamp ?? 0) + END_SOUGHT_MS;
}

function isOpen({ state }: BlockRfq): boolean {
  return state === 'created' || state === 'open';
}
