import { Dialog } from '../../ui/dialog.tsx';
import { useDeliberatePress } from '../../ui/deliberate-press.ts';
import { useSession } from '../../stores/session-store.ts';
import { Happenings } from './happenings.tsx';
import type { RfqView } from './use-rfq.ts';

interface SendDialogProps {
  readonly view: RfqView;
  readonly who: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** The request once more, as it would be sent; a press here sends it. */
export function SendDialog({ view, who, onConfirm, onClose }: SendDialogProps) {
  const profile = useSession((state) => state.session?.profile.name ?? '');
  const { isHeld, handleClick, handleKey } = useDeliberatePress(onConfirm, true);
  return (
    <Dialog title="Confirm the request" isWide onClose={onClose}>
      <table className="rfq-legs rfq-confirm">
        <tbody>
          {view.draft.legs.map((leg) => (
            <tr key={leg.instrument_name} className="number">
              <td className={leg.direction === 'buy' ? 'bid' : 'ask'}>{leg.direction === 'buy' ? 'Buy' : 'Sell'}</td>
              <td className="rfq-number">{leg.amount}</td>
              <td className="rfq-name">{leg.instrument_name}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Happenings view={view} who={who} />
      <div className="dialog-end">
        <span className="muted">Profile: {profile}. Escape sends nothing.</span>
        <button
          type="button"
          className="button button-primary"
          aria-disabled={isHeld}
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
