import type { Locator } from 'playwright-core';

/** Those of the parts in sight that are not shown whole: by class, and what is in them. */
export function listCut(parts: Locator): Promise<string[]> {
  return parts
    .filter({ visible: true })
    .evaluateAll((all) =>
      all
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ className, textContent }) => `${className}: ${textContent}`),
    );
}
