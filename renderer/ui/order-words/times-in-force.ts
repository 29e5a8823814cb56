import { spell } from '../words/spell.ts';

/** How long an order holds. */
export const TIMES = [
  { value: 'good_til_cancelled', text: 'GTC', explanation: 'Good till cancelled' },
  { value: 'good_til_day', text: 'Day', explanation: 'Good till the book next settles, 08:00 UTC' },
  { value: 'fill_or_kill', text: 'FOK', explanation: 'Fill or kill: all at once, or nothing' },
  {
    value: 'immediate_or_cancel',
    text: 'IOC',
    explanation: 'Immediate or cancel: what finds a bid now; the rest is cancelled',
  },
] as const;

/** `GTC`, `IOC`; what the service may add, in its words. */
export function nameTime(timeInForce: string): string {
  return TIMES.find(({ value }) => value === timeInForce)?.text ?? spell(timeInForce);
}
