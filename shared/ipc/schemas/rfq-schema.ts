import { z } from 'zod';
import { rfqBookSchema } from '../../rfq/book.ts';
import { rfqDraftSchema } from '../../rfq/draft.ts';
import { rfqGuardsSchema } from '../../rfq/guards.ts';
import { rfqIssueSchema } from '../../rfq/issue.ts';
import { blockRfqSchema, hedgeSchema } from '../../service/block-rfq.ts';
import { decimalField, directionField } from '../../service/fields.ts';
import { warningKeySchema } from '../../warning-key.ts';

/**
 * `sending`: journaled, no answer. `created`: the service has it. `not_sent`: no byte written. `unknown`: nothing is
 * proven. `absent`: settled by hand, unless listed.
 */
export const RFQ_OUTCOMES = ['sending', 'created', 'refused', 'not_sent', 'unknown', 'absent'] as const;

/** A difference between what was expected and what the service made of it, or how an unknown one is being settled. */
export const rfqNoticeSchema = z.strictObject({
  code: z.enum([
    'amount_differs',
    'combo_id_differs',
    'ratios_differ',
    'legs_differ',
    'label_differs',
    'makers_differ',
    'disclosure_differs',
    'hedge_differs',
    'found_by_look_up',
    'not_found_yet',
    'look_up_failing',
    'look_up_not_offered',
    /** The service has more requests under its label: `ids`, apart by commas. */
    'others_under_label',
    'stated_by_a_person',
    /** A person had said that it is not there, and the service shows it. */
    'statement_overruled',
    /** Its structure traded while it was alive: print `id` at `at` (service time, ms), for `price`, of `amount`. */
    'structure_printed',
  ]),
  params: z.record(z.string(), z.string()),
});

/** One row of the requests: an intent of this terminal and what became of it. */
export const rfqRowSchema = z.strictObject({
  request_id: z.string(),
  label: z.string(),
  outcome: z.enum(RFQ_OUTCOMES),
  legs: z.array(z.strictObject({ instrument_name: z.string(), direction: directionField, amount: decimalField })),
  makers: z.array(z.string()),
  disclosed: z.boolean(),
  /** As sent; null without one, and in older rows. */
  hedge: hedgeSchema.nullable().default(null),
  /** What the terminal expected the service to answer. */
  expected: z.strictObject({
    amount: decimalField,
    ratios: z.array(z.number()),
    combo_id: z.string().nullable(),
    /** In a trader's words, with its side: `buy risk reversal`. */
    name: z.string(),
  }),
  /** Its newest record at the service; null while there is none. */
  rfq: blockRfqSchema.nullable(),
  /** Every maker that was seen to quote for it, also those whose quotes went with its end. */
  quoted_by: z.array(z.string()).default([]),
  refusal: z.strictObject({ code: z.number().nullable(), name: z.string(), reason: z.string().nullable() }).nullable(),
  notices: z.array(rfqNoticeSchema),
  /** Local times, milliseconds since the epoch. */
  created_at: z.number(),
  decided_at: z.number().nullable(),
  /** Service time by which it had ended; null: not seen. */
  ended_by: z.number().nullable().default(null),
  /** Service time when it was sent: an older request under its label is another's. */
  submitted_at: z.number(),
});
export type RfqRow = z.infer<typeof rfqRowSchema>;
export type RfqNoticeCode = RfqRow['notices'][number]['code'];

/** All requests of this terminal, newest first, and the makers that may be named. */
export const rfqBoardSchema = z.strictObject({
  rows: z.array(rfqRowSchema),
  /** As the service lists them; null without a list or answer. */
  listed_makers: z.array(z.string()).nullable(),
  /** Why nothing can be requested now; null when it can. */
  blocked: rfqIssueSchema.nullable(),
  /** The profile's limits as they hold for them. */
  guards: rfqGuardsSchema,
  /** What the trader keeps for them. */
  book: rfqBookSchema,
});
export type RfqBoard = z.infer<typeof rfqBoardSchema>;

/** How a person settles a request whose outcome is unknown. */
export const rfqStatementSchema = z.strictObject({
  request_id: z.uuid(),
  is_there: z.boolean(),
  /** The label, typed by the person: it is what they looked for. */
  typed: z.string().max(256),
});
export type RfqStatement = z.infer<typeof rfqStatementSchema>;

/** The result of a request; `row` is null where rules stopped it. */
export const rfqSentSchema = z.strictObject({ row: rfqRowSchema.nullable(), issues: z.array(rfqIssueSchema) });
export type RfqSent = z.infer<typeof rfqSentSchema>;

/** More warnings than any request has: one a maker, leg and hedge. */
const MOST_ACKNOWLEDGED = 256;

/** A wish to request quotes. At most one request is made of an id. */
export const rfqSendSchema = z.strictObject({
  request_id: z.uuid(),
  draft: rfqDraftSchema,
  /** Keys of the warnings that the trader accepted, each by itself: `rfqWarningKeys`. */
  acknowledged: z.array(warningKeySchema).max(MOST_ACKNOWLEDGED),
});
