import { describe, expect, it } from 'vitest';
import { ARMED_MS } from '../../../../shared/orders/confirmation.ts';
import { issue } from '../../../../shared/orders/issue.ts';
import { type IpcError, NOTHING_SENT } from '../../../../shared/ipc/error.ts';
import {
  describeArmed,
  describePlacing,
  isUnresolved,
  whyWait,
} from '../../../../renderer/features/order-ticket/press/placing-text.ts';
import { EMPTY_TICKET } from '../../../../renderer/features/order-ticket/form/ticket-state.ts';
import { summarise } from '../../../../renderer/features/order-ticket/form/ticket-summary.ts';
import type { Placing } from '../../../../renderer/features/order-ticket/press/use-placing.ts';
import { OPEN_ROW, SENDING_ROW } from '../samples.ts';

const { draft } = summarise(EMPTY_TICKET, null);
const unknownRow = { ...SENDING_ROW, outcome: 'unknown' } as const;
const placed: Placing = { phase: 'placed', intentId: 'intent-1', draft };

function failed(code: IpcError['code'], params: IpcError['params'] = {}): Placing {
  return { phase: 'failed', intentId: 'intent-1', draft, failure: { code, message: '', params } };
}

describe('what became of a press', () => {
  it('follows the order in the store', () => {
    expect(describePlacing(placed, OPEN_ROW, true, 1_001_200)).toMatchObject({ tone: 'good' });
    expect(describePlacing(placed, unknownRow, true, 1_001_200)?.detail).toContain('Do not send it again');
  });

  it('says for how long an unknown one is being looked up, and no longer once a person must', () => {
    expect(describePlacing(placed, unknownRow, true, 1_001_200)?.title).toBe('Checking with the service, 1.2 s');
    const left = { ...unknownRow, notices: [{ code: 'needs_a_person' as const, params: {} }] };
    expect(describePlacing(placed, left, true, 1_001_200)?.title).toMatch(/^No answer yet/);
  });

  it('is not sent, and why, when the ladder asks for more', () => {
    const lacking = issue('error', 'order', 'confirmation_needed', { rung: 'one_click', why: 'above_cap' });
    expect(describePlacing({ phase: 'stopped', draft, because: lacking }, null, true, 0)?.detail).toBe(
      'Worth more than one press may trade. Confirm it. Nothing was sent.',
    );
  });

  it('is not sent when the back end refused to take it', () => {
    for (const code of ['BadRequest', 'StorageFailed', 'StorageBusy', 'ReadOnly'] as const) {
      expect(describePlacing(failed(code), null, true, 1_001_200)?.title).toBe('Not sent');
      expect(isUnresolved(failed(code), null, true)).toBe(false);
    }
  });

  it('is not sent when what comes before sending failed, and open when the same failure does not say so', () => {
    const before = failed('RequestTimeout', { [NOTHING_SENT]: 'true' });
    expect(describePlacing(before, null, true, 1_001_200)).toEqual({
      tone: 'bad',
      title: 'Not sent',
      detail: 'The service did not answer in time.',
    });
    expect(isUnresolved(before, null, true)).toBe(false);
    expect(describePlacing(failed('RequestTimeout'), null, true, 1_001_200)?.title).toBe('No answer yet');
    expect(isUnresolved(failed('RequestTimeout'), null, true)).toBe(true);
  });

  it('is open after a broken connection, until the back end has listed its orders again', () => {
    const broken = failed('ConnectionFailed');
    expect(describePlacing(broken, null, false, 1_001_200)?.title).toBe('No answer yet');
    expect(isUnresolved(broken, null, false)).toBe(true);
    expect(describePlacing(broken, null, true, 1_001_200)?.title).toBe('Not sent');
    expect(describePlacing(broken, OPEN_ROW, true, 1_001_200)?.title).toContain('Accepted');
    // The row may be known, and no more of it than that it was on its way.
    for (const isListed of [false, true]) {
      expect(describePlacing(broken, SENDING_ROW, isListed, 1_001_200)?.detail).toContain('Do not send it again');
    }
  });

  it('stays open after a failure that proves nothing', () => {
    expect(isUnresolved(failed('InternalError'), null, true)).toBe(true);
    expect(describePlacing(failed('InternalError'), null, true, 1_001_200)?.detail).toContain('Do not send it again');
  });
});

describe('an armed button', () => {
  it.each([
    [-400, 'armed for 4 s'],
    [0, 'armed for 4 s'],
    [1100, 'armed for 3 s'],
    [3999, 'armed for 1 s'],
    [4100, 'armed for 1 s'],
  ])('%d ms after it was armed says %s', (atMs, text) => {
    expect(describeArmed(ARMED_MS, atMs)).toBe(text);
  });
});

describe('pressing again', () => {
  it('waits while the same order is undecided, and only for the same', () => {
    expect(whyWait(placed, unknownRow, true, draft)).not.toBeNull();
    expect(whyWait(placed, unknownRow, true, { ...draft, label: 'another' })).not.toBeNull();
    expect(whyWait(placed, unknownRow, true, { ...draft, amount: '10' })).toBeNull();
    expect(whyWait(placed, OPEN_ROW, true, draft)).toBeNull();
    expect(whyWait(placed, unknownRow, true, draft)).toContain('being looked up');
    const left = { ...unknownRow, notices: [{ code: 'needs_a_person' as const, params: {} }] };
    expect(whyWait(placed, left, true, draft)).toContain('settle it');
    expect(whyWait({ phase: 'idle' }, null, true, draft)).toBeNull();
  });
});
