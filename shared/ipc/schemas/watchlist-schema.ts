import { z } from 'zod';
import { assertDefined } from '../../result.ts';

/** More than this in one list, or more lists, and a save would no longer fit into one request. */
export const MOST_LISTED = 500;
export const MOST_LISTS = 16;
export const LIST_NAME_MAX_CHARACTERS = 40;

const columnId = z.string().min(1).max(32);

/** A list in the trader's order. `sort` is null in that order. */
export const watchlistSchema = z.strictObject({
  name: z.string().trim().min(1).max(LIST_NAME_MAX_CHARACTERS),
  instruments: z.array(z.string().min(1).max(128)).max(MOST_LISTED),
  sort: z.strictObject({ column: columnId, direction: z.enum(['asc', 'desc']) }).nullable(),
});
export type WatchedList = z.infer<typeof watchlistSchema>;

/** The trader's lists in the order of their tabs. `active` names the one that is shown. */
export const watchlistsSchema = z
  .strictObject({
    active: z.string(),
    lists: z.array(watchlistSchema).min(1).max(MOST_LISTS),
    /** Columns that the trader put away, in every list. */
    hidden_columns: z.array(columnId).max(32),
  })
  .refine(({ lists }) => new Set(lists.map(({ name }) => name.toLowerCase())).size === lists.length, {
    message: 'two lists have one name',
    path: ['lists'],
  })
  .refine(({ active, lists }) => lists.some(({ name }) => name === active), {
    message: 'must be the name of a list',
    path: ['active'],
  });
export type Watchlists = z.infer<typeof watchlistsSchema>;

/** The list that is shown. */
export function listInFront({ active, lists }: Watchlists): WatchedList {
  return assertDefined(
    lists.find(({ name }) => name === active),
    'the schema demands that the active list is there',
  );
}

/** Columns that only a wider panel has room for. */
const HIDDEN_AT_FIRST = ['bid_size', 'ask_size'];

/** A list as new, or from an earlier version's single list. */
export function oneList(instruments: readonly string[]): Watchlists {
  const name = 'Main';
  return {
    active: name,
    lists: [{ name, instruments: [...new Set(instruments)].slice(0, MOST_LISTED), sort: null }],
    hidden_columns: [...HIDDEN_AT_FIRST],
  };
}
