import { toNumber } from '../../../shared/decimal.ts';
import type { CurrencySummary } from '../../../shared/service/account.ts';
import { useSession } from '../../stores/session-store.ts';
import { Explained } from '../../ui/explained.tsx';
import { MISSING } from '../../ui/words/format.ts';
import { Meter } from '../../ui/controls/meter.tsx';
import { listFees } from './fee-rows.ts';
import { listLimitMeters } from './limit-meters.ts';
import { listLimits } from './limit-rows.ts';
import { describeRaw } from './summary-text.ts';
import { formatDecimal } from '../../ui/words/shown.ts';

/** Every bucket of the account's rate limits; those that the terminal meters say what is left now. */
export function LimitTable({ currency, limits }: Pick<CurrencySummary, 'currency' | 'limits'>) {
  const status = useSession((state) => state.status);
  const rows = listLimits(limits);
  if (rows.length === 0) return <p className="section-note">The service sent no limits.</p>;
  const meters = listLimitMeters(status, currency, limits);
  return (
    <div data-field="limits">
      <table className="account-table number">
        <thead>
          <tr>
            <th scope="col">Group</th>
            <th scope="col">Rate / s</th>
            <th scope="col">Burst</th>
            <th scope="col" className="left-now">
              Left now
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ path, label, meaning, rate, burst }) => {
            const meter = meters.get(path) ?? null;
            const left = meter === null ? null : Math.floor(meter.available);
            return (
              <tr key={path} data-path={path}>
                <th scope="row">
                  <Explained explanation={meaning}>{label}</Explained>
                </th>
                <td>{formatDecimal(rate)}</td>
                <td>{formatDecimal(burst)}</td>
                <td className="left-now">
                  {left === null ? (
                    <span className="faint">{MISSING}</span>
                  ) : (
                    <>
                      {left}
                      <Meter
                        label={`${label} left`}
                        text={`${left} of ${burst} requests`}
                        fraction={left / toNumber(burst)}
                      />
                    </>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="section-note">
        {limits?.limits_per_currency === true
          ? 'Limits apply to each currency by itself.'
          : 'Limits apply to all currencies together.'}
        {' The terminal counts what is left for orders and other calls only.'}
      </p>
    </div>
  );
}

/** The account's own fees, where it has any. */
export function FeeTable({ fees }: { readonly fees: CurrencySummary['fees'] }) {
  const rows = listFees(fees);
  if (rows.length === 0) return <p className="section-note">No own fees: the instruments’ fees apply.</p>;
  return (
    <table className="account-table number" data-field="fees">
      <thead>
        <tr>
          <th scope="col">Index</th>
          <th scope="col">Kind</th>
          <th scope="col">Type</th>
          <th scope="col">
            <Explained explanation="Of an order that rested, by the fee type. Negative: a rebate.">Maker</Explained>
          </th>
          <th scope="col">
            <Explained explanation="Of an order that traded at once, by the fee type.">Taker</Explained>
          </th>
          <th scope="col">
            <Explained explanation="Block trade fee, where one applies.">Block trade</Explained>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ index, kind, type, maker, taker, blockTrade }) => (
          <tr key={`${index} ${kind}`}>
            <th scope="row">{index}</th>
            <td>{kind}</td>
            <td>
              <Explained explanation={describeFeeType(type)}>{type}</Explained>
            </td>
            <td>{formatDecimal(maker)}</td>
            <td>{formatDecimal(taker)}</td>
            <td>{blockTrade === null ? MISSING : formatDecimal(blockTrade)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function describeFeeType(type: string): string {
  if (type === 'relative') return 'A fraction of the base instrument fee.';
  return type === 'fixed' ? 'Computed from this rate alone.' : 'Not described by the contract.';
}

/** What the account may trade; the form is the service's own, shown as it came where it is another. */
export function ProductList({ products }: { readonly products: unknown }) {
  if (products === undefined) return null;
  const items: readonly unknown[] = Array.isArray(products) ? products : [products];
  return (
    <dl className="fields number" data-field="trading_products_details">
      {items.map((item, index) => {
        const { product, enabled, ...rest } = isRecord(item) ? item : { product: 'product', enabled: item };
        return (
          <div key={typeof product === 'string' ? product : index} className="field-pair">
            <dt>Trades {describeRaw(product).replaceAll('_', ' ')}</dt>
            <dd title={describeRaw(rest)}>{enabled === true ? 'on' : enabled === false ? 'off' : describeRaw(item)}</dd>
          </div>
        );
      })}
    </dl>
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && 'product' in value;
}
