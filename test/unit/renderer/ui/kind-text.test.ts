import { expect, it } from 'vitest';
import { nameKind } from '../../../../renderer/ui/words/kind-text.ts';

it.each([
  ['BTC-PERPETUAL', 'future', 'perpetual'],
  ['BTC_USDC-PERPETUAL', 'future', 'perpetual'],
  ['BTC-27MAR27', 'future', 'future'],
  ['BTC-FS-27MAR27_PERP', 'future_combo', 'future combo'],
  ['BTC-27MAR27-100000-C', 'option', 'option'],
])('%s, a %s to the service, is a %s', (instrument_name, kind, text) => {
  expect(nameKind({ instrument_name, kind })).toBe(text);
});
