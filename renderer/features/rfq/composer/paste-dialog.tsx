import { useState } from 'react';
import { describeUnread, findConflict, parsePastedLegs } from '../../../../shared/rfq/paste.ts';
import { Dialog } from '../../../ui/controls/dialog.tsx';
import { addLegs, setLegs } from '../../../stores/rfq/rfq-store.ts';
import { completeLeg, useStartAmount } from './start-amount.ts';
import type { RfqView } from '../use-rfq.ts';

/** Reads legs from a text: one a line, or JSON. */
export function PasteDialog({ view, onClose }: { readonly view: RfqView; readonly onClose: () => void }) {
  const startAmount = useStartAmount(view);
  const [text, setText] = useState('');
  const { legs, unread } = parsePastedLegs(text);
  const conflict = findConflict(legs);

  function take(use: typeof setLegs): void {
    use(legs.map((leg) => completeLeg(leg, startAmount)));
    onClose();
  }

  const canTake = legs.length > 0 && conflict === null;
  return (
    <Dialog title="Paste legs" isWide onClose={onClose}>
      <p className="muted">
        One leg a line, such as “buy 25 BTC-27MAR27-90000-P”, or JSON with instrument_name, direction and amount.
      </p>
      <textarea
        className="rfq-paste number"
        aria-label="Legs as text"
        data-first-focus
        rows={8}
        maxLength={100_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {unread.length === 0 ? null : <p className="dialog-problem">{describeUnread(unread)}</p>}
      {conflict === null ? null : <p className="dialog-problem">{conflict}</p>}
      <div className="dialog-end">
        <span className="muted">{legs.length === 0 ? 'No legs yet' : `${legs.length} read`}</span>
        <button type="button" className="button" disabled={!canTake} onClick={() => take(addLegs)}>
          Add them
        </button>
        <button type="button" className="button button-primary" disabled={!canTake} onClick={() => take(setLegs)}>
          Replace all legs
        </button>
      </div>
    </Dialog>
  );
}
