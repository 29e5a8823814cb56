import { useState } from 'react';
import type { DecimalString } from '../../../../shared/decimal.ts';
import { amountUnit } from '../../../../shared/orders/facts.ts';
import { type Preset, type PresetScope, putPreset, scopeKey } from '../../../../shared/orders/presets.ts';
import { INSTRUMENT_KINDS, type Instrument } from '../../../../shared/service/instrument.ts';
import { useBackend } from '../../../api/backend.ts';
import { describeFailure, readFailure } from '../../../api/failure-text.ts';
import { useInstruments, usePresets } from '../../../api/queries.ts';
import { readPresetValues } from '../form/ticket-preset.ts';
import type { TicketState } from '../form/ticket-state.ts';
import { fillForm, type FormProblem, readForm } from './preset-form.ts';
import { describeValues } from './preset-text.ts';

/** Edits the presets: one at a time is in the form, at first the ticket as it stands. */
export function usePresetEdits(seen: TicketState, amount: DecimalString | null, instrument: Instrument | null) {
  const { client } = useBackend();
  const read = usePresets();
  const presets = read.data ?? [];
  /** To save is to replace them all: not before they are known. */
  const isKnown = read.data !== undefined;
  const unit = instrument === null ? '' : amountUnit(instrument);
  const readTicket = () => fillForm(readPresetValues(seen, amount === null ? null : { value: amount, unit }), unit);
  const [form, setForm] = useState(readTicket);
  /** As it was when its editing began. */
  const [edited, setEdited] = useState<Preset | null>(null);
  const scopes = edited === null ? listScopes(instrument) : [edited.scope];
  const [chosen, setChosen] = useState<string | null>(null);
  const scope = scopes.find((each) => scopeKey(each) === chosen) ?? scopes[0] ?? null;
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const own = useInstruments(presets.flatMap((preset) => preset.scope.instrument_name ?? []));

  async function keep(next: Preset[]): Promise<void> {
    try {
      await client.request('presets.save', { presets: next, base: presets });
      setProblem(null);
      // What was edited is no ticket to save for another scope.
      if (edited !== null) setForm(readTicket());
      setEdited(null);
    } catch (error) {
      const failure = readFailure(error);
      // What the other window saved is told to this one too, and shown above.
      const isLate = failure.code === 'Conflict';
      if (isLate) void read.refetch();
      setProblem({ field: null, message: isLate ? CHANGED_ELSEWHERE : describeFailure(failure) });
    }
  }

  function save(): void {
    const values = readForm(form);
    const changed = edited === null ? null : describeChange(presets, edited);
    if (!values.ok) setProblem(values.error);
    else if (changed !== null) {
      setProblem({ field: null, message: changed.message });
      setEdited(changed.now);
    } else if (scope !== null && isKnown) void keep(putPreset(presets, { scope, values: values.value }));
  }

  function edit(preset: Preset): void {
    setForm(fillForm(preset.values, preset.values.amount?.unit ?? unit));
    setEdited(preset);
    setProblem(null);
  }

  return {
    read,
    presets,
    isKnown,
    form,
    setForm,
    edited,
    scopes,
    scope,
    setChosen,
    problem,
    known: [instrument, ...own.values()],
    isReplacing: scope !== null && presets.some((preset) => isSame(preset, { scope })),
    keep,
    save,
    edit,
  };
}

const CHANGED_ELSEWHERE = 'Another window changed the presets meanwhile. You see what it saved. Repeat your change.';

/** What another window made of the preset since its editing began, to be said once; null where nothing. */
function describeChange(presets: readonly Preset[], edited: Preset): { message: string; now: Preset } | null {
  const now = presets.find((preset) => isSame(preset, edited)) ?? { scope: edited.scope, values: {} };
  const words = describeValues(now.values);
  if (words === describeValues(edited.values)) return null;
  const isGone = !presets.includes(now);
  const message = isGone
    ? 'Another window deleted this preset meanwhile. Press again to save it.'
    : `Another window changed this preset meanwhile, to: ${words}. To replace that, press again.`;
  return { message, now };
}

/** Whether both are of one scope. */
export function isSame(preset: Preset, other: Pick<Preset, 'scope'> | null): boolean {
  return other !== null && scopeKey(other.scope) === scopeKey(preset.scope);
}

/** The scopes that the instrument is in, narrowest first. */
function listScopes(instrument: Instrument | null): PresetScope[] {
  if (instrument === null) return [];
  const { instrument_name, base_currency: currency } = instrument;
  const kind = INSTRUMENT_KINDS.find((known) => known === instrument.kind) ?? null;
  const broad = { instrument_name: null };
  return [
    { instrument_name, currency: null, kind: null },
    ...(kind === null ? [] : [{ ...broad, currency, kind }]),
    { ...broad, currency, kind: null },
    ...(kind === null ? [] : [{ ...broad, currency: null, kind }]),
  ];
}
