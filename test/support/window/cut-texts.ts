import type { Locator } from 'playwright-core';

/** Visible parts' cut texts: class, content, and px needed and available. */
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
