import { z } from 'zod';
import { PRIORITIES } from '../../execution/amend-rules.ts';
import { editCommandSchema } from '../../execution/command.ts';
import { REASONS, VERDICTS } from '../../execution/state.ts';
import { forecastSchema } from '../../orders/forecast/forecast-schema.ts';
import { issueSchema } from '../../orders/issue.ts';
import { decimalField } from '../../service/fields.ts';
import { orderSchema } from '../../service/order.ts';

/** What the rules say of an amend, and what it would do, by main's own facts. */
export const amendCheckSchema = z.strictObject({
  issues: z.array(issueSchema),
  /** Of what is left, at its new terms; null where an error makes it meaningless. */
  forecast: forecastSchema.nullable(),
  /** The place in the queue of the order's price; null where the terms can't be read. */
  priority: z.enum(PRIORITIES).nullable(),
  /** What stands before the order at its new price, in its amount unit; null where the book does not tell. */
  size_ahead: decimalField.nullable(),
  /** The order's total that would be sent; null as above. */
  total: decimalField.nullable(),
  /** The request's params exactly as they would be sent, as JSON text; null where an error stops the amend. */
  request: z.string().nullable(),
});
export type AmendCheck = z.infer<typeof amendCheckSchema>;

/** An amend and what is known of it. */
export const commandStateSchema = z.strictObject({
  command: editCommandSchema,
  verdict: z.enum(VERDICTS),
  /** Local milliseconds; null while undecided. */
  decided_at: z.number().nullable(),
  order: orderSchema.nullable(),
  refusal: z.strictObject({ code: z.number().nullable(), name: z.string(), reason: z.string().nullable() }).nullable(),
  reason: z.enum(REASONS).nullable(),
  is_escalated: z.boolean(),
  queries: z.number(),
});
export type CommandState = z.infer<typeof commandStateSchema>;

/** What came of a press: the command's state, or null and why nothing was sent. */
export const amendResultSchema = z.strictObject({ state: commandStateSchema.nullable(), check: amendCheckSchema });
export type AmendResult = z.infer<typeof amendResultSchema>;

/** What a person says became of an amend that queries could not decide. */
export const amendStatementSchema = z.strictObject({
  command_id: z.uuid(),
  said: z.enum(['applied', 'not_applied']),
});
export type AmendStatement = z.infer<typeof amendStatementSchema>;
