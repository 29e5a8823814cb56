import { useState } from 'react';
import { distinctMakers, LEAST_ANONYMOUS_MAKERS } from '../../../../shared/rfq/draft.ts';
import { Allocations } from '../composer/allocations.tsx';
import { IssueList } from '../composer/issues-under.tsx';
import { MakerDirectory } from './maker-directory.tsx';
import { showForeign } from '../../../ui/order-words/foreign-text.ts';
import { knownMakers, makerGroups } from './makers.ts';
import { setForm, toggleMaker } from '../../../stores/rfq/rfq-store.ts';
import type { RfqView } from '../use-rfq.ts';

/** Who is asked and what they learn, and the parts of the amount. */
export function MakersBox({ view }: { readonly view: RfqView }) {
  const { form, verdict } = view;
  const [typed, setTyped] = useState('');
  const [isDirectoryOpen, setDirectoryOpen] = useState(false);
  const issues = verdict.issues.filter(({ place }) => place.part === 'maker' || place.part === 'disclosed');
  const count = distinctMakers(form.makers).length;
  const known = knownMakers(view);
  return (
    <section className="rfq-box rfq-asked" aria-label="Makers and disclosure">
      <h4>Makers and disclosure</h4>
      <div className="rfq-makers" role="group" aria-label="Makers at once">
        <button type="button" className="rfq-fix" onClick={() => setForm({ makers: known })}>
          All {known.length}
        </button>
        <button type="button" className="rfq-fix" disabled={count === 0} onClick={() => setForm({ makers: [] })}>
          None
        </button>
        {makerGroups(view.board).map((group) => {
          const isIn = group.makers.every((name) => form.makers.includes(name));
          return (
            <button
              key={group.name}
              type="button"
              className="button rfq-group"
              aria-pressed={isIn}
              title={`${isIn ? 'Leave out' : 'Ask'} ${group.makers.join(', ')}`}
              onClick={() => {
                const others = form.makers.filter((name) => !group.makers.includes(name));
                setForm({ makers: isIn ? others : [...others, ...group.makers] });
              }}
            >
              {group.name} {group.makers.length}
            </button>
          );
        })}
        <button type="button" className="rfq-fix" onClick={() => setDirectoryOpen(true)}>
          Directory
        </button>
      </div>
      <div className="rfq-makers">
        {known.map((name) => (
          <label key={name} className="rfq-maker">
            <input type="checkbox" checked={form.makers.includes(name)} onChange={() => toggleMaker(name)} />
            {showForeign(name)}
          </label>
        ))}
        <input
          className="rfq-input"
          aria-label="Name another maker"
          placeholder="another, Enter"
          // Far more than a name may have: what is too long is said, not cut.
          maxLength={512}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || typed.trim() === '') return;
            setForm({ makers: [...form.makers, typed.trim()] });
            setTyped('');
          }}
        />
      </div>
      <div className="rfq-row">
        <span>Disclosure</span>
        <span className="rfq-choice" role="radiogroup" aria-label="Disclosure">
          {([true, false] as const).map((disclosed) => (
            <label key={String(disclosed)}>
              <input
                type="radio"
                name="rfq-disclosed"
                checked={form.disclosed === disclosed}
                onChange={() => setForm({ disclosed })}
              />
              {disclosed ? 'Disclosed' : 'Anonymous'}
            </label>
          ))}
        </span>
      </div>
      <p className="muted" title={describeSeen(count, form.disclosed)}>
        <span className="rfq-said-below">{describeSeen(count, form.disclosed)} </span>
        {describeNeeded(count)}
      </p>
      <IssueList issues={issues} />
      <Allocations view={view} />
      {isDirectoryOpen ? <MakerDirectory view={view} onClose={() => setDirectoryOpen(false)} /> : null}
    </section>
  );
}

function describeSeen(count: number, disclosed: boolean): string {
  const asked = count === 0 ? 'Every available maker' : count === 1 ? 'One maker' : `${count} makers`;
  return disclosed
    ? `${asked} will see legs, size and your alias. You will see theirs.`
    : `${asked} will see legs and size but not your alias. You won’t see theirs.`;
}

function describeNeeded(count: number): string {
  return `To stay anonymous, name at least ${LEAST_ANONYMOUS_MAKERS} makers: ${count === 1 ? '1 is' : `${count} are`} named.`;
}
