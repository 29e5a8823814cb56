import { expect, it } from 'vitest';
import { createStopHold, STOP_HOLD_MS } from '../../../../renderer/stores/orders/stop-hold.ts';

function startHold() {
  let now = 1000;
  const due: { at: number; action: () => void }[] = [];
  const hold = createStopHold({
    now: () => now,
    after: (milliseconds, action) => void due.push({ at: now + milliseconds, action }),
  });
  return {
    hold,
    pass: (milliseconds: number) => {
      now += milliseconds;
      for (const timer of due.splice(0)) {
        if (timer.at <= now) timer.action();
        else due.push(timer);
      }
    },
  };
}

it('nothing lifts a stop for a while after it, nor while somebody goes on pressing', () => {
  const { hold, pass } = startHold();
  expect(hold.mayLift()).toBe(true);
  hold.hold();
  for (const gap of [0, 60, 800, STOP_HOLD_MS - 1, STOP_HOLD_MS - 1]) {
    pass(gap);
    expect(hold.store.getState().isHeld).toBe(true);
    expect(hold.mayLift()).toBe(false);
  }
  pass(STOP_HOLD_MS);
  expect(hold.store.getState().isHeld).toBe(false);
  expect(hold.mayLift()).toBe(true);
});

it('a stop that is told after it was asked for is held from when it is told', () => {
  const { hold, pass } = startHold();
  hold.hold();
  pass(STOP_HOLD_MS - 100);
  hold.hold();
  pass(200);
  expect(hold.store.getState().isHeld).toBe(true);
  expect(hold.mayLift()).toBe(false);
});
