import { useState } from 'react';
import { TAPE_CURRENCIES, type Tape, type TapeCurrency } from '../../../../shared/ipc/schemas/tape-schema.ts';
import { findOwnRequest } from '../../../../shared/rfq/tape/own-print.ts';
import { knownSince } from '../../../../shared/rfq/tape/spans.ts';
import { usePanelCommand } from '../../../actions/panel-commands.ts';
import { describeFailure, readFailure } from '../../../api/failure-text.ts';
import { useRfqBoard } from '../../../api/rfq-queries.ts';
import { readServiceNow } from '../../../stores/session-store.ts';
import { useTape, useTapeFetch } from '../../../api/tape-queries.ts';
import { showToast } from '../../../stores/toast-store.ts';
import { formatAge, formatDate } from '../../../ui/words/format.ts';
import { Note, Panel } from '../../../ui/panel.tsx';
import { describeKnown, layOutTape } from './tape-rows.ts';
import { TapePrint } from './tape-print.tsx';
import { formatCount, zoneNames } from '../../../ui/words/shown.ts';
import '../rfq.css';
import './tape.css';

const PAGE = 200;
const MOST = 5000;
const DAY_MS = 86_400_000;
/** Further back than this the service is not asked. */
const OLDEST_DAYS = 30;
/** While it is read, its newest page is never older than this unless the service is away. */
const STALE_MS = 45_000;

/** What others traded as Block RFQs: newest prints by themselves, older ones fetched on demand, gaps shown as gaps. */
export function RfqTape() {
  const [currency, setCurrency] = useState<TapeCurrency>('any');
  const [limit, setLimit] = useState(PAGE);
  const { data: tape, error } = useTape(currency, limit);
  const nowMs = readServiceNow();
  return (
    <Panel
      label="Public tape"
      title="Public tape"
      tools={
        <>
          <select
            className="bar-select"
            aria-label="Currency of the tape"
            value={currency}
            onChange={({ target }) => setCurrency(TAPE_CURRENCIES.find((each) => each === target.value) ?? 'any')}
          >
            {TAPE_CURRENCIES.map((each) => (
              <option key={each} value={each}>
                {each === 'any' ? 'all currencies' : each}
              </option>
            ))}
          </select>
          <OlderButtons tape={tape} nowMs={nowMs} />
        </>
      }
    >
      <div className="panel-body tape">
        {error === null ? null : (
          <Note title="The tape could not be read" tone="bad">
            {describeFailure(readFailure(error))}
          </Note>
        )}
        {tape === undefined ? (
          error === null && <Note isBusy title="Reading the tape…" />
        ) : (
          <Shown tape={tape} nowMs={nowMs} onMore={limit < MOST ? () => setLimit(limit + PAGE) : null} />
        )}
      </div>
    </Panel>
  );
}

function OlderButtons({ tape, nowMs }: { readonly tape: Tape | undefined; readonly nowMs: number }) {
  const fetch = useTapeFetch();
  if (tape === undefined) return null;
  if (tape.walk !== null) {
    return (
      <button type="button" className="bar-button" onClick={() => void fetch('stop')}>
        Stop
      </button>
    );
  }
  return <FetchButtons tape={tape} nowMs={nowMs} />;
}

function FetchButtons({ tape, nowMs }: { readonly tape: Tape; readonly nowMs: number }) {
  const fetch = useTapeFetch();
  const since = knownSince(tape.spans) ?? nowMs;
  const back = (days: number) =>
    Math.round(Math.max(nowMs - OLDEST_DAYS * DAY_MS, Math.min(since, nowMs) - days * DAY_MS));
  const isWeekKnown = since <= nowMs - 7 * DAY_MS;
  const fetchDay = () => void fetch(back(1));
  const fetchWeek = () => void fetch(Math.round(nowMs - 7 * DAY_MS));
  const tell = (title: string, detail: string) =>
    showToast({ subject: 'tape', tone: 'attention', title, detail, isSticky: false });
  usePanelCommand('tape.day', () => {
    if (since === 0) tell('Nothing was fetched', 'The service has nothing older.');
    else fetchDay();
  });
  usePanelCommand('tape.week', () => {
    if (isWeekKnown) tell('Nothing was fetched', 'The last seven days are known already.');
    else fetchWeek();
  });
  return (
    <>
      <button
        type="button"
        className="bar-button"
        disabled={since === 0}
        title={since === 0 ? 'The service has nothing older' : 'Fetch the day before what is known'}
        onClick={fetchDay}
      >
        Older day
      </button>
      <button
        type="button"
        className="bar-button"
        disabled={isWeekKnown}
        title="Fetch the last seven days"
        onClick={fetchWeek}
      >
        7 days
      </button>
    </>
  );
}

interface ShownProps {
  readonly tape: Tape;
  readonly nowMs: number;
  /** Shows more of what is stored; null if all is shown. */
  readonly onMore: (() => void) | null;
}

function Shown({ tape, nowMs, onMore }: ShownProps) {
  const { data: board } = useRfqBoard();
  const fetch = useTapeFetch();
  const requests = board?.rows ?? [];
  const ageMs = tape.read_at === null ? null : nowMs - tape.read_at;
  const isStale = ageMs !== null && ageMs > STALE_MS;
  return (
    <>
      <p className={`tape-state ${isStale ? 'tape-stale' : ''}`} role="status">
        {describeKnown(tape)}
        {isStale ? ` · newest page read ${formatAge(ageMs)} ago` : ''}
        {tape.changed === 0 ? '' : ` · ${tape.changed} told differently later`}
        {tape.walk === null
          ? ''
          : ` · fetching back to ${formatDate(tape.walk.until)}, ${tape.walk.pages} ${tape.walk.pages === 1 ? 'page' : 'pages'} so far`}
      </p>
      {tape.failure === null ? null : (
        <Note title="The tape could not be read further" tone="attention">
          {describeFailure(tape.failure)} It is asked again. You see what is stored.
        </Note>
      )}
      {tape.prints.length === 0 ? (
        <Note isBusy={tape.read_at === null} title={tape.read_at === null ? 'Reading the tape…' : 'No prints'}>
          {tape.read_at === null ? undefined : 'No trade of this currency on the tape so far.'}
        </Note>
      ) : (
        <div className="tape-scroll" tabIndex={0} role="region" aria-label="Prints">
          <table className="rfq-legs" aria-label="Public tape">
            <thead>
              <tr>
                <th>Time {zoneNames()}</th>
                <th>Structure</th>
                <th>Side</th>
                <th className="rfq-number">Amount</th>
                <th className="rfq-number">Price</th>
                <th className="rfq-number tape-wide">Mark</th>
                <th className="rfq-number" title="Price above the mark, in the price’s currency">
                  Over mark
                </th>
                <th className="rfq-number tape-wide" title="Over the mark, by the print’s index">
                  USD
                </th>
                <th className="rfq-number tape-wide" title="Over the mark in points of volatility (estimate)">
                  Vol
                </th>
                <th title="Take its legs into the composer">Load</th>
              </tr>
            </thead>
            <tbody>
              {layOutTape(tape).map((line) =>
                line.kind === 'gap' ? (
                  <tr key={`gap-${line.to}`} className="tape-gap">
                    <td colSpan={10}>
                      Unknown from {formatDate(line.from)} to {formatDate(line.to)}
                      {line.canFetch ? (
                        <button type="button" className="rfq-fix" onClick={() => void fetch(Math.floor(line.from))}>
                          Fetch it
                        </button>
                      ) : (
                        '; the service no longer has it'
                      )}
                    </td>
                  </tr>
                ) : (
                  <TapePrint
                    key={line.print.id}
                    print={line.print}
                    nowMs={nowMs}
                    own={findOwnRequest(line.print, requests)}
                  />
                ),
              )}
            </tbody>
          </table>
          {tape.prints.length < tape.stored && onMore !== null ? (
            <button type="button" className="button" onClick={onMore}>
              Show more of the {formatCount(tape.stored)} stored
            </button>
          ) : null}
        </div>
      )}
    </>
  );
}
