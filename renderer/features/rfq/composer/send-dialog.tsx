import { amountUnit } from '../../../../shared/orders/facts.ts';
import { Dialog } from '../../../ui/controls/dialog.tsx';
import { useDeliberatePress } from '../../../ui/controls/deliberate-press.ts';
import { spellNumber } from '../../../ui/words/spell.ts';
import { useSession } from '../../../stores/session-store.ts';
import { Happenings } from '../happenings.tsx';
import { listSendTerms } from './send-terms.ts';
import type { RfqView } from '../use-rfq.ts';

interface SendDialogProps {
  readonly view: RfqView;
  readonly who: string;
  readonly warnings: readonly AcceptedWarning[];
  /** Why it can't be sent now; null when it can. What came up since the press is put right or accepted in the composer. */
  readonly blocked: string | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** A warning with whether the trader has accepted it. */
export interface AcceptedWarning {
  readonly key: string;
  readonly text: string;
  readonly isAccepted: boolean;
}

/** The request as it would be sent; a press here sends it. */
export function SendDialog({ view, who, warnings, blocked, onConfirm, onClose }: SendDialogProps) {
  const unitOf = (name: string): string => {
    const instrument = view.legs.find(({ leg }) => leg.instrumentName === name)?.instrument ?? null;
    return instrument === null ? '' : amountUnit(instrument);
  };
  const profile = useSession((state) => state.session?.profile.name ?? '');
  const { isHeld, handleClick, handleKey } = useDeliberatePress(() => {
    if (blocked === null) onConfirm();
  }, true);
  return (
    <Dialog title="Confirm the request" isWide onClose={onClose}>
      <table className="rfq-legs rfq-confirm">
        <tbody>
          {view.draft.legs.map((leg) => (
            <tr key={leg.instrument_name} className="number">
              <td className={leg.direction === 'buy' ? 'bid' : 'ask'}>{leg.direction === 'buy' ? 'Buy' : 'Sell'}</td>
              <td className="rfq-number">
                {spellNumber(leg.amount)} {unitOf(leg.instrument_name)}
              </td>
              <td className="rfq-name">{leg.instrument_name}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="confirm-terms">
        {listSendTerms(view).map(({ name, text }) => (
          <div key={name} className="field-pair">
            <dt>{name}</dt>
            <dd className="number">{text}</dd>
          </div>
        ))}
      </dl>
      <Happenings view={view} who={who} />
      {warnings.length === 0 ? null : (
        <ul className="rfq-steps" aria-label="Warnings">
          {warnings.map(({ key, text, isAccepted }) => (
            <li key={key} className="rfq-step-warn">
              <b>{isAccepted ? 'Accepted' : 'Not accepted'}:</b> {text}
            </li>
          ))}
        </ul>
      )}
      <div className="dialog-end">
        <span className="muted">{blocked ?? `Profile: ${profile}. Escape sends nothing.`}</span>
        <button
          type="button"
          className="button button-primary"
          aria-disabled={isHeld || blocked !== null}
          data-first-focus
          onClick={handleClick}
          onKeyDown={handleKey}
        >
          Request quotes from {who}
        </button>
      </div>
    </Dialog>
  );
}
