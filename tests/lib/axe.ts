/** axe-core on a page as it is now, under the page's own policy (D13). */
import { readFileSync } from 'node:fs';
import type { Frame, Page } from 'puppeteer';

const AXE = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

export interface AxeOptions {
  /** Selectors of what is not looked at. */
  readonly exclude?: readonly string[];
  /** Frames that are looked into, too. */
  readonly frames?: readonly Frame[];
}

/** Waits until what appears or disappears has done so: half transparent, every text has too little contrast. */
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

/** Rules that are broken, each with the elements that break it; shadow roots are looked into. */
export async function findViolations(page: Page, { exclude = [], frames = [] }: AxeOptions = {}): Promise<string[]> {
  for (const each of [...frames, page.mainFrame()])
    if (await each.evaluate(() => !('axe' in globalThis))) await each.evaluate(AXE);
  await waitForAnimations(page);
  return page.evaluate(async (exclude) => {
    // What is well is not told, and the rules about stylesheets of other origins and media do not wait for them.
    const { violations } = await (globalThis as any).axe.run(
      { exclude },
      { resultTypes: ['violations'], preload: false },
    );
    return violations.map(
      ({ id, nodes }: { id: string; nodes: { html: string }[] }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
    );
  }, exclude as string[]);
}

/** The page itself is light or dark as its reader wants it; by a style that its policy has nothing against. */
export const followColorScheme = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(':root { color-scheme: light dark; background: Canvas; color: CanvasText } body { margin: 8px }');
    document.adoptedStyleSheets.push(sheet);
  });
