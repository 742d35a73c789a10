/** Simulates one visitor and one fault: a first visit, the fault, a second visit, the repair. Returns the problems of the visitor. */
import type { Browser } from 'puppeteer';
import { ContentHost } from '../lib/content-host';
import { waitForDelivery } from '../lib/visitor-journey';
import type { Kind } from './kinds';

export interface Outcome {
  /** Number of components that rendered nothing, although content was available. */
  blank: number;
  /** Uncaught errors and unhandled rejections. */
  uncaught: string[];
  /** Number of components that were still in the loading state. */
  spinning: number;
  /** Number of components that did not render the content that was published after the repair. */
  lost: number;
  /** Whether all affected components recovered; undefined if none was affected. */
  healed?: boolean;
}

/** Default timeout of a page in milliseconds. Only failures wait so long. */
const PAGE_TIMEOUT = 60_000;

/** Whether each component renders a text; with an empty `text`, any text. */
const everywhere = (text: string): boolean =>
  [...document.querySelectorAll('feaas-component')].every(({ textContent: all }) => all?.trim() && all.includes(text));
const without = (text: string): number =>
  [...document.querySelectorAll('feaas-component')].filter((each) => !each.textContent?.includes(text)).length;

export async function run(browser: Browser, site: string, kind: Kind, random: () => number): Promise<Outcome> {
  const host = await new ContentHost().start();
  host.headers['cache-control'] = random() < 0.5 ? 'no-cache' : 'max-age=0, must-revalidate';
  host.gate = () => new Promise((resolve) => setTimeout(resolve, random() * 30));
  host.style('lib', 'p { color: green }');
  const names = Array.from({ length: 1 + Math.floor(random() * 4) }, (_each, at) => `c${at}`);
  const publish = (text: string): void => {
    for (const name of names) host.publish(`lib/${name}`, `<p>${text} ${name}</p>`);
    if (forked) host.publish(`lib/c0/fork`, `<p>${text} fork</p>`);
  };
  const forked = random() < 0.3;
  publish('one');
  const outcome: Outcome = { blank: 0, uncaught: [], spinning: 0, lost: 0 };
  const context = await browser.createBrowserContext();
  const url = `${site}/page.html?cdn=${encodeURIComponent(host.origin)}&names=${names.join()}${forked ? '&fork' : ''}`;
  const open = async () => {
    const page = await context.newPage();
    page.setDefaultTimeout(PAGE_TIMEOUT);
    page.on('pageerror', (error) => outcome.uncaught.push(String(error)));
    await page.evaluateOnNewDocument(`
      globalThis.__name = (target) => target;
      globalThis.__ill = new Set();
      addEventListener('feaasError', ({ target }) => __ill.add(target));
      addEventListener('feaasRender', ({ target, detail }) => __ill[detail.stale ? 'add' : 'delete'](target));
    `);
    return page;
  };
  try {
    const other = await open();
    await other.goto(url);
    await other.waitForFunction(everywhere, {}, 'one');
    await waitForDelivery(other);
    // Faults that need a repair are noticed only if the content has changed.
    const early = !!kind.heal || random() < 0.5;
    if (early) publish('two');
    const page = await open();
    await kind.begin({ host, page, other, random });
    // A short timeout only for a host that never responds: others may be slow on a busy machine.
    await page.goto(kind.silent ? `${url}&timeout=1` : url);
    const text = kind.copy ? '' : early ? 'two' : 'one';
    // Some content must render, at least the cached copy.
    await page.waitForFunction(everywhere, {}, text).catch(() => {});
    outcome.blank = await page.evaluate(
      () => [...document.querySelectorAll('feaas-component')].filter((each) => !each.textContent?.trim()).length,
    );
    // The page changes meanwhile: elements are added, moved or changed.
    await page.evaluate((order: number) => {
      const [first] = document.querySelectorAll('feaas-component');
      if (order < 0.3) document.body.append(first!);
      else if (order < 0.6) document.body.append(first!.cloneNode(false));
      else if (order < 0.8) first!.setAttribute('data', '{"x":1}');
    }, random());
    publish('three');
    if (random() < 0.7) await waitForDelivery(page);
    // Components with stale or no content recover without a reload. After a reload, all render the latest content.
    const ill = await page.evaluate(() => (window as any).__ill.size);
    await kind.heal?.({ host, page, other, random });
    const poll = setInterval(() => void page.evaluate(() => dispatchEvent(new Event('online'))).catch(() => {}), 300);
    await page.bringToFront();
    // Responses from before the repair can still be pending, and report the fault later.
    await waitForDelivery(page);
    const wrong = await page
      .waitForFunction(() => !(window as any).__ill.size)
      .then(
        () => 0,
        () => page.evaluate(() => (window as any).__ill.size as number),
      );
    clearInterval(poll);
    if (kind.heal && ill) outcome.healed = !wrong;
    await page.reload();
    await page.waitForFunction(everywhere, {}, 'three').catch(() => {});
    outcome.lost = wrong + (await page.evaluate(without, 'three'));
    outcome.spinning = await page.evaluate(
      () =>
        [...document.querySelectorAll('feaas-component')].filter((each) =>
          each.shadowRoot!.querySelector('[part=loader]')?.classList.contains('busy'),
        ).length,
    );
  } finally {
    await context.close();
    await host.kill();
  }
  return outcome;
}
