import type { OrderCheck } from '../../../shared/ipc/order-schema.ts';
import { describeStep } from './forecast-text.ts';

const TONES = { good: '', attention: 'Attention: ', bad: 'Problem: ' } as const;

/** What the engine will do with the order, in sentences. */
export function ForecastBox({ check }: { readonly check: OrderCheck | null }) {
  const steps = check?.forecast?.steps ?? [];
  return (
    <section className="forecast" aria-label="What will happen">
      <h3>What will happen</h3>
      {steps.length === 0 ? (
        <p className="muted">{explainEmpty(check)}</p>
      ) : (
        <ul>
          {steps.map((step, index) => (
            <li key={`${step.code} ${index}`} className={`step step-${step.tone}`}>
              <span className="visually-hidden">{TONES[step.tone]}</span>
              {describeStep(step).map((piece, position) =>
                piece.isNumber ? (
                  <b key={position} className="number">
                    {piece.text}
                  </b>
                ) : (
                  piece.text
                ),
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function explainEmpty(check: OrderCheck | null): string {
  if (check === null) return 'Being worked out…';
  return check.issues.some((issue) => issue.severity === 'error')
    ? 'Shown once the ticket is complete and without mistakes.'
    : 'Nothing can be said without a price.';
}
