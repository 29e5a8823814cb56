import { z } from 'zod';
import { compare, parseDecimal } from '../decimal.ts';
import { nameKey, warningKey, warningKeySchema } from '../warning-key.ts';
import type { OrderDraft } from './draft.ts';
import type { Issue, IssueParam } from './issue.ts';

/** A warning that the trader accepted. */
export const acknowledgementSchema = z.strictObject({
  /** Of which warning: `acknowledgementKey`. */
  key: warningKeySchema,
  /** What was typed to accept it; empty where a tick is enough. */
  typed: z.string().max(64),
});
export type Acknowledgement = z.infer<typeof acknowledgementSchema>;

/** Params that move with market or time, so acceptance ignores them (docs/design/presses.md). */
const MOVING: ReadonlySet<string> = new Set<IssueParam>([
  'seconds',
  'percent',
  'reference_price',
  'points',
  'mark_iv',
  'min_price',
  'max_price',
  'notional_usd',
  'watched_price',
  'touch',
  'visible',
  'order_price',
  'own_price',
  'own_last',
  'own_amount',
  'own_count',
  'round_trip_ms',
  'extent',
]);

/**
 * Names one warning of one draft: its place, and a digest of its content and the order's terms. Codes alone may repeat.
 */
export function acknowledgementKey(warning: Issue, draft: OrderDraft): string {
  const { code, child, field, params } = warning;
  const place = child === null ? field : `linked_order_${child + 1} ${field}`;
  const key = warningKey(code, place, params, MOVING, listTerms(draft, child));
  return params['extent'] === undefined ? key : `${key}.${params['extent']}`;
}

/** What was given for a warning, for as much or more of what it warns of; null where nothing was. */
export function findGiven(
  warning: Issue,
  draft: OrderDraft,
  given: readonly Acknowledgement[],
): Acknowledgement | null {
  const wanted = readExtent(acknowledgementKey(warning, draft));
  const isOfIt = ({ of, extent }: typeof wanted) => of === wanted.of && extent >= wanted.extent;
  return given.find(({ key }) => isOfIt(readExtent(key))) ?? null;
}

/** Which warning a key is of, however much it warns of: the same while that grows and shrinks. */
export function warningOf(key: string): string {
  return readExtent(key).of;
}

/** A key without its extent, and that. */
function readExtent(key: string): { readonly of: string; readonly extent: number } {
  const at = key.indexOf('.', key.lastIndexOf('#'));
  return at === -1 ? { of: key, extent: 0 } : { of: key.slice(0, at), extent: Number(key.slice(at + 1)) };
}

/** What was accepted, to be read by people: `price_far of price`. */
export function nameAcknowledged({ key }: Acknowledgement): string {
  return nameKey(key);
}

/** A number of the draft that must be typed once more, plain. */
export interface Retyped {
  readonly what: 'price' | 'amount' | 'contracts';
  readonly value: string;
}

/** What must be typed to accept a warning; null: a tick is enough. At market it is the amount: the touch moves. */
export function mustType({ code, params, child }: Issue, draft: OrderDraft): Retyped | null {
  // Typing it the same way again finds no slip (docs/bad-inputs.json, 14).
  const isOwn = child === null && (params['reference'] === 'mark' || params['reference'] === 'trigger');
  if (!isOwn || (code !== 'price_far' && code !== 'touch_far')) return null;
  const what = code === 'price_far' ? 'price' : draft.amount.trim() === '' ? 'contracts' : 'amount';
  const value = parseDecimal(draft[what]);
  return value === null ? null : { what, value };
}

/** Whether the warning was accepted for this very draft. */
export function isAccepted(warning: Issue, draft: OrderDraft, given: readonly Acknowledgement[]): boolean {
  const found = findGiven(warning, draft, given);
  const wanted = parseDecimal(mustType(warning, draft)?.value ?? '');
  if (found === null || wanted === null) return found !== null;
  const typed = parseDecimal(found.typed);
  return typed !== null && compare(typed, wanted) === 0;
}

/** The warnings among the issues that the trader has not accepted. */
export function listUnaccepted<Found extends Issue>(
  issues: readonly Found[],
  draft: OrderDraft,
  given: readonly Acknowledgement[],
): Found[] {
  return issues.filter((found) => found.severity === 'warning' && !isAccepted(found, draft, given));
}

function listTerms(draft: OrderDraft, child: number | null): unknown[] {
  const { instrument_name, contracts, advanced } = draft;
  const terms = child === null ? draft : draft.children[child];
  if (terms === undefined) return [instrument_name];
  const { direction, type, amount, price, trigger_price, trigger_offset } = terms;
  const own = child === null ? [contracts, advanced] : [];
  return [instrument_name, direction, type, amount, price, trigger_price, trigger_offset, ...own];
}
