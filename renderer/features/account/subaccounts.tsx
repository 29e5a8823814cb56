import { useId, useState } from 'react';
import { type AccountSnapshot, MOST_SUBACCOUNTS } from '../../../shared/ipc/schemas/account-schema.ts';
import type { CurrencySummary } from '../../../shared/service/account.ts';
import { useBackend } from '../../api/backend.ts';
import { describeFailure, readFailure } from '../../api/failure-text.ts';
import { showToast } from '../../stores/toast-store.ts';
import { useAccountState, useStaleAccountMs } from '../../stores/account-state.ts';
import { showRiskOf, useRiskCurrency } from '../../stores/risk-store.ts';
import { Explained } from '../../ui/explained.tsx';
import { showForeign } from '../../ui/order-words/foreign-text.ts';
import { MISSING } from '../../ui/words/format.ts';
import { AccountAge, AccountNote } from '../../ui/account-notes.tsx';
import { Panel } from '../../ui/panel.tsx';
import { describeMargin } from './account-fields.ts';
import { CurrencyTabs } from './currency-tabs.tsx';
import { SUMMARY_FIELDS } from '../../../shared/account/field-meanings.ts';
import { describeField } from './summary-text.ts';
import '../../ui/controls/line-form.css';
import './account-full.css';

type Reading = Omit<AccountSnapshot, 'subaccounts' | 'offered'>;

interface Column {
  readonly id: number | null;
  readonly name: string;
  readonly reading: Reading;
}

/** The account and its subaccounts, field by field, in one currency. */
export function Subaccounts() {
  const { snapshot, isRead, failure } = useAccountState();
  const staleMs = useStaleAccountMs();
  const chosen = useRiskCurrency();
  const panelId = useId();
  const currencies = (snapshot?.summaries ?? []).map((summary) => summary.currency);
  const currency = currencies.find((name) => name === chosen) ?? currencies[0] ?? null;
  return (
    <Panel
      label="Subaccounts"
      title="Subaccounts"
      tools={
        <>
          <AccountAge staleMs={staleMs} />
          {currency === null ? null : (
            <CurrencyTabs panelId={panelId} items={currencies} shown={currency} onChoose={showRiskOf} />
          )}
        </>
      }
    >
      <div
        className="panel-body"
        id={panelId}
        role={currency === null ? undefined : 'tabpanel'}
        aria-label="Subaccounts"
      >
        <AccountNote
          isRead={isRead}
          hasSummaries={currency !== null}
          failure={failure === null ? null : describeFailure(failure)}
        />
        {snapshot === null || currency === null ? null : (
          <>
            <AddSubaccount
              ids={snapshot.subaccounts.map(({ subaccount_id }) => subaccount_id)}
              offered={snapshot.offered}
            />
            {snapshot.subaccounts.map(({ subaccount_id, failure: why }) =>
              why === null ? null : (
                <p key={subaccount_id} className="section-note warn-text">
                  {subaccount_id}: {describeFailure(why)}
                </p>
              ),
            )}
            <SideBySide snapshot={snapshot} currency={currency} />
          </>
        )}
      </div>
    </Panel>
  );
}

function SideBySide({ snapshot, currency }: { readonly snapshot: AccountSnapshot; readonly currency: string }) {
  const columns: Column[] = [
    { id: null, name: nameOf(snapshot, 'This account'), reading: snapshot },
    ...snapshot.subaccounts.map((reading) => ({
      id: reading.subaccount_id,
      name: nameOf(reading, String(reading.subaccount_id)),
      reading,
    })),
  ];
  const rows = Object.entries(SUMMARY_FIELDS).filter(([key]) =>
    columns.some(({ reading }) => Object.hasOwn(summaryOf(reading, currency) ?? {}, key)),
  );
  const ids = snapshot.subaccounts.map(({ subaccount_id }) => subaccount_id);
  return (
    <table className="account-table number subaccounts">
      <thead>
        <tr>
          <th scope="col">{currency}</th>
          {columns.map((column) => (
            <th key={column.id} scope="col">
              <ColumnHead column={column} ids={ids} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">
            <Explained explanation="Maintenance margin as a part of the margin balance.">Maintenance, part</Explained>
          </th>
          {columns.map(({ id, reading }) => {
            const summary = summaryOf(reading, currency);
            return <td key={id}>{describeMargin('', summary?.maintenance_margin, summary?.margin_balance).text}</td>;
          })}
        </tr>
        {rows.map(([key, meaning]) => (
          <tr key={key} data-field={key}>
            <th scope="row">
              <Explained explanation={`${meaning.meaning} (${key})`}>{meaning.label}</Explained>
            </th>
            {columns.map(({ id, reading }) => {
              const summary = summaryOf(reading, currency);
              const { text, tone } = describeField(key, meaning, summary?.[key], summary);
              return (
                <td key={id} className={tone} data-account={id ?? 'own'}>
                  {summary === null ? MISSING : text.replace(` ${currency}`, '')}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function summaryOf(reading: Reading, currency: string): CurrencySummary | null {
  return reading.summaries.find((summary) => summary.currency === currency) ?? null;
}

function nameOf({ account }: Reading, otherwise: string): string {
  const name = account?.username ?? '';
  return name === '' ? otherwise : showForeign(name);
}

function ColumnHead({
  column: { id, name, reading },
  ids,
}: {
  readonly column: Column;
  readonly ids: readonly number[];
}) {
  const follow = useFollow();
  const { failure, age_ms, account } = reading;
  async function remove(): Promise<void> {
    try {
      await follow(ids.filter((known) => known !== id));
    } catch (error) {
      const detail = describeFailure(readFailure(error));
      showToast({ subject: 'account', tone: 'bad', title: `Not removed: ${name}`, detail, isSticky: true });
    }
  }
  return (
    <span className="account-column">
      <span>{name}</span>
      <span className="faint">{id ?? account?.id ?? ''}</span>
      {failure !== null ? <span className="warn-text">not read</span> : null}
      {failure === null && age_ms === null ? <span className="faint">reading…</span> : null}
      {id === null ? null : (
        <button type="button" className="button" aria-label={`Remove ${name}`} onClick={() => void remove()}>
          Remove
        </button>
      )}
    </span>
  );
}

function useFollow() {
  const { client } = useBackend();
  return (ids: readonly number[]) => client.request('account.follow', { subaccount_ids: [...ids] });
}

/** Why an id can't be added; null when it can. */
export function findIdFault(text: string, ids: readonly number[]): string | null {
  const id = Number(text.trim());
  if (!/^\d+$/.test(text.trim()) || id < 1 || !Number.isSafeInteger(id)) {
    return 'The subaccount id is no user id. Enter a whole number above 0.';
  }
  if (ids.includes(id)) return `Subaccount id ${id} is already there. Enter another.`;
  if (ids.length >= MOST_SUBACCOUNTS)
    return `Subaccount id: at most ${MOST_SUBACCOUNTS} subaccounts can be read. Remove one first.`;
  return null;
}

interface AddProps {
  readonly ids: readonly number[];
  /** What the service names: a press adds it. */
  readonly offered: AccountSnapshot['offered'];
}

function AddSubaccount({ ids, offered }: AddProps) {
  const follow = useFollow();
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const id = useId();

  async function add(typed: string): Promise<void> {
    const found = findIdFault(typed, ids);
    setFault(found);
    if (found !== null) return;
    try {
      await follow([...ids, Number(typed.trim())]);
      setText('');
    } catch (error) {
      setFault(describeFailure(readFailure(error)));
    }
  }

  return (
    <form
      className="line-form"
      onSubmit={(event) => {
        event.preventDefault();
        void add(text);
      }}
    >
      <label htmlFor={id}>Subaccount id</label>
      <input
        id={id}
        className="line-input number"
        value={text}
        inputMode="numeric"
        aria-invalid={fault !== null}
        aria-describedby={`${id}-fault`}
        placeholder="user id"
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className="button">
        Add
      </button>
      {offered
        .filter(({ subaccount_id }) => !ids.includes(subaccount_id))
        .map(({ subaccount_id, name }) => (
          <button key={subaccount_id} type="button" className="button" onClick={() => void add(String(subaccount_id))}>
            Add {name === '' ? subaccount_id : showForeign(name)}
          </button>
        ))}
      <span id={`${id}-fault`} className="line-fault" role="alert">
        {fault}
      </span>
    </form>
  );
}
