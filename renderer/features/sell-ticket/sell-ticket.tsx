import { type KeyboardEvent, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { convertPrice } from '../../../shared/options/price-forms.ts';
import { useInstrument } from '../../api/queries.ts';
import { useQuote } from '../../stores/market-store.ts';
import { useNow } from '../../stores/now.ts';
import { useOrderRow, useOrders } from '../../stores/orders-store.ts';
import { useSelection } from '../../stores/selection-store.ts';
import { useSession } from '../../stores/session-store.ts';
import { useLook } from '../../stores/watch-store.ts';
import { Panel } from '../../ui/panel.tsx';
import { ForecastBox } from './forecast.tsx';
import { IssueLine, listShownIssues } from './issue-line.tsx';
import { describeFlight, describePlacing, whyWait } from './placing-text.ts';
import { PressButton } from './press-button.tsx';
import { describeTerms, readValidForMs, whyNotPressable } from './press-text.ts';
import { describePress } from './press-name.ts';
import { Segmented } from './segmented.tsx';
import { isSameDraft } from './ticket-draft.ts';
import { TicketFields } from './ticket-fields.tsx';
import { sortIssues } from './ticket-issues.ts';
import { putOnGrid } from './ticket-numbers.ts';
import { EMPTY_TICKET, reduce, type TicketAction } from './ticket-state.ts';
import { summarise } from './ticket-summary.ts';
import { useConfirmation } from './use-confirmation.ts';
import { useOrderCheck } from './use-order-check.ts';
import { usePlacing } from './use-placing.ts';
import './sell-ticket.css';

/** A press that came before the newest draft was checked is honoured if the answer comes this soon. */
const EARLY_PRESS_MS = 500;

const CONFIRMATIONS = [
  { value: 'confirm', text: 'Confirm', explanation: 'The first press arms the button, a second one within 4 s sells' },
  { value: 'one_click', text: 'One click', explanation: 'A single press sells' },
] as const;

/** Sells the selected instrument: one press, one order. */
export function SellTicket() {
  const [state, dispatch] = useReducer(reduce, EMPTY_TICKET);
  const link = useSession((session) => session.link);
  const offsetMs = useSession((session) => session.status?.clock_offset_ms ?? null);
  const kind = useSession((session) => session.session?.profile.kind ?? null);
  const isStopped = useSession((session) => session.status?.trading_stopped ?? false);
  const serviceNowMs = Date.now() + (offsetMs ?? 0);
  useTicketSelection(state.instrumentName, serviceNowMs, dispatch);
  const instrument = useInstrument(state.instrumentName).data ?? null;
  const quote = useQuote(state.instrumentName);
  const summary = useMemo(() => summarise(state, instrument), [state, instrument]);
  const { draft } = summary;

  const answer = useOrderCheck(draft, quote, link, isStopped);
  const isCurrent = answer !== null && isSameDraft(answer.draft, draft);
  // Until the newest draft is checked, what was said of the one before stays, so that nothing flickers.
  const issues = sortIssues(answer?.check ?? null, state.acknowledged);

  const validForMs = useMemo(() => readValidForMs(answer?.check ?? null, offsetMs, Date.now()), [answer, offsetMs]);

  const { placing, place } = usePlacing();
  const row = useOrderRow('intentId' in placing ? placing.intentId : null);
  const isListed = useOrders((orders) => orders.isListed);
  const isInFlight = placing.phase === 'in_flight';
  const wait = whyWait(placing, row, isListed, draft);
  const [pendingInstrument, setPendingInstrument] = useState<string | null>(null);
  const blocked = whyNotPressable({ link, answer, issues, pendingInstrument }) ?? (isInFlight ? null : wait);

  const confirmation = useConfirmation(draft, kind);
  const earlyPress = useRef<number | null>(null);
  useEffect(() => {
    earlyPress.current = null;
  }, [draft]);

  function send(): void {
    if (!confirmation.takePress()) return;
    void place(draft, state.acknowledged);
    dispatch({ type: 'forget_acknowledgements' });
  }

  function press(): void {
    if (isInFlight) return;
    if (!isCurrent) earlyPress.current = performance.now();
    else if (blocked === null) send();
  }

  useEffect(() => {
    const pressedAtMs = earlyPress.current;
    if (pressedAtMs === null || !isCurrent) return;
    earlyPress.current = null;
    // An unseen warning is never accepted on the trader's behalf: such a press comes to nothing.
    if (performance.now() - pressedAtMs < EARLY_PRESS_MS && blocked === null && !isInFlight) send();
  });

  function handleKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (event.nativeEvent.isTrusted && !event.repeat) press();
  }

  return (
    <Panel
      label="Sell ticket"
      className="sell-ticket"
      title="Sell ticket"
      tools={
        <>
          <Segmented
            isSmall
            label="Presses that sell"
            name="ticket-confirmation"
            value={confirmation.mode}
            options={CONFIRMATIONS}
            onChoose={confirmation.choose}
          />
          <span title="Presses the button from any field">Ctrl Enter</span>
        </>
      }
    >
      <div className="ticket" onKeyDown={handleKey}>
        <div className="ticket-fields" role="region" aria-label="Order" tabIndex={-1}>
          <TicketFields
            state={state}
            summary={summary}
            issues={issues}
            instrument={instrument}
            ticker={quote?.quote.ticker ?? null}
            serviceNowMs={serviceNowMs}
            dispatch={dispatch}
            onPendingInstrument={setPendingInstrument}
          />
          <ForecastBox answer={answer} places={summary.places ?? 0} />
        </div>
        <div className="ticket-foot">
          {listShownIssues(issues.byField.order ?? []).map((issue) => (
            <IssueLine key={issue.code} issue={issue} acknowledged={state.acknowledged} dispatch={dispatch} />
          ))}
          <FlightButton
            text={describePress(summary, isCurrent ? answer.check : null)}
            detail={blocked ?? describeTerms(draft, validForMs)}
            isArmed={confirmation.isArmed && blocked === null}
            isDisabled={blocked !== null}
            startedAtMs={isInFlight ? placing.startedAtMs : null}
            intentId={isInFlight ? placing.intentId : null}
            onPress={press}
          />
          <OutcomeLine outcome={describePlacing(placing, row, isListed)} />
        </div>
      </div>
    </Panel>
  );
}

/** Follows the selection of the window, and takes prices that were clicked. */
function useTicketSelection(
  shown: string | null,
  serviceNowMs: number,
  dispatch: (action: TicketAction) => void,
): void {
  const selected = useSelection((selection) => selection.instrumentName);
  const picked = useSelection((selection) => selection.pickedPrice);
  const instrument = useInstrument(selected).data ?? null;
  const ticker = useQuote(selected)?.quote.ticker ?? null;
  useLook(selected === null ? [] : [selected], 'focused');
  const taken = useRef(0);
  useEffect(() => {
    if (selected !== shown) dispatch({ type: 'select_instrument', instrumentName: selected });
    if (picked === null || picked.count === taken.current || picked.instrumentName !== selected) return;
    // Without metadata the grid of prices isn't known: wait for it.
    if (instrument === null) return;
    taken.current = picked.count;
    const onGrid = putOnGrid(instrument, picked.price);
    const forms = ticker === null ? null : convertPrice(onGrid, null, instrument, ticker, serviceNowMs);
    dispatch({ type: 'take_price', price: picked.price, instrument, forms });
  }, [selected, shown, picked, instrument, ticker, serviceNowMs, dispatch]);
}

interface FlightButtonProps {
  readonly text: string;
  readonly detail: string;
  readonly isDisabled: boolean;
  /** The next press sells. */
  readonly isArmed: boolean;
  /** Null while nothing is in flight. */
  readonly startedAtMs: number | null;
  readonly intentId: string | null;
  readonly onPress: () => void;
}

function FlightButton({ startedAtMs, intentId, isArmed, ...button }: FlightButtonProps) {
  const nowMs = useNow();
  const row = useOrderRow(intentId);
  const text =
    startedAtMs === null ? nameArmed(button.text, isArmed) : describeFlight(row, Math.max(0, nowMs - startedAtMs));
  return <PressButton {...button} text={text} isInFlight={startedAtMs !== null} isArmed={isArmed} />;
}

function nameArmed(text: string, isArmed: boolean): string {
  return isArmed ? `Press again to ${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;
}

function OutcomeLine({ outcome }: { readonly outcome: ReturnType<typeof describePlacing> }) {
  if (outcome === null) return null;
  return (
    <div className={`outcome outcome-${outcome.tone}`} role="group" aria-label="Last order">
      <strong>{outcome.title}</strong> {outcome.detail}
    </div>
  );
}
