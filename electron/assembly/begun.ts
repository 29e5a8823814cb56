interface Closable {
  readonly close: () => Promise<void> | void;
}

/** What was begun for a profile so far. */
export interface Begun {
  /** Begins something. At the end all are ended together, latest first, then awaited. */
  readonly part: <A extends unknown[], P extends Closable>(begin: (...given: A) => P, ...given: A) => P;
  /** Adds something to end before those it rests on, latest first. */
  readonly base: <P extends Closable>(base: P) => P;
  /** Ends all of it. What fails to end keeps nothing else from it; the first failure is thrown then. */
  readonly close: () => Promise<void>;
}

/** Begins something of many parts. Where one of them can't be, those before it are ended: files and their lock are let go. */
export async function beginTogether<T>(begin: (begun: Begun) => Promise<T>): Promise<T> {
  const begun = createBegun();
  try {
    return await begin(begun);
  } catch (error) {
    // Why it could not be begun says more than what came of that.
    await begun.close().catch(() => undefined);
    throw error;
  }
}

function createBegun(): Begun {
  const parts: Closable[] = [];
  const bases: Closable[] = [];

  async function end(begun: Closable): Promise<unknown[]> {
    try {
      await begun.close();
      return [];
    } catch (error) {
      return [error];
    }
  }

  return {
    part: (begin, ...given) => {
      const part = begin(...given);
      parts.push(part);
      return part;
    },
    base: (base) => {
      bases.push(base);
      return base;
    },
    close: async () => {
      const failures = (await Promise.all(parts.toReversed().map(end))).flat();
      for (const base of bases.toReversed()) failures.push(...(await end(base)));
      if (failures.length > 0) throw failures[0];
    },
  };
}
