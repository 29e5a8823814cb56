/** Codes that say credits are spent, or that there are too many calls at once (facts, section 3). */
export const SPENT_CODES: readonly number[] = [10_028, 10_066];
