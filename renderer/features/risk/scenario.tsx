import { decimal } from '../../../shared/decimal.ts';
import { estimateByGreeks, revalueTrade, type Shock } from '../../../shared/risk/scenario.ts';
import { describeFailure } from '../../api/failure-text.ts';
import { useAccountState, useStaleAccountMs } from '../../stores/account-state.ts';
import { usePanelSetting } from '../../stores/workspace/panel-settings.ts';
import { formatSigned } from '../../ui/words/format.ts';
import { AccountAge, AccountNote } from '../../ui/account-notes.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type Part, PARTS, readPart } from './scenario-parts.ts';
import { Sources } from './scenario-sources.tsx';
import { type PossibleTrades, type ScenarioInputs, useScenario } from './use-scenario.ts';
import './risk.css';

const INDEX_PERCENTS = [10, 5, 0, -5, -10] as const;
const VOLATILITY_POINTS = [-10, -5, 0, 5, 10] as const;

/** What a move of index and volatility would make of the account, its open orders and the Block RFQ being composed, in USD. */
export function Scenario() {
  const [key, keepPart] = usePanelSetting('part');
  const part = readPart(key);
  const inputs = useScenario();
  const { isRead, failure } = useAccountState();
  const staleMs = useStaleAccountMs();
  return (
    <Panel
      label="Scenario"
      title="Scenario"
      tools={
        <>
          <AccountAge staleMs={staleMs} />
          <div role="radiogroup" aria-label="Scenario of" className="panel-tabs">
            {PARTS.map((item) => (
              <button
                key={item.key}
                type="button"
                role="radio"
                className="panel-tab"
                aria-checked={part === item}
                onClick={() => keepPart(item.key)}
              >
                {item.name}
              </button>
            ))}
          </div>
        </>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keyboard */}
      <div className="panel-body" role="region" aria-label="Scenario in full" tabIndex={0}>
        <AccountNote
          isRead={isRead}
          hasSummaries={inputs !== null}
          failure={failure === null ? null : describeFailure(failure)}
        />
        {inputs === null ? null : <Grid part={part} inputs={inputs} />}
      </div>
    </Panel>
  );
}

function worthOf({ trades }: PossibleTrades, shock: Shock): number {
  return trades.reduce((sum, { trade }) => sum + revalueTrade(trade, shock), 0);
}

function Grid({ part, inputs }: { readonly part: Part; readonly inputs: ScenarioInputs }) {
  const gainAt = (shock: Shock): number =>
    (part.hasAccount ? estimateByGreeks(inputs.exposures, shock) : 0) +
    (part.hasOrders ? worthOf(inputs.orders, shock) : 0) +
    (part.hasDraft ? worthOf(inputs.draft, shock) : 0);
  return (
    <>
      <table className="scenario number" aria-label="USD gained, by move of index and volatility">
        <thead>
          <tr>
            <th scope="col">Index \ volatility</th>
            {VOLATILITY_POINTS.map((points) => (
              <th key={points} scope="col">
                {describeMove(points, 'pt')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {INDEX_PERCENTS.map((indexPercent) => (
            <tr key={indexPercent} className={indexPercent === 0 ? 'scenario-now' : ''}>
              <th scope="row">{describeMove(indexPercent, '%')}</th>
              {VOLATILITY_POINTS.map((volatilityPoints) => {
                const usd = Math.round(gainAt({ indexPercent, volatilityPoints }));
                return (
                  <td key={volatilityPoints} className={usd === 0 ? '' : usd > 0 ? 'bid' : 'ask'}>
                    {formatSigned(decimal(usd))}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <Sources part={part} inputs={inputs} />
    </>
  );
}

function describeMove(size: number, unit: string): string {
  return size === 0 ? 'now' : `${formatSigned(decimal(size))} ${unit}`;
}
