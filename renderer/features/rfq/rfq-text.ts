import type { IpcError } from '../../../shared/ipc/error.ts';
import type { RfqRow } from '../../../shared/ipc/schemas/rfq-schema.ts';
import { amountUnitOfName, priceUnitOfName } from '../../../shared/service/instrument-name.ts';
import { assertNever } from '../../../shared/result.ts';
import type { SaveProblem } from '../../../shared/rfq/own-structures.ts';
import type { SplitProblem } from '../../../shared/rfq/split.ts';
import { describeFailure, provesUnsent } from '../../api/failure-text.ts';
import { formatAge, formatInstant } from '../../ui/words/format.ts';
import type { PillTone } from '../../ui/controls/pill.tsx';
import { spellNumber } from '../../ui/words/spell.ts';
import { showForeign } from '../../ui/order-words/foreign-text.ts';
import { unitsOfLegs, withUnit } from './composer/leg-units.ts';

type Notice = RfqRow['notices'][number];

const NOTICES: Readonly<Record<Notice['code'], (params: Notice['params']) => string>> = {
  amount_differs: (p) => `The service made the amount ${p['booked']} instead of ${p['asked']}.`,
  combo_id_differs: (p) => `The service calls it ${showForeign(p['booked'] ?? '')} instead of ${p['asked']}.`,
  ratios_differ: (p) => `The service made the ratios ${p['booked']} instead of ${p['asked']}.`,
  legs_differ: (p) => `The service made the legs ${showForeign(p['booked'] ?? '')} instead of ${p['asked']}.`,
  label_differs: (p) => `The service answered with the label ${showForeign(p['booked'] ?? '')}.`,
  makers_differ: (p) => `The service names the makers ${showForeign(p['booked'] ?? '')} instead of ${p['asked']}.`,
  disclosure_differs: (p) => `The service made it ${p['booked']} instead of ${p['asked']}.`,
  hedge_differs: (p) => `The service has the hedge ${showForeign(p['booked'] ?? '')} instead of ${p['asked']}.`,
  found_by_look_up: () => 'Its reply was lost, but the service’s list shows it.',
  not_found_yet: () => 'Not found yet in the service’s list. Being looked up.',
  look_up_failing: () => 'The look-up fails and is being repeated.',
  look_up_not_offered: () => 'This service has no list to look in. Ask its desk, then settle it by hand.',
  structure_printed: (p) => {
    const price = p['price'] === '' ? '' : ` at ${spellNumber(p['price'])}`;
    return `Its structure printed at ${formatInstant(Number(p['at']))}: ${spellNumber(p['amount'])}${price}.`;
  },
  others_under_label: (p) =>
    `The service has it more than once under this label, also as ${showForeign(p['ids'] ?? '')}. Cancel the others there.`,
  stated_by_a_person: (p) =>
    p['outcome'] === 'absent' ? 'Settled by hand: not there.' : 'Settled by hand: it is there.',
  statement_overruled: () => 'Settled by hand as not there, but the service’s list shows it.',
};

export function describeRfqNotice({ code, params }: Notice): string {
  return NOTICES[code](params);
}

/** What is known of a request whose press ended in a failure, for a toast: no answer is no refusal. */
export function describeSendFailure(failure: IpcError): {
  readonly tone: 'attention' | 'bad';
  readonly title: string;
  readonly detail: string;
} {
  const why = describeFailure(failure);
  if (provesUnsent(failure)) {
    return { tone: 'bad', title: 'Quotes were not requested', detail: `${why} Nothing was sent.` };
  }
  const detail = `${why} Look in My requests before you send it again.`;
  return { tone: 'attention', title: 'Not known whether quotes were requested', detail };
}

/** What became of a request, for a toast. */
export function describeOutcome(row: RfqRow): { tone: 'good' | 'attention' | 'bad'; title: string; detail: string } {
  const what = `${row.expected.name} ${withUnit(row.expected.amount, unitsOfLegs(row.legs).amount)}`;
  const notices = row.notices.map(describeRfqNotice).join(' ');
  switch (row.outcome) {
    case 'created':
      return {
        tone: row.notices.length === 0 ? 'good' : 'attention',
        title: `Quotes requested: ${what}`,
        detail: `${row.rfq?.combo_id ?? 'No combo id'}, label ${row.label}. ${notices}`.trim(),
      };
    case 'refused':
      return { tone: 'bad', title: `Rejected: ${what}`, detail: describeRefusal(row) };
    case 'not_sent':
      return { tone: 'bad', title: `Not sent: ${what}`, detail: 'Nothing was sent. You may send it again.' };
    case 'absent':
      return { tone: 'attention', title: `Not at the service: ${what}`, detail: notices };
    case 'sending':
    case 'unknown': {
      const detail = `It may be at the service under the label ${row.label}. The terminal never repeats it. ${notices}`;
      return { tone: 'attention', title: `No answer: ${what}`, detail: detail.trim() };
    }
    default:
      return assertNever(row.outcome);
  }
}

export function describeRefusal({ refusal }: RfqRow): string {
  if (refusal === null) return '';
  return showForeign([refusal.name, refusal.reason].filter((part) => part !== null && part !== '').join(': '));
}

/** The state's word and tone, by the service's clock. */
export function describeState(row: RfqRow, serviceNowMs: number): { readonly text: string; readonly tone: PillTone } {
  const { outcome, rfq } = row;
  if (outcome === 'refused') return { text: 'rejected', tone: 'bad' };
  if (outcome === 'not_sent') return { text: 'not sent', tone: 'bad' };
  if (outcome === 'unknown' || outcome === 'sending')
    return { text: outcome === 'sending' ? 'sending' : 'unknown', tone: 'attention' };
  if (outcome === 'absent' || rfq === null) return { text: outcome === 'absent' ? 'absent' : 'there', tone: 'quiet' };
  const isOpen = rfq.state === 'created' || rfq.state === 'open';
  if (isOpen && serviceNowMs >= (rfq.expiration_timestamp ?? Number.POSITIVE_INFINITY)) {
    return { text: 'past its time', tone: 'quiet' };
  }
  return { text: rfq.state, tone: isOpen || rfq.state === 'filled' || rfq.state === 'traded' ? 'good' : 'quiet' };
}

/** The state of a live request as it was known last, where nothing could be read of it for so long; null: it can be. */
export function describeUnread(
  state: ReturnType<typeof describeState>,
  unreadMs: number | null,
): ReturnType<typeof describeState> {
  if (unreadMs === null) return state;
  return { tone: 'attention', text: `${state.text} · not read for ${formatAge(unreadMs)}` };
}

/** Whether the service may still bring quotes for it, by its clock. */
export function isLive({ outcome, rfq }: RfqRow, serviceNowMs: number): boolean {
  const isOpen = rfq?.state === 'created' || rfq?.state === 'open';
  return outcome === 'created' && isOpen && serviceNowMs < (rfq.expiration_timestamp ?? Number.POSITIVE_INFINITY);
}

/** Time left as `3:12`; a dash for none or unknown. */
export function describeTimeLeft(row: RfqRow, serviceNowMs: number): string {
  const end = row.rfq?.expiration_timestamp;
  const isOpen = row.rfq?.state === 'created' || row.rfq?.state === 'open';
  if (end === undefined || !isOpen || end <= serviceNowMs) return '–';
  const seconds = Math.ceil((end - serviceNowMs) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Why the amount can't be split as it was typed. */
export function describeSplitProblem(problem: SplitProblem): string {
  switch (problem.code) {
    case 'empty':
      return 'Enter shares: 50% 30% rest, or weights such as 2:1:1.';
    case 'not_read':
      return `“${showForeign(problem.part)}” is no share. Use 40%, a weight above zero such as 2, or rest.`;
    case 'two_rests':
      return 'Only one part can be the rest.';
    case 'mixed':
      return 'Use percentages with at most one rest, or only weights.';
    case 'over':
      return `The percentages make ${problem.percent}. The rest needs less than 100.`;
    case 'under':
      return `The percentages make ${problem.percent}. Make it 100 or let one part be the rest.`;
    case 'too_small':
      return `A part is under one step of ${problem.step}.`;
    default:
      return assertNever(problem);
  }
}

/** A request as text to hand to somebody, everything that it takes to find and judge it at the service. */
export function writeHandOff(row: RfqRow): string {
  const { rfq, hedge } = row;
  const expires = rfq?.expiration_timestamp;
  const { amount: unit } = unitsOfLegs(row.legs);
  return [
    `Block RFQ ${rfq === null ? '(no id known)' : rfq.block_rfq_id}: ${row.expected.name}`,
    `State: ${rfq?.state ?? row.outcome}`,
    `Label: ${row.label}`,
    `Combo: ${rfq?.combo_id ?? row.expected.combo_id ?? 'custom'}`,
    `Amount: ${withUnit(rfq?.amount ?? row.expected.amount, unit)}, ratios ${row.expected.ratios.join(' : ')}`,
    ...row.legs.map((leg, at) => `Leg ${at + 1}: ${leg.direction} ${sizeOf(leg)}`),
    hedge === null
      ? 'Hedge: none'
      : `Hedge: ${hedge.direction} ${sizeOf(hedge)} at ${hedge.price} ${priceUnitOfName(hedge.instrument_name)}`,
    `Makers: ${row.makers.length === 0 ? 'all' : row.makers.join(', ')}, ${row.disclosed ? 'disclosed' : 'anonymous'}`,
    `Sent: ${new Date(row.submitted_at).toISOString()}`,
    `Expires: ${expires === undefined ? 'not known' : new Date(expires).toISOString()}`,
    ...row.notices.map((notice) => `Note: ${describeRfqNotice(notice)}`),
  ].join('\n');
}

function sizeOf({ amount, instrument_name }: { readonly amount: string; readonly instrument_name: string }): string {
  return `${amount} ${amountUnitOfName(instrument_name)} of ${instrument_name}`;
}

/** Why legs can't be kept as a structure. */
export function describeSaveProblem(problem: SaveProblem): string {
  switch (problem.code) {
    case 'no_delta':
      return `Wait for the price of ${problem.instrumentName}. Its delta keeps the strike.`;
    case 'no_price':
      return `Wait for the price of ${problem.instrumentName}. Its worth in coins needs it.`;
    case 'not_read':
      return `${showForeign(problem.instrumentName)} is neither an option nor a future. It can’t be saved.`;
    case 'too_many_expiries':
      return 'At most four expiries can be kept.';
    default:
      return assertNever(problem);
  }
}
