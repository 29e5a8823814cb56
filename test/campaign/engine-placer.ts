import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../electron/clock.ts';
import { createEngine } from '../../electron/execution/engine.ts';
import { createCommandJournal } from '../../electron/execution/journal.ts';
import { createLagMeter } from '../../electron/execution/lag-meter.ts';
import { createQueries } from '../../electron/execution/queries.ts';
import { createSender } from '../../electron/execution/send.ts';
import type { Desk } from '../../electron/orders/desk-interface.ts';
import type { RateBudget } from '../../electron/service/limits/budget.ts';
import type { ServiceClient } from '../../electron/service/client-interface.ts';
import type { ServiceClock } from '../../electron/service/service-clock.ts';
import { ZERO } from '../../shared/decimal.ts';
import { isPlace, type PlaceState, type Verdict } from '../../shared/execution/state.ts';
import { askedOrder } from '../../shared/execution/match.ts';
import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import { orderParamsSchema } from '../../shared/service/methods.ts';

export interface EnginePlacerOptions {
  readonly client: ServiceClient;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  readonly database: DatabaseSync;
  readonly budget: Pick<RateBudget, 'ordersOf'>;
  /** Checks drafts; it places nothing. */
  readonly desk: Pick<Desk, 'check'>;
  readonly isStopped: () => boolean;
  readonly currencyOf: (instrumentName: string) => string;
  readonly onRow: (row: OrderRow) => void;
  readonly onJournalFailure: (error: unknown) => void;
}

/** What a seed asks of whatever places its orders. */
export interface Placer extends Pick<Desk, 'check' | 'place' | 'rows'> {
  /** As the next start would find them. */
  readonly recorded: () => OrderRow[];
  readonly close: () => void;
}

/** The engine in the desk's place: it writes, asks and judges by itself. */
export function startEnginePlacer(options: EnginePlacerOptions): Placer {
  const { client, clock, serviceClock, database, budget, desk, isStopped, currencyOf, onRow } = options;
  const lag = createLagMeter({ clock, serviceClock });
  const journal = createCommandJournal(database, 'engine');
  const engine = createEngine({
    clock,
    journal,
    lag,
    send: createSender({ client, clock, serviceClock, isStopped }),
    ask: createQueries({ client, clock, serviceClock, currencyOf, lagMs: () => 0, lag }),
    onState: (state) => {
      if (isPlace(state)) onRow(rowOf(state));
    },
    onOrder: () => undefined,
    onJournalFailure: options.onJournalFailure,
  });
  const placing = new Map<string, ReturnType<Desk['place']>>();
  engine.resume();

  async function placeOnce(...[intentId, draft]: Parameters<Desk['place']>): ReturnType<Desk['place']> {
    const check = await desk.check(draft);
    if (check.request === null || !budget.ordersOf(draft.instrument_name).tryTake()) return { row: null, check };
    const params = orderParamsSchema.parse(JSON.parse(check.request));
    const { label = '', valid_until = 0, instrument_name } = params;
    try {
      const state = await engine.carryOut({
        command_id: intentId,
        kind: 'place',
        target: { label, is_own_label: draft.label === '', instrument_name, direction: draft.direction },
        params,
        created_at: clock.now(),
        submitted_at: serviceClock.now(),
        valid_until,
      });
      return { row: rowOf(state), check };
    } catch (error) {
      options.onJournalFailure(error);
      throw error;
    }
  }

  const rows = (): OrderRow[] => engine.states().filter(isPlace).map(rowOf);
  return {
    check: desk.check,
    place: (intentId, draft, acknowledged) => {
      const known = engine.find(intentId);
      if (known !== null && isPlace(known))
        return Promise.resolve({ row: rowOf(known), check: { issues: [], forecast: null, request: null } });
      const running = placing.get(intentId) ?? placeOnce(intentId, draft, acknowledged);
      placing.set(intentId, running);
      return running.finally(() => placing.delete(intentId));
    },
    rows,
    recorded: rows,
    close: engine.close,
  };
}

const OUTCOME_OF: Readonly<Record<Verdict, OrderRow['outcome']>> = {
  sending: 'sending',
  accepted: 'accepted',
  rejected: 'refused',
  not_sent: 'not_sent',
  unknown: 'unknown',
  absent: 'absent',
  resolved_by_operator: 'closed',
};

/** What the truth of a seed is held against: the row that the desk would show. */
function rowOf(state: PlaceState): OrderRow {
  const { command, verdict, order, traded, together, is_escalated: isEscalated } = state;
  const { label } = command.target;
  const notices: OrderRow['notices'] = [
    ...(isEscalated ? [{ code: 'needs_a_person', params: {} } as const] : []),
    ...(together.length > 0 ? [{ code: 'two_orders_under_label', params: {} } as const] : []),
    ...(traded === null ? [] : [{ code: 'known_by_trades', params: { ...traded } } as const]),
  ];
  return {
    ...askedOrder(command),
    intent_id: command.command_id,
    child_of: null,
    label,
    instrument_name: command.target.instrument_name,
    currency: '',
    post_only: command.params.post_only ?? false,
    amount: command.params.amount ?? ZERO,
    display_amount: null,
    linked_order_type: command.params.linked_order_type ?? null,
    expected: null,
    outcome: OUTCOME_OF[verdict],
    order,
    earlier_order_ids: [...state.earlier_order_ids],
    refusal: state.refusal,
    notices,
    closed: null,
    cancel: null,
    created_at: command.created_at,
    decided_at: state.decided_at,
    submitted_at: state.sent_ms,
  };
}
