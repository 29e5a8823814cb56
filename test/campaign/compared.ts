import type { PlaceState, Verdict } from '../../shared/execution/state.ts';
import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';

/** One verdict of a core on a command, as it was first said. */
interface Said {
  readonly verdict: Verdict;
  readonly orderId: string | null;
}

/** What a row's outcome is called as a verdict. */
const VERDICT_OF: Readonly<Record<OrderRow['outcome'], Verdict>> = {
  sending: 'sending',
  accepted: 'accepted',
  refused: 'rejected',
  not_sent: 'not_sent',
  unknown: 'unknown',
  absent: 'absent',
  closed: 'resolved_by_operator',
};

/** Compares what two cores make of the same evidence, command by command, from the first verdict to the last. */
export class Compared {
  readonly #desk = new Map<string, Said[]>();
  readonly #shadow = new Map<string, Said[]>();
  readonly #lags = new Map<string, number>();
  /** Commands that the desk called absent when the engine allowed for a larger lag of queries. */
  readonly #waiting = new Set<string>();
  #withoutError = 0;
  readonly #last = new Map<string, { row?: OrderRow; state?: PlaceState }>();

  noteRow(row: OrderRow): void {
    if (row.child_of !== null || row.second_of !== undefined) return;
    const { intent_id: id } = row;
    const orderId = row.order?.order_id ?? null;
    add(this.#desk, id, { verdict: VERDICT_OF[row.outcome], orderId });
    const proof = row.outcome === 'absent' ? row.notices.find(({ code }) => code === 'absence_proof') : undefined;
    if ((this.#lags.get(id) ?? 0) > Number(proof?.params['allowed_ms'] ?? Infinity)) this.#waiting.add(id);
    this.#last.set(id, { ...this.#last.get(id), row });
  }

  noteLag(commandId: string, lagMs: number): void {
    this.#lags.set(commandId, lagMs);
  }

  noteState(state: PlaceState, isNews = true): void {
    const { command_id: id } = state.command;
    if (isNews) add(this.#shadow, id, { verdict: state.verdict, orderId: state.order?.order_id ?? null });
    this.#last.set(id, { ...this.#last.get(id), state });
  }

  /** Commands that the desk called absent sooner: see `isWithoutError`. Counted by `differences`. */
  get withoutError(): number {
    return this.#withoutError;
  }

  /** How many commands were compared. */
  get count(): number {
    return this.#desk.size;
  }

  /** What differs, one line a command. */
  differences(): string[] {
    const found: string[] = [];
    for (const [id, desk] of this.#desk) {
      const shadow = this.#shadow.get(id) ?? [];
      const { row, state } = this.#last.get(id) ?? {};
      const [left, right] = [spell(desk), spell(shadow)];
      if (left !== right && isWithoutError(desk, shadow, this.#waiting.has(id))) this.#withoutError += 1;
      else if (left !== right) found.push(`${row?.label} ${id}: desk ${left} | engine ${right}`);
      else if (row !== undefined && state !== undefined) found.push(...compareLast(row, state));
    }
    return found;
  }
}

/**
 * Whether the engine said all that the desk said, but for absences that the order itself overruled, or that it waits with
 * (`isWaiting`): it knows a larger lag by then, or bounds it by the monotonic clock where the service's time is not believed.
 */
function isWithoutError(desk: readonly Said[], engine: readonly Said[], isWaiting: boolean): boolean {
  const kept = desk.filter(
    ({ verdict }, at) => verdict !== 'absent' || !(isWaiting || desk[at + 1]?.verdict === 'accepted'),
  );
  return kept.length < desk.length && spell(kept) === spell(engine);
}

/** What a person is asked, and what locks the instrument. */
function compareLast(row: OrderRow, state: PlaceState): string[] {
  const has = (code: OrderRow['notices'][number]['code']) => row.notices.some((notice) => notice.code === code);
  const pairs = [
    ['a person is asked', has('needs_a_person'), state.is_escalated],
    ['several orders under the label', has('two_orders_under_label'), state.together.length > 0],
  ] as const;
  return pairs.flatMap(([what, desk, engine]) =>
    desk === engine ? [] : [`${row.label} ${row.intent_id}: ${what}: desk ${desk} | engine ${engine}`],
  );
}

function add(said: Map<string, Said[]>, id: string, now: Said): void {
  const before = said.get(id) ?? [];
  said.set(id, before);
  const last = before.at(-1);
  if (last?.verdict !== now.verdict || last.orderId !== now.orderId) before.push(now);
}

function spell(said: readonly Said[]): string {
  return said.map(({ verdict, orderId }) => (orderId === null ? verdict : `${verdict} ${orderId}`)).join(', ');
}
