import { DEEP as TAG } from '../../build/lib/test-counts.mjs';

/**
 * For a test that takes long: `npm test` leaves it to `npm run deep`, which runs every test. None of the order desk or the
 * ticket may be among them.
 */
export const DEEP = { tags: [TAG] };
