import type { ReactNode } from 'react';
import type { AccountFields, CurrencySummary } from '../../../shared/service/account.ts';
import { Explained } from '../../ui/explained.tsx';
import { Pill } from '../../ui/controls/pill.tsx';
import { ACCOUNT_FIELDS, MAP_FIELDS, SUMMARY_FIELDS } from '../../../shared/account/field-meanings.ts';
import { FeeTable, LimitTable, ProductList } from './account-tables.tsx';
import { IndexGreeks } from './index-greeks.tsx';
import { Liquidation } from './liquidation.tsx';
import { MarginBars, MARGIN_KEYS } from './margin-bars.tsx';
import { describeField, describeRaw, type FieldText } from './summary-text.ts';
import './account-full.css';

const FUNDS = ['equity', 'balance', 'margin_balance', 'available_funds', 'available_withdrawal_funds', 'options_value'];
const RESERVES = ['spot_reserve', 'additional_reserve', 'locked_balance', 'fee_balance'];
const GREEKS = [
  'delta_total',
  'projected_delta_total',
  'options_delta',
  'options_gamma',
  'options_vega',
  'options_theta',
];
const PROFITS = [
  ['Futures', 'futures_session_rpl', 'futures_session_upl', 'futures_pl'],
  ['Options', 'options_session_rpl', 'options_session_upl', 'options_pl'],
  ['All', 'session_rpl', 'session_upl', 'total_pl'],
] as const;
const TOTALS = [
  'total_equity_usd',
  'total_margin_balance_usd',
  'total_initial_margin_usd',
  'total_maintenance_margin_usd',
  'total_delta_total_usd',
];
const MODEL = [
  'margin_model',
  'portfolio_margining_enabled',
  'cross_collateral_enabled',
  'has_non_block_chain_equity',
  'fee_group',
  'affiliate_promotion_fee',
  'deposit_address',
];

/** Fields that not every account has: left out where the service sends none. */
const RARE: ReadonlySet<string> = new Set([
  ...TOTALS,
  'locked_balance',
  'has_non_block_chain_equity',
  'fee_group',
  'affiliate_promotion_fee',
  'deposit_address',
  'mandatory_tfa',
  'receive_notifications',
  'is_direct_access_allowed',
  'disable_kyc_verification',
]);

/** What has a place of its own beside the fields. */
const PLACED: ReadonlySet<string> = new Set([
  'currency',
  'limits',
  'fees',
  'trading_products_details',
  'estimated_liquidation_ratio_map',
  ...Object.keys(MAP_FIELDS),
  ...Object.keys(SUMMARY_FIELDS),
  ...Object.keys(ACCOUNT_FIELDS),
]);

interface SectionsProps {
  readonly summary: CurrencySummary;
  /** Null where the account's own fields are unread or in the summary. */
  readonly account: AccountFields | null;
}

/** Everything the service says of an account in a currency. */
export function AccountSections({ summary, account }: SectionsProps) {
  const own: Readonly<Record<string, unknown>> = { ...summary, ...account };
  return (
    <div className="account-sections">
      <Section title="Funds">
        <FieldList fields={pick(FUNDS, summary)} />
      </Section>
      <Section title="Margin">
        {summary.cross_collateral_enabled === true ? (
          <p className="section-note">
            Cross collateral: margins, margin balance and available funds sum all its currencies, converted to{' '}
            {summary.currency} by their indices.
          </p>
        ) : null}
        <MarginBars summary={summary} />
        <p className="section-note">Of the margin balance. From 50 % a bar warns, from 80 % it alarms.</p>
      </Section>
      <Section title="Profit and loss">
        <ProfitTable summary={summary} />
        <p className="section-note">
          Session: since the last settlement. Since entry, of open positions only: not the sum of the two.
        </p>
      </Section>
      <Section title="Liquidation">
        <FieldList fields={pick(['estimated_liquidation_ratio'], summary)} />
        <Liquidation summary={summary} />
      </Section>
      <Section title="Greeks">
        <FieldList fields={pick(GREEKS, summary)} />
      </Section>
      <Section title="Greeks by index">
        <IndexGreeks summary={summary} />
      </Section>
      <Section title="Reserves">
        <FieldList fields={pick(RESERVES, summary)} />
      </Section>
      {summary.total_equity_usd === undefined ? null : (
        <Section title="All currencies in USD">
          <FieldList fields={pick(TOTALS, summary)} />
        </Section>
      )}
      <Section title="Limits">
        <LimitTable currency={summary.currency} limits={summary.limits} />
      </Section>
      <Section title="Fees">
        <FeeTable fees={summary.fees} />
      </Section>
      <Section title="Margin model">
        <FieldList fields={pick(MODEL, summary)} />
      </Section>
      <Section title="Account">
        <FieldList fields={describeFields(Object.keys(ACCOUNT_FIELDS), ACCOUNT_FIELDS, own, null)} />
        <ProductList products={own['trading_products_details']} />
      </Section>
      <Section title="Not described by the contract">
        <FieldList fields={listUndescribed(own)} />
      </Section>
    </div>
  );
}

function pick(keys: readonly string[], summary: CurrencySummary): FieldText[] {
  return describeFields(keys, SUMMARY_FIELDS, summary, summary);
}

function describeFields(
  keys: readonly string[],
  meanings: typeof SUMMARY_FIELDS,
  record: Readonly<Record<string, unknown>>,
  summary: CurrencySummary | null,
): FieldText[] {
  return keys.flatMap((key) => {
    const meaning = meanings[key];
    if (meaning === undefined || (RARE.has(key) && record[key] === undefined)) return [];
    return describeField(key, meaning, record[key], summary);
  });
}

/** Margins without a meter of their own stand here too: nothing that came is left out. */
function listUndescribed(record: Readonly<Record<string, unknown>>): FieldText[] {
  return Object.entries(record)
    .filter(([key]) => !PLACED.has(key) && !MARGIN_KEYS.has(key))
    .map(([key, value]) => ({
      key,
      label: key,
      text: describeRaw(value),
      tone: 'plain',
      explanation: 'Sent by the service, not described by its documents. Shown as it came.',
      validity: null,
    }));
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="account-section">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function FieldList({ fields }: { readonly fields: readonly FieldText[] }) {
  if (fields.length === 0) return <p className="section-note">Nothing.</p>;
  return (
    <dl className="fields number">
      {fields.map(({ key, label, text, tone, explanation, validity }) => (
        <div key={key} className="field-pair" data-field={key}>
          <dt>
            <Explained explanation={explanation}>{label}</Explained>
            {validity === null ? null : <Pill tone={validity === 'void' ? 'attention' : 'quiet'}>{validity}</Pill>}
          </dt>
          {/* Words wrap; one word that is too long is cut short here, and whole in its title. */}
          <dd className={tone} title={text}>
            {text}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function ProfitTable({ summary }: { readonly summary: CurrencySummary }) {
  return (
    <table className="account-table number">
      <thead>
        <tr>
          <th scope="col">{summary.currency}</th>
          <th scope="col">Session real.</th>
          <th scope="col">Session unreal.</th>
          <th scope="col">Since entry</th>
        </tr>
      </thead>
      <tbody>
        {PROFITS.map(([name, ...keys]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {pick(keys, summary).map(({ key, label, text, tone, explanation }) => (
              <td key={key} data-field={key} className={tone}>
                <Explained explanation={`${label}. ${explanation}`}>
                  {text.replace(` ${summary.currency}`, '')}
                </Explained>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
