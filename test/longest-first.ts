import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest, the longest first: begun last, it would keep one core busy while the others have nothing left. */
const LONGEST = [
  'contract/agreement/agreement.test.ts',
  'contract/desk/killed.test.ts',
  'campaign/campaign.test.ts',
  'contract/simulator/fuzz.test.ts',
  'contract/history/killed.test.ts',
  'contract/desk/desk.test.ts',
  'e2e/journeys/sell.test.ts',
  'e2e/journeys/ticket-inputs.test.ts',
  'e2e/journeys/chart.test.ts',
  'e2e/journeys/option-chain.test.ts',
];

/** The usual order, but for those. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // The sequencer's own, not the list's.
    // oxlint-disable-next-line unicorn/no-array-sort
    const sorted = await super.sort(files);
    const rankOf = ({ moduleId }: TestSpecification): number => {
      const rank = LONGEST.findIndex((name) => moduleId.endsWith(`/test/${name}`));
      return rank === -1 ? LONGEST.length : rank;
    };
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}
