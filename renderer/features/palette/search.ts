/** Splits what is looked for into words, all of which must be found. */
function readWords(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
}

/**
 * The items whose texts have every word, best first: those with a word of the title that begins so before those that
 * only have it inside or elsewhere. Equal ones stay in their order; no words find all.
 */
export function searchItems<Item>(
  items: readonly Item[],
  text: string,
  read: (item: Item) => { readonly title: string; readonly also: string },
): readonly Item[] {
  const words = readWords(text);
  const ranked = items.flatMap((item) => {
    const { title, also } = read(item);
    const [low, all] = [title.toLowerCase(), `${title} ${also}`.toLowerCase()];
    if (!words.every((word) => all.includes(word))) return [];
    const begun = words.filter((word) => low.startsWith(word) || low.includes(` ${word}`)).length;
    return [{ item, rank: words.length - begun + (low.startsWith(words[0] ?? '') ? 0 : 0.5) }];
  });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ item }) => item);
}
