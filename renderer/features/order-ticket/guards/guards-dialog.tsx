import { Fragment, useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { GUARD_LIMITS, type GuardSettings } from '../../../../shared/orders/limits/guard-settings.ts';
import { NO_POLICY } from '../../../../shared/profiles/policy.ts';
import { usePanelCommand } from '../../../actions/panel-commands.ts';
import { useBackend } from '../../../api/backend.ts';
import { describeFailure, readFailure } from '../../../api/failure-text.ts';
import { useSession } from '../../../stores/session-store.ts';
import { Dialog } from '../../../ui/controls/dialog.tsx';
import { describeCeilings, GUARD_WORDS } from '../../../ui/words/policy-words.ts';
import { AmountRows, UnitAdder } from './guard-amount-rows.tsx';
import { GuardRow } from './guard-row.tsx';
import { describeBeginnings, GUARD_TIERS, TIER_NAMES } from './guards-form.ts';
import { useGuards } from './use-guards.ts';
import { Working } from '../../../ui/working.tsx';
import './guards.css';

/** Opens the profile's limits against slips of the hand. */
export function GuardsButton() {
  const [isOpen, setOpen] = useState(false);
  usePanelCommand('ticket.guards', () => setOpen(true));
  return (
    <>
      <button
        type="button"
        className="bar-button"
        title="Limits of this profile against slips"
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
  const policy = useSession((state) => state.session?.policy) ?? NO_POLICY;
  const fixed = describeCeilings(policy);
  const { form, setForm, named, setNamed, problems, isBad, changeAmounts, save } = useGuards(guards, policy, onClose);
  const said = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (problems.length > 0) said.current?.scrollIntoView({ block: 'nearest' });
  }, [problems]);
  const isByUnit = Object.keys(form.amounts).length > 0;

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
          const { name, unit: own } = GUARD_WORDS[limit];
          const isAmount = limit === 'maxAmount';
          return (
            <Fragment key={limit}>
              {isAmount ? (
                <AmountRows
                  amounts={form.amounts}
                  isBad={(tier, ofUnit) => isBad(tier, limit, ofUnit)}
                  isFixed={(ofUnit) => Object.hasOwn(policy.amount_ceilings, ofUnit)}
                  onChange={changeAmounts}
                />
              ) : null}
              <GuardRow
                limit={limit}
                unit={isAmount && isByUnit ? 'any other unit' : own}
                name={name}
                texts={{ soft: form.soft[limit], hard: form.hard[limit] }}
                isBad={(tier) => isBad(tier, limit, null)}
                onChange={(tier, text) => setForm({ ...form, [tier]: { ...form[tier], [limit]: text } })}
              />
              {isAmount ? (
                <UnitAdder
                  amounts={form.amounts}
                  others={{ soft: form.soft[limit], hard: form.hard[limit] }}
                  text={named}
                  onType={setNamed}
                  onChange={(amounts) => setForm({ ...form, amounts })}
                />
              ) : null}
            </Fragment>
          );
        })}
        <span>Equal orders within</span>
        <input
          type="text"
          inputMode="decimal"
          maxLength={7}
          aria-label="Equal orders within, seconds"
          value={form.duplicateSeconds}
          onChange={(event) => setForm({ ...form, duplicateSeconds: event.target.value })}
        />
        <span className="muted">seconds ask</span>
        <span />
      </div>
      <p className="muted">{describeBeginnings()}</p>
      <p className="muted">
        Past the first limit an order asks you to accept it. Past the second it is not sent. A Block RFQ has its own
        worth limit. A repeated one asks like an order. The terminal’s back end enforces all of it.
      </p>
      {fixed === '' ? null : <p className="muted">Fixed by the policy of this machine: {fixed}.</p>}
      <div className="dialog-end">
        <span className="dialog-said" role="alert" ref={said}>
          {problems.map(({ message }) => message).join(' ')}
        </span>
        <button type="submit" className="button button-primary">
          Save guards
        </button>
      </div>
    </form>
  );
}
