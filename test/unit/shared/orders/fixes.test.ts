import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_SIGNIFICANT_DIGITS, parseDecimal, significantDigits } from '../../../../shared/decimal.ts';
import type { OrderDraft } from '../../../../shared/orders/draft.ts';
import { DEFAULT_GUARDS, type OrderFacts } from '../../../../shared/orders/facts.ts';
import type { Issue } from '../../../../shared/orders/issue.ts';
import { checkDraft } from '../../../../shared/orders/rules.ts';
import {
  option,
  optionTicker,
  perpetual,
  perpetualTicker,
  orderDraft,
  orderFacts,
} from '../../../support/records/records.ts';

type Case = readonly [name: string, draft: Partial<OrderDraft>, code: string, fixes: readonly string[]];

const SPOT = { instrument: perpetual({ kind: 'spot' }), ticker: perpetualTicker() };
const OPTION = { instrument: option(), ticker: optionTicker({ mark_iv: 34, underlying_price: 99_000 }) };
const ofOption = { instrument_name: OPTION.instrument.instrument_name, amount: '1' };

function errorsOf(draft: Partial<OrderDraft>, facts: Partial<OrderFacts>): Issue[] {
  return checkDraft(orderDraft(draft), orderFacts(facts)).filter(({ severity }) => severity === 'error');
}

/** The draft with a fix in its field: numbers and label as text, flags and milliseconds as what they are. */
function apply(draft: Partial<OrderDraft>, { field, value }: Issue['fixes'][number]): Partial<OrderDraft> {
  if (value === 'false') return { ...draft, [field]: false };
  return { ...draft, [field]: field === 'valid_for_ms' ? Number(value) : value };
}

const CASES: readonly (readonly [Partial<OrderFacts>, readonly Case[]])[] = [
  [
    {},
    [
      ['a label that is too long', { label: 'a'.repeat(70) }, 'label_too_long', [`label ${'a'.repeat(64)}`]],
      [
        'one that would end in a blank',
        { label: `${'a'.repeat(63)} bc` },
        'label_too_long',
        [`label ${'a'.repeat(63)}`],
      ],
      ['a hidden character', { label: 'he\u202Edge' }, 'label_control_character', ['label hedge']],
      ['nothing but hidden ones', { label: '\u0007' }, 'label_control_character', ['label ']],
      ['blanks around a hidden one', { label: ' a\u0000b ' }, 'label_control_character', ['label ab']],
      ['a deadline too soon', { valid_for_ms: 100 }, 'valid_for_out_of_range', ['valid_for_ms 1000']],
      ['a deadline too late', { valid_for_ms: 90_000 }, 'valid_for_out_of_range', ['valid_for_ms 30000']],
      ['too many digits of an amount', { amount: '1000.0000000000000001' }, 'amount_too_precise', ['amount 1000']],
      [
        'too many digits off the step',
        { amount: '1234.5678901234567' },
        'amount_too_precise',
        ['amount 1230', 'amount 1240'],
      ],
      [
        'too many digits of a price',
        { price: '97867.12345678901234' },
        'price_too_precise',
        ['price 97867', 'price 97867.5'],
      ],
      [
        'too many digits of contracts',
        { amount: '', contracts: '100.00000000000000001' },
        'number_too_precise',
        ['contracts 100'],
      ],
      [
        'too many digits of a trigger',
        { type: 'stop_market', price: '', trigger: 'mark_price', trigger_price: '96000.00000000000001' },
        'number_too_precise',
        ['trigger_price 96000'],
      ],
      [
        'too many digits of an offset',
        { type: 'trailing_stop', price: '', trigger: 'mark_price', trigger_offset: '100.2000000000000001' },
        'number_too_precise',
        ['trigger_offset 100', 'trigger_offset 100.5'],
      ],
      [
        'too many digits of an iceberg',
        { display_amount: '5000.0000000000000001' },
        'number_too_precise',
        ['display_amount 5000'],
      ],
      [
        'contracts that are another size',
        { amount: '1000', contracts: '50' },
        'contracts_mismatch',
        ['contracts 100', 'amount 500'],
      ],
      [
        'post only that may not rest',
        { post_only: true, time_in_force: 'good_til_day' },
        'post_only_needs_gtc',
        ['time_in_force good_til_cancelled', 'post_only false'],
      ],
      [
        'post only at market',
        { type: 'market', price: '', post_only: true },
        'post_only_needs_price',
        ['post_only false'],
      ],
      ['reject alone', { reject_post_only: true }, 'reject_needs_post_only', ['reject_post_only false']],
      ['mmp at market', { type: 'market', price: '', mmp: true }, 'mmp_needs_limit', ['mmp false']],
    ],
  ],
  [{ isMmpEnabled: false }, [['mmp that the account lacks', { mmp: true }, 'mmp_not_enabled', ['mmp false']]]],
  [SPOT, [['reduce only on spot', { reduce_only: true }, 'reduce_only_on_spot', ['reduce_only false']]]],
  [
    OPTION,
    [
      [
        'post only by volatility',
        { ...ofOption, price: '34', advanced: 'implv', post_only: true },
        'post_only_with_advanced',
        ['post_only false'],
      ],
    ],
  ],
];

describe.each(CASES)('what mends a sell', (facts, cases) => {
  it.each(cases)('with %s', (_name, draft, code, fixes) => {
    const found = errorsOf(draft, facts).find((error) => error.code === code);
    expect(found?.fixes.map(({ field, value }) => `${field} ${value}`)).toEqual(fixes);
    for (const fix of found?.fixes ?? []) {
      expect(errorsOf(apply(draft, fix), facts).filter(({ field }) => field === fix.field)).toEqual([]);
    }
  });
});

it('a label that was used before once it is mended gets the next number', () => {
  const facts = { isLabelInUse: (label: string) => label === 'hedge' || label === 'hedge-2' };
  const [found] = errorsOf({ label: ' hedge ' }, facts);
  expect(found?.fixes).toEqual([{ field: 'label', value: 'hedge-3' }]);
});

it('a deadline is offered within narrow limits of the profile', () => {
  const guards = { ...DEFAULT_GUARDS, leastValidForMs: 11_000, mostValidForMs: 12_000 };
  const offered = (valid_for_ms: number) => errorsOf({ valid_for_ms }, { guards })[0]?.fixes[0]?.value;
  expect([offered(5000), offered(60_000)]).toEqual(['11000', '12000']);
});

it('no label is offered that the rules refuse', () => {
  const anyText = fc.array(fc.constantFrom('a', 'é', '🦊', ' ', '\u0000', '\u202E', '\n', '-9'), { maxLength: 80 });
  fc.assert(
    fc.property(anyText, (parts) => {
      const label = parts.join('');
      for (const { fixes } of errorsOf({ label }, {})) {
        for (const fix of fixes) expect(errorsOf({ label: fix.value }, {})).toEqual([]);
      }
    }),
  );
});

it('no number is offered with more digits than can be sent', () => {
  const digits = fc.stringMatching(/^[1-9]\d{0,11}\.\d{1,24}$/);
  fc.assert(
    fc.property(digits, (text) => {
      for (const { field, fixes } of errorsOf({ amount: text, price: text }, {})) {
        for (const { value } of fixes) {
          const number = parseDecimal(value);
          expect(number === null ? 0 : significantDigits(number), field).toBeLessThanOrEqual(MAX_SIGNIFICANT_DIGITS);
        }
      }
    }),
  );
});
