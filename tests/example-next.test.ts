/**
 * The example of Next.js, built and started by its one command: the HTML contains the content and its nodes stay, published
 * changes show, and drafts show in previews.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'puppeteer';
import { launch, openPage } from './lib/browser';
import { startExample, type Example } from './lib/example';
import { recordConsole } from './lib/journey';
import { connectVersions } from './lib/publish';
import { pollUntil } from './lib/wait-until';

const SECRET = 'a-secret-of-the-test';
const HERO = 'aurora/hero/responsive';

let site: Example;
let browser: Browser;
let page: Page;
const said: string[] = [];
const asked: string[] = [];

/** Records the first node of each kind, and the sum of the layout shifts. */
function watch(): void {
  const seen = { shift: 0 } as Record<string, unknown>;
  Object.assign(window, { seen });
  new MutationObserver(() => {
    for (const selector of ['.au-hero h1', '.au-card'])
      seen[selector] ??= document.querySelector(selector) ?? undefined;
  }).observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    const [{ domInteractive }] = performance.getEntriesByType('navigation') as [PerformanceNavigationTiming];
    for (const { value, sources, startTime } of list.getEntries() as any[]) {
      // The header fills from its end while its HTML arrives. Later shifts count.
      const isComing = !domInteractive || startTime < domInteractive;
      const isOfBar = sources.every(({ node }: { node?: Node }) => node?.parentElement?.closest('.au-header'));
      if (!isComing || !isOfBar) seen['shift'] = (seen['shift'] as number) + value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

before(async () => {
  browser = await launch();
  site = await startExample('next', { SITE_SECRET: SECRET });
  page = await openPage(browser);
  recordConsole(page, said);
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.evaluateOnNewDocument(watch);
  await page.setViewport({ width: 1280, height: 2000 });
});
after(async () => {
  await browser?.close();
  await site?.stop();
});

const source = async (cookie = ''): Promise<string> => (await fetch(site.origin, { headers: { cookie } })).text();

/** Seconds until a publication must show. It takes about one; other tests may slow it down. */
const MOST = 30;

/** Publishes a changed view of a component of the demo library. */
async function publishView(component: string, change: (view: string) => string): Promise<void> {
  const id = `aurora/${component}/responsive`;
  const versions = connectVersions({ origin: site.host, token: site.token });
  const [last] = await versions.find([id]);
  const { revision } = await versions.save(id, change(last!.view), { expectedRevision: last!.revision });
  await versions.publish(id, { expectedRevision: revision });
}

/** Whether Next.js responds with a cached copy of the page. */
const isCached = async (path: string): Promise<boolean> => {
  const response = await fetch(site.origin + path);
  await response.body?.cancel();
  return response.headers.get('x-nextjs-cache') === 'HIT';
};

test('the HTML of the page contains the content and its stylesheet, and no token', async () => {
  const html = await source();
  const [head, body] = html.split('<body');
  assert.match(head!, /<link rel="stylesheet" href="[^"]+\/cdn\/styles\/aurora\/published\.css"/);
  const shown = body!.replace(/<script[^>]*>.*?<\/script>/gs, '');
  assert.match(shown, /<h1 class="au-hero__title"[^>]*>The night is the destination<\/h1>/);
  assert.ok(shown.match(/class="au-card/g)!.length >= 6, 'products, which came in a stream');
  assert.match(shown, /<h2 data-path="offer\.title">Tonight only<\/h2>/);
  assert.ok(!html.includes(site.token));
});

test('in the browser, the nodes stay, nothing shifts, nothing is requested twice, and the console is empty', async () => {
  await page.goto(site.origin, { waitUntil: 'networkidle0' });
  await page.waitForSelector('feaas-external button');
  const seen = await page.evaluate(() => {
    const { seen } = window as any;
    const same = (selector: string): boolean => document.querySelector(selector) === seen[selector];
    return { hero: same('.au-hero h1'), card: same('.au-card'), shift: seen.shift };
  });
  assert.deepEqual(seen, { hero: true, card: true, shift: 0 });
  // Only templates are revalidated with the host. Neither templates nor data are fetched.
  const ofHost = (): string[] => asked.filter((line) => /components|\.json$/.test(line)).sort();
  assert.deepEqual(
    // Revalidation runs when the page is idle.
    await pollUntil(ofHost, ({ length }) => length >= 3),
    ['header', 'hero', 'product-cards'].map((name) => `HEAD /cdn/components/aurora/${name}/responsive/published.html`),
  );
  assert.deepEqual(said, []);
});

test('content contains a component of the site, which reads the site’s context', async () => {
  await page.click('feaas-external button');
  await page.waitForFunction(() => document.querySelector('feaas-external button')!.textContent === 'Book now (1)');
});

test('the next page contains published changes; only previews contain drafts', async () => {
  const versions = connectVersions({ origin: site.host, token: site.token });
  const [hero] = await versions.find([HERO]);
  const save = async (title: string): Promise<number> => {
    const [last] = await versions.find([HERO]);
    // The data's title replaces the title in the template.
    const view = hero!.view.replace(/<h1[^]*?<\/h1>/, `<h1 class="au-hero__title">${title}</h1>`);
    return (await versions.save(HERO, view, { expectedRevision: last!.revision })).revision;
  };
  const expectedRevision = await save('Published tonight');
  await versions.stage(HERO, { expectedRevision });
  await versions.publish(HERO, { expectedRevision });
  assert.match(await pollUntil(source, (html) => html.includes('Published tonight')), /Published tonight/);

  await save('Not yet published');
  said.length = 0;
  await page.goto(`${site.origin}/api/draft?secret=${SECRET}`, { waitUntil: 'networkidle0' });
  assert.equal(await page.$eval('.au-hero h1', (title) => title.textContent), 'Not yet published');
  assert.deepEqual(said, []);
  assert.ok((await source()).includes('Published tonight'));
  assert.equal((await fetch(`${site.origin}/api/draft?secret=wrong`)).status, 401);
  assert.equal((await fetch(`${site.origin}/cdn/components/${HERO}/saved.html`)).status, 401);
  await page.goto(`${site.origin}/api/draft?end`);
  assert.equal(await page.$eval('.au-hero h1', (title) => title.textContent), 'Published tonight');
});

test('a publication shows within seconds on cached pages with the component; other pages are not rendered again', async (t) => {
  const pages = { '/': ['header', 'hero', 'product-cards'], '/prices': ['pricing'] };
  const html = async (path: string): Promise<string> => (await fetch(site.origin + path)).text();
  const seconds: number[] = [];
  for (let round = 1; round <= 3; round++)
    for (const [path, components] of Object.entries(pages))
      for (const component of components) {
        const others = Object.keys(pages).filter((each) => each !== path);
        for (const each of [path, ...others])
          assert.ok(await pollUntil(() => isCached(each), Boolean), `${each} is cached before`);
        const text = `Round ${round} of ${component}`;
        const since = performance.now();
        await publishView(component, (view) => `${view.replace(/<p>Round .*<\/p>$/, '')}<p>${text}</p>`);
        const shown = await pollUntil(
          () => html(path),
          (answer) => answer.includes(`<p>${text}</p>`),
          MOST * 1000,
        );
        assert.ok(shown.includes(`<p>${text}</p>`), `${text} does not show on ${path} after ${MOST} s`);
        seconds.push((performance.now() - since) / 1000);
        for (const each of others)
          assert.ok(await isCached(each), `${each} has no ${component}, but is rendered again`);
      }
  const [best, median, worst] = [0, 0.5, 1].map((part) => {
    const sorted = seconds.toSorted((one, other) => one - other);
    return sorted[Math.round((sorted.length - 1) * part)]!.toFixed(2);
  });
  t.diagnostic(
    `seconds from save until Next.js shows it, ${seconds.length} times: best ${best}, median ${median}, worst ${worst}`,
  );
});
