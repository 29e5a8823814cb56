import { type ReactNode, useId } from 'react';
import { type HistoryIssue, TRADE_KINDS } from '../../../shared/history/query.ts';
import { ORDER_CURRENCIES } from '../../../shared/service/methods.ts';
import { useInstrumentEntry } from '../../api/instrument-entry.ts';
import { Combobox } from '../../ui/controls/combobox.tsx';
import { describeHistoryIssue, QUICK_RANGES, quickRange, type TradesForm } from './trades-form.ts';

interface QueryProps {
  readonly form: TradesForm;
  readonly issues: readonly HistoryIssue[];
  /** The service's time, as far as it is known. */
  readonly nowMs: () => number;
  readonly onChange: (changes: Partial<TradesForm>) => void;
  /** Enter in a field. */
  readonly onSubmit: () => void;
  /** The buttons. */
  readonly children: ReactNode;
}

/** What to fetch: whose trades, of which kinds, within which window. Times in UTC. */
export function TradesQuery({ form, issues, nowMs, onChange, onSubmit, children }: QueryProps) {
  const of = (field: HistoryIssue['field']) => issues.filter((issue) => issue.field === field);
  return (
    <form
      className="trades-query"
      aria-label="Trades to fetch"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <ScopeFields form={form} issues={of('scope')} onChange={onChange} />
      <TextField
        label="From (UTC)"
        value={form.from}
        issues={of('from_ms')}
        onType={(from) => onChange({ from, range: null })}
      />
      <TextField label="To (UTC)" value={form.to} issues={of('to_ms')} onType={(to) => onChange({ to, range: null })} />
      <span className="trades-quick" role="group" aria-label="Quick ranges">
        {QUICK_RANGES.map((range) => (
          <button
            key={range}
            type="button"
            className="button"
            aria-pressed={form.range === range}
            onClick={() => onChange(quickRange(range, nowMs()))}
          >
            {range}
          </button>
        ))}
      </span>
      <TextField
        label="Page"
        value={form.count}
        issues={of('count')}
        isShort
        title="Trades on a page of the service, 1 to 1000. Fewer make more requests."
        onType={(count) => onChange({ count })}
      />
      <span className="trades-actions">{children}</span>
    </form>
  );
}

function ScopeFields({ form, issues, onChange }: Pick<QueryProps, 'form' | 'issues' | 'onChange'>) {
  return (
    <>
      <label className="trades-field">
        Of
        <select
          aria-label="Trades of"
          value={form.by === 'instrument' ? 'instrument' : form.currency}
          onChange={({ target }) =>
            onChange(target.value === 'instrument' ? { by: 'instrument' } : { by: 'currency', currency: target.value })
          }
        >
          {ORDER_CURRENCIES.map((currency) => (
            <option key={currency}>{currency}</option>
          ))}
          <option value="instrument">one instrument</option>
        </select>
      </label>
      {form.by === 'instrument' ? <InstrumentEntry form={form} issues={issues} onChange={onChange} /> : null}
      {form.by === 'currency' ? (
        <span className="trades-kinds" role="group" aria-label="Kinds; none chosen means all">
          {TRADE_KINDS.map((kind) => (
            <label key={kind} className="trades-kind">
              <input
                type="checkbox"
                checked={form.kinds.includes(kind)}
                onChange={({ target }) =>
                  onChange({ kinds: TRADE_KINDS.filter((k) => (k === kind ? target.checked : form.kinds.includes(k))) })
                }
              />
              {kind.replaceAll('_', ' ')}
            </label>
          ))}
        </span>
      ) : null}
    </>
  );
}

/** Any name is taken: what has expired is in no list, and its trades are there all the same. */
function InstrumentEntry({ form, issues, onChange }: Pick<QueryProps, 'form' | 'issues' | 'onChange'>) {
  const entry = useInstrumentEntry(() => undefined);
  const id = useId();
  return (
    <span className="trades-field">
      <Combobox
        id={id}
        label="Instrument"
        className="trades-instrument-entry"
        text={form.instrument}
        placeholder="Instrument"
        options={entry.options}
        isInvalid={issues.length > 0}
        describedBy={`${id}-issues`}
        onType={(instrument) => {
          entry.type(instrument);
          onChange({ instrument });
        }}
        onCommit={(instrument) => onChange({ instrument })}
      >
        {null}
      </Combobox>
      <Issues id={`${id}-issues`} issues={issues} />
    </span>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly issues: readonly HistoryIssue[];
  readonly isShort?: boolean;
  readonly title?: string;
  readonly onType: (text: string) => void;
}

function TextField({ label, value, issues, isShort = false, title, onType }: TextFieldProps) {
  const id = useId();
  return (
    <span className="trades-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={isShort ? 'trades-input trades-input-short' : 'trades-input'}
        value={value}
        title={title}
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={issues.length > 0}
        aria-describedby={`${id}-issues`}
        onChange={(event) => onType(event.target.value)}
      />
      <Issues id={`${id}-issues`} issues={issues} />
    </span>
  );
}

function Issues({ id, issues }: { readonly id: string; readonly issues: readonly HistoryIssue[] }) {
  return (
    <span id={id} className="trades-issues">
      {issues.map((issue) => (
        <span key={issue.code} role="alert">
          {describeHistoryIssue(issue)}
        </span>
      ))}
    </span>
  );
}
