import { readServiceNow, useSession } from '../../stores/session-store.ts';
import { useQuery } from '@tanstack/react-query';
import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { useBackend } from '../../api/backend.ts';
import { describeFailure, readFailure } from '../../api/failure-text.ts';
import { beginAmend, useAmends } from '../../stores/orders/amends-store.ts';
import { Dialog } from '../../ui/controls/dialog.tsx';
import { describeAmend, whyNoAmend } from '../../ui/order-words/amend-text.ts';
import { showForeign } from '../../ui/order-words/foreign-text.ts';
import { copyText } from '../../ui/words/copy-text.ts';
import { formatWhen } from '../../ui/words/format.ts';
import { describeOutcome } from '../../ui/order-words/order-text.ts';
import { type ForecastLine, isAnswered, listForecast } from './forecast-lines.ts';
import { describeStep } from './journey-text.ts';
import { OrderFills } from './order-fills.tsx';
import { describeSource, describeView, type OrderView, readInstrumentName, readLabel } from './order-view.ts';
import { Working } from '../../ui/working.tsx';
import { zoneNames } from '../../ui/words/shown.ts';

/** An order with its whole way: what was asked, checked and sent, what came back, and what was looked up. */
export function OrderDialog({ view, onClose }: { readonly view: OrderView; readonly onClose: () => void }) {
  const label = readLabel(view);
  const outcome = view.row === null ? null : describeOutcome(view.row);
  return (
    <Dialog title={`Order ${label === null ? '' : showForeign(label)}`} isWide onClose={onClose}>
      <div
        className="order-details"
        role="region"
        tabIndex={0}
        aria-label="What is known of the order"
        data-first-focus
      >
        <p>
          <strong>{outcome?.title ?? `${readInstrumentName(view)}: ${describeView(view, readServiceNow())}`}</strong>
        </p>
        {outcome === null ? null : <p>{outcome.detail}</p>}
        <p className="muted">{describeSource(view)}</p>
        {view.row === null ? null : <Forecast row={view.row} />}
        {view.order === null ? null : <OrderFills order={view.order} />}
        {view.row === null ? null : <Journey row={view.row} />}
        <AmendThis view={view} onClose={onClose} />
        {view.order === null ? null : <Amends orderId={view.order.order_id} />}
        {view.order === null ? null : <Record order={view.order} />}
      </div>
    </Dialog>
  );
}

const VERDICTS: Partial<Record<ForecastLine['verdict'], string>> = {
  moved: 'the market moved',
  deeper: 'deeper than the best bid',
};

/** The forecast beside the fact, field by field. */
function Forecast({ row }: { readonly row: OrderRow }) {
  const { data: steps } = useSteps(row);
  const lines = steps === undefined ? [] : listForecast(row, isAnswered(row, steps));
  if (lines.length === 0) return null;
  return (
    <table className="order-forecast">
      <caption>Forecast and fact, at the service’s first answer</caption>
      <thead>
        <tr>
          <th>Field</th>
          <th>Forecast</th>
          <th>Fact</th>
          <th>Verdict</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, forecast, fact, verdict }) => (
          <tr key={name} className={verdict === 'missed' ? 'order-missed' : ''}>
            <th scope="row">{name}</th>
            <td className="number">{forecast}</td>
            <td className="number">{fact}</td>
            <td>{VERDICTS[verdict] ?? verdict}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function useSteps({ intent_id, outcome, order, cancel }: OrderRow) {
  const { client } = useBackend();
  return useQuery({
    // Each new state of the row is a step more.
    queryKey: ['journey', intent_id, outcome, order?.last_update_timestamp ?? null, cancel?.state ?? null],
    queryFn: () => client.request('orders.steps', { intent_id }),
    placeholderData: (previous) => previous,
  });
}

function Journey({ row }: { readonly row: OrderRow }) {
  const query = useSteps(row);
  if (query.isError) return <p className="dialog-problem">{describeFailure(readFailure(query.error))}</p>;
  if (query.data === undefined) return <Working text="Reading the journal…" />;
  return (
    <>
      <h3>Its way, from the journal (this machine’s clock, {zoneNames()})</h3>
      <ol className="journey" aria-label="Journey of the order">
        {query.data.map((step, index) => {
          const { title, lines } = describeStep(step);
          return (
            <li key={`${step.at} ${index}`}>
              <span className="number muted">{formatWhen(step.at, Date.now(), true)}</span>
              <span>{title}</span>
              {lines.length === 0 ? null : (
                <dl>
                  {lines.map(([name, value]) => (
                    <div key={name}>
                      <dt>{name}</dt>
                      <dd className="number">{value}</dd>
                    </div>
                  ))}
                </dl>
              )}
            </li>
          );
        })}
      </ol>
    </>
  );
}

/** The way from the details to the order's amend, or why there is none. */
function AmendThis({ view: { order }, onClose }: { readonly view: OrderView; readonly onClose: () => void }) {
  const status = useSession((state) => state.status);
  const whyNot = whyNoAmend(order, status);
  if (order === null || whyNot !== null) return <p className="muted">No amend: {whyNot}.</p>;
  return (
    <p>
      <button
        type="button"
        className="button"
        onClick={() => {
          onClose();
          beginAmend(order);
        }}
      >
        Amend…
      </button>
    </p>
  );
}

/** The order's amends, each with its evidence as text: a wrong verdict replays from that. */
function Amends({ orderId }: { readonly orderId: string }) {
  const { client } = useBackend();
  const commands = useAmends((state) => state.commands);
  const own = [...commands.values()].filter(({ command }) => command.target.order_id === orderId);
  if (own.length === 0) return null;
  return (
    <>
      <h3>Its amends</h3>
      <ul className="order-amends" aria-label="Amends of the order">
        {own.map((state) => (
          <li key={state.command.command_id}>
            <span className="number muted">{formatWhen(state.command.created_at, Date.now(), true)}</span>{' '}
            {describeAmend(state)}{' '}
            <button
              type="button"
              className="button"
              onClick={() => {
                client
                  .request('amends.report', { command_id: state.command.command_id })
                  .then(copyText, () => undefined);
              }}
            >
              Copy evidence
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Every field of the service's record, as it was read. */
function Record({ order }: { readonly order: NonNullable<OrderView['order']> }) {
  return (
    <>
      <h3>As the service last showed it</h3>
      <dl className="order-record">
        {Object.entries(order).map(([name, value]) => (
          <div key={name}>
            <dt>{showForeign(name)}</dt>
            <dd className="number">{showForeign(typeof value === 'string' ? value : JSON.stringify(value))}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
