import { add, type DecimalString, multiply, roundToPlaces } from '../../../shared/decimal.ts';
import type { CurrencySummary } from '../../../shared/service/account.ts';
import { useQuote } from '../../stores/market-store.ts';
import { useLook } from '../../stores/watch-store.ts';
import { Explained } from '../../ui/explained.tsx';
import { formatFixed, formatSigned, MISSING } from '../../ui/format.ts';
import { perpetualOfIndex } from '../../ui/perpetual-of-index.ts';
import { describeMargin } from './account-fields.ts';
import { SUMMARY_FIELDS } from './field-meanings.ts';
import { moneyPlaces } from './summary-text.ts';

const COLUMNS = ['equity', 'margin_balance', 'available_funds'] as const;
const RISKS = ['delta_total', 'options_gamma', 'options_vega', 'options_theta'] as const;

function perpetualOf(currency: string): string {
  return perpetualOfIndex(`${currency.toLowerCase()}_usd`);
}

/** One line for each currency that holds something. */
export function Overview({ summaries }: { readonly summaries: readonly CurrencySummary[] }) {
  const shown = summaries.filter(isHeld);
  useLook(
    shown.filter(({ currency }) => COINS.has(currency)).map(({ currency }) => perpetualOf(currency)),
    'background',
  );
  return (
    <>
      <table className="account-table number overview">
        <thead>
          <tr>
            <th scope="col">Currency</th>
            {COLUMNS.map((key) => (
              <th key={key} scope="col">
                <Explained explanation={SUMMARY_FIELDS[key]?.meaning ?? ''}>{SUMMARY_FIELDS[key]?.label}</Explained>
              </th>
            ))}
            <th scope="col">
              <Explained explanation="Equity times the index price, where the currency has an index in USD.">
                Equity in USD
              </Explained>
            </th>
            <th scope="col">Initial</th>
            <th scope="col">Maintenance</th>
            <th scope="col">
              <Explained explanation="Realised and unrealised since the last settlement.">Session</Explained>
            </th>
            {RISKS.map((key) => (
              <th key={key} scope="col">
                <Explained explanation={SUMMARY_FIELDS[key]?.meaning ?? ''}>{SUMMARY_FIELDS[key]?.label}</Explained>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((summary) => (
            <OverviewRow key={summary.currency} summary={summary} />
          ))}
        </tbody>
      </table>
      <p className="section-note">
        {summaries.length - shown.length} other currencies hold nothing.
        {summaries.some((summary) => summary.cross_collateral_enabled === true)
          ? ' Cross collateral: margin columns are the same aggregate, in each currency.'
          : ' Margins stand in each currency by itself.'}
      </p>
    </>
  );
}

/** Currencies whose coin has a perpetual in USD. */
const COINS: ReadonlySet<string> = new Set(['BTC', 'ETH']);

function isHeld({ equity, balance, initial_margin }: CurrencySummary): boolean {
  return [equity, balance, initial_margin].some((value) => value !== undefined && value !== '0');
}

function OverviewRow({ summary }: { readonly summary: CurrencySummary }) {
  const { currency, session_upl, session_rpl } = summary;
  const index = useQuote(COINS.has(currency) ? perpetualOf(currency) : null)?.quote.ticker?.index_price ?? null;
  const places = moneyPlaces(currency);
  const session = session_upl === undefined || session_rpl === undefined ? null : add(session_upl, session_rpl);
  return (
    <tr data-currency={currency}>
      <th scope="row">{currency}</th>
      {COLUMNS.map((key) => (
        <td key={key} data-field={key}>
          {formatFixed(summary[key], places)}
        </td>
      ))}
      <td>{describeUsd(summary.equity, index)}</td>
      <td>{describeMargin('', summary.initial_margin, summary.margin_balance).text}</td>
      <td>{describeMargin('', summary.maintenance_margin, summary.margin_balance).text}</td>
      <td>{formatSigned(session, { min: places, max: places })}</td>
      {RISKS.map((key) => (
        <td key={key}>{formatSigned(summary[key], key === 'options_gamma' ? { max: 6 } : { min: 2, max: 4 })}</td>
      ))}
    </tr>
  );
}

function describeUsd(amount: DecimalString | undefined, price: DecimalString | null): string {
  if (amount === undefined || price === null) return MISSING;
  return formatFixed(roundToPlaces(multiply(amount, price), 0), 0);
}
