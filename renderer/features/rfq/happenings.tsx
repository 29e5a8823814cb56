import type { RfqView } from './use-rfq.ts';

interface HappeningsProps {
  readonly view: RfqView;
  readonly who: string;
}

/** The forecast of a request. */
export function Happenings({ view, who }: HappeningsProps) {
  const { structure } = view.verdict;
  const { form, recognised } = view;
  const isDisclosed = form.disclosed;
  const ratios = structure?.legs.map(({ ratio }) => ratio).join(' : ');
  const called = recognised?.comboId == null ? 'gives it no combo id' : `may call it ${recognised.comboId}`;
  return (
    <ul className="rfq-steps">
      <li className="rfq-step-good">
        {who[0]?.toUpperCase()}
        {who.slice(1)} can see the legs{isDisclosed ? ', the size and your alias' : ' and the size, not who you are'}. A
        request usually lives five minutes.
      </li>
      {structure === null ? null : (
        <li className="rfq-step-good">
          The service {called}, amount {structure.amount}, ratios {ratios}. It is compared with the reply.
        </li>
      )}
      {form.hedge === null ? null : (
        <li className="rfq-step-good">
          With it goes the hedge: {form.hedge.direction} {form.hedge.amount} {form.hedge.instrument_name} at{' '}
          {form.hedge.price}.
        </li>
      )}
      <li className="rfq-step-warn">
        It is sent once. If the reply is lost, it stays unknown and is not sent again by itself.
      </li>
    </ul>
  );
}
