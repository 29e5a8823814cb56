import { compare, decimal, decimalPlaces, divide } from '../../../../shared/decimal.ts';
import { ARMED_MS, type ConfirmationRung, type Demand, type Ladder } from '../../../../shared/orders/confirmation.ts';
import { RUNG_NAMES } from '../../../ui/words/policy-words.ts';
import { formatDecimal } from '../../../ui/words/shown.ts';

const ARMED_S = ARMED_MS / 1000;

/** What each rung does, in a sentence. */
export const RUNG_MEANINGS: Readonly<Record<ConfirmationRung, string>> = {
  confirm_each: 'A press shows the order again. A press there sends it.',
  arm_and_fire: `The first press arms the button for ${ARMED_S} s, the second sends. Escape or any change of the order disarms it.`,
  one_click: 'One press sends, up to the cap. Above it, or of unknown worth, confirm the order first.',
};

/** The largest first. */
const UNITS = [
  [decimal(1_000_000_000), 'bn'],
  [decimal(1_000_000), 'm'],
  [decimal(1000), 'k'],
] as const;

/** The rung in a few characters, its cap as `50k` or `1.25m` where that loses nothing. */
export function abbreviateLadder({ rung, cap_usd }: Ladder): string {
  if (rung !== 'one_click' || cap_usd === null) return RUNG_NAMES[rung];
  const [unit, suffix] = UNITS.find(([least]) => compare(cap_usd, least) >= 0) ?? [decimal(1), ''];
  const short = divide(cap_usd, unit);
  const cap = decimalPlaces(short) <= 2 ? `${formatDecimal(short)}${suffix}` : formatDecimal(cap_usd);
  return `1-click ≤${cap} USD`;
}

/** The rung in force, with its cap in full. */
export function describeLadder({ rung, cap_usd }: Ladder): string {
  return rung === 'one_click' && cap_usd !== null
    ? `${RUNG_NAMES.one_click} ≤ ${formatDecimal(cap_usd)} USD`
    : RUNG_NAMES[rung];
}

/** Why a single press shows the order instead of selling it; null where the rung always does. */
export function describeDemand({ why, notionalUsd }: Demand, { cap_usd }: Ladder): string | null {
  switch (why) {
    case null:
      return null;
    case 'above_cap': {
      const worth = notionalUsd === null ? '' : ` ${formatDecimal(notionalUsd, { max: 0 })} USD,`;
      const cap = cap_usd === null ? '' : ` of ${formatDecimal(cap_usd)} USD`;
      return `Worth${worth} more than one click may trade. Confirm it: the cap${cap} applies.`;
    }
    case 'notional_unknown':
      return 'Its worth in USD is not known now. Confirm it.';
    case 'market_stale':
      return 'Its market is not known now. Confirm it.';
    case 'linked_orders':
      return 'It brings linked orders. Confirm it.';
  }
}
