import { z } from 'zod';

export const EXPORT_KINDS = ['csv', 'xlsx'] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

/** Bytes of one part: its base64 text stays well below what one request may hold. */
export const FILE_PART_BYTES = 120_000;
/** Largest file that a window may have saved, bytes. */
export const FILE_MAX_BYTES = 64 * 1024 * 1024;

/** A part of a file; parts of a `transfer_id` come in order and the last saves it. `name` is bare, without ending. */
export const filePartSchema = z.strictObject({
  transfer_id: z.uuid(),
  name: z
    .string()
    .max(100)
    .regex(/^[A-Za-z0-9](?:[A-Za-z0-9 _.()+-]*[A-Za-z0-9_)+-])?$/, {
      error: 'must be a file name of letters, digits, blanks, _ . ( ) + and -, without a folder',
    })
    .refine((name) => !/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name), {
      error: 'must not be the name of a device',
    }),
  kind: z.enum(EXPORT_KINDS),
  part: z.number().int().min(0),
  is_last: z.boolean(),
  data: z.base64().max(Math.ceil(FILE_PART_BYTES / 3) * 4),
});
export type FilePart = z.infer<typeof filePartSchema>;

/** `receiving`: more parts follow. `cancelled`: no folder was chosen. */
export const fileSavedSchema = z.strictObject({
  state: z.enum(['receiving', 'saved', 'cancelled']),
  /** Where the file is; null unless it was saved. */
  path: z.string().nullable(),
});
export type FileSaved = z.infer<typeof fileSavedSchema>;
