import type { AmendDraft } from '../../../../shared/execution/amend-draft.ts';
import type { AmendCheck } from '../../../../shared/ipc/schemas/amend-schema.ts';
import { formatDecimal } from '../../../ui/words/shown.ts';

/** What would be sent, and where the order stands then. */
export function AmendPreview({
  check,
  unit,
  draft,
}: {
  readonly check: AmendCheck | null;
  readonly unit: string;
  readonly draft: AmendDraft;
}) {
  if (check === null) return <p className="muted">Being worked out…</p>;
  const { total, size_ahead: ahead, request } = check;
  if (request === null) return <p className="muted">Shown once the amend is complete and correct.</p>;
  const crossing = draft.post_only && draft.reject_post_only;
  return (
    <ul>
      {total === null ? null : (
        <li className="step">
          Sends the total <b className="number">{formatDecimal(total)}</b> {unit}. A fill on the way leaves less.
        </li>
      )}
      <li className="step">
        {ahead === null ? 'Size ahead: beyond the levels known.' : `Size ahead: ${formatDecimal(ahead)} ${unit}.`}
      </li>
      {crossing ? (
        <li className="step step-attention">If it would trade at once, the service cancels the order.</li>
      ) : null}
    </ul>
  );
}
