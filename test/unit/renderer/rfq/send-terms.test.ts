import { expect, it } from 'vitest';
import { listSendTerms, type SentView } from '../../../../renderer/features/rfq/composer/send-terms.ts';
import { decimal } from '../../../../shared/decimal.ts';
import { option, optionTicker } from '../../../support/records/records.ts';

const NAME = 'BTC-27MAR27-100000-C';
const received = (ticker: ReturnType<typeof optionTicker> | null) =>
  ticker === null ? null : ({ quote: { ticker } } as SentView['legs'][number]['received']);

/** One call bought, 25 of them. */
function viewOf(label: string, ticker: ReturnType<typeof optionTicker> | null): SentView {
  const instrument = option();
  const amount = decimal(25);
  const direction = 'buy' as const;
  return {
    draft: { label },
    legs: [{ leg: { instrumentName: NAME, direction }, amount: '25', instrument, received: received(ticker) }],
    priced: [{ instrument, direction, amount, ticker }],
    verdict: { structure: { amount, legs: [{ instrument, direction, amount, ratio: 1 }] } },
  } as unknown as SentView;
}

it('a request is told with its label, what one of it costs and what it is worth', () => {
  expect(listSendTerms(viewOf('rr-1', optionTicker()))).toEqual([
    { name: 'Label', text: 'rr-1' },
    { name: 'Net of one', text: 'mark 0.0751 BTC · bid 0.0745 BTC · ask 0.0755 BTC' },
    { name: 'Worth', text: '2,435,314 USD, the legs together' },
  ]);
});

it('what is not known is a dash, and a label that was not typed is made when it is sent', () => {
  expect(listSendTerms(viewOf('', null)).map(({ text }) => text)).toEqual([
    'made when sent',
    'mark – · bid – · ask –',
    '–',
  ]);
});
