import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, decimal, subtract, ZERO } from '../../../../shared/decimal.ts';
import { remainingOf } from '../../../../shared/execution/amend-draft.ts';
import { isSame, readTerms } from '../../../../shared/execution/terms.ts';
import { amendOf, type Outcome, runAmend, type Trouble } from '../../../support/execution/model-venue.ts';
import { propertyRuns } from '../../../support/repetitions.ts';

const CALM: Trouble = {
  arrivesMs: 10,
  repeatMs: null,
  replyMs: 30,
  fillMs: null,
  cancelMs: null,
  foreignMs: null,
  lagMs: 0,
  crashMs: null,
  awayUntilMs: 0,
};

const moment = fc.integer({ min: 0, max: 7000 });
const maybe = (arbitrary: fc.Arbitrary<number>) => fc.option(arbitrary, { nil: null });
/** Lost request, lost reply, repeated on the way, late past its deadline, fills and cancels before and after. */
const troubles: fc.Arbitrary<Trouble> = fc.record({
  arrivesMs: maybe(moment),
  repeatMs: maybe(moment),
  replyMs: maybe(fc.integer({ min: 0, max: 5400 })),
  fillMs: maybe(moment),
  cancelMs: maybe(moment),
  foreignMs: fc.constant(null),
  lagMs: fc.integer({ min: 0, max: 3000 }),
  crashMs: maybe(moment),
  awayUntilMs: fc.integer({ min: 0, max: 20_000 }),
});
const asked = fc.oneof(
  fc.record({ price: fc.integer({ min: 97_300, max: 97_600 }).map(decimal) }),
  fc.record({ amount: fc.integer({ min: 2, max: 30 }).map((lots) => decimal(lots * 10)) }),
  fc.record({
    price: fc.integer({ min: 97_300, max: 97_600 }).map(decimal),
    amount: fc.integer({ min: 2, max: 30 }).map((lots) => decimal(lots * 10)),
  }),
);

/** The verdict against what the engine of the exchange did. */
function judge({ state, isApplied, order }: Outcome): string | null {
  const { verdict, command } = state;
  if (verdict === 'accepted' && !isApplied) return 'accepted, and never applied';
  if ((verdict === 'absent' || verdict === 'not_sent') && isApplied) {
    // An amend that books what was there before changes nothing anybody can see.
    const terms = readTerms(order);
    const isSeen = terms !== null && !isSame(terms.price, command.before.price);
    if (isSeen || !isSame(terms?.amount ?? null, command.before.amount)) return `${verdict}, and it was applied`;
  }
  if (verdict === 'rejected' && isApplied && state.reason !== 'cancelled_by_amend') {
    return 'rejected, and it was applied';
  }
  if (verdict === 'sending' || verdict === 'unknown') return `still ${verdict}: ${state.reason}`;
  return null;
}

describe('an amend under faults of the network, the exchange and the terminal', () => {
  it('has the verdict that the exchange bears out, and never leaves more to fill than asked', async () => {
    await fc.assert(
      fc.asyncProperty(asked, troubles, fc.boolean(), fc.boolean(), async (change, trouble, isPostOnly, isReject) => {
        const flags = { post_only: isPostOnly, reject_post_only: isPostOnly && isReject };
        const { seen, command } = amendOf({ ...change, ...flags }, flags);
        fc.pre(
          !isSame(command.asked.price, command.before.price) || !isSame(command.asked.amount, command.before.amount),
        );
        const outcome = await runAmend(seen, command, trouble);
        expect(judge(outcome)).toBeNull();
        if (outcome.order.order_state !== 'open') return;
        const most = outcome.isApplied ? command.asked.amount : command.before.amount;
        const left = remainingOf(outcome.order) ?? decimal(0);
        expect(compare(left, subtract(most, seen.filled_amount ?? ZERO))).toBeLessThanOrEqual(0);
      }),
      propertyRuns(10_000, 1000),
    );
  });

  it('is unknown, and left to a person, where another program changed the order meanwhile', async () => {
    const { seen, command } = amendOf({ price: decimal(97_500) });
    const { state } = await runAmend(seen, command, { ...CALM, arrivesMs: null, replyMs: null, foreignMs: 100 });
    expect(state).toMatchObject({ verdict: 'unknown', reason: 'other_terms', is_escalated: true });
  });

  it('is sent once, whatever becomes of its reply and of the terminal', async () => {
    const { seen, command } = amendOf({ price: decimal(97_500) });
    const outcome = await runAmend(seen, command, { ...CALM, replyMs: null, crashMs: 15 });
    expect(outcome).toMatchObject({ times: 1, state: { verdict: 'accepted' } });
  });
});
