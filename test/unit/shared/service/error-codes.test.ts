import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { classifyErrorCode, ERROR_CODE, SERVICE_ERROR_CODES } from '../../../../shared/service/error-codes.ts';

const table = z
  .tuple([z.looseObject({ response: z.array(z.looseObject({ code: z.number(), message: z.string() })) })])
  .parse(
    JSON.parse(
      readFileSync(join(import.meta.dirname, '../../../support/records/service-samples/error_codes.json'), 'utf8'),
    ),
  );
/** Code 0 is the documentation's row for "no error". */
const documented = table[0].response.filter(({ code }) => code !== 0);

/** Placeholders and wording around the name are the documentation's. */
const nameOf = (message: string): string => message.replace(/\s*<[^>]+>/g, '').trim();

describe('the table of error codes', () => {
  it('has every documented code under its documented name', () => {
    expect(documented.length).toBeGreaterThanOrEqual(150);
    const missing = documented.filter(({ code, message }) => {
      const known = SERVICE_ERROR_CODES.get(code);
      return known === undefined || !known.name.split(' / ').includes(nameOf(message));
    });
    expect(missing).toEqual([]);
  });

  it('has no other code but those that only other sources name', () => {
    const codes = new Set(documented.map(({ code }) => code));
    const others = [...SERVICE_ERROR_CODES.keys()].filter((code) => !codes.has(code));
    // Facts, sections 2 and 3: 9999 and 10008 by another client, 10050 and 13668 by articles of their own.
    expect(others).toEqual([9_999, 10_008, 10_050, 13_668]);
  });

  it('takes as proof of nothing exactly the codes that prove nothing', () => {
    const unproven = [...SERVICE_ERROR_CODES].filter(([, { class: errorClass }]) => errorClass === 'unknown');
    expect(unproven.map(([code]) => code)).toEqual([10_001, 10_050, 11_031, 11_094, 13_008, 13_028]);
    expect([0, 1, -1, 77_777, Number.NaN].map(classifyErrorCode)).toEqual(Array.from({ length: 5 }, () => 'unknown'));
  });

  it('knows every code that the code names', () => {
    for (const code of Object.values(ERROR_CODE)) expect(SERVICE_ERROR_CODES.has(code)).toBe(true);
  });
});
