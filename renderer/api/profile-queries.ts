import { useQuery } from '@tanstack/react-query';
import type { KeyFinding, ProfilesAction } from '../../shared/ipc/schemas/profile-schema.ts';
import type { ProfileProblem } from '../../shared/profiles/profile.ts';
import { useBackend } from './backend.ts';
import { describeFailure, readFailure } from './failure-text.ts';
import { useIsConnected } from './queries.ts';

const PROFILES_KEY = ['profiles'] as const;
/** Whether something is pending changes by itself. */
const READ_AGAIN_MS = 2000;

/** What became of an action: `problems` is empty when it was done. */
export interface ActionEnd {
  readonly problems: readonly ProfileProblem[];
  readonly findings: readonly KeyFinding[] | null;
}

/** Every profile with credentials and policy, read as long as somebody shows them. */
export function useProfiles() {
  const { client } = useBackend();
  const isConnected = useIsConnected();
  return useQuery({
    queryKey: PROFILES_KEY,
    queryFn: () => client.request('profiles.read', null),
    enabled: isConnected,
    refetchInterval: READ_AGAIN_MS,
    refetchOnWindowFocus: false,
  });
}

/** Sends a command to the back end. A failure is a problem like any other. */
export function useProfileAction(): (action: ProfilesAction) => Promise<ActionEnd> {
  const { client, queries } = useBackend();
  return async (action) => {
    try {
      const { view, problems, findings } = await client.request('profiles.save', action);
      queries.setQueryData(PROFILES_KEY, view);
      return { problems, findings };
    } catch (error) {
      return { problems: [{ field: 'profile', message: describeFailure(readFailure(error)) }], findings: null };
    }
  };
}
