/** Runs axe-core on the current state of a page, under the page's own Content Security Policy (D13). */
import { readFileSync } from 'node:fs';
import type { Frame, Page } from 'puppeteer';

const AXE = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

export interface AxeOptions {
  /** Selectors of elements that are not checked. */
  readonly exclude?: readonly string[];
  /** Frames that are checked, too. */
  readonly frames?: readonly Frame[];
}

/** Waits until animations have ended: text that is fading in or out has too little contrast. */
const waitForAnimations = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const roots: (Document | ShadowRoot)[] = [document];
    for (const root of roots)
      for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) roots.push(shadowRoot);
    const running = roots
      .flatMap((root) => root.getAnimations())
      .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(running.map(({ finished }) => finished)).then(() => {});
  });

/** Returns the violated rules, each with its elements. Shadow roots are checked, too. */
export async function findViolations(page: Page, { exclude = [], frames = [] }: AxeOptions = {}): Promise<string[]> {
  for (const each of [...frames, page.mainFrame()])
    if (await each.evaluate(() => !('axe' in globalThis))) await each.evaluate(AXE);
  await waitForAnimations(page);
  return page.evaluate(async (exclude) => {
    // Only violations are reported, and axe does not preload stylesheets of other origins or media.
    const { violations } = await (globalThis as any).axe.run(
      { exclude },
      { resultTypes: ['violations'], preload: false },
    );
    return violations.map(
      ({ id, nodes }: { id: string; nodes: { html: string }[] }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
    );
  }, exclude as string[]);
}

/** Makes the page follow the user's color scheme, by an adopted stylesheet, which the page's policy allows. */
export const followColorScheme = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(':root { color-scheme: light dark; background: Canvas; color: CanvasText } body { margin: 8px }');
    document.adoptedStyleSheets.push(sheet);
  });
