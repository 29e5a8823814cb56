import type { TemplateLeg, TemplateProblem } from '../../../../shared/rfq/templates.ts';

/** Why no legs can be taken. */
type SolvedProblem = TemplateProblem | 'amount_unreadable';

const PROBLEMS: Readonly<Record<SolvedProblem, string>> = {
  amount_unreadable: 'Enter an amount above zero, such as 25 or 1.5k.',
  no_prices: 'Waiting for prices to find the strikes…',
  too_few_strikes: 'Too few strikes are listed for it.',
  expiry_missing: 'Choose its expiries.',
  future_missing: 'It needs a future of this pair.',
  target_unreadable: 'Enter deltas between 0 and 1, such as 0.25, and percentages above zero.',
};

interface SolvedLegsProps {
  readonly legs: readonly TemplateLeg[];
  /** Why there are none; null where there are. */
  readonly problem: SolvedProblem | null;
  readonly isReady: boolean;
}

/** The end of a form that finds a structure: the legs that were found, and the button that takes them. */
export function SolvedLegs({ legs, problem, isReady }: SolvedLegsProps) {
  return (
    <>
      <div className="rfq-solved" role="status">
        {problem === null || isReady ? null : <p className="muted">{PROBLEMS[problem]}</p>}
        {problem === null && !isReady ? <p className="muted">Waiting for what its amounts need…</p> : null}
        {legs.map((leg) => (
          <p key={leg.instrumentName} className="number">
            <span className={leg.direction === 'buy' ? 'bid' : 'ask'}>
              {leg.direction === 'buy' ? '+' : '−'}
              {leg.ratio}
            </span>{' '}
            {leg.instrumentName}
          </p>
        ))}
      </div>
      <div className="dialog-end">
        <button type="submit" className="button button-primary" disabled={!isReady}>
          Use these legs
        </button>
      </div>
    </>
  );
}
