import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { showForeign } from '../../../../renderer/ui/order-words/foreign-text.ts';

describe('text that the service wrote', () => {
  it('shows what is invisible, and cuts what is endless', () => {
    expect(showForeign('not enough\u202e funds')).toBe('not enough⟨U+202E⟩ funds');
    expect(showForeign('a\u0000b\u200bc')).toBe('a⟨U+0000⟩b⟨U+200B⟩c');
    expect(showForeign('W'.repeat(3000))).toBe(`${'W'.repeat(200)}…`);
    expect(showForeign('</script>')).toBe('</script>');
  });

  it('never holds an invisible character, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(/[\p{Cc}\p{Cf}]/u.test(showForeign(text))).toBe(false);
      }),
    );
  });
});
