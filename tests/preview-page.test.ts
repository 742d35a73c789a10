/** The preview page on the real host, under its strict policy (D13): one component by its source, at any width. */
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { after, test } from 'node:test';
import type { Browser, Page } from 'puppeteer';
import { findViolations } from './lib/axe';
import { launch, openPage } from './lib/browser';
import { recordConsole } from './lib/journey';
import { startRealHost } from './lib/real-host';

const SHOTS = process.env['FEAAS_SHOTS'];

let browser: Browser | undefined;
after(() => browser?.close());

const says = (page: Page, text: string) =>
  page
    .waitForFunction(
      (wanted) => document.getElementById('status')!.textContent!.replace(/[\u2068\u2069]/g, '') === wanted,
      { timeout: 15_000 },
      text,
    )
    .catch(async () =>
      assert.equal(await page.$eval('#status', (status) => status.textContent!.replace(/[\u2068\u2069]/g, '')), text),
    );
const shown = (page: Page) =>
  page.evaluate(() => {
    const inside = document.querySelector('iframe')!;
    const { body, documentElement } = inside.contentDocument!;
    return {
      text: body.innerText,
      width: inside.contentWindow!.innerWidth,
      dir: documentElement.dir,
      theme: body.className,
      scheme: documentElement.dataset['scheme'],
    };
  });

test('a component is previewed at any width, staged, in another theme, from right to left; the address contains these settings', async (t) => {
  const host = await startRealHost(t);
  browser = await launch();
  const page = await openPage(browser);
  const said: string[] = [];
  recordConsole(page, said);
  // Open the printed address: the browser stores the code, and the page removes it from the address.
  await page.goto(`${host.url}/#code=${host.code}`);
  await page.waitForFunction(() => location.hash === '' && document.readyState === 'complete');
  const authorization = `Bearer ${await host.token('tests')}`;
  const graphql = async (query: string, variables: object = {}): Promise<any> => {
    const headers = { 'content-type': 'application/json', authorization };
    const response = await fetch(`${host.url}/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await response.json()) as any;
    assert.equal(errors, undefined);
    return data.stylesheet;
  };
  const of = 'id: "aurora/hero/responsive", expectedRevision: ';
  await graphql(
    `mutation { saveVersion(${of}1, view: "<h2 data-path=\\"products.title\\">A draft</h2><p>Staged</p>") { id } }`,
  );
  await graphql(`mutation { stageVersion(${of}2) { id } }`);

  const { css, themes, revision } = await graphql(
    'query { stylesheet(library: "aurora") { css revision themes { id name className description } } }',
  );
  const breakpoints = [{ id: 'tablet', minWidth: 700 }];
  await graphql(
    `
      mutation ($css: String!, $themes: [ThemeInput!]!, $breakpoints: [BreakpointInput!]!, $revision: Int!) {
        stylesheet: saveStylesheet(
          library: "aurora"
          css: $css
          themes: $themes
          breakpoints: $breakpoints
          expectedRevision: $revision
        ) {
          revision
        }
      }
    `,
    { css, themes, breakpoints, revision },
  );

  await page.goto(`${host.url}/preview.html?feaasSrc=aurora%2Fhero&width=375`);
  await says(page, 'Showing aurora/hero/responsive/published.');
  const published = await shown(page);
  assert.equal(published.width, 375);
  assert.doesNotMatch(published.text, /Staged/);

  await page.select('#revision', 'staged');
  await says(page, 'Showing aurora/hero/responsive/staged.');
  assert.match((await shown(page)).text, /Six ways into the dark\s+Staged/);
  // Use the keyboard only: change the width, and the direction of writing.
  await page.focus('#range');
  await page.keyboard.press('ArrowRight');
  await page.focus('#rtl');
  await page.keyboard.press('Space');
  await page.select('#theme', '-theme--dusk');
  await page.select('#scheme', 'dark');
  const { dir, theme, scheme, width } = await shown(page);
  assert.deepEqual([dir, theme, scheme, width], ['rtl', '-theme--dusk', 'dark', 376]);

  const address = page.url();
  await page.goto('about:blank');
  await page.goto(address);
  await says(page, 'Showing aurora/hero/responsive/staged.');
  const again = await shown(page);
  assert.deepEqual([again.width, again.dir, again.theme, again.scheme], [376, 'rtl', '-theme--dusk', 'dark']);
  await page.select('#breakpoint', '700');
  assert.equal((await shown(page)).width, 700);
  assert.deepEqual(said, []);
  assert.equal(await page.$eval('#token-field', (field) => field.getClientRects().length), 0, 'nothing to type here');

  for (const [wide, dark] of [
    [320, false],
    [1440, true],
  ] as const) {
    await page.setViewport({ width: wide, height: 900 });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }]);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `no scrolling at ${wide}`);
    // Wide content begins at the visible edge: from right to left, that is the right one.
    const ends = await page.$eval('#frame', (frame) =>
      [frame, frame.parentElement!].map((each) => Math.round(each.getBoundingClientRect().right)),
    );
    assert.ok(ends[0]! <= ends[1]!, `${ends.join(' ')} at ${wide}`);
    assert.deepEqual(await findViolations(page, { exclude: ['iframe'] }), [], String(wide));
    if (SHOTS) {
      await mkdir(SHOTS, { recursive: true });
      await page.screenshot({ path: `${SHOTS}/preview-${wide}.png` });
    }
  }

  for (const [lang, title, status] of [
    ['de', 'Vorschau', 'aurora/hero/responsive/published wird gezeigt.'],
    ['ja', 'プレビュー', 'aurora/hero/responsive/published を表示しています。'],
    ['ar', 'المعاينة', 'يُعرض aurora/hero/responsive/published.'],
  ] as const) {
    await page.setViewport({ width: 360, height: 900 });
    await page.goto(`${host.url}/preview.html?feaasSrc=aurora%2Fhero&lang=${lang}`);
    await says(page, status);
    const { documentElement } = await page.evaluate(() => ({
      documentElement: {
        dir: document.documentElement.dir,
        lang: document.documentElement.lang,
        title: document.querySelector('h1')!.textContent,
        fits: document.documentElement.scrollWidth <= innerWidth,
        english: [...document.querySelectorAll('[data-message]')].filter((each) => each.textContent === 'Width').length,
      },
    }));
    assert.deepEqual(documentElement, { dir: lang === 'ar' ? 'rtl' : 'ltr', lang, title, fits: true, english: 0 });
    assert.deepEqual(await findViolations(page, { exclude: ['iframe'] }), [], lang);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/preview-${lang}.png` });
  }
  // A language selected on the page appears in the address, and the content stays.
  await page.select('#language', 'en');
  await says(page, 'Showing aurora/hero/responsive/published.');
  assert.match(page.url(), /lang=en/);

  for (const [source, why] of [
    ['aurora/hero/responsive/99', 'There is no such component, version or revision.'],
    [
      'https://elsewhere.example/components/aurora/hero',
      'This is no source of this host: library/component/version/revision.',
    ],
    ['', 'Name a component: library/component/version/revision.'],
  ] as const) {
    await page.goto(`${host.url}/preview.html?lang=en&feaasSrc=${encodeURIComponent(source)}`);
    await says(page, why);
    assert.equal((await shown(page)).text.trim(), '');
  }
});

test('themes that cannot load cause an error with its reason; missing permission does not', async (t) => {
  const host = await startRealHost(t);
  browser ??= await launch();
  const page = await openPage(await browser.createBrowserContext());
  let answer: object | undefined;
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (!request.url().endsWith('/graphql')) return void request.continue();
    if (!answer) return void request.abort();
    return void request.respond({ contentType: 'application/json', body: JSON.stringify(answer) });
  });
  const address = `${host.url}/preview.html?feaasSrc=aurora/hero&lang=en`;
  await page.goto(address);
  await page.waitForFunction(() => document.getElementById('status')!.textContent!.startsWith('Could not show it: '));
  answer = { errors: [{ message: 'Too many requests.', extensions: { code: 'RATE_LIMITED' } }] };
  await page.goto(address);
  await says(page, 'Could not show it: Too many requests.');
  for (const code of ['FORBIDDEN', 'UNAUTHENTICATED']) {
    answer = { errors: [{ message: 'No.', extensions: { code } }] };
    await page.goto(address);
    await page.waitForFunction(() => document.getElementById('status')!.textContent!.startsWith('Showing '));
  }
  await page.close();
});
