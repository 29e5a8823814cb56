import { useState } from 'react';
import { amountUnit } from '../../../../shared/orders/facts.ts';
import type { Preset } from '../../../../shared/orders/presets.ts';
import type { Instrument } from '../../../../shared/service/instrument.ts';
import type { Ticker } from '../../../../shared/service/ticker.ts';
import { usePanelCommand } from '../../../actions/panel-commands.ts';
import { pricePlaces } from '../../../ui/words/format.ts';
import { describeApplied, describeScope } from './preset-text.ts';
import { PresetsDialog } from './presets-dialog.tsx';
import type { PresetAction } from '../form/ticket-preset.ts';
import type { TicketState } from '../form/ticket-state.ts';
import type { TicketSummary } from '../form/ticket-summary.ts';
import './presets.css';

interface PresetLineProps {
  readonly own: TicketState;
  readonly instrument: Instrument | null;
  readonly ticker: Ticker | null;
  readonly dispatch: (action: PresetAction) => void;
}

/** The preset in force, what it sets, and the way to have the ticket without it. */
export function PresetLine({ own, instrument, ticker, dispatch }: PresetLineProps) {
  if (own.preset === null || instrument === null) return null;
  const sets = describeApplied(own.preset, own.kind, amountUnit(instrument), pricePlaces(instrument) ?? 0);
  return (
    <div className="preset-line" role="group" aria-label="Preset in force">
      <span className="preset-says" title={sets}>
        <span aria-hidden="true" className="preset-mark">
          ◆{' '}
        </span>
        preset: <b>{describeScope(own.preset.scope)}</b> {sets}
      </span>
      <button
        type="button"
        className="bar-button"
        aria-label="Clear the preset"
        onClick={() => dispatch({ type: 'apply_preset', preset: null, instrument, ticker })}
      >
        Clear
      </button>
    </div>
  );
}

interface PresetsButtonProps {
  /** The ticket as it counts. */
  readonly seen: TicketState;
  readonly summary: TicketSummary;
  readonly instrument: Instrument | null;
  readonly preset: Preset | null;
}

/** Opens the presets: those there are, and the ticket as a new one. */
export function PresetsButton({ seen, summary, instrument, preset }: PresetsButtonProps) {
  const [isOpen, setOpen] = useState(false);
  usePanelCommand('ticket.presets', () => setOpen(true));
  return (
    <>
      <button type="button" className="bar-button" onClick={() => setOpen(true)}>
        Presets
      </button>
      {isOpen ? (
        <PresetsDialog
          seen={seen}
          amount={summary.amount}
          instrument={instrument}
          inForce={preset}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
