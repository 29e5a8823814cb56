import { expect, it } from 'vitest';
import { describeSendFailure } from '../../../../renderer/features/rfq/rfq-text.ts';
import { NOTHING_SENT } from '../../../../shared/ipc/error.ts';

it('a request is told as not made where the failure proves it, and as not known where it does not', () => {
  const failure = { code: 'RequestTimeout', message: '', params: {} } as const;
  expect(describeSendFailure({ ...failure, params: { [NOTHING_SENT]: 'true' } })).toEqual({
    tone: 'bad',
    title: 'Quotes were not requested',
    detail: 'The service did not answer in time. Nothing was sent.',
  });
  expect(describeSendFailure(failure)).toEqual({
    tone: 'attention',
    title: 'Not known whether quotes were requested',
    detail: 'The service did not answer in time. Look in My requests before you send it again.',
  });
});
