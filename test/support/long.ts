/**
 * Whether `npm run test:long` runs the tests: what repeats one journey or one property over everything there is then runs
 * whole. Otherwise one of each kind stands for the rest, so that all tests fit into the eight minutes of `npm test`.
 */
export const IS_LONG = process.env['LONG_TESTS'] === '1';
