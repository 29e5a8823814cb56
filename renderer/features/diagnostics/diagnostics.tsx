import { useQuery } from '@tanstack/react-query';
import type { MethodLatency } from '../../../shared/ipc/schemas/session-schema.ts';
import { useBackend } from '../../api/backend.ts';
import { useNow } from '../../stores/now.ts';
import { useOrders } from '../../stores/orders/orders-store.ts';
import { readServiceNow, useSession } from '../../stores/session-store.ts';
import { FieldGroups } from '../../ui/controls/field-groups.tsx';
import { usePanelFrame } from '../../ui/panel-frame.ts';
import { Note, Panel } from '../../ui/panel.tsx';
import { describeStanding } from './diagnostics-groups.ts';
import './diagnostics.css';

/** What is not told by itself is asked for this often, while the panel is looked at. */
const ASK_EVERY_MS = 5000;

/** How the terminal itself stands: connection, latency, clock, requests, polls, journal and undecided sells, each explained. */
export function Diagnostics() {
  const session = useSession((state) => state.session);
  const status = useSession((state) => state.status);
  const isLost = useSession((state) => state.link === 'lost');
  const entries = useOrders((state) => state.entries);
  const isListed = useOrders((state) => state.isListed);
  const journalEntries = useJournalEntries();
  const methods = useMethods();
  useNow();
  const undecided = [...entries.values()]
    .map(({ row }) => row)
    .filter(({ outcome }) => outcome === 'unknown' || outcome === 'sending');
  return (
    <Panel label="Diagnostics" title="Diagnostics">
      <div className="panel-body diagnostics-body" role="region" tabIndex={0} aria-label="Diagnostics in full">
        {isLost ? (
          <Note title="The terminal’s back end is not answering" tone="bad">
            The rows below are older.
          </Note>
        ) : null}
        {session === null || status === null ? (
          <Note isBusy title="Opening the session…" />
        ) : (
          <FieldGroups
            groups={describeStanding({
              session,
              status,
              undecided,
              isListed,
              methods,
              journalEntries,
              nowMs: readServiceNow(),
            })}
          />
        )}
      </div>
    </Panel>
  );
}

function useJournalEntries(): number | null {
  const { client } = useBackend();
  const isShown = usePanelFrame()?.isShown ?? true;
  const { data } = useQuery({
    queryKey: ['journal-entries'],
    queryFn: () => client.request('journal.read', { before: null, text: '', kinds: [], limit: 1, verify: false }),
    enabled: isShown,
    refetchInterval: ASK_EVERY_MS,
  });
  return data?.total ?? null;
}

function useMethods(): readonly MethodLatency[] | null {
  const { client } = useBackend();
  const isShown = usePanelFrame()?.isShown ?? true;
  const { data } = useQuery({
    queryKey: ['method-latencies'],
    queryFn: () => client.request('session.latencies', null),
    enabled: isShown,
    refetchInterval: ASK_EVERY_MS,
  });
  return data ?? null;
}
