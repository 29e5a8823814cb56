import { perpetual } from '../../../support/records/records.ts';
import { type OrderCase } from './order-case.ts';

/** Labels, flags and how long a sell is valid. */
export const TERM_CASES: readonly OrderCase[] = [
  ['a label of 65 characters', { label: 'x'.repeat(65) }, {}, ['error label label_too_long']],
  ['a label of 64 emoji', { label: '🦊'.repeat(64) }, {}, []],
  ['a label of 65 emoji', { label: '🦊'.repeat(65) }, {}, ['error label label_too_long']],
  ['NUL in a label', { label: 'a\u0000b' }, {}, ['error label label_control_character']],
  ['a newline in a label', { label: 'a\nb' }, {}, ['error label label_control_character']],
  ['a bidi override in a label', { label: 'a\u202eb' }, {}, ['error label label_control_character']],
  ['markup in a label', { label: '</script>' }, {}, []],
  [
    'a label used before',
    { label: 'hedge' },
    { isLabelInUse: (label) => label === 'hedge' },
    ['error label label_in_use'],
  ],
  ['half a character in a label', { label: 'a\ud800b' }, {}, ['error label label_control_character']],
  ['a blank at the end of a label', { label: 'hedge ' }, {}, ['error label label_outer_blanks']],
  ['a soft hyphen in a label', { label: 'a\u00adb' }, {}, ['error label label_control_character']],
  ['a joined emoji in a label', { label: '👩\u200d🚀' }, {}, []],
  [
    'post only with IOC',
    { post_only: true, time_in_force: 'immediate_or_cancel' },
    {},
    ['error post_only post_only_needs_gtc'],
  ],
  [
    'post only with FOK',
    { post_only: true, time_in_force: 'fill_or_kill' },
    {},
    ['error post_only post_only_needs_gtc'],
  ],
  [
    'post only for the day',
    { post_only: true, time_in_force: 'good_til_day' },
    {},
    ['error post_only post_only_needs_gtc'],
  ],
  [
    'post only at market',
    { type: 'market', price: '', post_only: true },
    {},
    ['error post_only post_only_needs_price'],
  ],
  ['reject without post only', { reject_post_only: true }, {}, ['error reject_post_only reject_needs_post_only']],
  [
    'reduce only on spot',
    { reduce_only: true },
    { instrument: perpetual({ kind: 'spot', instrument_type: 'linear' }) },
    ['error reduce_only reduce_only_on_spot'],
  ],
  ['mmp on a market order', { type: 'market', price: '', mmp: true }, {}, ['error mmp mmp_needs_limit']],
  ['mmp on an account without it', { mmp: true }, { isMmpEnabled: false }, ['error mmp mmp_not_enabled']],
  ['mmp on an account with it', { mmp: true }, { isMmpEnabled: true }, []],
  ['mmp on an account that does not say', { mmp: true }, { isMmpEnabled: null }, []],
  ['valid for two round trips', { valid_for_ms: 2000 }, { roundTripMs: 1000 }, []],
  ['valid for less', { valid_for_ms: 2000 }, { roundTripMs: 1001 }, ['warning valid_for_ms valid_for_short']],
  ['valid for less on a link that was not seen', { valid_for_ms: 1000 }, { roundTripMs: null }, []],
  ['valid for no time', { valid_for_ms: 0 }, {}, ['error valid_for_ms valid_for_out_of_range']],
  ['valid for an hour', { valid_for_ms: 3_600_000 }, {}, ['error valid_for_ms valid_for_out_of_range']],
];
