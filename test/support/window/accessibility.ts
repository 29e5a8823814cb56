import axe from 'axe-core';
import type { Page } from 'playwright-core';
import type { Theme } from '../../../shared/ipc/schemas/preferences-schema.ts';

/** What a theme decides. High contrast promises 7 : 1, the others 4.5 : 1. */
const COLOUR_RULES: Readonly<Record<Theme, readonly string[]>> = {
  dark: ['color-contrast', 'link-in-text-block'],
  light: ['color-contrast', 'link-in-text-block'],
  contrast: ['color-contrast-enhanced', 'link-in-text-block'],
  colour_safe: ['color-contrast', 'link-in-text-block'],
};

/** What this file uses of axe in the page. */
interface Runner {
  readonly run: typeof axe.run;
  readonly configure: typeof axe.configure;
  readonly _audit: { readonly checks: Readonly<Record<string, { readonly options: object }>> };
}

/** What stands before the rest of the page: a dialog, a menu, a card. */
const WHOLE = 'html';
export const IN_FRONT = 'dialog[open], [role="menu"], [role="dialog"][data-state="open"]';

/**
 * Serious and critical findings of axe-core, a line each: all rules in the page's theme, colours in the others.
 * Unjudged contrast counts too.
 */
export async function findAccessibilityFaults(page: Page): Promise<string[]> {
  const isInert = (await page.locator('dialog[open]').count()) > 0;
  return run(page, isInert ? IN_FRONT : WHOLE, IN_FRONT);
}

/** The same in every theme, for the whole page or a part; once a screen. */
export function findFaultsInEveryTheme(page: Page, part = WHOLE): Promise<string[]> {
  return run(page, part, part);
}

/** The same for the front part alone, when only words differ. */
export function findFaultsInFront(page: Page): Promise<string[]> {
  return run(page, IN_FRONT, IN_FRONT);
}

async function run(page: Page, inOwnTheme: string, inOtherThemes: string): Promise<string[]> {
  // A page that was loaded anew has lost it; else it is read once.
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(axe.source);
    await page.evaluate(judgeMoreTexts);
  }
  return page.evaluate(findFaults, { inOwnTheme, inOtherThemes, colourRules: COLOUR_RULES });
}

/** Without this axe leaves most texts of panels to people: the dock draws frames that cover nothing, and numbers are short. */
function judgeMoreTexts(): void {
  const { axe: runner } = globalThis as unknown as { axe: Runner };
  runner.configure({
    checks: ['color-contrast', 'color-contrast-enhanced'].map((id) => ({
      id,
      options: { ...runner._audit.checks[id]?.options, ignorePseudo: true, ignoreLength: true },
    })),
    rules: ['color-contrast', 'color-contrast-enhanced'].map((id) => ({ id, selector: '*:not([data-judged])' })),
  });
}

interface Wanted {
  /** Selectors of what is looked at in the page's own theme, and in the others. */
  readonly inOwnTheme: string;
  readonly inOtherThemes: string;
  readonly colourRules: Readonly<Record<string, readonly string[]>>;
}

/** In the page: what axe finds in each theme. The page ends in the theme that it had. */
async function findFaults({ inOwnTheme, inOtherThemes, colourRules }: Wanted): Promise<string[]> {
  const { axe: runner } = globalThis as unknown as { axe: Runner };
  const { dataset } = document.documentElement;
  const own = dataset['theme'] ?? '';
  const options: axe.RunOptions = {
    resultTypes: ['violations', 'incomplete'],
    elementRef: true,
    // Its own requests for style sheets are what the page's policy forbids.
    preload: false,
  };
  // Workspaces behind are there for nobody, and are looked at once they are in front.
  const within = (part: string) => ({ include: [[part]], exclude: [['main[hidden]']] });
  /** Whether all of it is visible: neither covered nor cut off. */
  const isInSight = (element: Element): boolean => {
    const boxes = [...element.getClientRects()];
    const isHit = (x: number, y: number): boolean => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (hit === element || element.contains(hit));
    };
    return (
      boxes.length > 0 &&
      boxes.every(({ left, right, top, bottom }) =>
        [left + 1, (left + right) / 2, right - 1].every((x) =>
          [top + 1, (top + bottom) / 2, bottom - 1].every((y) => isHit(x, y)),
        ),
      )
    );
  };
  const isUnjudged = ({ element, any: [check] }: axe.NodeResult): boolean =>
    // Signs stand for words beside them, and what a list cuts off at its end is whole once it is scrolled.
    !['nonBmp', 'emptyValue', 'elmPartiallyObscured'].includes(
      (check?.data as { messageKey?: string } | undefined)?.messageKey ?? '',
    ) &&
    element !== undefined &&
    isInSight(element);
  const describe = (theme: string, id: string, nodes: readonly axe.NodeResult[]): string =>
    `${theme}: ${id}: ${nodes.map(({ target, any: [check] }) => `${String(target)} (${check?.message ?? 'axe failed on it'})`).join(', ')}`;

  /** What is serious in results, and the texts in sight whose contrast could not be judged. */
  function read(theme: string, { violations, incomplete }: axe.AxeResults): string[] {
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    const unjudged = incomplete
      .filter(({ id }) => id.startsWith('color-contrast'))
      .map(({ id, nodes }) => ({ id, nodes: nodes.filter(isUnjudged) }))
      .filter(({ nodes }) => nodes.length > 0);
    return [...serious, ...unjudged].map(({ id, nodes }) => describe(theme, id, nodes));
  }

  async function judgeColours(theme: string): Promise<string[]> {
    let results: axe.AxeResults;
    do {
      dataset['theme'] = theme;
      results = await runner.run(within(inOtherThemes), {
        ...options,
        runOnly: [...(colourRules[theme] ?? [])],
      });
      // The window puts its own theme back when its settings are read.
    } while (dataset['theme'] !== theme);
    return read(theme, results);
  }

  /** Size, colour and all that shines through from behind a text, in the theme of the moment. */
  function tellLook(element: Element): string {
    const { fontSize, fontWeight, color } = getComputedStyle(element);
    const look = [fontSize, fontWeight, color];
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(at);
      if (opacity !== '1' || backgroundImage !== 'none') look.push(opacity, backgroundImage);
      if (backgroundColor !== 'rgba(0, 0, 0, 0)') look.push(backgroundColor);
      if (backgroundColor.startsWith('rgb(')) break;
    }
    return look.join('|');
  }

  /** The texts of a part, each with how it looks in these themes. */
  function readLooks(part: string, themes: readonly string[]): ReadonlyMap<HTMLElement, string> {
    const texts = [...document.querySelectorAll<HTMLElement>('body *')]
      .filter(({ childNodes }) => [...childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim() !== ''))
      .filter((element) => element.closest(part) !== null && element.checkVisibility({ visibilityProperty: true }));
    const looks = texts.map((): string[] => []);
    for (const theme of themes) {
      dataset['theme'] = theme;
      for (const animation of document.getAnimations()) {
        if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
      }
      for (const [at, element] of texts.entries()) looks[at]?.push(tellLook(element));
    }
    return new Map(texts.map((element, at) => [element, looks[at]?.join('\n') ?? '']));
  }

  /** Marks texts that look like one judged before in these themes, or first here; tells whether others are left. */
  function markJudged(part: string, themes: readonly string[]): boolean {
    const page = globalThis as unknown as { judgedLooks?: Set<string> };
    page.judgedLooks ??= new Set();
    let areOthersLeft = false;
    for (const [element, look] of readLooks(part, themes)) {
      const key = `${themes.join(' ')}\n${look}`;
      delete element.dataset['judged'];
      if (!page.judgedLooks.has(key)) {
        // Out of sight it is not judged, and speaks for no other.
        if (!isInSight(element)) continue;
        page.judgedLooks.add(key);
        areOthersLeft = true;
      } else if (element.childElementCount === 0) {
        // What it holds besides its text would be left out with it.
        element.dataset['judged'] = '';
      }
    }
    return areOthersLeft;
  }

  /** By every rule, in the page's own theme; a rule of colours passes over what was judged. */
  async function judgeOwnTheme(): Promise<string[]> {
    const hasNewLooks = markJudged(inOwnTheme, [own]);
    const inForce = hasNewLooks ? (colourRules[own] ?? []) : [];
    const rules = Object.values(colourRules)
      .flat()
      .map((id) => [id, { enabled: inForce.includes(id) }] as const);
    return read(own, await runner.run(within(inOwnTheme), { ...options, rules: Object.fromEntries(rules) }));
  }

  // Corrects axe in two points: the dock's empty floating layer covers nothing, and a dialog is on top.
  const empty = [...document.querySelectorAll<HTMLElement>('.dv-floating-overlay-host:empty')];
  const dialogs = [...document.querySelectorAll<HTMLElement>('dialog[open]')];
  for (const host of empty) host.style.display = 'none';
  for (const dialog of dialogs) dialog.style.zIndex = '2147483647';
  const faults: string[] = [];
  try {
    faults.push(...(await judgeOwnTheme()));
    const others = Object.keys(colourRules).filter((theme) => theme !== own);
    // Each look at a page costs the reading of all of it, however little is judged.
    if (document.querySelector(inOtherThemes) !== null && markJudged(inOtherThemes, others)) {
      for (const theme of others) faults.push(...(await judgeColours(theme)));
    }
  } finally {
    dataset['theme'] = own;
    for (const host of empty) host.style.display = '';
    for (const dialog of dialogs) dialog.style.zIndex = '';
    for (const element of document.querySelectorAll<HTMLElement>('[data-judged]')) delete element.dataset['judged'];
  }
  return faults;
}
