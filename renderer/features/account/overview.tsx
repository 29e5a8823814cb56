import { add, type DecimalString, multiply } from '../../../shared/decimal.ts';
import type { Quote } from '../../../shared/ipc/quote-schema.ts';
import type { CurrencySummary } from '../../../shared/service/account.ts';
import { useMarket } from '../../stores/market-store.ts';
import { useLook } from '../../stores/watch-store.ts';
import { Explained } from '../../ui/explained.tsx';
import { formatFixed, formatSigned, MISSING } from '../../ui/words/format.ts';
import { perpetualOfIndex } from '../../ui/words/perpetual-of-index.ts';
import { StaleMark } from '../../ui/stale-mark.tsx';
import { describeMargin } from './account-fields.ts';
import { SUMMARY_FIELDS } from '../../../shared/account/field-meanings.ts';
import { moneyPlaces, unitText } from '../../../shared/account/units.ts';

/** Currencies whose coin has an index in USD and a perpetual that carries it. */
const COINS: ReadonlySet<string> = new Set(['BTC', 'ETH']);

interface Row {
  readonly label: string;
  readonly explanation: string;
  readonly text: (summary: CurrencySummary, indexPrice: DecimalString | null) => string;
  /** Whether it is computed with the index price. */
  readonly isPriced?: boolean;
}

type NumberField = 'equity' | 'balance' | 'margin_balance' | 'available_funds';
type GreekField = 'delta_total' | 'options_gamma' | 'options_vega' | 'options_theta';

const money = (key: NumberField): Row => ({
  label: SUMMARY_FIELDS[key]?.label ?? key,
  explanation: SUMMARY_FIELDS[key]?.meaning ?? '',
  text: (summary) => formatFixed(summary[key], moneyPlaces(summary.currency)),
});

const greek = (key: GreekField, places: { min?: number; max: number }, unit: string | null): Row => ({
  label: [SUMMARY_FIELDS[key]?.label ?? key, ...(unit === null ? [] : [unit])].join(', '),
  explanation: SUMMARY_FIELDS[key]?.meaning ?? '',
  text: (summary) => formatSigned(summary[key], places),
});

const margin = (key: 'initial_margin' | 'maintenance_margin'): Row => ({
  label: SUMMARY_FIELDS[key]?.label ?? key,
  explanation: `${SUMMARY_FIELDS[key]?.meaning ?? ''} Here as a part of the margin balance.`,
  text: (summary) => describeMargin('', summary[key], summary.margin_balance).text,
});

const ROWS: readonly Row[] = [
  money('equity'),
  {
    label: 'Equity in USD',
    explanation: 'Equity times the index price, where the currency has an index in USD.',
    text: ({ equity }, price) =>
      equity === undefined || price === null ? MISSING : formatFixed(multiply(equity, price), 0),
    isPriced: true,
  },
  money('balance'),
  money('margin_balance'),
  money('available_funds'),
  margin('initial_margin'),
  margin('maintenance_margin'),
  { label: 'Session', explanation: 'Realised and unrealised since the last settlement.', text: describeSession },
  // In the currency of its column, as money is, but for a dollar's.
  {
    ...greek('delta_total', { min: 4, max: 4 }, null),
    text: ({ delta_total, currency }) => {
      const unit = unitText('delta', currency);
      const text = formatSigned(delta_total, { min: 4, max: 4 });
      return delta_total === undefined || unit === currency ? text : `${text} ${unit}`;
    },
  },
  greek('options_gamma', { max: 6 }, 'per USD'),
  greek('options_vega', { min: 2, max: 2 }, 'USD / pt'),
  greek('options_theta', { min: 2, max: 2 }, 'USD / day'),
];

function describeSession({ currency, session_upl, session_rpl }: CurrencySummary): string {
  const places = moneyPlaces(currency);
  if (session_upl === undefined || session_rpl === undefined) return MISSING;
  return formatSigned(add(session_upl, session_rpl), { min: places, max: places });
}

function isHeld({ equity, balance, initial_margin }: CurrencySummary): boolean {
  return [equity, balance, initial_margin].some((value) => value !== undefined && value !== '0');
}

function perpetualOf(currency: string): string {
  return perpetualOfIndex(`${currency.toLowerCase()}_usd`);
}

/** A column for each currency that holds something. */
export function Overview({ summaries }: { readonly summaries: readonly CurrencySummary[] }) {
  const shown = summaries.filter(isHeld);
  const priced = shown.filter(({ currency }) => COINS.has(currency)).map(({ currency }) => perpetualOf(currency));
  useLook(priced, 'background');
  const quotes = useMarket((state) => state.quotes);
  const quoteOf = (currency: string): Quote | null =>
    COINS.has(currency) ? (quotes.get(perpetualOf(currency))?.quote ?? null) : null;
  const empty = summaries.length - shown.length;
  return (
    <>
      <table className="account-table number">
        <thead>
          <tr>
            <th scope="col">All currencies</th>
            {shown.map(({ currency }) => (
              <th key={currency} scope="col">
                {currency}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.map(({ label, explanation, text, isPriced = false }) => (
            <tr key={label}>
              <th scope="row">
                <Explained explanation={explanation}>{label}</Explained>
              </th>
              {shown.map((summary) => {
                const quote = quoteOf(summary.currency);
                const indexPrice = quote?.ticker?.index_price ?? null;
                return (
                  <td key={summary.currency}>
                    {text(summary, indexPrice)}
                    {isPriced && indexPrice !== null && quote?.is_stale === true ? (
                      <StaleMark text="index stale" />
                    ) : null}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="section-note">
        {empty === 0 ? '' : `${empty} other currencies hold nothing. `}
        {summaries.some((summary) => summary.cross_collateral_enabled === true)
          ? 'Cross collateral: margins and available funds are the same aggregate, in each currency.'
          : 'Margins stand in each currency by itself.'}
      </p>
    </>
  );
}
