import { add, type DecimalString, isZero, multiply } from '../../../shared/decimal.ts';
import type { Quote } from '../../../shared/ipc/schemas/quote-schema.ts';
import type { CurrencySummary } from '../../../shared/service/account.ts';
import { useMarket } from '../../stores/market-store.ts';
import { useLook } from '../../stores/watch-store.ts';
import { Explained } from '../../ui/explained.tsx';
import { formatHeld, MISSING } from '../../ui/words/format.ts';
import { perpetualOfIndex } from '../../ui/words/perpetual-of-index.ts';
import { StaleMark } from '../../ui/stale-mark.tsx';
import { describeMargin } from './account-fields.ts';
import { SUMMARY_FIELDS } from '../../../shared/account/field-meanings.ts';
import { moneyPlaces } from '../../../shared/account/units.ts';

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
  text: (summary) => formatMoney(summary[key], summary.currency),
});

const greek = (key: GreekField, places: { min?: number; max: number }, unit: string | null): Row => ({
  label: [SUMMARY_FIELDS[key]?.label ?? key, ...(unit === null ? [] : [unit])].join(', '),
  explanation: SUMMARY_FIELDS[key]?.meaning ?? '',
  text: (summary) => formatHeld(summary[key], places, 'signed'),
});

const margin = (key: 'initial_margin' | 'maintenance_margin'): Row => ({
  label: SUMMARY_FIELDS[key]?.label ?? key,
  explanation: `${SUMMARY_FIELDS[key]?.meaning ?? ''} Shown as a part of the margin balance.`,
  text: (summary) => describeMargin('', summary[key], summary.margin_balance).text,
});

const ROWS: readonly Row[] = [
  money('equity'),
  {
    label: 'Equity in USD',
    explanation: 'Equity times the USD index price, if there is one. Under cross collateral see the sum below.',
    text: ({ equity }, price) =>
      equity === undefined || price === null ? MISSING : formatHeld(multiply(equity, price), { max: 0 }),
    isPriced: true,
  },
  money('balance'),
  money('margin_balance'),
  money('available_funds'),
  margin('initial_margin'),
  margin('maintenance_margin'),
  { label: 'Session P&L', explanation: 'Realised and unrealised since the last settlement.', text: describeSession },
  // In the currency of its column, as money is.
  greek('delta_total', { min: 4, max: 4 }, null),
  greek('options_gamma', { max: 6 }, 'per USD'),
  greek('options_vega', { min: 2, max: 2 }, 'USD / pt'),
  greek('options_theta', { min: 2, max: 2 }, 'USD / day'),
];

function formatMoney(value: DecimalString | undefined, currency: string, sign?: 'signed'): string {
  const places = moneyPlaces(currency);
  return formatHeld(value, { min: places, max: places }, sign);
}

function describeSession({ currency, session_upl, session_rpl }: CurrencySummary): string {
  if (session_upl === undefined || session_rpl === undefined) return MISSING;
  return formatMoney(add(session_upl, session_rpl), currency, 'signed');
}

/** What is a currency's own; under cross collateral its margins are those of all of them. */
function isHeld(summary: CurrencySummary): boolean {
  const { equity, balance, options_value, session_upl, session_rpl, spot_reserve, delta_total_map } = summary;
  const ownMargin = summary.cross_collateral_enabled === true ? undefined : summary.initial_margin;
  const own = [equity, balance, options_value, session_upl, session_rpl, spot_reserve, ownMargin];
  return [...own, ...Object.values(delta_total_map ?? {})].some((value) => value !== undefined && !isZero(value));
}

/** Which margins are aggregates, and what the service says that all of their currencies are worth. */
function describeCollateral(shown: readonly CurrencySummary[]): string {
  const cross = shown.filter(({ cross_collateral_enabled }) => cross_collateral_enabled === true);
  const names = (summaries: readonly CurrencySummary[]) => summaries.map(({ currency }) => currency).join(', ');
  const [first] = cross;
  if (first === undefined) return 'Margins count in each currency separately.';
  const alone = shown.filter((summary) => !cross.includes(summary));
  return [
    `Cross collateral (${names(cross)}): margins, margin balance and available funds are one sum, shown in each currency.`,
    first.total_equity_usd === undefined
      ? null
      : `Its equity in USD: ${formatHeld(first.total_equity_usd, { min: 2, max: 2 })}, as the service counts it.`,
    alone.length === 0 ? null : `${names(alone)}: margins count separately.`,
  ]
    .filter((sentence) => sentence !== null)
    .join(' ');
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
        {empty === 0 ? '' : `${empty} other ${empty === 1 ? 'currency holds' : 'currencies hold'} nothing. `}
        {describeCollateral(shown)}
      </p>
    </>
  );
}
