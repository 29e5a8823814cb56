import { expect, it } from 'vitest';
import { createRfqWatch } from '../../../../electron/rfq/rfq-watch.ts';
import { createServiceClock } from '../../../../electron/service/service-clock.ts';
import { createScriptedService, noAnswer, refusal } from '../../../support/wire/scripted-service.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';

const MAKERS = 'private/get_block_rfq_makers';

it.each([
  ['no answer', noAnswer, true],
  ['a refusal that passes', refusal(10_028, 'transient', 'too_many_requests'), true],
  ['a service that has no such list', refusal(-32_601, 'refused', 'Method not found'), false],
  ['a key that may not see it', refusal(13_021, 'credentials', 'forbidden'), false],
])('makers after %s', async (_name, failure, isAskedAgain) => {
  const clock = createVirtualClock();
  const service = createScriptedService(clock);
  let asked = 0;
  service.answer(MAKERS, () => {
    asked += 1;
    return asked === 1 ? failure : { value: ['MAKER1'] };
  });
  const watch = createRfqWatch({
    client: service,
    clock,
    serviceClock: createServiceClock(clock),
    rows: () => [],
    advance: () => undefined,
    onMakers: () => undefined,
  });
  await clock.advance(60_000);
  expect([asked, watch.listedMakers()]).toEqual(isAskedAgain ? [2, ['MAKER1']] : [1, null]);
  watch.close();
});
