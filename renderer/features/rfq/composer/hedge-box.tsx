import { useId, useState } from 'react';
import { amountUnit, whereSized } from '../../../../shared/orders/facts.ts';
import { readNumber } from '../../../../shared/orders/typed/typed-number.ts';
import { coinSize, positionGreeks } from '../../../../shared/rfq/analysis/totals.ts';
import { accountDelta, type DeltaKind, proposeHedge } from '../../../../shared/rfq/hedge.ts';
import { basePart } from '../../../../shared/rfq/structure.ts';
import { useFutureNames } from '../../../api/rfq-queries.ts';
import { useLook } from '../../../stores/watch-store.ts';
import { useQuote } from '../../../stores/market-store.ts';
import { useAccount, useInstrument } from '../../../api/queries.ts';
import { IssueList } from './issues-under.tsx';
import { formatGreek } from './legs-table.tsx';
import { NumberField } from './number-field.tsx';
import { hedgeSteps, priceSteps } from './number-steps.ts';
import { setForm } from '../../../stores/rfq/rfq-store.ts';
import type { RfqView } from '../use-rfq.ts';
import { formatDecimal } from '../../../ui/words/shown.ts';

/** The one hedge leg: proposed to flatten a delta, then edited as wanted. */
export function HedgeBox({ view }: { readonly view: RfqView }) {
  const { hedge } = view.form;
  const pair = basePart(view.legs[0]?.leg.instrumentName ?? '');
  const futures = useFutureNames(pair).data ?? [];
  const id = useId();
  const [wanted, setWanted] = useState<string | null>(null);
  const [kind, setKind] = useState<DeltaKind>('delta');
  const perpetual = futures.find((name) => name.endsWith('-PERPETUAL')) ?? futures[0] ?? null;
  const chosen = hedge?.instrument_name ?? wanted ?? perpetual;
  useLook(chosen === null ? [] : [chosen], 'visible');
  const ticker = useQuote(chosen)?.quote.ticker ?? null;
  const instrument = whereSized(useInstrument(chosen).data ?? null);
  // A hedge takes away what is held of its own coin, and nothing else.
  const own = view.priced.filter(({ instrument: { base_currency } }) => base_currency === instrument?.base_currency);
  const greeks = view.priced.length === view.legs.length ? positionGreeks(own, view.serviceNowMs) : null;
  const delta = greeks?.[kind] ?? null;
  const proposal = delta === null || instrument === null ? null : proposeHedge(delta, instrument, ticker);

  function propose(): void {
    if (proposal?.ok !== true || chosen === null) return;
    const { direction, amount, price } = proposal.value;
    setForm({ hedge: { instrument_name: chosen, direction, amount, price } });
  }

  const amount = hedge === null ? null : readNumber(hedge.amount);
  const coins = amount === null || instrument === null ? null : coinSize(instrument, amount, ticker);
  const left = delta === null || coins === null ? null : delta + (hedge?.direction === 'buy' ? coins : -coins);
  const unit = instrument === null ? '' : amountUnit(instrument);
  const coin = instrument?.base_currency ?? '';
  const summaries = useAccount().data?.snapshot.summaries ?? [];
  const held = instrument === null ? null : accountDelta(summaries, instrument, kind);
  const added = hedge === null ? delta : left;
  const issues = view.verdict.issues.filter(({ place }) => place.part === 'hedge');
  const isBad = (field: string) => issues.some(({ severity, place }) => severity === 'error' && place.field === field);
  return (
    <section className="rfq-box rfq-hedge" aria-label="Hedge leg">
      <h4>Hedge leg</h4>
      <div className="rfq-row">
        <label htmlFor={`${id}-name`}>Instrument</label>
        <select
          id={`${id}-name`}
          className="rfq-input number"
          value={chosen ?? ''}
          onChange={(event) => {
            setWanted(event.target.value);
            if (hedge !== null) setForm({ hedge: { ...hedge, instrument_name: event.target.value } });
          }}
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
          value={kind}
          onChange={(event) => setKind(event.target.value === 'netDelta' ? 'netDelta' : 'delta')}
        >
          <option value="delta">Black-Scholes delta {formatGreek(greeks?.delta ?? null, 4)}</option>
          <option value="netDelta">net transaction delta {formatGreek(greeks?.netDelta ?? null, 4)}</option>
        </select>
      </div>
      {hedge === null ? (
        <div className="rfq-row">
          <span />
          <button type="button" className="button" disabled={proposal?.ok !== true} onClick={propose}>
            {proposal?.ok === true
              ? `Add: ${proposal.value.direction} ${formatDecimal(proposal.value.amount)} ${unit} at ${formatDecimal(proposal.value.price)}`
              : proposal?.error === 'flat'
                ? 'Nothing to hedge'
                : 'Waiting for prices'}
          </button>
        </div>
      ) : (
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
                steps={hedgeSteps(instrument, proposal?.ok === true ? proposal.value.amount : null)}
                onType={(text) => setForm({ hedge: { ...hedge, amount: text } })}
              />
              <span className="faint">{unit}</span>
            </span>
          </div>
          <div className="rfq-row">
            <label htmlFor={`${id}-price`}>Price</label>
            <NumberField
              id={`${id}-price`}
              aria-invalid={isBad('price')}
              aria-describedby={`${id}-issues`}
              value={hedge.price}
              steps={priceSteps(instrument, proposal?.ok === true ? proposal.value.price : null)}
              onType={(text) => setForm({ hedge: { ...hedge, price: text } })}
            />
          </div>
          <p className="muted">
            Leaves{' '}
            <span className="number">
              {formatGreek(left, 4)} {coin}
            </span>{' '}
            of delta.{' '}
            <button type="button" className="rfq-fix" disabled={proposal?.ok !== true} onClick={propose}>
              Propose anew
            </button>
            <button type="button" className="rfq-fix" onClick={() => setForm({ hedge: null })}>
              Without a hedge
            </button>
          </p>
        </>
      )}
      {held === null || added === null ? null : (
        <p className="muted">
          Account delta{' '}
          <span className="number">
            {formatGreek(held, 4)} becomes {formatGreek(held + added, 4)} {coin}
          </span>{' '}
          if all of it trades.
        </p>
      )}
      <IssueList issues={issues} id={`${id}-issues`} />
    </section>
  );
}
