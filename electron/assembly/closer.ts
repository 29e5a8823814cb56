/**
 * Runs the closing steps once, in order, however often it is asked. A step that fails is reported and the others run.
 */
export function createCloser(
  steps: readonly (() => Promise<void> | void)[],
  reportFailure: (error: unknown) => void,
): () => Promise<void> {
  let closing: Promise<void> | null = null;
  return () => {
    closing ??= (async () => {
      for (const step of steps) {
        try {
          await step();
        } catch (error) {
          reportFailure(error);
        }
      }
    })();
    return closing;
  };
}
