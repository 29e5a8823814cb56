import { useState } from 'react';
import { compare, type DecimalString } from '../../../shared/decimal.ts';
import type { RfqRow } from '../../../shared/ipc/schemas/rfq-schema.ts';
import { useBackend } from '../../api/backend.ts';
import { describeFailure, readFailure } from '../../api/failure-text.ts';
import { RFQ_BOARD_KEY, useRfqBoard } from '../../api/rfq-queries.ts';
import { readServiceNow, useSession } from '../../stores/session-store.ts';
import { useNow } from '../../stores/now.ts';
import { copyText } from '../../ui/words/copy-text.ts';
import { Dialog } from '../../ui/controls/dialog.tsx';
import { formatWhen, MISSING } from '../../ui/words/format.ts';
import { Note, Panel } from '../../ui/panel.tsx';
import { Pill } from '../../ui/controls/pill.tsx';
import { spellNumber } from '../../ui/words/spell.ts';
import { describeUntold } from '../../ui/order-words/seen-text.ts';
import { bestQuote, type RfqQuote } from './best-quote.ts';
import { type LegUnits, unitsOfLegs } from './composer/leg-units.ts';
import {
  describeRefusal,
  describeRfqNotice,
  describeState,
  describeTimeLeft,
  describeUnread,
  isLive,
  writeHandOff,
} from './rfq-text.ts';
import { Unit } from './unit.tsx';
import './rfq.css';
import './rfq-more.css';

/** The Block RFQs of this terminal, their states and how long they live. */
export function RfqRequests() {
  const { data, error, isPending } = useRfqBoard();
  const rows = data?.rows ?? [];
  const [stating, setStating] = useState<RfqRow | null>(null);
  // The tick moves the countdown on; the time itself is the service's.
  useNow();
  const serviceNowMs = readServiceNow();
  return (
    <Panel label="My requests" title={rows.length === 0 ? 'My requests' : `My requests ${rows.length}`}>
      <div className="panel-body rfq-requests">
        {error === null ? null : (
          <Note title="The requests could not be read" tone="bad">
            {describeFailure(readFailure(error))}
          </Note>
        )}
        {isPending ? <Note isBusy title="Reading the requests…" /> : null}
        {data !== undefined && rows.length === 0 ? (
          <Note title="No requests yet">Requests you send appear here with state and time left.</Note>
        ) : null}
        {rows.length === 0 ? null : (
          <table className="rfq-legs" aria-label="Requests">
            <thead>
              <tr>
                <th>Created</th>
                <th className="rfq-name">Structure</th>
                <th className="rfq-number">Amount</th>
                <th className="rfq-number">Makers</th>
                <th>State</th>
                <th className="rfq-number">Expires in</th>
                <th className="rfq-number">Best bid</th>
                <th className="rfq-number">Best ask</th>
                <th>Label</th>
                <th>What to know</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <RequestRow
                  key={row.request_id}
                  row={row}
                  serviceNowMs={serviceNowMs}
                  onState={() => setStating(row)}
                />
              ))}
            </tbody>
          </table>
        )}
      </div>
      {stating === null ? null : <StateDialog row={stating} onClose={() => setStating(null)} />}
    </Panel>
  );
}

interface RequestRowProps {
  readonly row: RfqRow;
  readonly serviceNowMs: number;
  readonly onState: () => void;
}

/** One request: what it was for, how it stands, and what is quoted for it now. */
export function RequestRow({ row, serviceNowMs, onState }: RequestRowProps) {
  const [isCopied, setCopied] = useState(false);
  const mayChange = isLive(row, serviceNowMs);
  const unreadMs = useSession(({ status }) => (mayChange ? (status?.rfqs_unread_ms ?? null) : null));
  const isAlone = useSession(({ link }) => link === 'lost' && mayChange);
  const known = describeState(row, serviceNowMs);
  const { text, tone } = isAlone ? describeUntold(known, false) : describeUnread(known, unreadMs);
  const old = isAlone || unreadMs !== null ? ' rfq-old-quote' : '';
  const notes = [describeRefusal(row), ...row.notices.map(describeRfqNotice)].filter((note) => note !== '').join(' ');
  const units = unitsOfLegs(row.legs);
  // What is over is quoted no more, whatever its last record shows.
  const [bid, ask] = mayChange
    ? [bestQuote(row.rfq?.bids, 'bid', serviceNowMs), bestQuote(row.rfq?.asks, 'ask', serviceNowMs)]
    : [null, null];
  const legs = row.legs.map((leg) => `${leg.direction} ${leg.amount} ${leg.instrument_name}`).join('\n');
  return (
    <tr>
      <td className="number">{formatWhen(row.submitted_at, serviceNowMs)}</td>
      <td className="rfq-name" title={legs}>
        {row.rfq?.combo_id ?? `${row.expected.name} · ${row.legs.length} legs`}
      </td>
      <td className="rfq-number number">
        {spellNumber(row.rfq?.amount ?? row.expected.amount)} <Unit name={units.amount} />
      </td>
      <td className="rfq-number number">
        {row.makers.length === 0 ? 'all' : row.makers.length}
        {row.disclosed ? '' : ' anon.'}
      </td>
      <td>
        <Pill tone={tone}>{text}</Pill>
      </td>
      <td className="rfq-number number">{describeTimeLeft(row, serviceNowMs)}</td>
      <td className={`rfq-number number bid${old}`}>
        <Quoted quote={bid} amount={row.rfq?.amount} units={units} />
      </td>
      <td className={`rfq-number number ask${old}`}>
        <Quoted quote={ask} amount={row.rfq?.amount} units={units} />
      </td>
      <td className="rfq-name">{row.label}</td>
      <td className="rfq-note">
        {row.outcome === 'unknown' ? (
          <button type="button" className="rfq-fix" onClick={onState}>
            Settle by hand
          </button>
        ) : null}
        <button
          type="button"
          className="rfq-fix"
          aria-label={`${isCopied ? 'Copied' : 'Copy sheet'}: ${row.label}`}
          title="Copy all of it as text"
          onClick={() => setCopied(copyText(writeHandOff(row)))}
        >
          {isCopied ? 'Copied' : 'Copy sheet'}
        </button>
        <span title={notes}>{notes}</span>
      </td>
    </tr>
  );
}

interface QuotedProps {
  readonly quote: RfqQuote | null;
  /** What was asked for. */
  readonly amount: DecimalString | undefined;
  readonly units: LegUnits;
}

/** A quote's price, and for how much where that is not all that was asked for. */
function Quoted({ quote, amount, units }: QuotedProps) {
  if (quote === null) return MISSING;
  const isPart = amount !== undefined && compare(quote.amount, amount) < 0;
  return (
    <>
      {quote.price} <Unit name={units.price} />
      {isPart ? (
        <>
          {' '}
          for {spellNumber(quote.amount)} <Unit name={units.amount} />
        </>
      ) : null}
    </>
  );
}

/** A person settles what the terminal can't know. */
function StateDialog({ row, onClose }: { readonly row: RfqRow; readonly onClose: () => void }) {
  const { client, queries } = useBackend();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const isTyped = typed.trim() === row.label;

  async function state(is_there: boolean): Promise<void> {
    try {
      const statement = { request_id: row.request_id, is_there, typed };
      const board = await client.request('rfq.board', { statement });
      queries.setQueryData(RFQ_BOARD_KEY, board);
      onClose();
    } catch (error) {
      setProblem(describeFailure(readFailure(error)));
    }
  }

  return (
    <Dialog title="Settle an unknown request" onClose={onClose}>
      <p>
        The reply to “{row.label}” was lost. Nothing proves it absent. Look for the label on the service’s page or ask
        its desk first. You can send the same request once this one is settled.
      </p>
      <p>
        <label>
          Type its label to settle it
          <input
            type="text"
            data-first-focus
            className="rfq-wide"
            maxLength={256}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
      </p>
      {problem === null ? null : <p className="dialog-problem">{problem}</p>}
      <div className="dialog-end">
        <button type="button" className="button" disabled={!isTyped} onClick={() => void state(false)}>
          It is not there
        </button>
        <button type="button" className="button button-primary" disabled={!isTyped} onClick={() => void state(true)}>
          It is there
        </button>
      </div>
    </Dialog>
  );
}
