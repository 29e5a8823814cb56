import { type KeyboardEvent, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react';
import { whereSized } from '../../../shared/orders/facts.ts';
import { demandReason, type PressKind } from '../../../shared/orders/confirmation.ts';
import type { OrderDraft } from '../../../shared/orders/draft.ts';
import type { Side } from '../../../shared/orders/side.ts';
import { nextFreeLabel } from '../../../shared/orders/rules/label.ts';
import { useInstrument } from '../../api/queries.ts';
import { usePanelCommand } from '../../actions/panel-commands.ts';
import { useQuote } from '../../stores/market-store.ts';
import { ordersStore, useOrderRow, useOrders } from '../../stores/orders/orders-store.ts';
import { readServiceNow, useSession } from '../../stores/session-store.ts';
import { useMoreBelow } from '../../ui/more-below.ts';
import { describeIssueElsewhere } from './issues/issue-text.ts';
import { readKeptTicket, useKeptTicket } from './form/kept-ticket.ts';
import { isUnresolved, whyWait } from './press/placing-text.ts';
import { describePress } from './press/press-name.ts';
import { readValidForMs, whyNotPressable } from './press/press-text.ts';
import { buildDraft, isSameDraft, isSameOrder } from './form/ticket-draft.ts';
import { dropOwnLabel, sortIssues } from './issues/ticket-issues.ts';
import { listMarked, reduceTicket, seeThroughPreset } from './form/ticket-preset.ts';
import { summarise } from './form/ticket-summary.ts';
import { useEarlyPress } from './press/use-early-press.ts';
import { useEscape } from './press/use-escape.ts';
import { useFocusInSight, useKeptFocus } from './form/use-kept-focus.ts';
import { useMissingTold } from './issues/use-missing-told.ts';
import { useOrderCheck } from './issues/use-order-check.ts';
import type { usePlacing } from './press/use-placing.ts';
import { tellInVain } from './press/tell-in-vain.ts';
import { SAME_STROKE_MS, usePress } from './press/use-press.ts';
import { usePresetInForce } from './presets/use-presets.ts';
import { useTicketSelection } from './form/use-ticket-selection.ts';

export interface TicketProps {
  readonly panelKey: string | null;
  /** The side of the one that it took the place of, which may have had the focus; null: it is the first. */
  readonly sideBefore: Side | null;
  readonly lastPress: ReturnType<typeof usePlacing>;
  readonly onClear: (side: Side) => void;
}

/** Holds what is typed, has it checked, and takes presses: what the ticket shows and does. */
export function useTicket({ panelKey, sideBefore, lastPress, onClear }: TicketProps) {
  const isCleared = sideBefore !== null;
  const [own, dispatch] = useReducer(reduceTicket, panelKey, (key) =>
    sideBefore === null ? readKeptTicket(key) : { ...readKeptTicket(key), side: sideBefore },
  );
  const link = useSession((session) => session.link);
  const isClockKnown = useSession((session) => (session.status?.clock_offset_ms ?? null) !== null);
  const profileName = useSession((session) => session.session?.profile.name ?? '');
  const ladder = useSession((session) => session.status?.ladder ?? null);
  const isStopped = useSession((session) => session.status?.trading_stopped ?? false);
  const serviceNowMs = readServiceNow();
  const { noteFilled, wasFilledSince } = useTicketSelection(own, serviceNowMs, dispatch);
  const instrument = whereSized(useInstrument(own.instrumentName).data ?? null);
  const quote = useQuote(own.instrumentName);
  const ticker = quote?.quote.ticker ?? null;
  const isTickerStale = quote?.quote.is_stale ?? true;
  // A price by a rule goes by a market that is there, never by what is left of one.
  const isMarketThere = link === 'connected' && !isTickerStale;
  const preset = usePresetInForce(own, instrument, isMarketThere ? ticker : null, dispatch, noteFilled);
  const state = useMemo(() => seeThroughPreset(own), [own]);
  const marked = useMemo(() => listMarked(own), [own]);
  const mark = ticker?.mark_price ?? null;
  const summary = useMemo(() => summarise(state, instrument, mark), [state, instrument, mark]);
  // Of the ticket alone: what is kept, checked and pressed is the same one while the market moves.
  const draft = useMemo(() => buildDraft(state, instrument), [state, instrument]);
  useKeptTicket(panelKey, own, draft, instrument);

  const [pendingInstrument, setPendingInstrument] = useState<string | null>(null);
  const [pressedAtMs, setPressedAtMs] = useState(Number.NEGATIVE_INFINITY);
  const missing = useMissingTold(own.instrumentName);
  const forecast = useRef<HTMLDivElement>(null);
  const { fields } = missing;
  // Another instrument is looked at from its name on, not from where the one before was left.
  useLayoutEffect(() => {
    for (const box of [fields.current, forecast.current]) box?.scrollTo({ top: 0 });
  }, [own.instrumentName, fields]);
  useLayoutEffect(() => {
    if (isCleared && document.activeElement === document.body) fields.current?.focus();
  }, [isCleared, fields]);
  useKeptFocus(fields);
  useFocusInSight(fields);
  useMoreBelow(fields);
  useMoreBelow(forecast);
  const pressedFrom = useRef<Element | null>(null);
  const sold = useRef<{ readonly draft: OrderDraft; readonly atMs: number } | null>(null);
  const { placing, place, putAway } = lastPress;
  const answer = useOrderCheck(draft, quote, link, isStopped, placing);
  const isCurrent = answer !== null && isSameDraft(answer.draft, draft);
  const isAnswered = isCurrent && answer.lastPress === placing;
  const row = useOrderRow('intentId' in placing ? placing.intentId : null);
  const isListed = useOrders((orders) => orders.isListed);
  const isInFlight = placing.phase === 'in_flight';
  // Until the newest draft is checked, what was said of the one before stays, so that nothing flickers.
  const usedLabel = isInFlight ? placing.draft.label : null;
  const check = dropOwnLabel(answer?.check ?? null, draft.label, usedLabel);
  const issues = sortIssues(check, answer?.draft ?? draft, state.acknowledged, {
    pressedAtMs,
    isCurrent,
    isMissingTold: missing.told !== null,
    instrument,
    sizeUnit: state.sizeUnit,
  });
  const validForMs = useMemo(
    () => readValidForMs(answer?.check ?? null, isClockKnown ? readServiceNow() : null),
    [answer, isClockKnown],
  );
  const wait = whyWait(placing, row, isListed, draft);
  const blocked = whyNotPressable({ link, answer, issues, pendingInstrument }) ?? (isInFlight ? null : wait);

  const facts = { instrument, ticker, isTickerStale };
  const press = usePress({ draft, ladder, facts, isStopped, sell: (kind) => void sell(kind) });

  async function sell(kind: PressKind): Promise<void> {
    sold.current = { draft, atMs: performance.now() };
    const placed = await place(draft, state.acknowledged, kind);
    const why = kind === 'single' ? demandReason(placed?.lacking?.params['why']) : null;
    if (why !== null) {
      // The same order is asked for once more: what was accepted of it stands.
      press.show(why);
      return;
    }
    dispatch({ type: 'forget_acknowledgements' });
    if (placed?.isTaken === true) missing.forget();
    if (placed?.isTaken === true && draft.label !== '') {
      const used = new Set([...ordersStore.getState().entries.values()].map(({ row: { label } }) => label));
      const isUsed = (label: string): boolean => label === draft.label || used.has(label);
      dispatch({ type: 'replace_label', used: draft.label, next: nextFreeLabel(draft.label, isUsed) });
    }
  }

  const isPressable = blocked === null && !isInFlight;
  const mayWait = link === 'connected' && !isStopped && pendingInstrument === null;
  const early = useEarlyPress({ draft, acknowledged: state.acknowledged, mayWait, isAnswered, press: pressNow });

  function pressNow(): void {
    // An unseen warning is never accepted on the trader's behalf: such a press comes to nothing.
    if (isPressable) press.takePress();
    // While another name stands in the instrument's field, what the old one lacks is not the matter.
    else if (pendingInstrument === null) missing.tell(blocked, issues.firstError, pressedFrom.current);
  }

  /** By the monotonic clock: a press on the button begins as that goes down. */
  function takePress(beganAtMs: number): void {
    // A second stroke of the press that sold is no press of its own, however soon the service refused that.
    const { current: last } = sold;
    const isSame = last !== null && isSameOrder(last.draft, draft);
    if (isSame && performance.now() - last.atMs < SAME_STROKE_MS) return;
    // Nor is one that was begun before a draft or a preset came, or as it did: nobody has looked at that.
    if (wasFilledSince(beganAtMs - SAME_STROKE_MS))
      return tellInVain('Nothing was sent', 'The ticket had just changed. Look at it, and press again.');
    setPressedAtMs(performance.now());
    pressedFrom.current = document.activeElement;
    if (!isInFlight && early.take()) pressNow();
  }

  useEscape(() => {
    early.drop();
    press.disarm();
  });

  function confirm(): void {
    setPressedAtMs(performance.now());
    press.confirm();
  }

  // By a key from anywhere: one key only arms, whatever the ladder is, and only another one sells what is armed.
  const notByKey = isInFlight ? 'An order is on its way.' : isAnswered ? blocked : 'The order is still being checked.';
  usePanelCommand('ticket.arm', () => {
    setPressedAtMs(performance.now());
    if (notByKey === null) press.arm();
    else tellInVain('The button was not armed', notByKey);
  });
  usePanelCommand('ticket.sell', () => {
    setPressedAtMs(performance.now());
    if (press.armed === null) tellInVain('Nothing was sent', 'The button is not armed. Arm it first.');
    else if (notByKey === null) press.fireArmed();
    else tellInVain('Nothing was sent', notByKey);
  });

  usePanelCommand('ticket.buy_side', () => dispatch({ type: 'choose', choice: { side: 'buy' } }));
  usePanelCommand('ticket.sell_side', () => dispatch({ type: 'choose', choice: { side: 'sell' } }));

  function clear(): void {
    if (isInFlight) {
      tellInVain('The ticket was not cleared', 'An order is on its way. Its outcome appears here.');
      return;
    }
    if (!isUnresolved(placing, row, isListed)) putAway();
    onClear(draft.direction);
  }
  usePanelCommand('ticket.clear', clear);

  function handleKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (event.nativeEvent.isTrusted && !event.repeat) takePress(performance.now());
  }

  // What the button says itself is not said beside it.
  const unsaid = (issues.byField.order ?? []).filter((issue) => describeIssueElsewhere(issue) !== blocked);
  const text = describePress(summary, isCurrent ? answer.check : null);
  return {
    own,
    state,
    marked,
    summary,
    issues,
    instrument,
    ticker,
    serviceNowMs,
    missing,
    dispatch,
    setPendingInstrument,
    noteFilled,
    preset,
    ladder,
    profileName,
    answer,
    isInFlight,
    unsaid,
    early,
    placing,
    isStopped,
    blocked,
    draft,
    validForMs,
    isAnswered,
    press,
    takePress,
    confirm,
    clear,
    handleKey,
    text,
    fields,
    forecast,
  };
}
