import type { RfqRow } from '../../../shared/ipc/rfq-schema.ts';
import { assertNever } from '../../../shared/result.ts';
import type { PillTone } from '../../ui/pill.tsx';
import { showForeign } from '../../ui/foreign-text.ts';

type Notice = RfqRow['notices'][number];

const NOTICES: Readonly<Record<Notice['code'], (params: Notice['params']) => string>> = {
  amount_differs: (p) => `The service made the amount ${p['booked']}, expected was ${p['asked']}.`,
  combo_id_differs: (p) => `The service calls it ${showForeign(p['booked'] ?? '')}, expected was ${p['asked']}.`,
  ratios_differ: (p) => `The service made the ratios ${p['booked']}, expected were ${p['asked']}.`,
  label_differs: (p) => `The service answered with the label ${showForeign(p['booked'] ?? '')}.`,
  makers_differ: (p) => `The service names the makers ${showForeign(p['booked'] ?? '')}, asked for were ${p['asked']}.`,
  disclosure_differs: (p) => `The service made it ${p['booked']}, asked for was ${p['asked']}.`,
  hedge_differs: () => 'The service shows another hedge than was sent.',
  found_by_look_up: () => 'Its reply was lost; the service’s list shows it.',
  not_found_yet: () => 'The service’s list does not show it yet: that proves nothing. Being looked for.',
  look_up_failing: () => 'Looking for it fails; trying again.',
  look_up_not_offered: () => 'This service has no list to look in: ask it by another way, then say what you found.',
  stated_by_a_person: (p) =>
    p['outcome'] === 'absent' ? 'You said that it is not there.' : 'You said that it is there.',
};

export function describeRfqNotice({ code, params }: Notice): string {
  return NOTICES[code](params);
}

/** What became of a request, for a toast. */
export function describeOutcome(row: RfqRow): { tone: 'good' | 'attention' | 'bad'; title: string; detail: string } {
  const what = `${row.expected.name} ${row.expected.amount}`;
  const notices = row.notices.map(describeRfqNotice).join(' ');
  switch (row.outcome) {
    case 'created':
      return {
        tone: row.notices.length === 0 ? 'good' : 'attention',
        title: `Quotes requested: ${what}`,
        detail: `${row.rfq?.combo_id ?? 'No combo id'}, label ${row.label}. ${notices}`.trim(),
      };
    case 'refused':
      return { tone: 'bad', title: `Refused: ${what}`, detail: describeRefusal(row) };
    case 'not_sent':
      return { tone: 'bad', title: `Not sent: ${what}`, detail: 'Nothing reached the service. You may send it again.' };
    case 'absent':
      return { tone: 'attention', title: `Not at the service: ${what}`, detail: notices };
    case 'sending':
    case 'unknown': {
      const detail = `It may be at the service under the label ${row.label}. It is not sent again by itself. ${notices}`;
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
  if (outcome === 'refused' || outcome === 'not_sent') return { text: outcome.replace('_', ' '), tone: 'bad' };
  if (outcome === 'unknown' || outcome === 'sending')
    return { text: outcome === 'sending' ? 'sending' : 'unknown', tone: 'attention' };
  if (outcome === 'absent' || rfq === null) return { text: outcome === 'absent' ? 'absent' : 'there', tone: 'quiet' };
  const isOpen = rfq.state === 'created' || rfq.state === 'open';
  if (isOpen && serviceNowMs >= (rfq.expiration_timestamp ?? Number.POSITIVE_INFINITY)) {
    return { text: 'past its time', tone: 'quiet' };
  }
  return { text: rfq.state, tone: isOpen || rfq.state === 'filled' || rfq.state === 'traded' ? 'good' : 'quiet' };
}

/** Time left as `3:12`; a dash where none is left or none is known. */
export function describeTimeLeft(row: RfqRow, serviceNowMs: number): string {
  const end = row.rfq?.expiration_timestamp;
  const isOpen = row.rfq?.state === 'created' || row.rfq?.state === 'open';
  if (end === undefined || !isOpen || end <= serviceNowMs) return '–';
  const seconds = Math.ceil((end - serviceNowMs) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
