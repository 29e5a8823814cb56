import { isStanding, useAlerts } from '../../stores/alerts-store.ts';
import { useNow } from '../../stores/now.ts';

/** How many alerts stand, in the status bar: their news passes, and this stays until they are over, snoozed or gone. */
export function StandingAlerts({ onShow }: { readonly onShow: () => void }) {
  // A snooze ends by itself.
  useNow();
  const rules = useAlerts((state) => state.rules);
  const statuses = useAlerts((state) => state.statuses);
  const count = rules.filter((rule) => isStanding(rule, statuses)).length;
  if (count === 0) return null;
  return (
    <button type="button" className="status-link status-attention" onClick={onShow}>
      {count === 1 ? '⚠ 1 alert' : `⚠ ${count} alerts`}
    </button>
  );
}
