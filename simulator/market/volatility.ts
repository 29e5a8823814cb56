/**
 * Implied volatility (a fraction) from the level a month out: short expiries swing more, far ones less;
 * low strikes are dearer than high ones, and both wings dearer than the middle.
 */
export function volatilityAt(level: number, years: number, strikeOverForward: number): number {
  const root = Math.sqrt(Math.max(years, 1 / 365));
  const term = 1 + 0.08 * Math.exp(-years * 30) + 0.05 * Math.min(1, years);
  const distance = Math.log(strikeOverForward);
  const skew = (-0.06 * distance) / root;
  const smile = (0.03 * distance * distance) / (root * root);
  return Math.max(0.05, level * (term + Math.max(-0.3, Math.min(0.8, skew)) + Math.min(1.5, smile)));
}
