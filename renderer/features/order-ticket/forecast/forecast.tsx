import { useId, useState } from 'react';
import type { ForecastStep, ForecastStepCode } from '../../../../shared/orders/forecast/forecast-schema.ts';
import { isHeldBack } from '../../../../shared/orders/held-back.ts';
import { useSession } from '../../../stores/session-store.ts';
import { AnswerTimes } from '../press/answer-times.tsx';
import type { CheckedDraft } from '../form/check-runner.ts';
import { describeStep, groupSteps } from './forecast-text.ts';
import { isMarginShort, MarginText } from './margin-text.tsx';
import { useOrderMargin } from './use-order-margin.ts';
import './forecast.css';

const TONES = { good: '', attention: 'Attention: ', bad: 'Problem: ' } as const;

interface ForecastBoxProps {
  readonly answer: CheckedDraft | null;
  /** An order of this ticket is on its way. */
  readonly isInFlight?: boolean;
  /** Digits after the point of the instrument's prices. */
  readonly places: number;
}

/** What the engine will do with the order, in sentences; and, on demand, the request exactly as it would be sent. */
export function ForecastBox({ answer, places, isInFlight = false }: ForecastBoxProps) {
  const id = useId();
  const [showsRequest, setShowsRequest] = useState(false);
  // The sentence below says then why there is neither.
  const isNothingKnown = (answer?.check?.request ?? null) === null && listSteps(answer).length === 0;
  return (
    <section className="forecast" aria-label="What will happen">
      <div className="forecast-head">
        <h3>What will happen</h3>
        <AnswerTimes />
        <button
          type="button"
          className="request-toggle"
          aria-expanded={showsRequest}
          aria-controls={id}
          onClick={() => setShowsRequest(!showsRequest)}
        >
          <span aria-hidden="true">{showsRequest ? '▾' : '▸'}</span> Request
        </button>
      </div>
      <div id={id} hidden={!showsRequest}>
        {showsRequest && !isNothingKnown ? (
          <>
            <pre className="request number" tabIndex={0} aria-label="The request as JSON">
              {answer?.check?.request ?? 'No request: the order can’t be sent.'}
            </pre>
            {(answer?.check?.request ?? null) === null ? null : <p className="muted">{describeMadeLate(answer)}</p>}
          </>
        ) : null}
      </div>
      <ForecastSteps answer={answer} places={places} isInFlight={isInFlight} />
    </section>
  );
}

/** What of the request is that of one made now, and made anew as it is sent. */
function describeMadeLate(answer: CheckedDraft | null): string {
  return answer?.draft.label === ''
    ? 'A press sends a new label and valid_until. No order has this label.'
    : 'A press sends a new valid_until.';
}

function listSteps(answer: CheckedDraft | null): readonly ForecastStep[] {
  return answer?.check?.forecast?.steps ?? [];
}

interface ForecastStepsProps extends ForecastBoxProps {
  /** What stands beside it already. */
  readonly omitted?: ReadonlySet<ForecastStepCode> | undefined;
}

/** The forecast line by line, or why there is none yet. */
export function ForecastSteps({ answer, places, isInFlight = false, omitted }: ForecastStepsProps) {
  const steps = listSteps(answer).filter(({ code }) => omitted?.has(code) !== true);
  const isAnswering = useSession((state) => state.link === 'connected');
  const isServiceAway = useSession((state) => state.status?.connection === 'offline');
  const margin = useOrderMargin(steps.length === 0 ? null : (answer?.draft ?? null));
  // What was forecast is of a market that nobody hears of now.
  if (!isAnswering) return <p className="muted">The back end does not answer. No forecast.</p>;
  if (steps.length === 0) return <p className="muted">{explainEmpty(answer, isInFlight)}</p>;
  const lines = groupSteps(steps);
  const isShort = isMarginShort(margin);
  return (
    <ul>
      {isServiceAway ? (
        <li className="step step-attention">
          The service does not answer now. The forecast uses its last prices. What you send may get no answer.
        </li>
      ) : null}
      {isShort ? (
        <li className="step step-attention">
          <MarginText margin={margin} />
        </li>
      ) : null}
      {lines.map((line, index) => (
        <li key={`${line[0]?.code} ${index}`} className={`step step-${line[0]?.tone}`}>
          {line.map((step) => (
            <StepText key={step.code} step={step} places={places} />
          ))}
          {!isShort && line === lines.at(-1) ? <MarginText margin={margin} /> : null}
        </li>
      ))}
    </ul>
  );
}

function StepText({ step, places }: { readonly step: ForecastStep; readonly places: number }) {
  return (
    <span>
      <span className="visually-hidden">{TONES[step.tone]}</span>
      {describeStep(step, places).map((piece, position) =>
        piece.isNumber ? (
          <b key={position} className="number">
            {piece.text}
          </b>
        ) : (
          piece.text
        ),
      )}{' '}
    </span>
  );
}

/** Why there is no forecast, in a sentence. */
export function explainEmpty(answer: CheckedDraft | null, isInFlight = false): string {
  // The label is in use by what was just sent: that is no mistake of the ticket.
  if (isInFlight) return 'Shown again after the answer to the order on its way.';
  if (answer === null) return 'Being worked out…';
  if (answer.check === null) return 'No forecast: the order can’t be checked.';
  const errors = answer.check.issues.filter((issue) => issue.severity === 'error');
  const mistakes = errors.filter((issue) => !isHeldBack(issue));
  // Nothing is wrong with the ticket: what stands against selling is told at its button.
  if (mistakes.length > 0 && mistakes.every(({ code }) => code === 'trading_not_ready'))
    return 'Shown once trading is possible.';
  return mistakes.length > 0
    ? 'Shown once the ticket is complete and correct.'
    : 'Nothing can be said without a price.';
}
