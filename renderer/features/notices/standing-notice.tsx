import { useState } from 'react';
import { useProfileAction } from '../../api/profile-queries.ts';
import { useSession } from '../../stores/session-store.ts';
import { showToast } from '../../stores/toast-store.ts';
import { describeStanding } from './standing-text.ts';

/** A full disk, or files that are only read and could be written by now. It goes once they are written. */
export function StandingNotice() {
  const status = useSession((state) => state.status);
  const act = useProfileAction();
  const [isTrying, setTrying] = useState(false);
  const text = status === null ? null : describeStanding(status);
  if (text === null) return null;

  async function takeOver(): Promise<void> {
    setTrying(true);
    const { problems } = await act({ action: 'take_over' });
    setTrying(false);
    const [problem] = problems;
    if (problem === undefined) return;
    const title = 'The profile was not taken over';
    showToast({ subject: 'take_over', tone: 'bad', title, detail: problem.message, isSticky: false });
  }

  return (
    <div className={`notice ${text.press === null ? 'notice-bad' : ''}`} role="alert">
      <span>
        <strong>{text.title}</strong> {text.detail}
      </span>
      {text.press === null ? null : (
        <button type="button" className="button" disabled={isTrying} onClick={() => void takeOver()}>
          {text.press}
        </button>
      )}
    </div>
  );
}
