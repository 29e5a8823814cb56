import { type ReactNode, useId } from 'react';
import { ORDER_TYPES, TIMES_IN_FORCE } from '../../../../shared/service/order.ts';
import { type PresetField, type PresetForm } from './preset-form.ts';

const NAMES: Readonly<Record<PresetField, string>> = {
  type: 'Type',
  amount: 'Amount',
  price_rule: 'Price',
  time_in_force: 'Time in force',
  post_only: 'Post only',
  reject_post_only: 'Reject if crossing',
  reduce_only: 'Reduce only',
  mmp: 'MMP',
  valid_for_ms: 'Valid for',
};

const SECONDS = [1, 2, 5, 10, 30];

interface PresetFieldsProps {
  readonly form: PresetForm;
  /** The field that something is wrong with, or null. */
  readonly problem: PresetField | null;
  /** Why the amount can't be sold, or null. It can be saved all the same: the instrument may change. */
  readonly unsellable: string | null;
  readonly onChange: (form: PresetForm) => void;
}

/** Every field of a preset, with a box for whether it is set. */
export function PresetFields({ form, problem, unsellable, onChange }: PresetFieldsProps) {
  const id = useId();
  const change = (part: Partial<PresetForm>): void => onChange({ ...form, ...part });

  function renderRow(field: PresetField, control: ReactNode) {
    const isSet = form.set.has(field);
    return (
      <div key={field} className={`preset-row ${isSet ? '' : 'preset-row-off'}`}>
        <label className="flag">
          <input
            type="checkbox"
            checked={isSet}
            onChange={(event) => {
              const others = [...form.set].filter((other) => other !== field);
              change({ set: new Set(event.target.checked ? [...others, field] : others) });
            }}
          />
          {NAMES[field]}
        </label>
        <div className="preset-control">{control}</div>
      </div>
    );
  }

  function renderSelect<Value extends string>(
    field: PresetField,
    name: string,
    value: Value,
    values: readonly { readonly value: Value; readonly text: string }[],
    choose: (value: Value) => void,
  ) {
    return (
      <select
        aria-label={name}
        value={value}
        disabled={!form.set.has(field)}
        onChange={(event) => {
          const found = values.find((each) => each.value === event.target.value);
          if (found !== undefined) choose(found.value);
        }}
      >
        {values.map((each) => (
          <option key={each.value} value={each.value}>
            {each.text}
          </option>
        ))}
      </select>
    );
  }

  const spelled = <Value extends string>(values: readonly Value[]) =>
    values.map((value) => ({ value, text: value.replaceAll('_', ' ') }));
  const flag = (field: 'post_only' | 'reject_post_only' | 'reduce_only' | 'mmp') =>
    renderRow(
      field,
      renderSelect(
        field,
        `${NAMES[field]}: on or off`,
        form[field] ? 'on' : 'off',
        [
          { value: 'on', text: 'on' },
          { value: 'off', text: 'off' },
        ],
        (value) => change({ [field]: value === 'on' }),
      ),
    );

  return (
    <div className="preset-fields">
      {renderRow(
        'type',
        renderSelect('type', 'Type of the order', form.type, spelled(ORDER_TYPES), (type) => change({ type })),
      )}
      {renderRow(
        'amount',
        <>
          <input
            type="text"
            inputMode="decimal"
            aria-label="Amount of the preset"
            maxLength={64}
            value={form.amount}
            disabled={!form.set.has('amount')}
            aria-invalid={problem === 'amount' || unsellable !== null}
            aria-describedby={id}
            onChange={(event) => change({ amount: event.target.value })}
          />
          <span className="muted">{form.unit}</span>
        </>,
      )}
      <span id={id} className="issue issue-error preset-unsellable">
        {unsellable}
      </span>
      {renderRow(
        'price_rule',
        <>
          {renderSelect('price_rule', 'Price goes by', form.reference, spelled(['bid', 'ask', 'mark']), (reference) =>
            change({ reference }),
          )}
          <span className="muted">±</span>
          <input
            type="text"
            aria-label="Ticks from it"
            className="preset-ticks"
            maxLength={6}
            value={form.ticks}
            disabled={!form.set.has('price_rule')}
            aria-invalid={problem === 'price_rule'}
            onChange={(event) => change({ ticks: event.target.value })}
          />
          <span className="muted">ticks</span>
        </>,
      )}
      {renderRow(
        'time_in_force',
        renderSelect(
          'time_in_force',
          'Time in force of the order',
          form.time_in_force,
          spelled(TIMES_IN_FORCE),
          (value) => change({ time_in_force: value }),
        ),
      )}
      {flag('post_only')}
      {flag('reject_post_only')}
      {flag('reduce_only')}
      {flag('mmp')}
      {renderRow(
        'valid_for_ms',
        renderSelect(
          'valid_for_ms',
          'Valid for, of the order',
          String(form.valid_for_ms),
          SECONDS.map((seconds) => ({ value: String(seconds * 1000), text: `${seconds} s` })),
          (value) => change({ valid_for_ms: Number(value) }),
        ),
      )}
    </div>
  );
}
