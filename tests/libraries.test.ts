/** The list of the host's libraries and their components on the real host, under its policy (D13), in Chromium and in Firefox. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'puppeteer';
import { createGateway, type VersionStore } from '../src/utils/gateway';
import { findViolations } from './lib/axe';
import { BROWSERS, openPage } from './lib/browser';
import { startEditingHost, type EditingHost } from './lib/editing-host';
import { recordConsole } from './lib/journey';
import { logPolicyViolations } from './lib/page-observers';
import { signIn } from './lib/sign-in';

const SHOTS = process.env['FEAAS_SHOTS'];
const LARGE = 1_000;

let host: EditingHost;
const browsers = new Map<string, Browser>();
before(async () => {
  host = await startEditingHost();
  const folder = await mkdtemp(join(tmpdir(), 'feaas-large-'));
  await mkdir(join(folder, 'components'));
  await writeFile(join(folder, 'library.json'), JSON.stringify({ id: 'large', name: 'Large <b>library</b>' }));
  for (let number = 0; number < LARGE; number++) {
    const component = join(folder, 'components', `card-${String(number).padStart(4, '0')}`);
    await mkdir(component);
    await writeFile(join(component, 'responsive.html'), `<p>${number}</p>`);
  }
  await host.importLibrary(folder);
  await rm(folder, { recursive: true });
  await makeStates();
  for (const [name, start] of BROWSERS) browsers.set(name, await start());
});
after(async () => {
  for (const browser of browsers.values()) await browser.close();
  await host?.stop();
});

/** Creates a library with one component in each state. */
async function makeStates(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'feaas-states-'));
  await writeFile(
    join(folder, 'library.json'),
    JSON.stringify({ id: 'states', name: 'States', description: 'One of each.' }),
  );
  for (const name of ['a-published', 'b-changed', 'd-unpublished', 'f-deleted']) {
    await mkdir(join(folder, 'components', name), { recursive: true });
    await writeFile(join(folder, 'components', name, 'responsive.html'), `<p>${name}</p>`);
    await writeFile(join(folder, 'components', name, 'compact.html'), `<p>${name}, compact</p>`);
  }
  for (const [name, file] of [
    ['c-draft', 'responsive.saved.html'],
    ['e-staged', 'responsive.staged.html'],
  ] as const) {
    await mkdir(join(folder, 'components', name), { recursive: true });
    await writeFile(join(folder, 'components', name, file), `<p>${name}</p>`);
  }
  await host.importLibrary(folder);
  await rm(folder, { recursive: true });
  const versions: VersionStore = createGateway({
    ...{ url: `${host.origin}/graphql`, library: 'states', auth: host.token },
  }).versions;
  const id = (component: string): string => `states/${component}/responsive`;
  await versions.save(id('b-changed'), '<p>again</p>', { expectedRevision: 1 });
  await versions.unpublish(id('d-unpublished'), { expectedRevision: 1 });
  await versions.remove(id('f-deleted'), { expectedRevision: 1 });
  // A fork is not a version of the component.
  await versions.fork(id('a-published'), 'home', { expectedRevision: 0 });
}

const root = '#list > div';
const inside = (selector: string): string => `${root} >>> ${selector}`;

/** Waits for an element in the list. `waitForSelector` would not notice that the list's shadow root was replaced. */
const waitForElement = (page: Page, selector: string): Promise<unknown> =>
  page
    .waitForFunction(
      (selector) => document.querySelector('#list > div')?.shadowRoot?.querySelector(selector),
      { timeout: 20_000 },
      selector,
    )
    .catch(async ({ message }: Error) => {
      const text = await page.$eval('body', ({ innerText }) => innerText);
      throw new Error(`${message} for ${selector}; the page says: ${text}`);
    });

interface Visit {
  readonly page: Page;
  readonly said: string[];
}

async function visit(name: string, path: string, isSignedIn: boolean): Promise<Visit> {
  const page = await openPage(await browsers.get(name)!.createBrowserContext());
  if (name === 'Chromium') await logPolicyViolations(page);
  if (isSignedIn) await signIn(page, host);
  const said: string[] = [];
  recordConsole(page, said);
  await page.setViewport({ width: 1280, height: 900 });
  await page.goto(host.origin + path);
  await waitForElement(page, '.card');
  return { page, said };
}

/** Texts of each card: its id, and the name, state and actions of each version. */
const cards = (page: Page): Promise<readonly string[]> =>
  page.$eval(root, (home) =>
    [...home.shadowRoot!.querySelectorAll<HTMLElement>('.card')].map((card) =>
      [
        card.dataset['id'],
        ...Array.from(card.querySelectorAll('.version'), (version) =>
          [...version.querySelectorAll('.version__name, .badge, a, .version__line button')]
            .map(({ textContent }) => textContent)
            .join(' '),
        ),
      ].join(' | '),
    ),
  );

const count = (page: Page, text: string): Promise<unknown> =>
  page
    .waitForFunction(
      (text) => document.querySelector('#list > div')?.shadowRoot?.querySelector('.count')?.textContent === text,
      { timeout: 20_000 },
      text,
    )
    .catch(async () => assert.equal(await page.$eval(inside('.count'), (each) => each.textContent), text));

const codeOf = (page: Page): Promise<string> => page.$eval(inside('.embed__code'), (code) => code.textContent!);

for (const [name] of BROWSERS) {
  test(`${name}: signed-in users see the state of each version; without a token, the list contains published versions only`, async () => {
    const signed = await visit(name, '/libraries.html?library=states&lang=en', true);
    assert.deepEqual(await cards(signed.page), [
      'states/a-published | compact Published Preview Embed | responsive Published Preview Embed',
      'states/b-changed | compact Published Preview Embed | responsive Published, changed since Preview Embed',
      'states/c-draft | responsive Draft Preview Embed',
      'states/d-unpublished | compact Published Preview Embed | responsive Unpublished Preview Embed',
      'states/e-staged | responsive Staged Preview Embed',
      'states/f-deleted | compact Published Preview Embed | responsive Deleted',
    ]);
    assert.equal(await signed.page.$eval('#about', ({ textContent }) => textContent), 'One of each.');
    assert.deepEqual(await signed.page.$$eval('#libraries a', (links) => links.map(({ textContent }) => textContent)), [
      'Aurora',
      'Large <b>library</b>',
      'States',
    ]);
    assert.equal(await signed.page.$eval('#token-field', (field) => (field as HTMLElement).hidden), true);
    assert.deepEqual(signed.said, []);
    await signed.page.close();

    const stranger = await visit(name, '/libraries.html?library=states&lang=en', false);
    assert.deepEqual(await cards(stranger.page), [
      'states/a-published | compact Published Preview Embed | responsive Published Preview Embed',
      'states/b-changed | compact Published Preview Embed | responsive Published Preview Embed',
      'states/d-unpublished | compact Published Preview Embed',
      'states/f-deleted | compact Published Preview Embed',
    ]);
    // With the token of a viewer, the list shows drafts.
    const { secret } = await host.createToken('viewer');
    await stranger.page.type('#token', secret);
    await stranger.page.keyboard.press('Enter');
    await count(stranger.page, '6 components');
    assert.match((await cards(stranger.page))[2]!, /c-draft \| responsive Draft/);
    assert.deepEqual(stranger.said, []);
    await stranger.page.close();
  });

  test(`${name}: by keys: search, preview, embed; the copied code shows the component`, async () => {
    const { page, said } = await visit(name, '/libraries.html?library=states&lang=en', true);
    await page.focus(inside('input[type=search]'));
    await page.keyboard.type('b-chan');
    await count(page, '1 component');
    await page.keyboard.press('Tab');
    const active = (): Promise<string | null> =>
      page.$eval(root, (home) => home.shadowRoot!.activeElement!.getAttribute('aria-label'));
    assert.equal(await active().then((label) => label?.replace(/[\u2068\u2069]/g, '')), 'Preview: b-changed, compact');
    await page.keyboard.press('Tab');
    assert.equal(await active().then((label) => label?.replace(/[\u2068\u2069]/g, '')), 'Embed: b-changed, compact');
    await page.keyboard.press('Enter');
    await waitForElement(page, '.embed__code');
    const code = await codeOf(page);
    assert.equal(
      code,
      `<script type="module" src="${host.origin}/build/feaas.esm.js"></script>\n` +
        `<feaas-component cdn="${host.origin}/cdn" library="states" component="b-changed" version="compact"></feaas-component>`,
    );
    // Only Chromium lets tests read the clipboard. In other browsers, the page uses its fallback.
    const hasClipboard = name === 'Chromium';
    if (hasClipboard)
      await page
        .browserContext()
        .overridePermissions(host.origin, ['clipboard-read', 'clipboard-write', 'clipboard-sanitized-write']);
    else await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await page.keyboard.press('Tab');
    assert.equal(
      await page.$eval(root, (home) => home.shadowRoot!.activeElement!.textContent),
      'Copy',
      'the code wraps, so it is no stop',
    );
    await page.$eval(inside('.embed__outcome'), (outcome) => {
      const announced: string[] = [];
      new MutationObserver(() => outcome.textContent && announced.push(outcome.textContent)).observe(outcome, {
        ...{ childList: true, characterData: true, subtree: true },
      });
      Object.assign(window, { announced });
    });
    for (const times of [1, 2]) {
      await page.keyboard.press('Enter');
      await page
        .waitForFunction(
          (times) => (window as unknown as { announced: string[] }).announced.length === times,
          {},
          times,
        )
        .catch(() => assert.fail(`copy ${times} is not announced`));
    }
    assert.match(
      await page.$eval(inside('.embed__outcome'), ({ textContent }) => textContent!),
      hasClipboard ? /Copied/ : /Ctrl\+C/,
    );
    if (hasClipboard) assert.equal(await page.evaluate(() => navigator.clipboard.readText()), code);
    else assert.equal(await page.evaluate(() => getSelection()!.toString()), code);
    const preview = await page.$eval(inside('.card .version:last-child a'), (link) => (link as HTMLAnchorElement).href);
    assert.equal(preview, `${host.origin}/preview.html?feaasSrc=states%2Fb-changed%2Fresponsive%2Fsaved&lang=en`);
    assert.deepEqual(said, []);
    await host.writePage('embedded.html', code, '');
    await page.goto(`${host.origin}/embedded.html`);
    await page.waitForFunction(() => document.body.innerText.includes('b-changed, compact'));
    await page.close();
  });

  test(`${name}: a thousand components load page by page, and search finds one of them`, async () => {
    const { page, said } = await visit(name, '/libraries.html?library=large&lang=en', false);
    await count(page, 'The first 48 components');
    await page.click(inside('.more'));
    await count(page, 'The first 96 components');
    assert.equal(
      await page.$eval(root, (home) => home.shadowRoot!.activeElement!.textContent),
      'card-0048',
      'the first new card has the focus',
    );
    await page.type(inside('input[type=search]'), '0999');
    await count(page, '1 component');
    assert.deepEqual(await cards(page), ['large/card-0999 | responsive Published Preview Embed']);
    await page.click('#libraries a');
    await waitForElement(page, '[data-id="aurora/hero"]');
    assert.match(page.url(), /library=aurora/);
    // Selecting the current library does not add a history entry.
    await page.click('#libraries a[aria-current]');
    await page.goBack();
    await waitForElement(page, '[data-id="large/card-0000"]');
    assert.deepEqual(said, []);
    await page.close();
  });
}

test('in four languages, from 320 to 1920 px, light and dark: nothing is cut off, and axe finds nothing', async () => {
  const { page, said } = await visit('Chromium', '/libraries.html?lang=en', true);
  for (const [lang, width, scheme, title, library] of [
    ['en', 1440, 'light', 'Libraries', 'aurora'],
    ['de', 320, 'dark', 'Bibliotheken', 'states'],
    ['ja', 1920, 'dark', 'ライブラリ', 'large'],
    ['ar', 360, 'light', 'المكتبات', 'states'],
    ['ar', 1280, 'dark', 'المكتبات', 'states'],
  ] as const) {
    await page.setViewport({ width, height: 900 });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await page.goto(`${host.origin}/libraries.html?lang=${lang}&library=${library}`);
    await waitForElement(page, '.version__actions button');
    await page.click(inside('.version__actions button'));
    await waitForElement(page, '.embed__code');
    const shown = await page.evaluate(() => {
      const screen = document.querySelector('#list > div')!.shadowRoot!.querySelector<HTMLElement>('.screen')!;
      const { dir, lang } = document.documentElement;
      return [document.title, dir, lang, screen.dir, screen.lang, document.documentElement.scrollWidth];
    });
    const dir = lang === 'ar' ? 'rtl' : 'ltr';
    assert.deepEqual(shown, [title, dir, lang, dir, lang, width]);
    assert.deepEqual(await findViolations(page), [], `${lang} ${width}`);
    if (SHOTS) {
      mkdirSync(SHOTS, { recursive: true });
      await page.screenshot({ path: `${SHOTS}/libraries-${lang}-${width}.png` });
    }
  }
  assert.deepEqual(said, []);
  await page.close();
});

for (const [path, reason] of [
  ['/libraries.html', /^Die Bibliotheken konnten nicht geladen werden: /],
  ['/customizations.html', /^Die Liste kann nicht gezeigt werden: /],
] as const)
  test(`${path}: after a change of language, the error still shows why the libraries could not load`, async () => {
    const page = await openPage(await browsers.get('Chromium')!.createBrowserContext());
    await page.setRequestInterception(true);
    page.on('request', (request) =>
      request.url().endsWith('/graphql')
        ? void request.respond({ status: 503, body: 'Back soon' })
        : void request.continue(),
    );
    const says = (text: RegExp): Promise<unknown> =>
      page
        .waitForFunction(
          (source) => new RegExp(source).test(document.getElementById('status')!.textContent!),
          { timeout: 10_000 },
          text.source,
        )
        .catch(async () => assert.match(await page.$eval('#status', ({ textContent }) => textContent!), text));
    await page.goto(`${host.origin}${path}?lang=en`);
    await says(/^Could not .*503 Service Unavailable/);
    await page.select('#language', 'de');
    await page.waitForFunction(() => document.documentElement.lang === 'de');
    await says(reason);
    await page.close();
  });

test('texts of the other writing direction are aligned as all others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'feaas-mixed-'));
  const texts = { ar: 'وصف باللغة العربية', en: 'In English' };
  const component = join(folder, 'components/names');
  await mkdir(component, { recursive: true });
  const names = (lang: 'ar' | 'en'): string => JSON.stringify({ name: texts[lang], description: texts[lang] });
  await writeFile(join(folder, 'library.json'), JSON.stringify({ id: 'mixed', name: 'M', description: texts.ar }));
  await writeFile(join(component, 'component.json'), names('ar'));
  await writeFile(join(component, 'responsive.html'), '<p></p>');
  await mkdir(join(folder, 'components/other'));
  await writeFile(join(folder, 'components/other/component.json'), names('en'));
  await writeFile(join(folder, 'components/other/responsive.html'), '<p></p>');
  await host.importLibrary(folder);
  await rm(folder, { recursive: true });
  const { page } = await visit('Chromium', '/libraries.html?library=mixed&lang=en', false);
  for (const lang of ['en', 'ar']) {
    await page.goto(`${host.origin}/libraries.html?library=mixed&lang=${lang}`);
    await waitForElement(page, '[data-id="mixed/other"]');
    const sides = await page.evaluate(() => {
      const list = document.querySelector('#list > div')!.shadowRoot!;
      const all = [document.querySelector('#about')!, ...list.querySelectorAll('.card__name, .card__description')];
      return all.map((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const [text, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
        const [left, right] = [text.left - box.left, box.right - text.right];
        return left < right ? 'left' : 'right';
      });
    });
    assert.deepEqual(sides, Array(5).fill(lang === 'en' ? 'left' : 'right'), lang);
  }
  await page.close();
});
