/**
 * Makes closing safe to ask for many times: by a signal, by the parent that went away, by the last window.
 * The steps run once, in order; one that fails is reported and doesn't stop the others.
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
