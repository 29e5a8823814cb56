import type { ReactNode } from 'react';
import { hasSizes } from '../../../shared/orders/facts.ts';
import { type Instrument, NO_EXPIRY_MS } from '../../../shared/service/instrument.ts';
import { describeFailure, readFailure } from '../../api/failure-text.ts';
import { useInstrument } from '../../api/queries.ts';
import { useQuote } from '../../stores/market-store.ts';
import { useNow } from '../../stores/now.ts';
import { useSelection } from '../../stores/workspace/selection-store.ts';
import { readServiceNow, useSession } from '../../stores/session-store.ts';
import { useLook } from '../../stores/watch-store.ts';
import { FieldGroups } from '../../ui/controls/field-groups.tsx';
import { formatDate } from '../../ui/words/format.ts';
import { Note, Panel } from '../../ui/panel.tsx';
import { Pill } from '../../ui/controls/pill.tsx';
import { tellUnits } from '../../ui/words/units.ts';
import { readBookState } from './book-states.ts';
import { describeInstrument, describeTicks } from './instrument-fields.ts';
import { describeCountdown, listNextEvents } from './next-events.ts';
import { zoneName } from '../../ui/words/shown.ts';
import './instrument.css';

/** What the selected instrument is, what its book allows now, and what will happen to it. */
export function InstrumentPanel() {
  const name = useSelection((state) => state.instrumentName);
  const { data, error, refetch, isFetching } = useInstrument(name);
  useLook(name === null ? [] : [name], 'visible');
  return (
    <Panel label="Instrument" title="Instrument" tools={name === null ? null : <span className="number">{name}</span>}>
      <div className="panel-body instrument-body" role="region" tabIndex={0} aria-label="Instrument fields">
        {name === null ? (
          <Note title="No instrument is selected">Choose one in the watchlist or the chain.</Note>
        ) : null}
        {error === null ? null : (
          <InstrumentNote
            title={
              data === undefined ? 'The instrument could not be read' : 'The last reading failed. This is an older one'
            }
          >
            {describeFailure(readFailure(error))}{' '}
            <button type="button" className="button" disabled={isFetching} onClick={() => void refetch()}>
              Try again
            </button>
          </InstrumentNote>
        )}
        {data === undefined ? (
          name !== null && error === null && <Note isBusy title={`Reading ${name}…`} />
        ) : (
          <InstrumentContent instrument={data} />
        )}
      </div>
    </Panel>
  );
}

function InstrumentNote({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="instrument-note">
      <Note title={title} tone="attention">
        {children}
      </Note>
    </div>
  );
}

function InstrumentContent({ instrument }: { readonly instrument: Instrument }) {
  const received = useQuote(instrument.instrument_name);
  const isLost = useSession((state) => state.link === 'lost');
  const ofTicker = received?.quote.ticker?.state ?? null;
  const state = ofTicker ?? instrument.state ?? null;
  const isOld = isLost || (received !== null && (received.quote.is_stale || received.quote.failure !== null));
  return (
    <>
      <div className="instrument-top">
        <Book state={state} isOld={isOld} isFromTicker={ofTicker !== null} />
        <Next instrument={instrument} state={state ?? ''} />
      </div>
      {hasSizes(instrument) ? null : (
        <p className="muted">The service gives no tick or size for it yet. Wait until it opens.</p>
      )}
      <Ticks instrument={instrument} />
      <FieldGroups groups={describeInstrument(instrument)} />
    </>
  );
}

interface BookProps {
  readonly state: string | null;
  readonly isOld: boolean;
  readonly isFromTicker: boolean;
}

function Book({ state, isOld, isFromTicker }: BookProps) {
  const rules = state === null ? null : readBookState(state);
  return (
    <section className="instrument-section" aria-label="Book">
      <h3>
        Book <Pill tone={state === 'open' ? 'good' : 'attention'}>{state ?? 'not known'}</Pill>
        {isOld ? <span className="warn-text"> stale: it may have changed</span> : null}
      </h3>
      {rules === null ? (
        <p className="muted">No rule is known for this state.</p>
      ) : (
        <>
          <ul className="instrument-allowed">
            <Allowed is={rules.newOrders}>new orders</Allowed>
            <Allowed is={rules.edits}>edits</Allowed>
            <Allowed is={rules.cancels}>cancels</Allowed>
          </ul>
          <blockquote>{rules.quote}</blockquote>
        </>
      )}
      {isFromTicker ? null : <p className="faint">By the instrument’s data: the ticker has not come yet.</p>}
    </section>
  );
}

function Allowed({ is, children }: { readonly is: boolean; readonly children: ReactNode }) {
  return (
    <li className={is ? 'instrument-yes' : 'instrument-no'}>
      <span aria-hidden="true">{is ? '✓' : '✕'}</span> {children} {is ? 'accepted' : 'rejected'}
    </li>
  );
}

/** What comes next, counted down by the service's clock. */
function Next({ instrument, state }: { readonly instrument: Instrument; readonly state: string }) {
  const isServiceTimeKnown = useSession((session) => (session.status?.clock_offset_ms ?? null) !== null);
  useNow();
  const nowMs = readServiceNow();
  const expiry = instrument.expiration_timestamp ?? NO_EXPIRY_MS;
  return (
    <section className="instrument-section" aria-label="What comes next">
      <h3>
        {expiry >= NO_EXPIRY_MS ? 'Next' : `Expires ${expiry > nowMs ? 'in ' : ''}`}
        {expiry >= NO_EXPIRY_MS ? null : <span className="number">{describeCountdown(expiry - nowMs)}</span>}
        {isServiceTimeKnown ? null : (
          <span className="faint"> by this machine’s clock; the service’s is not known yet</span>
        )}
      </h3>
      <dl className="instrument-events">
        {listNextEvents(instrument, state, nowMs).map(({ name, atMs, text }) => (
          <div key={name}>
            <dt>
              {name}
              {atMs === null ? null : (
                <span className="number muted">
                  {formatDate(atMs)} {zoneName(atMs)} · {describeCountdown(atMs - nowMs)}
                </span>
              )}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Ticks({ instrument }: { readonly instrument: Instrument }) {
  const { price } = tellUnits(instrument);
  return (
    <table className="instrument-ticks number">
      <caption>Ticks</caption>
      <thead>
        <tr>
          <th scope="col">Price {price === '' ? '' : `(${price})`}</th>
          <th scope="col">Tick</th>
        </tr>
      </thead>
      <tbody>
        {describeTicks(instrument).map(({ range, tick }) => (
          <tr key={range}>
            <td>{range}</td>
            <td>{tick}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
