import { expect, it } from 'vitest';
import { describeRfqNotice } from '../../../../renderer/features/rfq/rfq-text.ts';
import { buildRfqDesk, CALL_SPREAD, CREATE, LIST, listedRfq, RFQ_ID } from '../../../support/bench/rfq-desk.ts';
import { noAnswer } from '../../../support/wire/scripted-service.ts';

it.each([
  ['answered', false],
  ['whose reply was lost', true],
])('a request %s that the service has twice under its label is told of, once', async (_what, isLost) => {
  const bench = buildRfqDesk();
  const sentMs = bench.clock.now();
  let label: unknown;
  bench.service.answer(CREATE, (params) => {
    label = params['label'];
    return isLost ? noAnswer : { value: listedRfq(label, sentMs) };
  });
  const another = (id: number, legs: object) => listedRfq('another', sentMs, { block_rfq_id: id, ...legs });
  bench.service.answer(LIST, () => ({
    value: { block_rfqs: [listedRfq(label, sentMs), another(9, {}), listedRfq(label, sentMs, { block_rfq_id: 8 })] },
  }));
  await bench.desk.send(RFQ_ID, CALL_SPREAD, []);
  await bench.clock.advance(60_000);
  const notices = bench.desk.board().rows[0]?.notices ?? [];
  const told = notices.filter(({ code }) => code === 'others_under_label');
  expect(told).toEqual([{ code: 'others_under_label', params: { ids: '8' } }]);
  expect(told.map(describeRfqNotice)).toEqual([
    'The service has it more than once under this label, also as 8. Cancel the others there.',
  ]);
  bench.desk.close();
});
