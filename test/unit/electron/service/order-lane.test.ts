import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Connection } from '../../../../electron/service/wire/connection.ts';
import { Deadline } from '../../../../electron/service/deadline.ts';
import type { ExchangeResult } from '../../../../electron/service/wire/exchange.ts';
import { createOrderLane } from '../../../../electron/service/order-lane.ts';
import { createVirtualClock, settle } from '../../../support/virtual-clock.ts';

const REPLY: ExchangeResult = { ok: true, value: { status: 200, text: '', roundTripMs: 1 } };

interface Held {
  readonly path: string;
  /** The first byte leaves: unless it is no longer wanted. */
  readonly write: () => boolean;
  readonly end: (result?: ExchangeResult) => void;
  isWritten: boolean;
}

/** Connections that do what the test says. */
function createBench() {
  const clock = createVirtualClock();
  const held: Held[] = [];
  const written: string[] = [];
  let opened = 0;
  let most = 0;
  let open = 0;
  const connect = (): Connection => {
    let load = 0;
    opened += 1;
    open += 1;
    most = Math.max(most, open);
    return {
      load: () => load,
      exchange: ({ path }, _deadline, mayWrite = () => true) =>
        new Promise((resolve) => {
          expect(load).toBe(0);
          load += 1;
          const end = (result: ExchangeResult = REPLY): void => {
            held.splice(held.indexOf(one), 1);
            load -= 1;
            resolve(result);
          };
          const one: Held = {
            path,
            isWritten: false,
            write: () => {
              one.isWritten = mayWrite();
              if (one.isWritten) written.push(path);
              return one.isWritten;
            },
            end,
          };
          held.push(one);
        }),
      close: () => {
        open -= 1;
        return Promise.resolve();
      },
    };
  };
  const lane = createOrderLane(connect);
  const send = (path: string, subject: string | null, limitMs = 5000, mayWrite?: () => boolean) =>
    lane.exchange({ verb: 'GET', path, headers: [], body: null }, new Deadline(clock, limitMs), subject, mayWrite);
  return { clock, lane, held, written, send, opened: () => opened, most: () => most };
}

describe('the lane of orders', () => {
  it('writes each instrument’s orders in the order they came, on four connections at most, whatever hangs', async () => {
    const subject = fc.constantFrom('A', 'B', 'C', null);
    const turn = fc.record({ at: fc.nat(), ends: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(subject, { maxLength: 12 }), fc.array(turn, { maxLength: 40 }), async (sent, turns) => {
        const { held, written, send, most } = createBench();
        const asked = sent.map((about, index) => ({ path: `${index}`, about }));
        for (const { path, about } of asked) void send(path, about);
        for (const { at, ends } of [...turns, ...Array.from({ length: 60 }, () => ({ at: 0, ends: true }))]) {
          const one = held[at % Math.max(1, held.length)];
          if (one !== undefined && !one.isWritten) one.write();
          else if (ends) one?.end();
          await settle();
        }
        expect(most()).toBeLessThanOrEqual(4);
        expect(written).toHaveLength(sent.length);
        const place = (path: string) => written.indexOf(path);
        for (const [index, one] of asked.entries()) {
          for (const other of asked.slice(index + 1)) {
            const areOrdered = one.about === null || other.about === null || one.about === other.about;
            if (areOrdered) expect(place(one.path)).toBeLessThan(place(other.path));
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('takes one connection for calls one after another, and another while a reply hangs', async () => {
    const { held, send, opened } = createBench();
    for (let call = 0; call < 10; call += 1) {
      const reply = send('next', 'A');
      held[0]?.write();
      held[0]?.end();
      expect(await reply).toBe(REPLY);
    }
    expect(opened()).toBe(1);
    void send('hangs', 'A');
    held[0]?.write();
    await settle();
    void send('behind', 'A');
    expect(held.map(({ path }) => path)).toEqual(['hangs', 'behind']);
    expect(opened()).toBe(2);
  });

  it('ends what waits as not sent, at its deadline or when it is closed', async () => {
    const { clock, lane, held, send } = createBench();
    for (const path of ['1', '2', '3', '4']) void send(path, path);
    const waits = send('5', '5', 100);
    const stays = send('6', '6');
    await clock.advance(100);
    expect(await waits).toMatchObject({ ok: false, error: { kind: 'not_sent', reason: 'deadline' } });
    await lane.close();
    expect(await stays).toMatchObject({ ok: false, error: { kind: 'not_sent', reason: 'closed' } });
    expect(await send('7', '7')).toMatchObject({ ok: false, error: { kind: 'not_sent', reason: 'closed' } });
    expect(held.map(({ path }) => path)).toEqual(['1', '2', '3', '4']);
  });

  it('gives up a connection that did not come about, and what follows takes another', async () => {
    const { held, send, opened } = createBench();
    const stuck = send('stuck', 'A');
    void send('behind', 'A');
    expect(held.map(({ path }) => path)).toEqual(['stuck']);
    held[0]?.end({ ok: false, error: { kind: 'not_sent', reason: 'deadline', detail: '' } });
    await stuck;
    expect(held.map(({ path }) => path)).toEqual(['behind']);
    expect(opened()).toBe(2);
  });
});
