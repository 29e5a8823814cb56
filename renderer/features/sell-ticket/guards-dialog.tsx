import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { IpcError } from '../../../shared/ipc/error.ts';
import { GUARD_LIMITS, type GuardLimit, type GuardSettings } from '../../../shared/orders/guard-settings.ts';
import { usePanelCommand } from '../../actions/panel-commands.ts';
import { useBackend } from '../../api/backend.ts';
import { describeFailure, readFailure } from '../../api/failure-text.ts';
import { useSession } from '../../stores/session-store.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { describeCeilings, GUARD_WORDS } from '../../ui/policy-words.ts';
import { echoNumber } from './number-echo.ts';
import { judgeCeilings } from './guard-ceilings.ts';
import {
  describeMerge,
  fillGuards,
  GUARD_TIERS,
  type GuardProblem,
  type GuardsForm,
  mergeGuards,
  readGuards,
  TIER_NAMES,
} from './guards-form.ts';
import { Working } from '../../ui/working.tsx';
import './guards.css';

/** Limits of many digits: they stand once more in groups, below. */
const LARGE: ReadonlySet<GuardLimit> = new Set(['maxNotionalUsd', 'maxAmount', 'maxBlockRfqUsd']);

/** Opens the profile's limits against slips of the hand. */
export function GuardsButton() {
  const [isOpen, setOpen] = useState(false);
  usePanelCommand('ticket.guards', () => setOpen(true));
  return (
    <>
      <button
        type="button"
        className="bar-button"
        title="Limits of this profile against slips of the hand"
        onClick={() => setOpen(true)}
      >
        Guards
      </button>
      {isOpen ? <GuardsDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function GuardsDialog({ onClose }: { readonly onClose: () => void }) {
  const { client } = useBackend();
  const { data, error } = useQuery({
    queryKey: ['guards'],
    queryFn: () => client.request('guards.read', null),
    // What another window set meanwhile must not be overwritten unseen.
    gcTime: 0,
  });
  return (
    <Dialog title="Guards of this profile" isWide onClose={onClose}>
      {error === null ? null : <p className="dialog-problem">{describeFailure(readFailure(error))}</p>}
      {data === undefined ? (
        error === null && <Working text="Reading the guards…" />
      ) : (
        <GuardsFields guards={data} onClose={onClose} />
      )}
    </Dialog>
  );
}

function GuardsFields({ guards, onClose }: { readonly guards: GuardSettings; readonly onClose: () => void }) {
  const { client } = useBackend();
  const ceilings = useSession((state) => state.session?.policy.guard_ceilings);
  // What is saved is saved on this: it stays as it was read, whatever another window does meanwhile.
  const [base, setBase] = useState(guards);
  const [form, setForm] = useState<GuardsForm>(() => fillGuards(guards));
  const [problems, setProblems] = useState<readonly GuardProblem[]>([]);
  const isBad = (tier: string, limit: string): boolean =>
    problems.some((problem) => problem.tier === tier && problem.limit === limit);

  async function save(): Promise<void> {
    const read = readGuards(form);
    if (!read.ok) return setProblems(read.error);
    const above = judgeCeilings(read.value, ceilings ?? {});
    if (above.length > 0) return setProblems(above);
    try {
      await client.request('guards.save', { guards: read.value, base });
      onClose();
    } catch (error) {
      await tellFailure(readFailure(error));
    }
    return undefined;
  }

  async function tellFailure(failure: IpcError): Promise<void> {
    if (failure.code !== 'Conflict') return say(describeFailure(failure));
    try {
      const saved = await client.request('guards.read', null);
      const merged = mergeGuards(fillGuards(base), form, fillGuards(saved));
      setBase(saved);
      setForm(merged.form);
      say(describeMerge(merged));
    } catch (error) {
      say(`${describeFailure(failure)} ${describeFailure(readFailure(error))}`);
    }
    return undefined;
  }

  function say(message: string): void {
    setProblems([{ tier: null, limit: null, message }]);
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className="guards-grid" role="group" aria-label="Limits">
        <span />
        {GUARD_TIERS.map((tier) => (
          <span key={tier} className="guards-head">
            {TIER_NAMES[tier]}
          </span>
        ))}
        <span />
        {GUARD_LIMITS.map((limit) => {
          const { name, unit } = GUARD_WORDS[limit];
          return (
            <div key={limit} className="field-pair">
              <span>{name}</span>
              {GUARD_TIERS.map((tier) => (
                <span key={tier} className="guards-cell">
                  <input
                    type="text"
                    inputMode="decimal"
                    placeholder="no limit"
                    maxLength={32}
                    aria-label={`${name}: ${TIER_NAMES[tier].toLowerCase()}, ${unit}`}
                    aria-invalid={isBad(tier, limit)}
                    value={form[tier][limit]}
                    onChange={(event) => setForm({ ...form, [tier]: { ...form[tier], [limit]: event.target.value } })}
                  />
                  {LARGE.has(limit) ? (
                    <small className="guards-echo number">{echoNumber(form[tier][limit])}</small>
                  ) : null}
                </span>
              ))}
              <span className="muted">{unit}</span>
            </div>
          );
        })}
        <span>Equal sells within</span>
        <input
          type="text"
          inputMode="decimal"
          maxLength={7}
          aria-label="Equal sells within, seconds"
          value={form.duplicateSeconds}
          onChange={(event) => setForm({ ...form, duplicateSeconds: event.target.value })}
        />
        <span className="muted">seconds ask</span>
        <span />
      </div>
      <p className="muted">
        An order past the first limit asks to be accepted; one past the second is not sent. A Block RFQ is held to its
        own worth, and asks like a sell where an equal one went before. The terminal’s back end holds to all of it,
        whatever a window shows.
      </p>
      {Object.keys(ceilings ?? {}).length === 0 ? null : (
        <p className="muted">Fixed by the policy of this machine: {describeCeilings(ceilings ?? {})}.</p>
      )}
      <div className="dialog-end">
        <span className="dialog-said" role="alert">
          {problems.map(({ message }) => message).join(' ')}
        </span>
        <button type="submit" className="button button-primary">
          Save guards
        </button>
      </div>
    </form>
  );
}
