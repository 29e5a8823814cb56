import { expect, it } from 'vitest';
import type { IpcError } from '../../../../shared/ipc/error.ts';
import { describeStopFailure } from '../../../../renderer/stores/orders/stop-trading.ts';

const failure = (params: object): IpcError => ({
  code: 'StorageFailed',
  message: 'disk is full',
  params: { ...params },
});

it.each([
  [{ in_force: 'until_the_end' }, true, 'Trading is stopped, but this could not be stored'],
  [{}, true, 'Trading could not be stopped'],
  [{}, false, 'Trading is still stopped'],
])('a stop that failed in part says what holds: %o, stopped %s', (params, stopped, title) => {
  const told = describeStopFailure(failure(params), stopped);
  expect(told.title).toBe(title);
  expect(told.detail).toContain('disk is full');
  expect(told.detail.includes('After a restart trading is possible again')).toBe('in_force' in params);
});
