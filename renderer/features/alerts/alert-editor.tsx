import { useEffect, useId, useRef, useState } from 'react';
import { CONDITION_EXAMPLES } from '../../../shared/alerts/condition-text.ts';
import type { AlertRule } from '../../../shared/alerts/rule.ts';
import { usePanelCommand } from '../../actions/panel-commands.ts';
import { useAccountState } from '../../stores/account-state.ts';
import { alertsStore } from '../../stores/alerts-store.ts';
import { Explained } from '../../ui/explained.tsx';
import { type AlertForm, EMPTY_FORM, fillForm, type FormFaults, readForm } from './alert-form.ts';
import '../../ui/controls/line-form.css';

interface EditorProps {
  /** Null: a new one. */
  readonly rule: AlertRule | null;
  readonly onSave: (rule: AlertRule) => void;
  readonly onCancel: () => void;
}

const FIELDS = [
  {
    key: 'condition',
    label: 'Condition',
    hint: `Enter a currency or an instrument, one of its figures and a limit: ${CONDITION_EXAMPLES.join('; ')}.`,
    // The one that fits the narrowest field.
    placeholder: CONDITION_EXAMPLES[1],
  },
  {
    key: 'hysteresis',
    label: 'Comes back by',
    hint: 'How far the figure must come back behind its limit to end the alert. It prevents flapping. In the limit’s unit.',
    placeholder: '0',
  },
  {
    key: 'repeat',
    label: 'Repeat',
    hint: 'Minutes until it repeats while raised, more urgently each time. Nothing: once.',
    placeholder: 'once',
  },
] as const;

/** One line that makes an alert, or changes one. Enter saves, Escape gives up. */
export function AlertEditor({ rule, onSave, onCancel }: EditorProps) {
  const [form, setForm] = useState<AlertForm>(rule === null ? EMPTY_FORM : fillForm(rule));
  const [faults, setFaults] = useState<FormFaults>({});
  const id = useId();
  const line = useRef<HTMLFormElement>(null);
  const currencies = useAccountState().snapshot?.summaries.map(({ currency }) => currency);
  const isChange = rule !== null;
  useEffect(() => {
    if (isChange) line.current?.querySelector('input')?.focus();
  }, [isChange]);
  usePanelCommand('alerts.new', () => line.current?.querySelector('input')?.focus());

  function save(): void {
    const { rules } = alertsStore.getState();
    const read = readForm(form, rules.filter((other) => other.id !== rule?.id).length, currencies);
    if (!read.ok) {
      setFaults(read.error);
      return;
    }
    onSave({ id: rule?.id ?? crypto.randomUUID(), snoozed_until: rule?.snoozed_until ?? null, ...read.value });
    setFaults({});
    setForm(EMPTY_FORM);
  }

  return (
    <form
      ref={line}
      className="line-form alert-editor"
      aria-label={rule === null ? 'New alert' : 'Change alert'}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && rule !== null) onCancel();
      }}
    >
      {FIELDS.map(({ key, label, hint, placeholder }) => (
        <span key={key} className={`alert-field alert-${key}`}>
          <label htmlFor={`${id}-${key}`}>
            <span className="visually-hidden">{label}</span>
          </label>
          <Explained explanation={hint}>{label}</Explained>
          <input
            id={`${id}-${key}`}
            className="line-input number"
            value={form[key]}
            placeholder={placeholder}
            autoComplete="off"
            aria-invalid={faults[key] !== undefined}
            aria-describedby={`${id}-faults`}
            onChange={(event) => setForm({ ...form, [key]: event.target.value })}
          />
        </span>
      ))}
      <button type="submit" className="button">
        {rule === null ? 'Add alert' : 'Save alert'}
      </button>
      {rule === null ? null : (
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
      )}
      <span id={`${id}-faults`} className="line-fault" role="alert">
        {FIELDS.flatMap(({ key }) => faults[key] ?? []).join(' ')}
      </span>
    </form>
  );
}
