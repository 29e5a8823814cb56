import { DEEP as TAG } from '../../build/lib/test-counts.mjs';

/**
 * For a test that takes long and whose subject others touch as well: `npm test` leaves it to `npm run deep`, which runs
 * every test. No test of what a press sends, or of what is told of it, is among them without another on the same path.
 */
export const DEEP = { tags: [TAG] };
