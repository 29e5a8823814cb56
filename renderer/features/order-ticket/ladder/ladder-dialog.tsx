import { useId, useState } from 'react';
import { CONFIRMATION_RUNGS, type ConfirmationRung, type Ladder } from '../../../../shared/orders/confirmation.ts';
import { limitField } from '../../../../shared/orders/limits/limit-field.ts';
import { plainNumber } from '../../../../shared/orders/typed/typed-number.ts';
import { isRungAllowed } from '../../../../shared/profiles/policy.ts';
import { usePanelCommand } from '../../../actions/panel-commands.ts';
import { useBackend } from '../../../api/backend.ts';
import { describeFailure, readFailure } from '../../../api/failure-text.ts';
import { sessionStore, useSession } from '../../../stores/session-store.ts';
import { Dialog } from '../../../ui/controls/dialog.tsx';
import { RUNG_NAMES } from '../../../ui/words/policy-words.ts';
import { echoNumber } from '../form/number-echo.ts';
import { abbreviateLadder, describeLadder, RUNG_MEANINGS } from './ladder-text.ts';
import './ladder.css';

interface LadderButtonProps {
  readonly ladder: Ladder | null;
  readonly profileName: string;
}

/** The rung in force in the ticket's bar; opens the choice. */
export function LadderButton({ ladder, profileName }: LadderButtonProps) {
  const [isOpen, setOpen] = useState(false);
  usePanelCommand('ticket.ladder', () => setOpen(true));
  if (ladder === null) return null;
  return (
    <>
      <button
        type="button"
        className={`bar-button rung-${ladder.rung}`}
        aria-label={`What a press does: ${abbreviateLadder(ladder)}`}
        title={`${describeLadder(ladder)}. ${RUNG_MEANINGS[ladder.rung]}`}
        onClick={() => setOpen(true)}
      >
        {abbreviateLadder(ladder).replace(' USD', '')}
      </button>
      {isOpen ? <LadderDialog ladder={ladder} profileName={profileName} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function LadderDialog({ ladder, profileName, onClose }: { ladder: Ladder; profileName: string; onClose: () => void }) {
  const { client } = useBackend();
  const floor = useSession((state) => state.session?.policy.ladder_floor ?? null);
  // What is saved is saved on this: it stays as it was opened, whatever another window does meanwhile.
  const [base, setBase] = useState(ladder);
  const [rung, setRung] = useState<ConfirmationRung>(base.rung);
  const [cap, setCap] = useState<string>(base.cap_usd ?? '');
  const [isDeliberate, setDeliberate] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const parsed = limitField.safeParse(plainNumber(cap.trim()));
  const capSaysId = useId();
  const isOneClick = rung === 'one_click';
  const isCapBad = isOneClick && cap !== '' && !parsed.success;

  async function save(): Promise<void> {
    if (isOneClick && !parsed.success) {
      setProblem(cap === '' ? 'Enter the cap in USD.' : 'Nothing was saved: mend the cap first.');
      return;
    }
    if (isOneClick && !isDeliberate) {
      setProblem('Tick the box to choose one click.');
      return;
    }
    const kept = parsed.success ? parsed.data : base.cap_usd;
    try {
      await client.request('trading.ladder', { ladder: { rung, cap_usd: kept }, base, is_deliberate: isDeliberate });
      onClose();
    } catch (error) {
      const failure = readFailure(error);
      if (failure.code === 'Conflict') takeSaved();
      else setProblem(describeFailure(failure));
    }
  }

  /** What was not chosen here is as the other window saved it. One click on other terms is chosen deliberately anew. */
  function takeSaved(): void {
    // Every window was told of what is in force before this one was refused.
    const saved = sessionStore.getState().status?.ladder ?? base;
    setBase(saved);
    if (rung === base.rung) setRung(saved.rung);
    if (cap === (base.cap_usd ?? '')) setCap(saved.cap_usd ?? '');
    setDeliberate(false);
    setProblem(
      `Another window changed this to: ${describeLadder(saved)}. Nothing was saved. Press again to save what you see.`,
    );
  }

  return (
    <Dialog title="What a press does" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div role="radiogroup" aria-label="What a press does" className="rungs">
          {CONFIRMATION_RUNGS.map((each) => (
            <label key={each} className="rung">
              <input
                type="radio"
                name="rung"
                checked={each === rung}
                disabled={!isRungAllowed(each, floor)}
                onChange={() => setRung(each)}
              />
              <span>
                <b>{RUNG_NAMES[each]}</b>
                {RUNG_MEANINGS[each]}
                {isRungAllowed(each, floor) ? null : (
                  <em className="rung-fixed"> Not allowed by the policy of this machine.</em>
                )}
              </span>
            </label>
          ))}
        </div>
        {isOneClick ? (
          <div className="rung-terms">
            <label>
              Cap for one press, USD{' '}
              <input
                type="text"
                inputMode="decimal"
                value={cap}
                maxLength={32}
                aria-invalid={isCapBad}
                onChange={(event) => setCap(event.target.value)}
                aria-describedby={capSaysId}
              />
            </label>
            <p id={capSaysId} className={`rung-cap-says ${isCapBad ? 'issue-error' : 'muted'}`} role="status">
              {isCapBad ? `The cap ${parsed.error.issues[0]?.message ?? ''}.` : echoNumber(cap)}
            </p>
            <label className="flag">
              <input type="checkbox" checked={isDeliberate} onChange={(event) => setDeliberate(event.target.checked)} />
              A single press may trade up to this much on {profileName}.
            </label>
          </div>
        ) : null}
        <div className="dialog-end">
          <span className="dialog-said" role="alert">
            {problem}
          </span>
          <button type="submit" className="button button-primary">
            Save
          </button>
        </div>
      </form>
    </Dialog>
  );
}
