import { sessionStore } from '../../stores/session-store.ts';
import type { Provenance } from './workbook.ts';

/** Terminal, account and connection of exported rows. */
export function describeProfile(subject: string): Provenance {
  const { session, status } = sessionStore.getState();
  const profile = session?.profile;
  return [
    ['Source', `Strikedesk ${session?.version ?? ''}, ${subject}`],
    ['Profile', profile === undefined ? 'not known' : `${profile.name} (${profile.kind}), ${profile.service_origin}`],
    ['Connection', status?.connection ?? 'not known'],
  ];
}
