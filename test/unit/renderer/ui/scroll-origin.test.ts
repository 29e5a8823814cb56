import { describe, expect, it } from 'vitest';
import { createScrollOrigin } from '../../../../renderer/ui/scroll-origin.ts';

describe('a scroll', () => {
  const [ticket, amount] = [new EventTarget(), new EventTarget()];

  it('belongs to what it began over, until the wheel has rested', () => {
    const scroll = createScrollOrigin();
    for (const [target, timeStamp, isOfAmount] of [
      [ticket, 0, false],
      [amount, 400, false],
      [amount, 1300, false],
      [amount, 2300, true],
      [ticket, 2400, true],
    ] as const) {
      scroll.turn({ target, timeStamp });
      expect(scroll.beganOver(amount)).toBe(isOfAmount);
    }
  });

  it('ends as the pointer presses', () => {
    const scroll = createScrollOrigin();
    scroll.turn({ target: ticket, timeStamp: 0 });
    scroll.press();
    scroll.turn({ target: amount, timeStamp: 100 });
    expect(scroll.beganOver(amount)).toBe(true);
  });
});
