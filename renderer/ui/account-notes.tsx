import { formatAge } from './words/format.ts';
import { Note } from './panel.tsx';

/** Says how old the account's numbers are once they are too old; empty before. */
export function AccountAge({ staleMs }: { readonly staleMs: number | null }) {
  return <span className="warn-text">{staleMs === null ? '' : `stale, ${formatAge(staleMs)} old`}</span>;
}

interface AccountNoteProps {
  readonly isRead: boolean;
  /** Whether there is anything to show below. */
  readonly hasSummaries: boolean;
  /** Why there is nothing, or nothing newer, in words; null when the last reading worked. */
  readonly failure: string | null;
}

/** What a panel says of the account above its numbers, or in their place; nothing while all is well. */
export function AccountNote({ isRead, hasSummaries, failure }: AccountNoteProps) {
  if (failure !== null) {
    return (
      <Note isBusy={!isRead} title={isRead ? 'The last reading failed' : 'The account could not be read'} tone="bad">
        {failure}
      </Note>
    );
  }
  if (hasSummaries) return null;
  return <Note isBusy={!isRead} title={isRead ? 'The account holds no currency' : 'Reading the account…'} />;
}
