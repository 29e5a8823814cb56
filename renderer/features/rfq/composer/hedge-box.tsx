import { useId } from 'react';
import { formatDecimal } from '../../../ui/words/shown.ts';
import { setForm } from '../../../stores/rfq/rfq-store.ts';
import type { RfqView } from '../use-rfq.ts';
import { IssueList } from './issues-under.tsx';
import { formatGreek } from './legs-table.tsx';
import { NumberField } from './number-field.tsx';
import { hedgeSteps, priceSteps } from './number-steps.ts';
import { type HedgeChoice, useHedge } from './use-hedge.ts';

/** The one hedge leg: proposed to flatten a delta, then edited as wanted. */
export function HedgeBox({ view }: { readonly view: RfqView }) {
  const { hedge } = view.form;
  const id = useId();
  const choice = useHedge(view);
  const { futures, chosen, greeks, proposal, account } = choice;
  return (
    <section className="rfq-box rfq-hedge" aria-label="Hedge leg">
      <h4>Hedge leg</h4>
      <div className="rfq-row">
        <label htmlFor={`${id}-name`}>Instrument</label>
        <select
          id={`${id}-name`}
          className="rfq-input number"
          value={chosen ?? ''}
          onChange={(event) => choice.choose(event.target.value)}
        >
          {/* Of other legs than these, or not listed any more: else another would stand there in its place. */}
          {chosen === null || futures.includes(chosen) ? null : <option>{chosen}</option>}
          {futures.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </div>
      <div className="rfq-row">
        <label htmlFor={`${id}-delta`}>Flatten</label>
        <select
          id={`${id}-delta`}
          className="rfq-input"
          value={choice.kind}
          onChange={(event) => choice.setKind(event.target.value === 'netDelta' ? 'netDelta' : 'delta')}
        >
          <option value="delta">Black-Scholes delta {formatGreek(greeks?.delta ?? null, 4)}</option>
          <option value="netDelta">net transaction delta {formatGreek(greeks?.netDelta ?? null, 4)}</option>
        </select>
      </div>
      {hedge === null ? (
        <div className="rfq-row">
          <span />
          <button type="button" className="button" disabled={proposal === null} onClick={choice.propose}>
            {proposal !== null
              ? `Add: ${proposal.direction} ${formatDecimal(proposal.amount)} ${choice.unit} at ${formatDecimal(proposal.price)}`
              : choice.isFlat
                ? 'Nothing to hedge'
                : 'Waiting for prices'}
          </button>
        </div>
      ) : (
        <HedgeTerms id={id} hedge={hedge} choice={choice} />
      )}
      {account === null ? null : (
        <p className="muted">
          Account delta{' '}
          <span className="number">
            {formatGreek(account.held, 4)} becomes {formatGreek(account.becomes, 4)} {choice.coin}
          </span>{' '}
          if all of it trades.
        </p>
      )}
      <IssueList issues={choice.issues} id={`${id}-issues`} />
    </section>
  );
}

interface HedgeTermsProps {
  readonly id: string;
  readonly hedge: NonNullable<RfqView['form']['hedge']>;
  readonly choice: HedgeChoice;
}

/** Side, amount and price of the hedge that stands. */
function HedgeTerms({ id, hedge, choice }: HedgeTermsProps) {
  const { instrument, proposal, issues, propose } = choice;
  const isBad = (field: string) => issues.some(({ severity, place }) => severity === 'error' && place.field === field);
  return (
    <>
      <div className="rfq-row">
        <label htmlFor={`${id}-amount`}>Side · amount</label>
        <span className="rfq-pair">
          <select
            className="rfq-input"
            aria-label="Side of the hedge"
            value={hedge.direction}
            onChange={(event) =>
              setForm({ hedge: { ...hedge, direction: event.target.value === 'buy' ? 'buy' : 'sell' } })
            }
          >
            <option value="buy">Buy</option>
            <option value="sell">Sell</option>
          </select>
          <NumberField
            id={`${id}-amount`}
            aria-invalid={isBad('amount')}
            aria-describedby={`${id}-issues`}
            value={hedge.amount}
            steps={hedgeSteps(instrument, proposal?.amount ?? null)}
            onType={(text) => setForm({ hedge: { ...hedge, amount: text } })}
          />
          <span className="faint">{choice.unit}</span>
        </span>
      </div>
      <div className="rfq-row">
        <label htmlFor={`${id}-price`}>Price</label>
        <NumberField
          id={`${id}-price`}
          aria-invalid={isBad('price')}
          aria-describedby={`${id}-issues`}
          value={hedge.price}
          steps={priceSteps(instrument, proposal?.price ?? null)}
          onType={(text) => setForm({ hedge: { ...hedge, price: text } })}
        />
      </div>
      <p className="muted">
        Leaves{' '}
        <span className="number">
          {formatGreek(choice.left, 4)} {choice.coin}
        </span>{' '}
        of delta.{' '}
        <button type="button" className="rfq-fix" disabled={proposal === null} onClick={propose}>
          Propose anew
        </button>
        <button type="button" className="rfq-fix" onClick={() => setForm({ hedge: null })}>
          Without a hedge
        </button>
      </p>
    </>
  );
}
