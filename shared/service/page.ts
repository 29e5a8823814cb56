import { z } from 'zod';

/** A page's readable records, and the others as they came. */
export interface ReadRecords<T> {
  readonly read: T[];
  readonly unreadable: unknown[];
}

/** How a page is read: its fields, and the one of them that lists records. */
export interface PageRule {
  readonly fields: z.ZodObject<Readonly<Record<string, z.ZodType>>, z.core.$loose>;
  readonly list: string;
  readonly record: z.ZodType;
}

const rules = new WeakMap<object, PageRule>();

/**
 * A page read record by record. Unreadable records are kept as they came in `unreadable`, which is absent without any.
 */
export function pageSchema<Page extends object>(rule: PageRule): z.ZodType<Page> {
  const { fields, list, record } = rule;
  const schema = fields.transform((page) => finishPage(rule, page, readEach(record, page[list] as unknown[])) as Page);
  rules.set(schema, rule);
  return schema;
}

/** The rule of a schema that `pageSchema` made; null for any other. */
export function pageRuleOf(schema: object): PageRule | null {
  return rules.get(schema) ?? null;
}

/** The page with its records in the place of what was sent. */
export function finishPage(
  { list }: PageRule,
  page: Readonly<Record<string, unknown>>,
  { read, unreadable }: ReadRecords<unknown>,
): object {
  const done = { ...page, [list]: read };
  return unreadable.length === 0 ? done : { ...done, unreadable };
}

const listRecords = new WeakMap<object, z.ZodType>();
const leftOut = new WeakMap<readonly unknown[], readonly unknown[]>();

/** A list whose records are read one by one: one that can't be read takes no other with it, see `unreadableOf`. */
export function listSchema<T>(record: z.ZodType<T>): z.ZodType<T[]> {
  const schema = z.array(z.unknown()).transform((sent) => finishList(readEach(record, sent)));
  listRecords.set(schema, record);
  return schema;
}

/** The schema of the records of a list that `listSchema` made; null for any other. */
export function listRecordOf(schema: object): z.ZodType | null {
  return listRecords.get(schema) ?? null;
}

export function finishList<T>({ read, unreadable }: ReadRecords<T>): T[] {
  if (unreadable.length > 0) leftOut.set(read, unreadable);
  return read;
}

/** A list's unreadable records, as they came. */
export function unreadableOf(list: readonly unknown[]): readonly unknown[] {
  return leftOut.get(list) ?? [];
}

function readEach<T>(schema: z.ZodType<T>, sent: readonly unknown[]): ReadRecords<T> {
  const read: T[] = [];
  const unreadable: unknown[] = [];
  for (const record of sent) {
    const parsed = schema.safeParse(record);
    if (parsed.success) read.push(parsed.data);
    else unreadable.push(record);
  }
  return { read, unreadable };
}
