import type { DecimalString } from '../../../shared/decimal.ts';
import type { CurrencySummary } from '../../../shared/service/account.ts';
import { useQuote } from '../../stores/market-store.ts';
import { useLook } from '../../stores/watch-store.ts';
import { Explained } from '../../ui/explained.tsx';
import { MISSING, formatPrice } from '../../ui/words/format.ts';
import { perpetualOfIndex } from '../../ui/words/perpetual-of-index.ts';
import { StaleMark } from '../../ui/stale-mark.tsx';
import { describeLiquidation, listRatios } from './liquidation-price.ts';

/** For each index the ratio and the price it implies now. */
export function Liquidation({ summary }: { readonly summary: CurrencySummary }) {
  const ratios = listRatios(summary);
  useLook(
    ratios.map(([index]) => perpetualOfIndex(index)),
    'background',
  );
  if (summary.portfolio_margining_enabled === true) {
    return (
      <p className="section-note" data-field="estimated_liquidation_ratio_map">
        Portfolio margin: the ratio is void and gives no liquidation price.
        {ratios.map(([index, ratio]) => ` ${index} ${ratio}.`)}
      </p>
    );
  }
  return (
    <dl className="fields number" data-field="estimated_liquidation_ratio_map">
      {ratios.map(([index, ratio]) => (
        <ImpliedPrice key={index} index={index} ratio={ratio} />
      ))}
    </dl>
  );
}

function ImpliedPrice({ index, ratio }: { readonly index: string; readonly ratio: DecimalString }) {
  const quote = useQuote(perpetualOfIndex(index))?.quote ?? null;
  const indexPrice = quote?.ticker?.index_price ?? null;
  const { price, distance } = describeLiquidation(ratio, indexPrice);
  return (
    <div className="field-pair" data-index={index}>
      <dt>
        <Explained
          explanation={`Ratio ${ratio} × index ${indexPrice === null ? 'not known yet' : formatPrice(indexPrice, 2)}. An estimate for futures and perpetuals on ${index}, all else equal.`}
        >
          Implies {index} at
        </Explained>
        <span className="faint"> {ratio}</span>
      </dt>
      <dd>
        {price ?? MISSING} <span className="muted">{distance}</span>
        {price !== null && quote?.is_stale === true ? <StaleMark text="index stale" /> : null}
      </dd>
    </div>
  );
}
