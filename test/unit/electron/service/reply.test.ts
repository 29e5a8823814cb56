import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readReply } from '../../../../electron/service/wire/reply.ts';
import { METHODS } from '../../../../shared/service/methods.ts';

const expected = { id: 7, result: METHODS['private/get_open_orders_by_label'].result, receivedAtMs: 5 };
const reply = (status: number, text: string) => ({ status, text, roundTripMs: 3 });

describe('reading a reply', () => {
  it('gives value and times of a success', () => {
    const text = '{"jsonrpc":"2.0","id":7,"result":[],"usIn":1700000000000001,"usOut":1700000000000999,"usDiff":998}';
    expect(readReply(reply(200, text), expected)).toEqual({
      ok: true,
      value: { value: [], times: { roundTripMs: 3, serviceTimeMs: 1_700_000_000_000, receivedAtMs: 5 } },
    });
  });

  it('does not invent a time that the service did not name', () => {
    expect(readReply(reply(200, '{"jsonrpc":"2.0","id":7,"result":[]}'), expected)).toMatchObject({
      value: { times: { serviceTimeMs: null } },
    });
  });

  it.each([
    ['1e23', null],
    ['1e400', null],
    ['null', null],
    ['"soon"', null],
    ['8640000000000001000', null],
    ['9007199254740993000', null],
    ['-1', null],
    ['8640000000000000000', 8.64e15],
    ['0', 0],
  ])('the service time %s µs is %s ms: what no date can be tells no time', (usOut, serviceTimeMs) => {
    for (const end of ['}', ' }']) {
      expect(
        readReply(reply(200, `{"jsonrpc":"2.0","id":7,"result":[],"usOut":${usOut}${end}`), expected),
      ).toMatchObject({
        ok: true,
        value: { times: { serviceTimeMs } },
      });
    }
    const refusal = `{"jsonrpc":"2.0","id":7,"error":{"code":10009,"message":"not_enough_funds"},"usOut":${usOut}}`;
    expect(readReply(reply(400, refusal), expected)).toMatchObject({ error: { times: { serviceTimeMs } } });
  });

  it('takes a reply without an id only where the request had none', () => {
    const text = '{"jsonrpc":"2.0","result":[]}';
    expect(readReply(reply(200, text), { ...expected, id: null })).toMatchObject({ ok: true });
    expect(readReply(reply(200, text), expected)).toMatchObject({ ok: false, error: { reason: 'wrong_id' } });
    const other = '{"jsonrpc":"2.0","id":1,"result":[]}';
    expect(readReply(reply(200, other), { ...expected, id: null })).toMatchObject({ error: { reason: 'wrong_id' } });
  });

  it('tells whether a refusal is ours: without an id it may be of another request', () => {
    const error = '"error":{"code":10009,"message":"not_enough_funds"}';
    const ours = readReply(reply(400, `{"jsonrpc":"2.0","id":7,${error}}`), expected);
    expect(ours).toMatchObject({ error: { class: 'refused', isOurs: true } });
    const nobodys = readReply(reply(400, `{"jsonrpc":"2.0",${error}}`), { ...expected, id: null });
    expect(nobodys).toMatchObject({ error: { class: 'refused', isOurs: false } });
  });

  it.each(['"7"', '7.5', '[7]', 'null', '70'])('the id %s is not ours', (id) => {
    const outcome = readReply(reply(200, `{"jsonrpc":"2.0","id":${id},"result":[]}`), expected);
    expect(outcome.ok).toBe(false);
  });

  it.each([
    ['null', null, null],
    ['"too long"', 'too long', null],
    ['{"reason":"value required","param":"currency"}', 'value required', 'currency'],
    ['{"wait":5}', null, null],
    ['{"reason":5,"param":{}}', null, null],
    ['[1]', null, null],
  ])('error data %s', (data, reason, param) => {
    const text = `{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"Invalid params","data":${data}}}`;
    expect(readReply(reply(400, text), expected)).toMatchObject({
      ok: false,
      error: { kind: 'service_error', code: -32_602, reason, param, data: JSON.parse(data) },
    });
  });

  it('names the field of an unreadable result, not its content', () => {
    const text = '{"jsonrpc":"2.0","id":7,"result":[{"order_id":"canary"}]}';
    const outcome = readReply(reply(200, text), expected);
    expect(outcome).toMatchObject({ ok: false, error: { reason: 'unreadable_result' } });
    expect(outcome.ok || outcome.error.kind !== 'no_answer' ? '' : outcome.error.detail).toMatch(/^0\.\w+: /);
  });

  it('never throws and never takes for success what is not ours, whatever status and text', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '"jsonrpc":"2.0"',
      '"id":7',
      '"id":8',
      '"result":[]',
      '"result":{}',
      ',',
      '"error":{"code":1,"message":"x"}',
      '"error":null',
      '[',
      ']',
      'null',
      '1e999',
      '<html>',
    );
    const texts = fc.oneof(
      fc.string(),
      fc.array(pieces, { maxLength: 9 }).map((list) => list.join('')),
    );
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 599 }), texts, (status, text) => {
        const outcome = readReply(reply(status, text), expected);
        if (outcome.ok) {
          expect(status).toBe(200);
          expect(JSON.parse(text)).toMatchObject({ jsonrpc: '2.0', id: 7, result: [] });
        } else if (outcome.error.kind === 'service_error') {
          expect(status === 200 || (status >= 400 && status < 500)).toBe(true);
          expect(JSON.parse(text)).toMatchObject({ id: 7, error: { code: 1 } });
        }
      }),
      { numRuns: 5_000 },
    );
  });
});
