import { useState } from 'react';
import type { DecimalString } from '../../../../shared/decimal.ts';
import { amountUnit } from '../../../../shared/orders/facts.ts';
import { type Preset, type PresetScope, putPreset, removePreset, scopeKey } from '../../../../shared/orders/presets.ts';
import { INSTRUMENT_KINDS, type Instrument } from '../../../../shared/service/instrument.ts';
import { useBackend } from '../../../api/backend.ts';
import { describeFailure, readFailure } from '../../../api/failure-text.ts';
import { useInstruments, usePresets } from '../../../api/queries.ts';
import { Dialog } from '../../../ui/controls/dialog.tsx';
import { describeUnsellable } from './preset-amount.ts';
import { PresetFields } from './preset-fields.tsx';
import { fillForm, type FormProblem, type PresetForm, readForm } from './preset-form.ts';
import { PresetFiles } from './preset-files.tsx';
import { describeScope, describeValues } from './preset-text.ts';
import { readPresetValues } from '../form/ticket-preset.ts';
import type { TicketState } from '../form/ticket-state.ts';

interface PresetsDialogProps {
  readonly seen: TicketState;
  readonly amount: DecimalString | null;
  readonly instrument: Instrument | null;
  readonly inForce: Preset | null;
  readonly onClose: () => void;
}

/** The presets there are, to edit and to delete; and below, one to save: at first the ticket as it stands. */
export function PresetsDialog({ seen, amount, instrument, inForce, onClose }: PresetsDialogProps) {
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
  const known = [instrument, ...own.values()];

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

  const isReplacing = scope !== null && presets.some((preset) => scopeKey(preset.scope) === scopeKey(scope));
  return (
    <Dialog title="Presets" isWide onClose={onClose}>
      {isKnown ? null : (
        <p className={read.isError ? 'dialog-problem' : 'muted'} role="status">
          {read.isError
            ? `The presets could not be read: ${describeFailure(readFailure(read.error))}`
            : 'The presets are being read…'}
        </p>
      )}
      {!isKnown ? null : presets.length === 0 ? (
        <p className="muted">None yet. A preset fills the ticket for an instrument, a currency or a kind.</p>
      ) : (
        <ul className="preset-list" aria-label="Saved presets">
          {presets.map((preset) => (
            <li key={scopeKey(preset.scope)}>
              <span className="preset-says" title={describeValues(preset.values)}>
                <b>{describeScope(preset.scope)}</b>
                {isSame(preset, inForce) ? ' · in force' : ''} {describeValues(preset.values)}
              </span>
              <Unsellable text={describeUnsellable(preset.values.amount, preset.scope, known)} />
              <button
                type="button"
                className="bar-button"
                aria-label={`Edit the preset of ${describeScope(preset.scope)}`}
                onClick={() => edit(preset)}
              >
                Edit
              </button>
              <button
                type="button"
                className="bar-button"
                aria-label={`Delete the preset of ${describeScope(preset.scope)}`}
                onClick={() => void keep(removePreset(presets, preset.scope))}
              >
                Delete
              </button>
            </li>
          ))}
        </ul>
      )}
      {isKnown ? <PresetFiles presets={presets} keep={keep} /> : null}
      <form
        className="preset-form"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <label className="preset-scope">
          {edited === null ? 'Save the ticket as a preset for' : 'Edit the preset for'}{' '}
          <select
            value={scope === null ? '' : scopeKey(scope)}
            disabled={edited !== null}
            onChange={(event) => setChosen(event.target.value)}
          >
            {scopes.map((each) => (
              <option key={scopeKey(each)} value={scopeKey(each)}>
                {describeScope(each)}
              </option>
            ))}
          </select>
        </label>
        <PresetFields
          form={form}
          problem={problem?.field ?? null}
          unsellable={
            form.set.has('amount') ? describeUnsellable({ value: form.amount, unit: form.unit }, scope, known) : null
          }
          onChange={(next: PresetForm) => setForm(next)}
        />
        <p className="muted">
          The most specific counts: instrument, then currency, then kind. None sends anything. Only a rule sets a price.
        </p>
        <div className="dialog-end">
          <span className="dialog-said" role="alert">
            {problem?.message}
          </span>
          <button type="submit" className="button button-primary" disabled={scope === null || !isKnown}>
            {isReplacing ? 'Replace preset' : 'Save preset'}
          </button>
        </div>
      </form>
    </Dialog>
  );
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

function Unsellable({ text }: { readonly text: string | null }) {
  return text === null ? null : <span className="issue issue-error preset-unsellable">{text}</span>;
}

function isSame(preset: Preset, other: Preset | null): boolean {
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
