import { useState } from 'react';
import type { Side } from '../../../shared/orders/side.ts';
import { usePanelFrame } from '../../ui/panel-frame.ts';
import { Panel } from '../../ui/panel.tsx';
import { ClearButton } from './form/clear-button.tsx';
import { ConfirmDialog } from './press/confirm-dialog.tsx';
import { FlightButton, OutcomeLine } from './press/flight-button.tsx';
import { ForecastBox } from './forecast/forecast.tsx';
import { GuardsButton } from './guards/guards-dialog.tsx';
import { IssueLine } from './issues/issue-line.tsx';
import { dropKeptTicket } from './form/kept-ticket.ts';
import { LadderButton } from './ladder/ladder-dialog.tsx';
import { PositionLine } from './position/position-line.tsx';
import { PresetLine, PresetsButton } from './presets/presets.tsx';
import { describeSize } from './press/press-name.ts';
import { describeTerms } from './press/press-text.ts';
import { TicketFields } from './form/ticket-fields.tsx';
import { usePlacing } from './press/use-placing.ts';
import { type TicketProps, useTicket } from './use-ticket.ts';
import './order-ticket.css';

const SENT_BEFORE = 'It was sent before trading was stopped.';

/** Buys or sells the selected instrument: one press, one order. Cleared, it begins anew for the same instrument. */
export function OrderTicket() {
  const [cleared, setCleared] = useState<Cleared>({ count: 0, side: null });
  // Whatever is typed next, an order that is on its way, or looked up, goes on.
  const press = usePlacing();
  const panelKey = usePanelFrame()?.key ?? null;

  function clear(side: Side): void {
    dropKeptTicket(panelKey);
    setCleared({ count: cleared.count + 1, side });
  }
  return <Ticket key={cleared.count} panelKey={panelKey} sideBefore={cleared.side} lastPress={press} onClear={clear} />;
}

interface Cleared {
  readonly count: number;
  /** Of the ticket before: nobody who clears it means to change sides. */
  readonly side: Side | null;
}

function Ticket(props: TicketProps) {
  const ticket = useTicket(props);
  const { typed, judged, pressed, placing, ladder, missing, profileName, text } = ticket;
  const { own, state, summary, instrument, ticker, draft, dispatch } = typed;
  const { answer, issues, blocked, isInFlight } = judged;
  const { press } = pressed;
  const places = summary.places ?? 0;
  return (
    <Panel
      label="Order ticket"
      className="order-ticket"
      isKeptClear
      title="Order ticket"
      tools={
        <>
          <ClearButton onClear={ticket.clear} />
          <PresetsButton seen={state} summary={summary} instrument={instrument} preset={typed.preset} />
          <GuardsButton />
          <LadderButton ladder={ladder} profileName={profileName} />
        </>
      }
    >
      <div className="ticket" tabIndex={-1} onKeyDown={ticket.handleKey}>
        <div ref={missing.fields} className="ticket-fields" role="region" aria-label="Order" tabIndex={-1}>
          <TicketFields
            state={state}
            marked={typed.marked}
            summary={summary}
            issues={issues}
            instrument={instrument}
            ticker={ticker}
            serviceNowMs={typed.serviceNowMs}
            missingTold={missing.told}
            dispatch={dispatch}
            onPendingInstrument={ticket.setPendingInstrument}
            positionLine={
              instrument === null ? null : (
                <PositionLine
                  instrument={instrument}
                  places={places}
                  onClose={(closing) => {
                    typed.noteFilled();
                    dispatch({ type: 'fill', draft: closing });
                  }}
                />
              )
            }
            presetLine={<PresetLine own={own} instrument={instrument} ticker={ticker} dispatch={dispatch} />}
          />
        </div>
        <div ref={ticket.forecast} className="ticket-forecast">
          <ForecastBox answer={answer} places={places} isInFlight={isInFlight} />
        </div>
        {/* What the order lacks before what became of the last one. */}
        <div className="ticket-said">
          {judged.unsaid.map((issue) => (
            <IssueLine key={issue.place} issue={issue} dispatch={dispatch} />
          ))}
          {pressed.hasRunOut ? (
            <div className="outcome outcome-attention" role="status">
              <strong>Not sent</strong> The ticket’s check took too long for your press. Press again.
            </div>
          ) : null}
          <OutcomeLine placing={placing} instrumentName={own.instrumentName} />
        </div>
        {/* At the panel's end: whatever appears above it never moves it from under the pointer. */}
        <div className="ticket-foot">
          <FlightButton
            side={draft.direction}
            text={text}
            detail={isInFlight && ticket.isStopped ? SENT_BEFORE : (blocked ?? describeTerms(draft, judged.validForMs))}
            isDisabled={blocked !== null}
            isBusy={!judged.isAnswered}
            armed={press.armed}
            inVain={missing.inVain}
            placing={placing}
            onPress={pressed.takePress}
          />
        </div>
      </div>
      {press.shown === null || ladder === null ? null : (
        <ConfirmDialog
          text={text}
          draft={draft}
          demand={press.shown.demand}
          ladder={ladder}
          profileName={profileName}
          answer={answer}
          places={places}
          amount={describeSize(summary)}
          unit={summary.amountUnit ?? ''}
          warnings={issues.warnings}
          blocked={blocked}
          onConfirm={pressed.confirm}
          onClose={press.disarm}
        />
      )}
    </Panel>
  );
}
