import { randomBytes } from 'node:crypto';
import type { Handlers } from '../../../shared/ipc/contract.ts';
import type { RfqBoard, RfqRow } from '../../../shared/ipc/schemas/rfq-schema.ts';
import { assertDefined, fail, ok } from '../../../shared/result.ts';
import { readRfqGuards } from '../../../shared/rfq/guards.ts';
import { rfqIssue, rfqPlace } from '../../../shared/rfq/issue.ts';
import { predictRfq } from '../../../shared/rfq/request.ts';
import { structureOf } from '../../../shared/rfq/structure.ts';
import { blockRfqSchema } from '../../../shared/service/block-rfq.ts';
import type { CreateBlockRfqParams } from '../../../shared/service/methods.ts';
import { type Clock, systemClock } from '../../../electron/clock.ts';
import { createRfqDesk } from '../../../electron/rfq/rfq-desk.ts';
import type { RfqJournal } from '../../../electron/rfq/rfq-journal.ts';
import type { Answer } from '../../../electron/service/failure.ts';
import { createServiceClock } from '../../../electron/service/service-clock.ts';
import { type Fate, serviceRefusal } from './sells.ts';
import { type BenchState, serviceNow } from './state.ts';

/** As the simulator lists them, and a few: more than stay anonymous. */
export const MAKERS = ['MAKER1', 'MAKER2', 'MAKER3', 'MAKER4', 'MAKER5', 'MAKER6'];
/** How long a request lives at the service. */
export const RFQ_LIFE_MS = 300_000;

export interface Rfqs {
  readonly handlers: Pick<Handlers, 'rfq.board' | 'rfq.send'>;
  readonly board: () => RfqBoard;
  /** Tells the window how things stand. */
  readonly tell: () => void;
  /** What becomes of every request from now on. */
  readonly setFate: (fate: Fate) => void;
  /** The service's record of the request under the label is otherwise now. */
  readonly change: (label: string, changes: Readonly<Record<string, unknown>>) => void;
}

/** Runs nothing later: what follows of a request is said by a test. The service's list of makers is read at once. */
const stillClock: Clock = {
  ...systemClock,
  after: (delayMs, action) => {
    if (delayMs === 0) queueMicrotask(action);
    return () => undefined;
  },
};

/** The desk of Block RFQs of a window's back end: the product's own, over a service that answers as it is told to. */
export function createRfqs(state: BenchState, onChange: (board: RfqBoard) => void): Rfqs {
  let fate: Fate = { order: {} };
  let made = 0;
  const labels = new Set<string>();
  const rows = new Map<string, RfqRow>();
  const journal: RfqJournal = {
    begin: (row) => {
      labels.add(row.label);
      rows.set(row.request_id, row);
    },
    advance: (row) => void rows.set(row.request_id, row),
    isLabelUsed: (label) => labels.has(label),
    find: (id) => rows.get(id) ?? null,
    list: () => [...rows.values()],
    unreadable: () => [],
    steps: () => [],
    version: () => 0,
    lastStep: () => 0,
    changedSince: () => [],
  };

  const answered = <T>(value: T) => {
    const times = { roundTripMs: 20, serviceTimeMs: null, receivedAtMs: Date.now() };
    return Promise.resolve(ok<Answer<T>>({ value, times }));
  };
  function create(params: CreateBlockRfqParams) {
    state.requested.push(params);
    if ('failure' in fate) return Promise.resolve(fail(fate.failure));
    made += 1;
    return answered(recordOf(params, made, state, fate.order));
  }
  const client = {
    call: (_method: string, params: CreateBlockRfqParams) => create(params),
    callExtension: (method: string) =>
      method === 'private/get_block_rfq_makers'
        ? answered(MAKERS)
        : Promise.resolve(fail(serviceRefusal(-32_601, 'Method not found'))),
    close: () => Promise.resolve(),
  };

  const desk = createRfqDesk({
    client: client as never,
    clock: stillClock,
    serviceClock: { ...createServiceClock(systemClock), observe: () => undefined, now: () => serviceNow(state) },
    journal,
    isWritable: true,
    randomBytes,
    factsFor: () =>
      Promise.resolve({
        of: (name) => {
          const quote = state.quotes.get(name);
          return {
            instrument: state.instruments.get(name) ?? null,
            ticker: quote?.ticker ?? null,
            tickerAgeMs: quote?.age_ms ?? 0,
            isTickerStale: quote?.is_stale ?? false,
          };
        },
      }),
    blocked: () => {
      const { status } = state.session;
      const reason = status.trading_stopped ? 'stopped_by_trader' : status.selling_blocked?.params['reason'];
      return reason === undefined
        ? null
        : rfqIssue('error', rfqPlace('request', null, 'value'), 'rfq_not_ready', { reason });
    },
    guards: () => readRfqGuards(state.guards),
    book: () => state.book,
    onChange,
    onJournalFailure: (error) => {
      throw error;
    },
  });

  return {
    handlers: {
      'rfq.board': async ({ statement, book }) => {
        if (statement !== null) desk.state(statement);
        if (book !== undefined) {
          state.book = book;
          desk.tell();
        }
        return desk.board();
      },
      'rfq.send': ({ request_id, draft, acknowledged }) => desk.send(request_id, draft, acknowledged),
    },
    board: desk.board,
    tell: desk.tell,
    setFate: (next) => {
      fate = next;
    },
    change: (label, changes) => {
      const row = assertDefined(
        desk.board().rows.find((one) => one.label === label),
        `no request under ${label}`,
      );
      const rfq = blockRfqSchema.parse({ ...row.rfq, ...changes });
      desk.follow([{ ...row, rfq }]);
    },
  };
}

/** The record that the service makes of it: as asked, open, with no quote yet. */
function recordOf(
  params: CreateBlockRfqParams,
  id: number,
  state: BenchState,
  changes: Readonly<Record<string, unknown>>,
) {
  const legs = params.legs.map((leg) => ({
    ...leg,
    instrument: assertDefined(state.instruments.get(leg.instrument_name), `no instrument ${leg.instrument_name}`),
  }));
  const { amount, ratios, comboId } = predictRfq(assertDefined(structureOf(legs), 'the rules refuse one without legs'));
  const now = serviceNow(state);
  return blockRfqSchema.parse({
    block_rfq_id: id,
    label: params.label,
    state: 'open',
    role: 'taker',
    amount,
    combo_id: comboId,
    legs: params.legs.map(({ instrument_name, direction }, at) => ({ instrument_name, direction, ratio: ratios[at] })),
    hedge: params.hedge ?? null,
    makers: params.makers ?? [],
    disclosed: params.disclosed ?? true,
    bids: [],
    asks: [],
    creation_timestamp: now,
    expiration_timestamp: now + RFQ_LIFE_MS,
    ...changes,
  });
}
