import type { Fault } from './faults.ts';
import type { RequestId } from './request.ts';

/** One call that reached the methods. `outcome` is what the service decided, whether or not the caller learnt of it. */
export interface CallRecord {
  readonly method: string;
  readonly id: RequestId | undefined;
  readonly params: Readonly<Record<string, unknown>>;
  readonly atMs: number;
  readonly executed: boolean;
  readonly outcome: 'result' | 'error' | 'not_executed';
  readonly errorCode: number | null;
}

/** Stands for all methods where a fault is set. */
export const EVERY_METHOD = '*';

/** Records kept for each method; the count goes on. */
const MAX_RECORDS = 200;

interface MethodLog {
  count: number;
  readonly records: CallRecord[];
  waiters: ((record: CallRecord) => void)[];
}

/** Faults to come and calls that came, by method, and what is waited for. */
export class CallLog {
  /** What went wrong inside the simulator itself; empty as long as it is sound. */
  readonly crashes: unknown[] = [];
  readonly #logs = new Map<string, MethodLog>();
  readonly #next = new Map<string, Fault[]>();
  readonly #always = new Map<string, Fault>();
  /** Each is asked after every call and every knob, until it says that it is fulfilled. */
  readonly #conditions = new Set<() => boolean>();

  #log(method: string): MethodLog {
    let log = this.#logs.get(method);
    if (log === undefined) this.#logs.set(method, (log = { count: 0, records: [], waiters: [] }));
    return log;
  }

  /** Resolves with what `check` gives, at once or when something first brings it about; rejects when it throws. */
  until<T>(check: () => T | undefined): Promise<T> {
    const found = check();
    if (found !== undefined) return Promise.resolve(found);
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#conditions.add(() => {
      try {
        const value = check();
        if (value === undefined) return false;
        resolve(value);
      } catch (error) {
        reject(error);
      }
      return true;
    });
    return promise;
  }

  /** Something has happened that a waiter may have waited for. */
  askConditions(): void {
    for (const isFulfilled of this.#conditions) if (isFulfilled()) this.#conditions.delete(isFulfilled);
  }

  failNext(method: string, fault: Fault): void {
    this.#next.set(method, [...(this.#next.get(method) ?? []), fault]);
  }

  failAll(method: string, fault: Fault | null): void {
    if (fault === null) this.#always.delete(method);
    else this.#always.set(method, fault);
  }

  /** Whether some call to come meets a fault. */
  get expectsFaults(): boolean {
    return this.#next.size > 0 || this.#always.size > 0;
  }

  /** The fault that the next call of a method meets: queued ones first, those of every method last. */
  takeFault(method: string): Fault | null {
    if (!this.expectsFaults) return null;
    const queued = this.#shift(method) ?? this.#shift(EVERY_METHOD);
    return queued ?? this.#always.get(method) ?? this.#always.get(EVERY_METHOD) ?? null;
  }

  #shift(method: string): Fault | undefined {
    const queue = this.#next.get(method);
    const fault = queue?.shift();
    if (queue?.length === 0) this.#next.delete(method);
    return fault;
  }

  record(record: CallRecord): void {
    const log = this.#log(record.method);
    log.count += 1;
    log.records.push(record);
    if (log.records.length > 2 * MAX_RECORDS) log.records.splice(0, MAX_RECORDS);
    this.askConditions();
    if (!record.executed || log.waiters.length === 0) return;
    const waiters = log.waiters;
    log.waiters = [];
    for (const resolve of waiters) resolve(record);
  }

  waitFor(method: string): Promise<CallRecord> {
    const { promise, resolve } = Promise.withResolvers<CallRecord>();
    this.#log(method).waiters.push(resolve);
    return promise;
  }

  calls(method: string): { readonly count: number; readonly records: readonly CallRecord[] } {
    const log = this.#log(method);
    return { count: log.count, records: log.records.slice(-MAX_RECORDS) };
  }
}
