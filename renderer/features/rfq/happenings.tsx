import { parseDecimal } from '../../../shared/decimal.ts';
import { amountUnit } from '../../../shared/orders/facts.ts';
import { type AllocationDraft, distinctMakers } from '../../../shared/rfq/draft.ts';
import { showForeign } from '../../ui/foreign-text.ts';
import { formatDecimal } from '../../ui/shown.ts';
import type { RfqView } from './use-rfq.ts';

/** More names than this are a number: they stand in the list of makers. */
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
  const unit = view.hedgeInstrument === null ? '' : amountUnit(view.hedgeInstrument);
  const ratios = structure?.legs.map(({ ratio }) => ratio).join(' : ');
  const makers = distinctMakers(form.makers);
  const named =
    makers.length === 0 || makers.length > MOST_NAMED ? '' : ` (${makers.map((name) => showForeign(name)).join(', ')})`;
  const allocated = form.allocations.filter(
    (part) => part.amount.trim() !== '' && (part.user_id.trim() !== '' || part.client_id.trim() !== ''),
  );
  const called = recognised?.comboId == null ? 'gives it no combo id' : `may call it ${recognised.comboId}`;
  return (
    <ul className="rfq-steps">
      <li className="rfq-step-good">
        {who[0]?.toUpperCase()}
        {who.slice(1)}
        {named} can see the legs{isDisclosed ? ', the size and your alias' : ' and the size, not who you are'}. A
        request usually lives five minutes.
      </li>
      {structure === null ? null : (
        <li className="rfq-step-good">
          The service {called}, amount {structure.amount}, ratios {ratios}. It is compared with the reply.
        </li>
      )}
      {form.hedge === null ? null : (
        <li className="rfq-step-good">
          With it goes the hedge: {form.hedge.direction} {group(form.hedge.amount)} {unit} of{' '}
          {form.hedge.instrument_name} at {group(form.hedge.price)}.
        </li>
      )}
      {allocated.length === 0 ? null : (
        <li className="rfq-step-good">
          It is allocated: {allocated.map((part) => `${group(part.amount)} to ${nameOf(part)}`).join(', ')}.
        </li>
      )}
      <li className="rfq-step-warn">
        It is sent once. If the reply is lost, it stays unknown and is not sent again by itself.
      </li>
    </ul>
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
