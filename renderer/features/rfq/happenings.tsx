import { parseDecimal } from '../../../shared/decimal.ts';
import { amountUnit } from '../../../shared/orders/facts.ts';
import { positionGreeks } from '../../../shared/rfq/analysis/totals.ts';
import { type AllocationDraft, distinctMakers } from '../../../shared/rfq/draft.ts';
import type { RfqIssueCode } from '../../../shared/rfq/issue.ts';
import type { DeltaChange } from '../../../shared/rfq/rules/hedge-delta.ts';
import { useSession } from '../../stores/session-store.ts';
import { showForeign } from '../../ui/order-words/foreign-text.ts';
import { formatDecimal } from '../../ui/words/shown.ts';
import { formatGreek } from './composer/legs-table.tsx';
import type { RfqView } from './use-rfq.ts';

const PLACES = 4;
const DELTA_CODES: ReadonlySet<string> = new Set<RfqIssueCode>([
  'hedge_enlarges_delta',
  'hedge_misses_delta',
  'hedge_delta_unknown',
]);
/** More names than this are shown as a number. */
const MOST_NAMED = 10;

interface HappeningsProps {
  readonly view: RfqView;
  readonly who: string;
}

/** The forecast of a request. */
export function Happenings({ view, who }: HappeningsProps) {
  const { structure } = view.verdict;
  const { form, recognised } = view;
  const isDisclosed = form.disclosed;
  const [hedge] = view.draft.hedges;
  const unit = view.hedgeInstrument === null ? '' : amountUnit(view.hedgeInstrument);
  const ratios = structure?.legs.map(({ ratio }) => ratio).join(' : ');
  const makers = distinctMakers(form.makers);
  const named =
    makers.length === 0 || makers.length > MOST_NAMED ? '' : ` (${makers.map((name) => showForeign(name)).join(', ')})`;
  const allocated = view.draft.allocations.filter(
    (part) => part.amount.trim() !== '' && (part.user_id.trim() !== '' || part.client_id.trim() !== ''),
  );
  const called = recognised?.comboId == null ? 'gives it no combo id' : `may call it ${recognised.comboId}`;
  const isServiceAway = useSession((state) => state.status?.connection === 'offline');
  return (
    <ul className="rfq-steps">
      {isServiceAway ? (
        <li className="rfq-step-warn">
          The service does not answer now. The forecast uses its last prices. What you send may get no answer.
        </li>
      ) : null}
      <li className="rfq-step-good">
        {who[0]?.toUpperCase()}
        {who.slice(1)}
        {named} {makers.length === 1 ? 'sees' : 'see'} legs
        {isDisclosed ? ', size and your alias' : ' and size, not your alias'}. Open for 5 minutes.
      </li>
      {structure === null ? null : (
        <li className="rfq-step-good">
          The service {called}, amount {formatDecimal(structure.amount)}, ratios {ratios}. It is compared with the
          reply.
        </li>
      )}
      {hedge === undefined ? null : (
        <li className="rfq-step-good">
          Hedge: {hedge.direction} {group(hedge.amount)} {unit} of {hedge.instrument_name} at {group(hedge.price)}.
        </li>
      )}
      <DeltaStep view={view} />
      {allocated.length === 0 ? null : (
        <li className="rfq-step-good">
          Allocated: {allocated.map((part) => `${group(part.amount)} to ${nameOf(part)}`).join(', ')}.
        </li>
      )}
      <li className="rfq-step-warn">
        Sent once. If the reply is lost, the outcome is unknown. The terminal never repeats it.
      </li>
    </ul>
  );
}

/** What the request makes of the delta, without its hedge and with it. */
function DeltaStep({ view }: Pick<HappeningsProps, 'view'>) {
  const { hedged, issues } = view.verdict;
  if (hedged === null) {
    const { delta } = positionGreeks(view.priced, view.serviceNowMs);
    const coin = view.legs[0]?.instrument?.base_currency ?? '';
    const isWhole = delta !== null && view.priced.length === view.legs.length && view.form.hedge === null;
    return isWhole ? (
      <li className="rfq-step-good">
        Its delta is {formatGreek(delta, PLACES)} {coin}, without a hedge.
      </li>
    ) : null;
  }
  const { delta, netDelta, currency } = hedged;
  const isDoubted = issues.some(({ code }) => DELTA_CODES.has(code));
  const write = (change: DeltaChange | null) =>
    `${formatGreek(change?.before ?? null, PLACES)} ${currency} without the hedge, ${formatGreek(change?.after ?? null, PLACES)} ${currency} with it`;
  return (
    <li className={isDoubted ? 'rfq-step-warn' : 'rfq-step-good'}>
      Delta: {write(delta)}. Net transaction delta: {write(netDelta)}.
    </li>
  );
}

/** As typed, with its digits grouped where it is a number. */
function group(typed: string): string {
  const value = parseDecimal(typed);
  return value === null ? typed : formatDecimal(value);
}

function nameOf({ user_id, client_id, client_link_id }: AllocationDraft): string {
  if (user_id.trim() !== '') return `user ${showForeign(user_id)}`;
  const link = client_link_id === '' ? '' : `, link ${showForeign(client_link_id)}`;
  return `client ${showForeign(client_id)}${link}`;
}
