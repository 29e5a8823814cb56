import type { ReactNode } from 'react';
import type { DecimalString } from '../../../shared/decimal.ts';
import type { Instrument } from '../../../shared/service/instrument.ts';
import type { Ticker } from '../../../shared/service/ticker.ts';
import { describeFailure, readFailure } from '../../api/failure-text.ts';
import { useInstrument } from '../../api/queries.ts';
import { quoteAgeMs, type ReceivedQuote, useQuote } from '../../stores/market-store.ts';
import { useNow } from '../../stores/now.ts';
import { pickPrice, useSelection } from '../../stores/workspace/selection-store.ts';
import { useSession } from '../../stores/session-store.ts';
import { useLook } from '../../stores/watch-store.ts';
import { FieldGroups } from '../../ui/controls/field-groups.tsx';
import { formatAge, formatPrice } from '../../ui/words/format.ts';
import { usePanelLink } from '../../ui/panel-frame.ts';
import { Note, Panel } from '../../ui/panel.tsx';
import { Pill } from '../../ui/controls/pill.tsx';
import { tellUnits } from '../../ui/words/units.ts';
import { describeSize, describeTicker, readHead } from './ticker-fields.ts';
import './ticker.css';

/** Everything the service says about the selected instrument's market. */
export function TickerPanel() {
  const name = useSelection((state) => state.instrumentName);
  const received = useQuote(name);
  const instrument = useInstrument(name);
  useLook(name === null ? [] : [name], 'focused');
  return (
    <Panel label="Ticker" title={name ?? 'Ticker'}>
      <div className="panel-body ticker-body" role="region" tabIndex={0} aria-label="Ticker fields">
        {name === null ? (
          <Note title="No instrument is selected">Choose one in the watchlist.</Note>
        ) : (
          <TickerContent received={received} instrument={instrument.data ?? null} instrumentError={instrument.error} />
        )}
      </div>
    </Panel>
  );
}

interface ContentProps {
  readonly received: ReceivedQuote | null;
  readonly instrument: Instrument | null;
  readonly instrumentError: Error | null;
}

function TickerContent({ received, instrument, instrumentError }: ContentProps) {
  const isLost = useSession((state) => state.link === 'lost');
  const { ticker, failure, is_stale } = received?.quote ?? { ticker: null, failure: null, is_stale: false };
  const isStale = is_stale || isLost || failure !== null;
  return (
    <>
      {failure === null ? null : (
        <TickerNote title={ticker === null ? 'There is no price' : 'The last reading failed. This is an older one'}>
          {describeFailure(failure)}
        </TickerNote>
      )}
      {instrumentError === null ? null : (
        <TickerNote title="The instrument’s data can’t be read">
          {describeFailure(readFailure(instrumentError))}
        </TickerNote>
      )}
      {received === null || ticker === null ? (
        failure === null && <Note isBusy title="Waiting for the first price…" />
      ) : (
        <>
          <TickerHead received={received} ticker={ticker} instrument={instrument} isStale={isStale} />
          <FieldGroups groups={describeTicker(ticker, instrument)} />
        </>
      )}
    </>
  );
}

function TickerNote({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="ticker-note">
      <Note title={title} tone="attention">
        {children}
      </Note>
    </div>
  );
}

interface HeadProps {
  readonly received: ReceivedQuote;
  readonly ticker: Ticker;
  readonly instrument: Instrument | null;
  readonly isStale: boolean;
}

function TickerHead({ received, ticker, instrument, isStale }: HeadProps) {
  const units = tellUnits(instrument);
  const { bid, ask, mark, state } = readHead(ticker);
  const figure = { name: ticker.instrument_name, unit: units.price, places: units.places };
  return (
    <div className={`ticker-head ${isStale ? 'ticker-stale' : ''}`}>
      <Figure {...figure} label={`Bid · ${describeSize(bid?.amount ?? null, units)}`} price={bid?.price} tone="bid" />
      <Figure {...figure} label={`Ask · ${describeSize(ask?.amount ?? null, units)}`} price={ask?.price} tone="ask" />
      <Figure {...figure} label="Mark" price={mark} tone="plain" />
      <div className="ticker-state muted number">
        <span>
          book <Pill tone={state === 'open' ? 'good' : 'attention'}>{state}</Pill>
        </span>
        <TickerAge received={received} isStale={isStale} />
      </div>
    </div>
  );
}

interface FigureProps {
  readonly name: string;
  readonly label: string;
  readonly price: DecimalString | null | undefined;
  readonly unit: string;
  readonly places: number | null;
  readonly tone: 'bid' | 'ask' | 'plain';
}

/** A large price; a click offers it to the ticket. */
function Figure({ name, label, price, unit, places, tone }: FigureProps) {
  const link = usePanelLink();
  const content = (
    <>
      <span className="faint">{label}</span>{' '}
      <span className={`figure ${tone}`}>
        {formatPrice(price, places)} <small>{price === null || price === undefined ? '' : unit}</small>
      </span>
    </>
  );
  if (price === null || price === undefined) return <div className="ticker-price">{content}</div>;
  return (
    <button
      type="button"
      className="ticker-price ticker-price-button"
      title="Use this price in the ticket"
      onClick={() => pickPrice(name, price, link)}
    >
      {content}
    </button>
  );
}

function TickerAge({ received, isStale }: { received: ReceivedQuote; isStale: boolean }) {
  const age = formatAge(quoteAgeMs(received, useNow()));
  return isStale ? (
    <span className="ticker-age warn-text">stale, {age} old</span>
  ) : (
    <span className="ticker-age">updated {age} ago</span>
  );
}
