import { useState } from 'react';
import { distinctMakers, LEAST_ANONYMOUS_MAKERS } from '../../../shared/rfq/draft.ts';
import { Allocations } from './allocations.tsx';
import { IssueList } from './issues-under.tsx';
import { setForm, toggleMaker } from './rfq-store.ts';
import type { RfqView } from './use-rfq.ts';

/** Names that the trader used before, those that the service lists, and those chosen now. */
function knownMakers({ board, form }: RfqView): string[] {
  const used = board?.rows.flatMap((row) => row.makers) ?? [];
  return [...new Set([...(board?.listed_makers ?? []), ...used, ...form.makers])];
}

/** Who is asked and what they learn, the parts of the amount, and the label. */
export function MakersBox({ view }: { readonly view: RfqView }) {
  const { form, verdict } = view;
  const [typed, setTyped] = useState('');
  const issues = verdict.issues.filter(({ place }) => place.part === 'maker' || place.part === 'disclosed');
  const labelIssues = verdict.issues.filter(({ place }) => place.part === 'label');
  const count = distinctMakers(form.makers).length;
  return (
    <section className="rfq-box" aria-label="Makers and disclosure">
      <h4>Makers and disclosure</h4>
      <div className="rfq-makers">
        {knownMakers(view).map((name) => (
          <label key={name} className="rfq-maker">
            <input type="checkbox" checked={form.makers.includes(name)} onChange={() => toggleMaker(name)} />
            {name}
          </label>
        ))}
        <input
          className="rfq-input"
          aria-label="Name another maker"
          placeholder="another, Enter"
          maxLength={64}
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
      <p className="muted">{describeDisclosure(count, form.disclosed)}</p>
      <IssueList issues={issues} />
      <Allocations view={view} />
      <div className="rfq-row">
        <label htmlFor="rfq-label">Label</label>
        <input
          id="rfq-label"
          className="rfq-input"
          maxLength={256}
          placeholder="made when sent"
          value={form.label}
          onChange={(event) => setForm({ label: event.target.value })}
        />
      </div>
      <IssueList issues={labelIssues} />
    </section>
  );
}

function describeDisclosure(count: number, disclosed: boolean): string {
  const asked = count === 0 ? 'Every available maker' : count === 1 ? 'One maker' : `${count} makers`;
  const distance = `${count} of the ${LEAST_ANONYMOUS_MAKERS} that anonymity needs`;
  if (disclosed) return `${asked} will see the legs, the size and your alias; you will see theirs. ${distance}.`;
  return `${asked} will see the legs and the size, not who you are; nor will you see who quotes. ${distance}.`;
}
