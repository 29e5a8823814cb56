import { DEEP as TAG } from '../../build/lib/test-counts.mjs';

/** For a long test: `npm test` leaves it to `npm run deep`. Never for tests of the order desk or ticket. */
export const DEEP = { tags: [TAG] };
