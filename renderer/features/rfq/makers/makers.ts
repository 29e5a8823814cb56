import type { RfqView } from '../use-rfq.ts';

/** Names that the service lists, those that the trader keeps or used before, and those chosen now. */
export function knownMakers({ board, form }: Pick<RfqView, 'board' | 'form'>): string[] {
  const used = board?.rows.flatMap((row) => row.makers) ?? [];
  const kept = board?.book.makers.map(({ name }) => name) ?? [];
  return [...new Set([...(board?.listed_makers ?? []), ...kept, ...used, ...form.makers])];
}

/** The groups that the trader made, each with its makers, in the order of their names. */
export function makerGroups(board: RfqView['board']): { readonly name: string; readonly makers: readonly string[] }[] {
  const groups = new Map<string, string[]>();
  for (const { name, group } of board?.book.makers ?? []) {
    if (group !== '') groups.set(group, [...(groups.get(group) ?? []), name]);
  }
  return [...groups].map(([name, makers]) => ({ name, makers })).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
