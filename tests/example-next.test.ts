/**
 * The example of Next.js, built and started by its one command: content is in the HTML and keeps its nodes, what is published shows,
 * and drafts show to who previews.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'puppeteer';
import { launch, openPage } from './lib/browser';
import { startExample, type Example } from './lib/example';
import { listen } from './lib/journey';
import { versionsOf } from './lib/publish';
import { becomes } from './lib/until';

const SECRET = 'a-secret-of-the-test';
const HERO = 'aurora/hero/responsive';

let site: Example;
let browser: Browser;
let page: Page;
const said: string[] = [];
const asked: string[] = [];

/** Keeps the first node of a kind that the page ever had, and how much everything shifted. */
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
      // The bar at the top fills from its end while its HTML comes, and then never again.
      const isComing = !domInteractive || startTime < domInteractive;
      const isOfBar = sources.every(({ node }: { node?: Node }) => node?.parentElement?.closest('.au-header'));
      if (!isComing || !isOfBar) seen['shift'] = (seen['shift'] as number) + value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

before(async () => {
  [site, browser] = await Promise.all([startExample('next', { SITE_SECRET: SECRET }), launch()]);
  page = await openPage(browser);
  listen(page, said);
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.evaluateOnNewDocument(watch);
  await page.setViewport({ width: 1280, height: 2000 });
});
after(async () => {
  await browser?.close();
  await site?.stop();
});

const source = async (cookie = ''): Promise<string> => (await fetch(site.origin, { headers: { cookie } })).text();

test('the source of the page has the content, its stylesheet in the head, and no token', async () => {
  const html = await source();
  const [head, body] = html.split('<body');
  assert.match(head!, /<link rel="stylesheet" href="[^"]+\/cdn\/styles\/aurora\/published\.css"/);
  const shown = body!.replace(/<script[^>]*>.*?<\/script>/gs, '');
  assert.match(shown, /<h1 class="au-hero__title"[^>]*>The night is the destination<\/h1>/);
  assert.ok(shown.match(/class="au-card/g)!.length >= 6, 'products, which came in a stream');
  assert.match(shown, /<h2 data-path="offer\.title">Tonight only<\/h2>/);
  assert.ok(!html.includes(site.token));
});

test('in the browser it keeps its nodes, nothing shifts, nothing is asked for twice, and the console is silent', async () => {
  await page.goto(site.origin, { waitUntil: 'networkidle0' });
  await page.waitForSelector('feaas-external button');
  const seen = await page.evaluate(() => {
    const { seen } = window as any;
    const same = (selector: string): boolean => document.querySelector(selector) === seen[selector];
    return { hero: same('.au-hero h1'), card: same('.au-card'), shift: seen.shift };
  });
  assert.deepEqual(seen, { hero: true, card: true, shift: 0 });
  // Each template is compared with the host's; neither it nor any data is fetched.
  const ofHost = (): string[] => asked.filter((line) => /components|\.json$/.test(line)).sort();
  assert.deepEqual(
    // When the page has time.
    await becomes(ofHost, ({ length }) => length >= 3),
    ['header', 'hero', 'product-cards'].map((name) => `HEAD /cdn/components/aurora/${name}/responsive/published.html`),
  );
  assert.deepEqual(said, []);
});

test('a component of the site stands in content, and reads the site’s context', async () => {
  await page.click('feaas-external button');
  await page.waitForFunction(() => document.querySelector('feaas-external button')!.textContent === 'Book now (1)');
});

test('what is published is in the next page’s source; a draft is only for who previews', async () => {
  const versions = versionsOf({ origin: site.host, token: site.token });
  const [hero] = await versions.find([HERO]);
  const save = async (title: string): Promise<number> => {
    const [last] = await versions.find([HERO]);
    // The title in the template gives way to what the data says.
    const view = hero!.view.replace(/<h1[^]*?<\/h1>/, `<h1 class="au-hero__title">${title}</h1>`);
    return (await versions.save(HERO, view, { expectedRevision: last!.revision })).revision;
  };
  const expectedRevision = await save('Published tonight');
  await versions.stage(HERO, { expectedRevision });
  await versions.publish(HERO, { expectedRevision });
  while (!(await source()).includes('Published tonight')) await new Promise((resolve) => setTimeout(resolve, 100));

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
