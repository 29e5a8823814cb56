import type { BrowserContext, Page } from 'playwright-core';

const MARK = 'policy violated';

/** Has a page tell its console of everything that its policy forbids, also what only its events know. */
export async function reportPolicyViolations(page: Page | BrowserContext): Promise<void> {
  await page.addInitScript((mark) => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      // oxlint-disable-next-line eslint/no-console -- the console is how a page tells its test
      console.error(`${mark}: ${effectiveDirective} ${blockedURI} ${sample}`),
    );
  }, MARK);
}

/** Those of a console's lines that tell of a broken policy. */
export function findViolations(complaints: readonly string[]): string[] {
  return complaints.filter((line) => line.startsWith(MARK) || line.includes('Content Security Policy'));
}
