import type { z } from 'zod';
import { fail, ok, type Result } from '../../shared/result.ts';
import { showForeign } from './order-words/foreign-text.ts';
import { listNames, quote } from './words/name-list.ts';

/** What is exported is a few kilobytes. */
const MOST_FILE_BYTES = 512 * 1024;

/** A kind of file that the terminal exports and imports: JSON whose first two members say what it is. */
export interface OwnFile<Schema extends z.ZodType> {
  /** The value of its `format`. */
  readonly format: string;
  readonly version: number;
  /** What it is called: `This is no workspace`. */
  readonly noun: string;
  /** Of all of it, `format` and `version` among them. */
  readonly schema: Schema;
}

export function writeOwnFile({ format, version }: OwnFile<z.ZodType>, content: object): string {
  return `${JSON.stringify({ format, version, ...content }, null, 2)}\n`;
}

/** What a file holds, with the names of all its members; or in a sentence why it is none that this terminal can read. */
export function readOwnFile<Schema extends z.ZodType>(
  text: string,
  { format, version: known, noun, schema }: OwnFile<Schema>,
): Result<{ readonly value: z.infer<Schema>; readonly members: readonly string[] }, string> {
  const content = parseJson(text);
  if (typeof content !== 'object' || content === null || !('format' in content) || content.format !== format) {
    return fail(`This is no ${noun}. Files of “Export” begin with "format": "${format}".`);
  }
  const version = 'version' in content ? content.version : undefined;
  if (version !== known) {
    return fail(
      typeof version === 'number' && version > known
        ? `The file is of version ${version}, from a newer terminal. This one reads version ${known}.`
        : `The file’s “version” must be ${known}.`,
    );
  }
  const parsed = schema.safeParse(content);
  if (parsed.success) return ok({ value: parsed.data, members: Object.keys(content) });
  const [issue] = parsed.error.issues;
  const field = issue?.path.map(String).join('.') ?? '';
  return fail(
    `The file’s ${field === '' ? 'content' : `“${showForeign(field)}”`} is wrong: ${issue === undefined ? 'it does not fit' : describeMisfit(issue)}.`,
  );
}

/** What does not fit, and what would; the library's words where ours have none. */
function describeMisfit(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'too_big':
      return `it may have ${measure(issue.maximum, issue.origin)} at most`;
    case 'too_small':
      return `it must have ${measure(issue.minimum, issue.origin)} at least`;
    case 'invalid_type':
      return `it must be ${TYPES[issue.expected] ?? issue.expected}`;
    case 'unrecognized_keys':
      return `it may not have ${listNames(issue.keys.map(quote))}`;
    default:
      return issue.message;
  }
}

function measure(count: number | bigint, origin: string): string {
  const [one, many] = MEASURES[origin] ?? ['', ''];
  return `${count} ${Number(count) === 1 ? one : many}`.trimEnd();
}

const MEASURES: Readonly<Record<string, readonly [string, string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
};
const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
};

/** The text of a file that was chosen; null where it is larger than any that was exported. */
export async function readChosenFile(input: HTMLInputElement): Promise<{ name: string; text: string | null } | null> {
  const [file] = input.files ?? [];
  if (file === undefined) return null;
  const text = file.size > MOST_FILE_BYTES ? null : await file.text();
  // The same file may be chosen again.
  input.value = '';
  return { name: showForeign(file.name, 60), text };
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
