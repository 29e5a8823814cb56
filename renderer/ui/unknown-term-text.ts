import { showForeign } from './order-words/foreign-text.ts';
import { spell } from './words/spell.ts';

const NAMES: Readonly<Record<string, string>> = {
  kind: 'kind',
  instrument_type: 'type',
  strike: 'strike',
  option_type: 'option type',
  expiration_timestamp: 'expiry',
};

/** Why an instrument can't be traded here, by the term of it that is not known (`findUnknownTerm`). */
export function describeUnknownTerm({ field = '', value = '' }: Readonly<Record<string, string>>): string {
  const name = NAMES[field] ?? spell(field);
  return value === ''
    ? `The service does not give its ${name}. It can’t be traded here.`
    : `Its ${name} “${showForeign(value)}” is not known to this terminal. It can’t be traded here.`;
}
