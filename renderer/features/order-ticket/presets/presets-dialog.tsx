import type { DecimalString } from '../../../../shared/decimal.ts';
import { type Preset, removePreset, scopeKey } from '../../../../shared/orders/presets.ts';
import type { Instrument } from '../../../../shared/service/instrument.ts';
import { describeFailure, readFailure } from '../../../api/failure-text.ts';
import { Dialog } from '../../../ui/controls/dialog.tsx';
import type { TicketState } from '../form/ticket-state.ts';
import { describeUnsellable } from './preset-amount.ts';
import { PresetFields } from './preset-fields.tsx';
import { PresetFiles } from './preset-files.tsx';
import { describeScope, describeValues } from './preset-text.ts';
import { isSame, usePresetEdits } from './use-preset-edits.ts';

interface PresetsDialogProps {
  readonly seen: TicketState;
  readonly amount: DecimalString | null;
  readonly instrument: Instrument | null;
  readonly inForce: Preset | null;
  readonly onClose: () => void;
}

/** The presets there are, to edit and to delete; and below, one to save: at first the ticket as it stands. */
export function PresetsDialog({ seen, amount, instrument, inForce, onClose }: PresetsDialogProps) {
  const edits = usePresetEdits(seen, amount, instrument);
  const { read, presets, isKnown, keep } = edits;
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
        <PresetList edits={edits} inForce={inForce} />
      )}
      {isKnown ? <PresetFiles presets={presets} keep={keep} /> : null}
      <PresetEdit edits={edits} />
    </Dialog>
  );
}

interface EditsProps {
  readonly edits: ReturnType<typeof usePresetEdits>;
}

function PresetList({ edits, inForce }: EditsProps & { readonly inForce: Preset | null }) {
  const { presets, known, keep, edit } = edits;
  return (
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
  );
}

/** The preset in the form, and what it is saved for. */
function PresetEdit({ edits }: EditsProps) {
  const { form, edited, scopes, scope, problem, known, isKnown, isReplacing, save, setChosen, setForm } = edits;
  return (
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
        onChange={setForm}
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
  );
}

function Unsellable({ text }: { readonly text: string | null }) {
  return text === null ? null : <span className="issue issue-error preset-unsellable">{text}</span>;
}
