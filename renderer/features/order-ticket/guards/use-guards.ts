import { useState } from 'react';
import type { IpcError } from '../../../../shared/ipc/error.ts';
import type { GuardSettings } from '../../../../shared/orders/limits/guard-settings.ts';
import type { Ceilings } from '../../../../shared/profiles/policy.ts';
import { useBackend } from '../../../api/backend.ts';
import { describeFailure, readFailure } from '../../../api/failure-text.ts';
import { judgeCeilings } from './guard-ceilings.ts';
import {
  describeMerge,
  fillGuards,
  type GuardProblem,
  type GuardsForm,
  mergeGuards,
  readGuards,
} from './guards-form.ts';

/** Edits the guards that were read. Where another window saved others meanwhile, both are merged, to be looked at. */
export function useGuards(guards: GuardSettings, policy: Ceilings, onSaved: () => void) {
  const { client } = useBackend();
  // What is saved is saved on this: it stays as it was read, whatever another window does meanwhile.
  const [base, setBase] = useState(guards);
  const [form, setForm] = useState<GuardsForm>(() => fillGuards(guards));
  const [named, setNamed] = useState('');
  const [problems, setProblems] = useState<readonly GuardProblem[]>([]);
  const isBad = (tier: string, limit: string, unit: string | null): boolean =>
    problems.some((problem) => problem.tier === tier && problem.limit === limit && problem.unit === unit);

  async function save(): Promise<void> {
    if (named.trim() !== '') return say(`${named.trim()} has no limits yet. Press Add beside it, or remove it.`);
    const read = readGuards(form);
    if (!read.ok) return setProblems(read.error);
    const above = judgeCeilings(read.value, policy);
    if (above.length > 0) return setProblems(above);
    try {
      await client.request('guards.save', { guards: read.value, base });
      onSaved();
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

  function changeAmounts(amounts: GuardsForm['amounts']): void {
    setForm({ ...form, amounts });
    // What was said of a unit goes with it.
    setProblems(problems.filter(({ unit }) => unit === null || Object.hasOwn(amounts, unit)));
  }

  function say(message: string): void {
    setProblems([{ tier: null, limit: null, unit: null, message }]);
  }

  return { form, setForm, named, setNamed, problems, isBad, changeAmounts, save };
}
