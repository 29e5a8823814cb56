import { describe, expect, it } from 'vitest';
import type { OrderCheck } from '../../../../shared/ipc/schemas/order-schema.ts';
import { IpcFailure } from '../../../../shared/ipc/error.ts';
import type { OrderDraft } from '../../../../shared/orders/draft.ts';
import {
  type CheckedDraft,
  createCheckRunner,
  isForSame,
} from '../../../../renderer/features/order-ticket/form/check-runner.ts';
import { EMPTY_TICKET } from '../../../../renderer/features/order-ticket/form/ticket-state.ts';
import { summarise } from '../../../../renderer/features/order-ticket/form/ticket-summary.ts';

const CLEAN: OrderCheck = { issues: [], forecast: null, request: '{}' };

function draft(amount: string): OrderDraft {
  return { ...summarise(EMPTY_TICKET, null).draft, amount };
}

/** Frames and answers by hand. */
function setUp() {
  const frames: (() => void)[] = [];
  const asked: { draft: OrderDraft; answer: (check: OrderCheck) => void; fail: (error: Error) => void }[] = [];
  const received: CheckedDraft[] = [];
  const runner = createCheckRunner<OrderDraft, OrderCheck>({
    isForSame,
    ask: (wanted) =>
      new Promise((answer, fail) => {
        asked.push({ draft: wanted, answer, fail });
      }),
    atNextFrame: (action) => {
      frames.push(action);
      return () => frames.splice(frames.indexOf(action), 1);
    },
    receive: (answer) => received.push(answer),
  });
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return { runner, asked, received, settle, frame: () => frames.shift()?.(), frames };
}

describe('asking for the check of a draft', () => {
  it('asks once a frame, for the newest draft', () => {
    const { runner, asked, frame, frames } = setUp();
    runner.want(draft('1'));
    runner.want(draft('12'));
    expect(frames).toHaveLength(1);
    frame();
    expect(asked.map((question) => question.draft.amount)).toEqual(['12']);
  });

  it('has one question open at a time, and asks the last one typed meanwhile', async () => {
    const { runner, asked, received, frame, settle, frames } = setUp();
    runner.want(draft('1'));
    frame();
    runner.want(draft('12'));
    runner.want(draft('123'));
    expect(frames).toHaveLength(0);
    asked[0]?.answer(CLEAN);
    await settle();
    frame();
    expect(asked.map((question) => question.draft.amount)).toEqual(['1', '123']);
    expect(received.map((answer) => answer.draft.amount)).toEqual(['1']);
  });

  it('tells a failure as such, and goes on', async () => {
    const { runner, asked, received, frame, settle } = setUp();
    runner.want(draft('1'));
    frame();
    asked[0]?.fail(new IpcFailure({ code: 'ConnectionFailed', message: 'gone', params: {} }));
    await settle();
    expect(received[0]).toMatchObject({ check: null, failure: { code: 'ConnectionFailed' } });
    runner.want(draft('2'));
    frame();
    expect(asked).toHaveLength(2);
  });

  it('drops what is said of an instrument that was left meanwhile, answer or failure', async () => {
    for (const end of ['answer', 'fail'] as const) {
      const { runner, asked, received, frame, settle } = setUp();
      runner.want({ ...draft('1'), instrument_name: 'BTC-PERPETUAL' });
      frame();
      runner.want({ ...draft('2'), instrument_name: 'ETH-PERPETUAL' });
      if (end === 'answer') asked[0]?.answer(CLEAN);
      else asked[0]?.fail(new Error('gone'));
      await settle();
      expect(received).toEqual([]);
      frame();
      asked[1]?.answer(CLEAN);
      await settle();
      expect(received.map((answer) => answer.draft.instrument_name)).toEqual(['ETH-PERPETUAL']);
    }
  });

  it('says nothing after it was stopped', async () => {
    const { runner, asked, received, frame, settle } = setUp();
    runner.want(draft('1'));
    frame();
    runner.stop();
    asked[0]?.answer(CLEAN);
    await settle();
    expect(received).toEqual([]);
  });
});
