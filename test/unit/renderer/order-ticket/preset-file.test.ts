import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  offerPresets,
  readPresetFile,
  takePresets,
  writePresetFile,
} from '../../../../renderer/features/order-ticket/presets/preset-file.ts';
import { type Preset, presetListSchema, scopeKey } from '../../../../shared/orders/presets.ts';

const BTC: Preset = {
  scope: { instrument_name: null, currency: 'BTC', kind: null },
  values: { post_only: true, type: 'limit' },
};
const OPTIONS: Preset = {
  scope: { instrument_name: null, currency: null, kind: 'option' },
  values: { time_in_force: 'good_til_day' },
};

const scope = fc.oneof(
  fc.record({
    instrument_name: fc.stringMatching(/^[A-Z]{3}-[0-9]{1,4}$/),
    currency: fc.constant(null),
    kind: fc.constant(null),
  }),
  fc.record({
    instrument_name: fc.constant(null),
    currency: fc.constantFrom('BTC', 'ETH'),
    kind: fc.constantFrom(null, 'option' as const, 'future' as const),
  }),
);
const presets = fc.uniqueArray(
  fc.record({ scope, values: fc.record({ post_only: fc.boolean(), mmp: fc.boolean() }, { requiredKeys: ['mmp'] }) }),
  { selector: (preset) => scopeKey(preset.scope), maxLength: 12 },
);

describe('a file of presets', () => {
  it('is read as it was written, and taken it leaves nothing to offer; none of the others is lost', () => {
    fc.assert(
      fc.property(presets, presets, (own, other) => {
        const read = readPresetFile(writePresetFile(other));
        expect(read).toEqual({ ok: true, value: other });
        const taken = takePresets(own, offerPresets(own, other));
        expect(presetListSchema.safeParse(taken).success).toBe(true);
        expect(offerPresets(taken, other)).toEqual([]);
        const keys = (list: readonly Preset[]) => new Set(list.map((preset) => scopeKey(preset.scope)));
        expect(keys(taken)).toEqual(new Set([...keys(own), ...keys(other)]));
      }),
    );
  });

  it('offers what is new and what replaces another, and not what is here as it is', () => {
    const other = { ...BTC, values: { type: 'market' as const } };
    const same = { ...OPTIONS };
    expect(offerPresets([BTC, OPTIONS], [other, same])).toEqual([{ preset: other, before: BTC }]);
    expect(offerPresets([], [BTC])).toEqual([{ preset: BTC, before: null }]);
    const turned = { ...BTC, values: { type: 'limit' as const, post_only: true } };
    expect(offerPresets([BTC], [turned])).toEqual([]);
  });

  const file = (changes: object) =>
    JSON.stringify({ format: 'strikedesk-presets', version: 1, presets: [BTC], ...changes });

  it.each([
    ['no JSON', '{', /This is no list of presets/],
    ['a list', '[]', /This is no list of presets/],
    ['a workspace', JSON.stringify({ format: 'strikedesk-workspace', version: 1 }), /This is no list of presets/],
    ['of a later version', file({ version: 2 }), /version 2, from a newer terminal/],
    ['without a version', file({ version: undefined }), /“version” must be 1/],
    ['with a member that is not known', file({ caps: {} }), /The file’s content is wrong/],
    [
      'with a flag that is not known',
      file({ presets: [{ ...BTC, values: { hidden: true } }] }),
      /“presets.0.values” is wrong/,
    ],
    [
      'with a wrong type',
      file({ presets: [{ ...BTC, values: { type: 'Limit' } }] }),
      /“presets.0.values.type” is wrong/,
    ],
    ['with text for a list', file({ presets: 'all' }), /“presets” is wrong: it must be a list\./],
    ['with a member it may not have', file({ caps: {} }), /^The file’s content is wrong: it may not have “caps”\.$/],
    ['with two for one scope', file({ presets: [BTC, BTC] }), /two presets for the same scope/],
    ['that sets nothing', file({ presets: [{ ...BTC, values: {} }] }), /sets nothing/],
    [
      'with an amount of nothing',
      file({ presets: [{ ...BTC, values: { amount: { value: '0', unit: 'USD' } } }] }),
      /amount.value/,
    ],
    ['with a prototype', '{"format":"strikedesk-presets","version":1,"presets":[],"__proto__":{}}', /content is wrong/],
  ])('%s is none, and says why', (_name, text, reason) => {
    const read = readPresetFile(text);
    expect(read.ok ? '' : read.error).toMatch(reason);
  });
});
