import { type DecimalString, toNumber } from '../../../shared/decimal.ts';
import type { CurrencySummary } from '../../../shared/service/account.ts';
import { coinOfIndex } from '../../../shared/account/units.ts';
import { readServiceNow } from '../../stores/session-store.ts';
import { Explained } from '../../ui/explained.tsx';
import { MAP_FIELDS } from '../../../shared/account/field-meanings.ts';
import { isSettling } from './settling.ts';
import { MISSING } from '../../ui/words/format.ts';
import { describeNumber } from './summary-text.ts';

const MAPS = ['delta_total_map', 'options_gamma_map', 'options_vega_map', 'options_theta_map'] as const;

/** Delta, gamma, vega and theta of each index, as numbers and as bars that share a scale within their greek. */
export function IndexGreeks({ summary }: { readonly summary: CurrencySummary }) {
  return (
    <div className="index-greeks">
      {isSettling(readServiceNow()) ? (
        <p className="section-note">Settlement: the delta of today’s expiries decays to zero until 08:00 UTC.</p>
      ) : null}
      {MAPS.map((key) => (
        <IndexBars key={key} name={key} map={summary[key] ?? null} />
      ))}
    </div>
  );
}

interface IndexBarsProps {
  readonly name: string;
  /** Null where the service did not tell it. */
  readonly map: Readonly<Record<string, DecimalString>> | null;
}

function IndexBars({ name, map }: IndexBarsProps) {
  const meaning = MAP_FIELDS[name];
  const entries = Object.entries(map ?? {});
  const largest = Math.max(...entries.map(([, value]) => Math.abs(toNumber(value))));
  if (meaning === undefined) return null;
  return (
    <div data-field={name}>
      <h4>
        <Explained explanation={`${meaning.meaning} (${name})`}>{meaning.label}</Explained>
      </h4>
      {map === null ? <p className="section-note">{MISSING} The service does not say.</p> : null}
      {map !== null && entries.length === 0 ? <p className="section-note">None on any index.</p> : null}
      <ul className="bars">
        {entries.map(([index, value]) => (
          <li key={index} data-index={index}>
            <span>{index}</span>
            <SignedBar fraction={largest === 0 ? 0 : toNumber(value) / largest} />
            <span className="number">{describeNumber(value, meaning.unit, coinOfIndex(index), true)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A bar from the middle: to the right above zero, to the left below. The number beside it says the same. */
function SignedBar({ fraction }: { readonly fraction: number }) {
  const percent = Math.min(1, Math.abs(fraction)) * 50;
  const side = fraction < 0 ? 'below' : 'above';
  return (
    <span className="signed-bar" aria-hidden="true">
      <span
        className={`signed-fill signed-${side}`}
        style={{ width: `${percent}%`, left: side === 'below' ? `${50 - percent}%` : '50%' }}
      />
    </span>
  );
}
