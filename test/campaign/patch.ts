/** The changes of one file in a unified diff. */
export interface FilePatch {
  readonly path: string;
  readonly hunks: readonly Hunk[];
}

interface Hunk {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Reads a unified diff. Text before the first `---` line is its description. */
export function readPatch(text: string): { readonly description: string; readonly files: readonly FilePatch[] } {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith('--- '));
  const files: { path: string; hunks: { before: string[]; after: string[] }[] }[] = [];
  for (const line of start < 0 ? [] : lines.slice(start)) {
    const hunk = files.at(-1)?.hunks.at(-1);
    if (line.startsWith('--- ')) continue;
    if (line.startsWith('+++ ')) files.push({ path: line.slice('+++ b/'.length), hunks: [] });
    else if (line.startsWith('@@')) files.at(-1)?.hunks.push({ before: [], after: [] });
    else if (line.startsWith(' ')) {
      hunk?.before.push(line.slice(1));
      hunk?.after.push(line.slice(1));
    } else if (line.startsWith('-')) hunk?.before.push(line.slice(1));
    else if (line.startsWith('+')) hunk?.after.push(line.slice(1));
  }
  return { description: lines.slice(0, Math.max(0, start)).join(' ').trim(), files };
}

/** Applies the hunks. Each must fit exactly one place, else it throws: an ambiguous patch proves nothing. */
export function applyPatch(source: string, { path, hunks }: FilePatch): string {
  if (hunks.length === 0) throw new Error(`${path}: the patch changes nothing`);
  return hunks.reduce((text, { before, after }, index) => {
    const parts = text.split(before.join('\n'));
    if (parts.length !== 2) throw new Error(`${path}: hunk ${index + 1} fits ${parts.length - 1} times`);
    return parts.join(after.join('\n'));
  }, source);
}
