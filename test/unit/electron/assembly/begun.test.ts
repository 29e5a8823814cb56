import { describe, expect, it } from 'vitest';
import { beginTogether } from '../../../../electron/assembly/begun.ts';

/** Something that notes when it is told to end, and when it has. */
function closable(name: string, told: string[], failure: string | null = null) {
  return {
    name,
    close: async () => {
      told.push(`end ${name}`);
      await Promise.resolve();
      if (failure !== null) throw new Error(failure);
      told.push(`${name} ended`);
    },
  };
}

describe('what is begun together', () => {
  it('ends the latest first: all that runs at once, then what it rests on, one by one', async () => {
    const told: string[] = [];
    const close = await beginTogether(async (begun) => {
      begun.base(closable('lock', told));
      begun.base(closable('journal', told));
      begun.part(closable, 'client', told);
      begun.part(closable, 'desk', told);
      return begun.close;
    });
    expect(told).toEqual([]);
    await close();
    expect(told).toEqual([
      'end desk',
      'end client',
      'desk ended',
      'client ended',
      'end journal',
      'journal ended',
      'end lock',
      'lock ended',
    ]);
  });

  it('ends where the rest can’t be begun, and says why that was', async () => {
    const told: string[] = [];
    const failing = beginTogether((begun) => {
      begun.base(closable('lock', told));
      begun.part(closable, 'client', told, 'the client did not end');
      throw new Error('no desk');
    });
    await expect(failing).rejects.toThrow('no desk');
    expect(told).toEqual(['end client', 'end lock', 'lock ended']);
  });

  it('ends all of it though one fails to, and throws what failed', async () => {
    const told: string[] = [];
    const close = await beginTogether(async (begun) => {
      begun.base(closable('lock', told));
      begun.part(closable, 'client', told, 'the client did not end');
      return begun.close;
    });
    await expect(close()).rejects.toThrow('the client did not end');
    expect(told).toEqual(['end client', 'end lock', 'lock ended']);
  });
});
