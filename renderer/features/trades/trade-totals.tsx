import { useState } from 'react';
import type { HistorySummary, Total } from '../../../shared/history/view.ts';
import { showForeign } from '../../ui/order-words/foreign-text.ts';
import { formatSigned, MISSING } from '../../ui/words/format.ts';
import { formatCount, formatDecimal } from '../../ui/words/shown.ts';

const GROUPS = { by_instrument: 'Instrument', by_day: 'Day (UTC)', by_label: 'Label' } as const;
type Group = keyof typeof GROUPS;

/** What the trades of the window add up to, exactly: by instrument, UTC day or label. */
export function TradeTotals({ summary }: { readonly summary: HistorySummary }) {
  const [group, setGroup] = useState<Group>('by_instrument');
  return (
    <section className="totals" aria-label="Totals">
      <div className="totals-groups" role="group" aria-label="Totals by">
        {(Object.keys(GROUPS) as Group[]).map((key) => (
          <button key={key} type="button" className="button" aria-pressed={key === group} onClick={() => setGroup(key)}>
            {GROUPS[key]}
          </button>
        ))}
      </div>
      <div className="totals-scroll" tabIndex={0} role="region" aria-label={`Totals by ${GROUPS[group].toLowerCase()}`}>
        <table>
          <thead>
            <tr>
              <th scope="col">{GROUPS[group]}</th>
              <th scope="col">Trades</th>
              <th scope="col">Volume</th>
              <th scope="col">Realised P&L</th>
              <th scope="col">Fees charged</th>
              <th scope="col" title="The ticket’s forecast of fees, and the fees charged for those trades">
                Fees forecast
              </th>
            </tr>
          </thead>
          <tbody>
            <TotalRow name="All" total={summary.all} />
            {summary[group].map((total) => (
              <TotalRow
                key={total.name}
                name={total.name === '' ? 'no label' : showForeign(total.name)}
                total={total}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function TotalRow({ name, total }: { readonly name: string; readonly total: Total }) {
  const { predicted, within_others: within, without_fee: noFee, without_profit: noProfit } = total;
  return (
    <tr>
      <th scope="row" title={name}>
        {name}
      </th>
      <td title={within === 0 ? undefined : sayWithin(within)}>
        {formatCount(total.trades)}
        {within === 0 ? null : ' *'}
      </td>
      <td>{listMoney(total.volume.map(({ currency, value }) => `${formatDecimal(value)} ${currency}`))}</td>
      <td title={noProfit === 0 ? undefined : `${noProfit} trades without a figure are not in it`}>
        {listMoney(total.profit.map(({ currency, value }) => `${formatSigned(value)} ${currency}`))}
        {noProfit === 0 || total.profit.length === 0 ? null : ' *'}
      </td>
      <td title={noFee === 0 ? undefined : `${noFee} trades without a fee are not in it`}>
        {listMoney(total.fees.map(({ currency, value }) => `${formatDecimal(value)} ${currency}`))}
        {noFee === 0 ? null : ' *'}
      </td>
      <td
        title={predicted
          .map(
            ({ currency, value, charged }) =>
              `forecast ${formatDecimal(value)}, charged ${formatDecimal(charged)} ${currency}`,
          )
          .join('\n')}
      >
        {listMoney(predicted.map(({ currency, value }) => `${formatDecimal(value)} ${currency}`))}
      </td>
    </tr>
  );
}

/** A combo's trade is listed for the combo and each leg. */
function sayWithin(count: number): string {
  return count === 1
    ? '1 of them is of a combo. Amount, fee and P&L count by its legs'
    : `${formatCount(count)} of them are of combos. Amounts, fees and P&L count once, by the legs`;
}

/** One line for each currency; a dash where there is none. */
function listMoney(texts: readonly string[]) {
  return texts.length === 0 ? MISSING : texts.map((text) => <div key={text}>{text}</div>);
}
