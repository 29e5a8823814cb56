import { assertNever } from '../../../shared/result.ts';
import type { ProfileView } from '../../../shared/ipc/session-schema.ts';

/** What the badge says: the kind of service in words that leave no doubt about whose money it is. */
export function describeProfile(profile: ProfileView): { readonly mark: string; readonly text: string } {
  switch (profile.kind) {
    case 'simulator':
      return { mark: '◆', text: 'SIMULATOR · paper money' };
    case 'test':
      return { mark: '▲', text: 'TEST · test money' };
    case 'live':
      return { mark: '●', text: 'LIVE · real money' };
    case 'custom':
      return { mark: '■', text: `CUSTOM · ${profile.name}` };
    default:
      return assertNever(profile.kind);
  }
}
