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
  /** How many of its currencies can't be read. */
  readonly unreadable?: number;
  /** Why there is nothing, or nothing newer, in words; null when the last reading worked. */
  readonly failure: string | null;
}

/** What a panel says of the account above its numbers, or in their place; nothing while all is well. */
export function AccountNote({ isRead, hasSummaries, unreadable = 0, failure }: AccountNoteProps) {
  if (failure !== null) {
    return (
      <Note isBusy={!isRead} title={isRead ? 'The last reading failed' : 'The account could not be read'} tone="bad">
        {failure}
      </Note>
    );
  }
  if (unreadable > 0) {
    const what = unreadable === 1 ? '1 currency of the account' : `${unreadable} currencies of the account`;
    return <Note title={`${what} can’t be read`} tone="bad" />;
  }
  if (hasSummaries) return null;
  return <Note isBusy={!isRead} title={isRead ? 'The account holds no currency' : 'Reading the account…'} />;
}
