import type { RfqBoard, RfqRow, RfqSent, RfqStatement } from '../../shared/ipc/schemas/rfq-schema.ts';
import { IpcFailure } from '../../shared/ipc/error.ts';
import { listUnacceptedRfq } from '../../shared/rfq/acknowledgement.ts';
import type { RfqBook } from '../../shared/rfq/book.ts';
import type { RfqDraft } from '../../shared/rfq/draft.ts';
import { findEqualLately, findUndecidedEqual } from '../../shared/rfq/equal.ts';
import type { RfqFacts } from '../../shared/rfq/facts.ts';
import type { RfqGuards } from '../../shared/rfq/guards.ts';
import type { RfqIssue } from '../../shared/rfq/issue.ts';
import { recognise } from '../../shared/rfq/recognise.ts';
import { buildRfqParams, predictRfq } from '../../shared/rfq/request.ts';
import { checkRfq } from '../../shared/rfq/rules.ts';
import { findOwnRequest } from '../../shared/rfq/tape/own-print.ts';
import { type Structure } from '../../shared/rfq/structure.ts';
import { assertDefined } from '../../shared/result.ts';
import type { BlockRfqTrade } from '../../shared/service/block-rfq.ts';
import type { CreateBlockRfqParams } from '../../shared/service/methods.ts';
import type { Clock } from '../clock.ts';
import { makeLabel } from '../orders/label.ts';
import { observeTimes } from '../orders/observe-times.ts';
import { demandTyped } from '../orders/statement.ts';
import { explainUnwritten, failedUnsent } from '../orders/unwritten.ts';
import type { ServiceClient } from '../service/client-interface.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import { createStepWriter } from '../storage/held-steps.ts';
import type { RfqJournal, RfqStep } from './rfq-journal.ts';
import { acceptRfq, isByWord, judgeRfqFailure, notePrint, withNotice } from './rfq-outcome.ts';
import { createRfqWatch } from './rfq-watch.ts';

/** A reply is waited for this long. Nothing bounds how late the service may still take a request. */
const REPLY_MS = 10_000;
const LISTED_ROWS = 500;
/** What a person has spoken of this lately, by the local wall clock, is looked for by the next start. */
const WORD_HOLDS_AFTER_MS = 24 * 60 * 60_000;

/** Facts that the desk itself knows. */
export type RfqDeskFacts = Exclude<keyof RfqFacts, 'of'>;

export interface RfqDeskOptions {
  readonly client: ServiceClient;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  readonly journal: RfqJournal;
  /** False: another instance writes this account's requests; they are shown, and nothing can be sent here. */
  readonly isWritable: boolean;
  readonly randomBytes: (size: number) => Uint8Array;
  /** What is known about the instruments that the draft names. */
  readonly factsFor: (draft: RfqDraft) => Promise<Omit<RfqFacts, RfqDeskFacts>>;
  readonly blocked: () => RfqIssue | null;
  /** The profile's limits, as they are now. */
  readonly guards: () => RfqGuards;
  /** What the trader keeps for Block RFQs. */
  readonly book: () => RfqBook;
  readonly onChange: (board: RfqBoard) => void;
  readonly onJournalFailure: (error: unknown) => void;
}

export interface RfqDesk {
  readonly board: () => RfqBoard;
  /** Tells every window how things stand. */
  readonly tell: () => void;
  /** Requests quotes, at most once for an id. Throws `IpcFailure` when the journal can't take it; nothing was sent then. */
  readonly send: (requestId: string, draft: RfqDraft, acknowledged: readonly string[]) => Promise<RfqSent>;
  /** A person says whether an unknown request is at the service, which its list may overrule. Throws `IpcFailure`: `NotFound`, `ReadOnly`, `BadRequest`. */
  readonly state: (statement: RfqStatement) => void;
  /** Notes with each request the prints of its structure, once for each print. */
  readonly notePrints: (prints: readonly BlockRfqTrade[]) => void;
  /** Takes what the instance that sends has written of these requests. */
  readonly follow: (rows: readonly RfqRow[]) => void;
  /** See `RfqWatch`. */
  readonly unreadMs: () => number | null;
  /** Looks up what an earlier run left undecided, or a person decided lately; nothing is ever sent again. */
  readonly resume: () => void;
  readonly close: () => void;
}

/**
 * The desk of Block RFQs: rules, journal, one call, one outcome. Without deadline or look-up, an unanswered one stays
 * unknown until shown.
 */
export function createRfqDesk(options: RfqDeskOptions): RfqDesk {
  const { client, clock, serviceClock, journal, isWritable } = options;
  const rows = new Map<string, RfqRow>();
  const sending = new Map<string, Promise<RfqSent>>();
  const steps = createStepWriter(clock, journal.advance, options.onJournalFailure);
  for (const row of journal.list(LISTED_ROWS).toReversed()) rows.set(row.request_id, row);

  const watch = createRfqWatch({
    client,
    clock,
    serviceClock,
    rows: () => [...rows.values()],
    advance,
    onMakers: tell,
  });

  function board(): RfqBoard {
    return {
      rows: [...rows.values()].toSorted((a, b) => b.created_at - a.created_at),
      listed_makers: watch.listedMakers(),
      blocked: options.blocked(),
      guards: options.guards(),
      book: options.book(),
    };
  }

  function tell(): void {
    options.onChange(board());
  }

  /** Memory first, so that the window sees the truth even when the disk has failed. */
  function advance(row: RfqRow, kind: RfqStep, detail: unknown): void {
    rows.set(row.request_id, row);
    if (isWritable) steps.write(row, kind, detail);
    tell();
  }

  async function gatherFacts(draft: RfqDraft): Promise<RfqFacts> {
    const known = await options.factsFor(draft);
    const [serviceNowMs, guards] = [serviceClock.now(), options.guards()];
    return {
      ...known,
      serviceNowMs,
      guards,
      listedMakers: watch.listedMakers(),
      isLabelInUse: journal.isLabelUsed,
      undecidedEqualLabel: (other) => findUndecidedEqual(rows.values(), other),
      equalLately: (other) => findEqualLately(rows.values(), other, serviceNowMs, guards.equal_within_ms),
      blocked: options.blocked(),
    };
  }

  async function sendOnce(requestId: string, draft: RfqDraft, acknowledged: readonly string[]): Promise<RfqSent> {
    const facts = await gatherFacts(draft).catch((error: unknown) => {
      throw failedUnsent(error);
    });
    const { issues, structure } = checkRfq(draft, facts);
    const isRefused = issues.some(({ severity }) => severity === 'error');
    const isHeld = listUnacceptedRfq(issues, draft, acknowledged).length > 0;
    if (isRefused || isHeld || structure === null) return { row: null, issues: [...issues] };
    // Read once: a label is the request's own by its time.
    const nowMs = clock.now();
    const label = draft.label === '' ? makeLabel(nowMs, options.randomBytes) : draft.label;
    const params = buildRfqParams(draft, label);
    const row = begin(requestId, params, structure, nowMs);
    return { row: await call(row, params), issues: [...issues] };
  }

  /** Journals the request; the disk has it when this returns. */
  function begin(requestId: string, params: CreateBlockRfqParams, structure: Structure, nowMs: number): RfqRow {
    const { amount, ratios, comboId } = predictRfq(structure);
    const { name, side } = recognise(structure);
    const row: RfqRow = {
      request_id: requestId,
      label: assertDefined(params.label, 'every request has a label'),
      outcome: 'sending',
      legs: params.legs.map((leg) => ({ ...leg })),
      makers: [...(params.makers ?? [])],
      disclosed: params.disclosed ?? true,
      hedge: params.hedge ?? null,
      expected: { amount, ratios: [...ratios], combo_id: comboId, name: side === null ? name : `${side} ${name}` },
      rfq: null,
      quoted_by: [],
      refusal: null,
      notices: [],
      created_at: nowMs,
      decided_at: null,
      ended_by: null,
      submitted_at: serviceClock.now(),
    };
    try {
      if (!isWritable) throw new Error('another instance writes these requests');
      journal.begin(row, params);
    } catch (error) {
      throw explainUnwritten(error, 'the journal of requests', options.onJournalFailure);
    }
    rows.set(requestId, row);
    tell();
    return row;
  }

  async function call(row: RfqRow, params: CreateBlockRfqParams): Promise<RfqRow> {
    // What has come to stop it, as the trader's stop, while it waits for its first byte.
    const mayWrite = (): boolean => options.blocked() === null;
    const result = await client.call('private/create_block_rfq', params, { deadlineMs: REPLY_MS, mayWrite });
    observeTimes(serviceClock, result);
    // As it stands now: a print may have been noted while the reply was awaited.
    const latest = rows.get(row.request_id) ?? row;
    const next = result.ok
      ? acceptRfq(latest, result.value.value, { nowMs: clock.now(), serviceNowMs: serviceClock.now() })
      : judgeRfqFailure(latest, result.error, clock.now());
    advance(next, 'reply', result.ok ? { block_rfq_id: result.value.value.block_rfq_id } : result.error);
    if (next.outcome === 'unknown') watch.search(next);
    else watch.follow(next);
    return next;
  }

  return {
    board,
    tell,
    send: (requestId, draft, acknowledged) => {
      const known = rows.get(requestId) ?? journal.find(requestId);
      const running = sending.get(requestId);
      if (running !== undefined) return running;
      if (known !== null) return Promise.resolve({ row: known, issues: [] });
      const sent = sendOnce(requestId, draft, acknowledged).finally(() => sending.delete(requestId));
      sending.set(requestId, sent);
      return sent;
    },
    state: ({ request_id: requestId, is_there: isThere, typed }) => {
      if (!isWritable) {
        throw new IpcFailure({ code: 'ReadOnly', message: 'another instance writes these requests', params: {} });
      }
      const row = rows.get(requestId);
      if (row?.outcome !== 'unknown') {
        throw new IpcFailure({ code: 'NotFound', message: 'no request of that id is unknown', params: {} });
      }
      demandTyped(row, typed, 'rfq.board: typed must be the label of the request');
      const outcome = isThere ? 'created' : 'absent';
      const stated = withNotice({ ...row, outcome, decided_at: clock.now() }, 'stated_by_a_person', { outcome });
      advance(stated, 'statement', { is_there: isThere });
      watch.search(stated);
    },
    notePrints: (prints) => {
      // Oldest first, so that the newest is what is told.
      for (const print of prints.toReversed()) {
        const row = findOwnRequest(print, [...rows.values()]);
        const noted = row === null ? null : notePrint(row, print);
        if (noted !== null) advance(noted, 'print', { id: print.id });
      }
    },
    follow: (written) => {
      for (const row of written) {
        rows.set(row.request_id, row);
        watch.follow(row);
      }
      tell();
    },
    unreadMs: watch.unreadMs,
    resume: () => {
      watch.follow(null);
      if (!isWritable) return;
      for (const row of rows.values()) {
        if (mayTurnUp(row, clock.now())) watch.search(row);
        if (row.outcome !== 'sending' && row.outcome !== 'unknown') continue;
        const unknown: RfqRow = { ...row, outcome: 'unknown' };
        advance(unknown, 'resumed', { after: row.outcome });
        watch.search(unknown);
      }
    },
    close: () => {
      watch.close();
      steps.close();
    },
  };
}

/** Whether the service may show what a person has lately said of it, or the contrary. */
function mayTurnUp(row: RfqRow, nowMs: number): boolean {
  return isByWord(row) && row.decided_at !== null && nowMs - row.decided_at < WORD_HOLDS_AFTER_MS;
}
