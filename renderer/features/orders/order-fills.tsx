import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { HistoryPage, TradeRow } from '../../../shared/history/view.ts';
import type { IpcClient } from '../../../shared/ipc/client.ts';
import type { Order } from '../../../shared/service/order.ts';
import { useBackend } from '../../api/backend.ts';
import { describeFailure, readFailure } from '../../api/failure-text.ts';
import { receiveWalk, useWalk } from '../../stores/history-store.ts';
import { lookUp, showForeign } from '../../ui/order-words/foreign-text.ts';
import { formatDate, formatTimeOfDay, MISSING } from '../../ui/words/format.ts';
import { areFillsMissing, describeFills, queryFills, sumFees } from './fill-text.ts';
import { Working } from '../../ui/working.tsx';
import { formatDecimal, zoneNames } from '../../ui/words/shown.ts';

const PAGE = 1000;
const ROLES: Readonly<Record<string, string>> = { M: 'maker', T: 'taker' };

/** The stored trades of an order; asks the service for nothing. Rejects with `IpcFailure`. */
async function readFills(client: Pick<IpcClient, 'request'>, order: Order): Promise<TradeRow[]> {
  const query = queryFills(order);
  const fills: TradeRow[] = [];
  for (let after: string | null = null; ;) {
    const page: HistoryPage = await client.request('history.read', { query, after, limit: PAGE });
    fills.push(...page.rows.filter(({ trade }) => trade.order_id === order.order_id));
    after = page.next;
    if (after === null) return fills.toReversed();
  }
}

/** An order's stored fills with their fees. */
export function OrderFills({ order }: { readonly order: Order }) {
  const { client } = useBackend();
  const query = useQuery({
    queryKey: ['fills', order.order_id, order.last_update_timestamp],
    queryFn: () => readFills(client, order),
    placeholderData: (previous) => previous,
    staleTime: 0,
  });
  if (query.isError) return <p className="dialog-problem">{describeFailure(readFailure(query.error))}</p>;
  const fills = query.data;
  if (fills === undefined) return <Working text="Reading the stored trades…" />;
  return (
    <>
      <h3>Its fills</h3>
      <p>{describeFills(order.filled_amount, fills)}</p>
      {areFillsMissing(order.filled_amount, fills) ? (
        <FetchFills order={order} onFetched={() => void query.refetch()} />
      ) : null}
      {fills.length === 0 ? null : <FillsTable fills={fills} />}
    </>
  );
}

/** Fetches the trades of the order's time; Trades shows them too. */
function FetchFills({ order, onFetched }: { readonly order: Order; readonly onFetched: () => void }) {
  const { client } = useBackend();
  const walk = useWalk();
  const [problem, setProblem] = useState<string | null>(null);
  const isRunning = walk?.state === 'running';
  const ended = walk?.ended_at ?? null;
  const seen = useRef(ended);
  useEffect(() => {
    if (ended === seen.current) return;
    seen.current = ended;
    onFetched();
  }, [ended, onFetched]);

  async function fetchFills(): Promise<void> {
    setProblem(null);
    try {
      const { issues, walk: begun } = await client.request('history.walk', {
        action: 'start',
        query: queryFills(order),
      });
      receiveWalk(begun);
      if (issues.length > 0) setProblem('The service’s clock is not that far yet. Try again in a moment.');
    } catch (error) {
      setProblem(describeFailure(readFailure(error)));
    }
  }

  return (
    <p className="order-fetch">
      <button type="button" className="button" disabled={isRunning} onClick={() => void fetchFills()}>
        {isRunning ? 'Trades are being fetched…' : 'Fetch them'}
      </button>
      {problem === null ? null : <span className="dialog-problem">{problem}</span>}
    </p>
  );
}

function FillsTable({ fills }: { readonly fills: readonly TradeRow[] }) {
  return (
    <table className="order-forecast order-fills" aria-label="Fills">
      <thead>
        <tr>
          {[`Time (${zoneNames()})`, 'Amount', 'Price', 'Role', 'Fee', 'Fee forecast', 'Trade'].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="number">
        {fills.map(({ key, trade, predicted_fee }) => (
          <tr key={key}>
            <td>{`${formatDate(trade.timestamp).slice(0, 10)} ${formatTimeOfDay(trade.timestamp, true)}`}</td>
            <td>{formatDecimal(trade.amount)}</td>
            <td>{formatDecimal(trade.price)}</td>
            <td>{nameRole(trade.liquidity)}</td>
            <td>{trade.fee == null ? MISSING : formatDecimal(trade.fee)}</td>
            <td>{predicted_fee === null ? MISSING : formatDecimal(predicted_fee)}</td>
            <td>{showForeign(trade.trade_id)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot className="number">
        <tr>
          <th scope="row" colSpan={4}>
            Fees charged, and forecast for these fills
          </th>
          <td>{sumFees(fills, ({ trade }) => trade.fee)}</td>
          <td>{sumFees(fills, (row) => row.predicted_fee)}</td>
          <td />
        </tr>
      </tfoot>
    </table>
  );
}

function nameRole(liquidity: string | undefined): string {
  if (liquidity === undefined) return MISSING;
  return lookUp(ROLES, liquidity) ?? showForeign(liquidity);
}
