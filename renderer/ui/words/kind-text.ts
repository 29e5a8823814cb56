import { spell } from './spell.ts';

/** The kind of an instrument as traders say it: the service lists perpetuals as futures. */
export function nameKind({ instrument_name: name, kind }: { readonly instrument_name: string; readonly kind: string }) {
  return kind === 'future' && name.endsWith('-PERPETUAL') ? 'perpetual' : spell(kind);
}
