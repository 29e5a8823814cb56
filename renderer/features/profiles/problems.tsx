import type { ProfileProblem } from '../../../shared/profiles/profile.ts';
import { showForeign } from '../../ui/order-words/foreign-text.ts';

type Field = ProfileProblem['field'];

/** Whether one of the problems is about the field. */
export function isFaulty(problems: readonly ProfileProblem[], field: Field): boolean {
  return problems.some((problem) => problem.field === field);
}

/** Of a sentence of the terminal's own with a path or a reason of the system's in it, what comes after those counts most. */
const MOST_CHARACTERS = 1000;

/** What stands in the way, each in a sentence that names it. */
export function Problems({ problems }: { readonly problems: readonly ProfileProblem[] }) {
  return (
    <div className="profile-problems" role="alert">
      {problems.map(({ field, message }) => (
        <p key={`${field} ${message}`} className="dialog-problem">
          {showForeign(message, MOST_CHARACTERS)}
        </p>
      ))}
    </div>
  );
}
