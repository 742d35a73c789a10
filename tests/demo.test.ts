/** The demo site on the embedded host, for visitors and site developers, under its strict policy (D13). */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, beforeEach, test } from 'node:test';
import type { Browser, Page } from 'puppeteer';
import { createHost, type Host } from '../host/src/server/host';
import { findViolations } from './lib/axe';
import { launch, openPage } from './lib/browser';
import { recordConsole } from './lib/journey';
import { WWW, send, startServer, type TestServer } from './lib/server';

const COMPONENTS = 13;

let browser: Browser;
let host: Host;
let origin: string;
let page: Page;
let said: string[];

before(async () => {
  host = createHost({ port: 0, site: WWW, libraries: new URL('../host/library/', import.meta.url).pathname });
  origin = (await host.listen()).replace(/\/$/, '');
  browser = await launch();
});
after(async () => {
  await browser.close();
  await host.close();
});
beforeEach(async () => {
  await page?.close();
  page = await openPage(browser);
  recordConsole(page, (said = []));
});

/** Opens the site and waits until every component shows. */
async function openSite(width = 1280, path = '/'): Promise<void> {
  await page.setViewport({ width, height: 900 });
  await page.goto(origin + path);
  await page.waitForFunction(
    (count: number) =>
      [...document.querySelectorAll('feaas-component')].filter(
        (each) => each.matches('.-feaas') && each.firstElementChild,
      ).length >= count,
    {},
    COMPONENTS,
  );
}

test('the demo shows its components, bound to live data, and the console is empty', async () => {
  await openSite();
  const seen = await page.evaluate(() => ({
    cards: document.querySelectorAll('feaas-component[component=product-cards] .au-card').length,
    tags: document.querySelectorAll('feaas-component[component=news-list] [data-path-scope$="tags"]').length,
    dates: [...document.querySelectorAll('feaas-component[component=news-list] time')].map((each) => each.textContent),
    rows: document.querySelectorAll('h1').length,
  }));
  assert.ok(seen.cards >= 6, `${seen.cards} cards`);
  assert.ok(seen.tags >= 6, `${seen.tags} nested tags`);
  assert.match(seen.dates[0]!, /^[A-Z][a-z]+ \d{1,2}, \d{4}$/);
  assert.equal(seen.rows, 1);
  assert.deepEqual(said, []);
});

test('the host sends a policy that refuses untrusted markup in the page', async () => {
  const response = await page.goto(origin);
  const policy = response!.headers()['content-security-policy']!;
  assert.match(policy, /script-src 'self'(?:;|$)/);
  assert.match(policy, /require-trusted-types-for 'script'/);
  assert.match(policy, /trusted-types feaas(?:;|$)/);
  // The policy is active: assigning a string that is not TrustedHTML throws.
  await assert.rejects(
    page.evaluate(() => void (document.body.innerHTML = '<b>x</b>')),
    /TrustedHTML/,
  );
});

for (const width of [320, 768, 1440, 1920]) {
  test(`nothing scrolls sideways at ${width} px`, async () => {
    await openSite(width);
    const [inner, scroll] = await page.evaluate((): [number, number] => [
      document.documentElement.clientWidth,
      document.documentElement.scrollWidth,
    ]);
    assert.ok(scroll <= inner, `${scroll} > ${inner}`);
  });
}

for (const scheme of ['light', 'dark'] as const) {
  for (const path of ['/', '/playground.html']) {
    test(`${path} in ${scheme}: axe finds nothing`, async () => {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      if (path === '/') await openSite();
      else await page.goto(origin + path, { waitUntil: 'networkidle0' });
      assert.deepEqual(await findViolations(page), []);
    });
  }
}

test('the themes change colors, and text is readable in each of them', async () => {
  await openSite();
  const colors = new Set<string>();
  for (const theme of ['aurora', 'dusk', 'paper']) {
    await page.select('#theme', theme);
    colors.add(
      await page.evaluate(
        () =>
          getComputedStyle(document.querySelector('feaas-component[component=pricing] > *')!).backgroundColor +
          getComputedStyle(document.querySelector('feaas-component[component=pricing] h2')!).color,
      ),
    );
  }
  assert.equal(colors.size, 3);
});

test('nothing shifts while components load', async () => {
  await page.evaluateOnNewDocument(() => {
    (window as any).shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[]) {
        if (!entry.hadRecentInput) (window as any).shift += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await openSite();
  const shift = await page.evaluate(() => (window as any).shift as number);
  assert.ok(shift < 0.1, `cumulative layout shift ${shift}`);
});

test('the playground: typing shows the result; wrong JSON is reported and the last result stays', async () => {
  await page.goto(`${origin}/playground.html`);
  await page.waitForSelector('feaas-component.-feaas');
  const type = (selector: string, value: string): Promise<void> =>
    page.evaluate(
      (selector, value) => {
        const field = document.querySelector<HTMLTextAreaElement>(selector)!;
        field.value = value;
        field.dispatchEvent(new Event('input', { bubbles: true }));
      },
      selector,
      value,
    );
  const shows = (text: string): Promise<unknown> =>
    page.waitForFunction(
      (text: string) => document.querySelector('feaas-component')?.textContent?.trim() === text,
      {},
      text,
    );
  const [template, data] = await page.$$eval('textarea', (fields) => fields.map(({ id }) => `#${id}`));
  await type(template!, '<p data-path="a.b">-</p>');
  await type(data!, '{"a":{"b":"typed"}}');
  await shows('typed');
  await type(data!, '{"a":');
  await page.waitForFunction(() =>
    /JSON|line|position|expected|end/i.test(
      document.querySelector('[role=alert],[role=status],output,.error')?.textContent ?? '',
    ),
  );
  await shows('typed');
  await type(data!, '{"a":{"b":"<img src=x onerror=alert(1)>safe"}}');
  await page.waitForFunction(() => document.querySelector('feaas-component img'));
  assert.equal(
    await page.evaluate(() => document.querySelector('feaas-component img')!.getAttributeNames().join()),
    'src',
  );
});

test('the playground previews the source in feaasSrc', async () => {
  await page.goto(`${origin}/playground.html?feaasSrc=${encodeURIComponent('/cdn/components/aurora/hero')}`);
  await page.waitForFunction(() =>
    document.querySelector('feaas-component[preview] h1,feaas-component[preview] h2')?.textContent?.trim(),
  );
});

/** Policies of strict sites, stricter than the demo's. */
for (const style of ["'self'", "'self' 'unsafe-inline'"]) {
  test(`under style-src ${style} the components show, styled, and no violation is reported`, async () => {
    const policy = `default-src 'self'; script-src 'self'; style-src ${style}; img-src 'self' data:; require-trusted-types-for 'script'; trusted-types feaas`;
    const server: TestServer = await startServer((_request, response, url) => {
      if (url.pathname === '/strict.html') {
        const head = readFileSync(`${WWW}build/evergreen.html`, 'utf8');
        send(
          response,
          `<!doctype html><html lang="en"><head><title>Strict</title>${head}</head><body cdn="/cdn" library="lib">
            <feaas-component component="card" data='{"a":{"x":"<b>bold</b> & <script>alert(1)</script>"},"l":[{"t":1},{"t":2}]}'></feaas-component></body></html>`,
          'text/html; charset=utf-8',
          { 'content-security-policy': policy },
        );
      } else if (url.pathname.startsWith('/cdn/components/')) {
        send(
          response,
          '<div class="card"><div data-path="a.x">-</div><i data-path-scope="l[?(@.t > 1)]" data-path="l.*.t">-</i></div>',
        );
      } else if (url.pathname.startsWith('/cdn/styles/')) send(response, '.card { color: rgb(9, 8, 7) }', 'text/css');
      else return undefined;
      return true;
    });
    try {
      await page.evaluateOnNewDocument(() => {
        (window as any).violations = [];
        document.addEventListener('securitypolicyviolation', ({ violatedDirective, sample, blockedURI }) =>
          (window as any).violations.push(`${violatedDirective} ${blockedURI} ${sample}`),
        );
      });
      await page.goto(`${server.origin}/strict.html`);
      await page.waitForSelector('feaas-component i');
      const seen = await page.evaluate(() => ({
        html: document.querySelector('.card div')!.innerHTML,
        item: document.querySelector('.card i')!.textContent,
        color: getComputedStyle(document.querySelector('.card')!).color,
        violations: (window as any).violations as string[],
      }));
      assert.deepEqual(seen, {
        html: '<b>bold</b> &amp; ',
        item: '2',
        color: 'rgb(9, 8, 7)',
        // If inline styles are forbidden, the kit adopts the library's stylesheet as a constructed one, after one violation.
        violations: style === "'self'" ? seen.violations.filter((each) => each.startsWith('style-src')) : [],
      });
    } finally {
      await server.close();
    }
  });
}
