import { useRef } from 'react';
import { distinctMakers } from '../../../../shared/rfq/draft.ts';
import { rfqStore } from '../../../stores/rfq/rfq-store.ts';
import { Happenings } from '../happenings.tsx';
import type { RfqView } from '../use-rfq.ts';
import { IssueList } from './issues-under.tsx';
import { SendDialog } from './send-dialog.tsx';
import { useSend } from './use-send.ts';

/** What will happen, in words, and the button that does it. Control and Enter anywhere in the composer press it. */
export function SendBar({ view }: { readonly view: RfqView }) {
  const bar = useRef<HTMLDivElement>(null);
  const { errors, told, warnings, canPress, whyNot, isSending, isConfirming, press, send, takeBack } = useSend(
    view,
    bar,
  );
  const count = distinctMakers(view.form.makers).length;
  const who = count === 0 ? 'all makers' : count === 1 ? '1 maker' : `${count} makers`;
  return (
    <div className="rfq-foot" ref={bar}>
      <section className="rfq-happens" aria-label="What will happen">
        <h4>What will happen</h4>
        <Happenings view={view} who={who} />
        <IssueList issues={errors.filter(({ place }) => place.part === 'request')} />
        {warnings.map(({ key, text, isAccepted }) => (
          <label key={key} className="rfq-accept">
            <input
              type="checkbox"
              checked={isAccepted}
              onChange={(event) => {
                const others = view.form.acknowledged.filter((accepted) => accepted !== key);
                rfqStore.setState({ acknowledged: event.target.checked ? [...others, key] : others });
              }}
            />
            Accept: {text}
          </label>
        ))}
        <IssueList issues={told.filter(({ severity }) => severity === 'error')} withPlace />
      </section>
      <button
        type="button"
        className="rfq-send"
        aria-disabled={!canPress}
        title={whyNot ?? 'Ctrl+Enter'}
        onClick={press}
      >
        <strong>{isSending ? 'Requesting…' : 'Request quotes'}</strong>
        <span>{whyNot ?? `${who} · ${view.form.disclosed ? 'disclosed' : 'anonymous'}`}</span>
      </button>
      {isConfirming ? (
        <SendDialog
          view={view}
          who={who}
          warnings={warnings}
          blocked={whyNot}
          onConfirm={() => void send()}
          onClose={takeBack}
        />
      ) : null}
    </div>
  );
}
