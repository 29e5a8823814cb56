import { type FormEvent, useState } from 'react';
import {
  AUTH_SCHEMES,
  PROFILE_COLOURS,
  PROFILE_KINDS,
  type ProfileForm as Form,
  type ProfileProblem,
  TRANSPORT_FORMS,
} from '../../../shared/profiles/profile.ts';
import { isFaulty, Problems } from './problems.tsx';
import { FORM_WORDS, KIND_WORDS, SCHEME_WORDS } from './profile-text.ts';
import { type ActionEnd } from '../../api/profile-queries.ts';
import { WorkingBar } from '../../ui/working.tsx';

/** What a new profile begins with. */
export const NEW_PROFILE: Form = {
  name: '',
  kind: 'test',
  origin: '',
  form: 'get_body',
  scheme: 'token',
  colour: 'blue',
};

interface ProfileFormProps {
  readonly first: Form;
  readonly saveText: string;
  readonly save: (form: Form) => Promise<ActionEnd>;
  readonly onDone: () => void;
}

/** What a trader sets about a service. */
export function ProfileForm({ first, saveText, save, onDone }: ProfileFormProps) {
  const [form, setForm] = useState(first);
  const [problems, setProblems] = useState<readonly ProfileProblem[]>([]);
  const [isBusy, setBusy] = useState(false);
  const set = (change: Partial<Form>) => setForm({ ...form, ...change });

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    const end = await save({ ...form, origin: form.origin.trim() });
    setBusy(false);
    setProblems(end.problems);
    if (end.problems.length === 0) onDone();
  }

  return (
    <form className="profile-fields" onSubmit={(event) => void submit(event)}>
      <label>
        Name
        <input
          type="text"
          data-first-focus
          autoFocus
          maxLength={80}
          aria-invalid={isFaulty(problems, 'name')}
          value={form.name}
          onChange={(event) => set({ name: event.target.value })}
        />
      </label>
      <Choice
        name="Kind"
        words={KIND_WORDS}
        values={PROFILE_KINDS}
        value={form.kind}
        choose={(kind) => set({ kind })}
      />
      <label>
        Base address
        <input
          type="text"
          placeholder="https://host"
          maxLength={512}
          aria-invalid={isFaulty(problems, 'origin')}
          value={form.origin}
          onChange={(event) => set({ origin: event.target.value })}
        />
      </label>
      <Choice
        name="Calls"
        words={FORM_WORDS}
        values={TRANSPORT_FORMS}
        value={form.form}
        choose={(next) => set({ form: next })}
      />
      <Choice
        name="Proves itself by"
        words={SCHEME_WORDS}
        values={AUTH_SCHEMES}
        value={form.scheme}
        choose={(scheme) => set({ scheme })}
      />
      <Choice
        name="Colour"
        words={null}
        values={PROFILE_COLOURS}
        value={form.colour}
        choose={(colour) => set({ colour })}
      />
      <Problems problems={problems} />
      <div className="dialog-end">
        {isBusy ? <WorkingBar text="The profile is being saved" /> : null}
        <button type="button" className="button" onClick={onDone}>
          Back
        </button>
        <button type="submit" className="button button-primary" disabled={isBusy}>
          {isBusy ? 'Saving…' : saveText}
        </button>
      </div>
    </form>
  );
}

interface ChoiceProps<T extends string> {
  readonly name: string;
  readonly words: Readonly<Record<T, string>> | null;
  readonly values: readonly T[];
  readonly value: T;
  readonly choose: (value: T) => void;
}

function Choice<T extends string>({ name, words, values, value, choose }: ChoiceProps<T>) {
  return (
    <label>
      {name}
      <select
        value={value}
        onChange={(event) => {
          const chosen = values.find((each) => each === event.target.value);
          if (chosen !== undefined) choose(chosen);
        }}
      >
        {values.map((each) => (
          <option key={each} value={each}>
            {words === null ? each : words[each]}
          </option>
        ))}
      </select>
    </label>
  );
}
