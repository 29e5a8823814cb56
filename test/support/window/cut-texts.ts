import type { Locator } from 'playwright-core';

/** Those of the parts in sight that are not shown whole: by class, what is in them, and the px they need and have. */
export function listCut(parts: Locator): Promise<string[]> {
  return parts.filter({ visible: true }).evaluateAll((all) =>
    all
      // Of a part that begins and ends within a pixel, `scrollWidth` counts both, and `clientWidth` one.
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map(
        ({ className, textContent, scrollWidth, clientWidth }) =>
          `${className}: ${textContent} (${scrollWidth} in ${clientWidth})`,
      ),
  );
}
