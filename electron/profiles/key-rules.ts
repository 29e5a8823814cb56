import type { AuthScheme, ProfileProblem } from '../../shared/profiles/profile.ts';

const MOST_ID_CHARACTERS = 256;
const MOST_SECRET_CHARACTERS = 1024;
const PRINTABLE = /^[\x21-\x7e]*$/u;

/** What is wrong with a key, by field. No message repeats any of it. */
export function judgeKey(scheme: AuthScheme, clientId: string, clientSecret: string): ProfileProblem[] {
  const problems: ProfileProblem[] = [];
  const wrong = (field: 'client_id' | 'client_secret', message: string) => problems.push({ field, message });
  if (clientId === '') wrong('client_id', 'The client id is missing. The service shows it beside the key.');
  else if (!PRINTABLE.test(clientId) || clientId.length > MOST_ID_CHARACTERS) {
    wrong(
      'client_id',
      `The client id does not fit. Use up to ${MOST_ID_CHARACTERS} letters, digits and signs, without blanks.`,
    );
  } else if (scheme === 'basic' && clientId.includes(':')) {
    wrong('client_id', 'The client id can’t hold a colon here.');
  } else if (scheme === 'signature' && !/^[\w.~-]+$/u.test(clientId)) {
    wrong('client_id', 'The client id must be letters, digits and . _ ~ - only where calls are signed.');
  }
  if (clientSecret === '') wrong('client_secret', 'The client secret is missing.');
  else if (!PRINTABLE.test(clientSecret) || clientSecret.length > MOST_SECRET_CHARACTERS) {
    wrong(
      'client_secret',
      `The client secret does not fit. Use up to ${MOST_SECRET_CHARACTERS} letters, digits and signs, without blanks.`,
    );
  }
  return problems;
}
