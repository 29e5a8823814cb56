import type { Session } from '../../shared/ipc/schemas/session-schema.ts';
import { type Action, NOT_OPEN } from '../actions/action.ts';
import { openDialog } from '../stores/workspace/dialog-store.ts';

type Kind = Session['profile']['kind'] | null;

/**
 * The ways into the profiles; `kind` is that of the profile that is open, null before there is one. Where the session can't be
 * opened (`isRefused`), another profile may be what helps.
 */
export function profileActions(kind: Kind, isRefused = false): readonly Action[] {
  const unknown = kind === null ? NOT_OPEN : null;
  const unreachable = isRefused ? null : unknown;
  const ofKey = unknown ?? (kind === 'simulator' ? 'The simulator makes its own key at each start.' : null);
  return [
    {
      id: 'profiles.open',
      title: 'Profiles…',
      group: 'Profiles',
      explanation: 'All profiles, which one is open, and how to change it.',
      words: 'account service switch connect live test simulator vault policy',
      key: null,
      whyNot: unreachable,
      run: () => openDialog('profiles'),
    },
    {
      id: 'profiles.add',
      title: 'Add a profile…',
      group: 'Profiles',
      explanation: 'Another service or account, with its own key, orders and journal.',
      words: 'new account service',
      key: null,
      whyNot: unreachable,
      run: () => openDialog('profile_add'),
    },
    {
      id: 'profiles.key',
      title: 'Set the key of this profile…',
      group: 'Profiles',
      explanation: 'Client id and secret are entered once and never shown again.',
      words: 'credentials secret api',
      key: null,
      whyNot: ofKey,
      run: () => openDialog('profile_key'),
    },
    {
      id: 'profiles.test',
      title: 'Test the key of this profile',
      group: 'Profiles',
      explanation: 'Asks the service what the key may do, line by line. Sends no order.',
      words: 'credentials check api rights scope connection',
      key: null,
      whyNot: unknown,
      run: () => openDialog('profile_test'),
    },
  ];
}
