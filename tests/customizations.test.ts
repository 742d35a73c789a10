/** The list of a library's customizations on the real host, under its policy (D13): search, reset, restore, and bulk actions. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { HTTPRequest, Page } from 'puppeteer';
import { openDatabase } from '../host/src/db/dialects/open-database';
import { createGateway, type VersionStore } from '../src/utils/gateway';
import { findViolations } from './lib/axe';
import { hostPage } from './lib/host-page';
import { assertSmoothScrolling, measureScrolling } from './lib/scrolling';

const journey = hostPage();
const SHOTS = process.env['FEAAS_SHOTS'];

const store = (): VersionStore =>
  createGateway({ url: `${journey.host.origin}/graphql`, library: 'aurora', auth: journey.host.token }).versions;

/** Publishes a customization of the footer for a page. */
async function customize(name: string, page = `https://shop.example/${name}`): Promise<string> {
  const versions = store();
  const id = `aurora/footer/${name}`;
  await versions.fork('aurora/footer/responsive', name, { expectedRevision: 0, page });
  await versions.save(id, `<footer><p>Own ${name}</p></footer>`, { expectedRevision: 1 });
  await versions.stage(id, { expectedRevision: 2 });
  await versions.publish(id, { expectedRevision: 2 });
  return id;
}

/** Adds 10,000 customizations of different ages to the database. */
async function tenThousand(): Promise<void> {
  const { host } = journey;
  await host.kill();
  const database = await openDatabase({ file: join(host.site, '../data/feaas.db') });
  const day = 86_400_000;
  for (let start = 0; start < 10_000; start += 100) {
    const rows = Array.from({ length: 100 }, (_, at) => {
      const number = start + at;
      const at_ = Date.now() - (number + 1) * day * 0.2;
      return { number, name: `many-${number}`, time: Math.round(at_) };
    });
    await database.write(async (transaction) => {
      const address = { library: 'aurora', component: 'pricing' };
      await transaction
        .insertInto('documents')
        .values(
          rows.map(({ name, number, time }) => ({
            ...{ ...address, version: name, fork_origin: 'aurora/pricing/responsive', revision: 1 },
            ...{ page: `https://many.example/${number}`, staged: 1, published: 1, deleted_at: null },
            ...{ created_at: time, modified_at: time, removed: 0 },
          })),
        )
        .execute();
      await transaction
        .insertInto('revisions')
        .values(
          rows.map(({ name, number, time }) => ({
            ...{
              ...address,
              version: name,
              number: 1,
              content: '<p>Many</p>',
              author: `Author ${number % 50}`,
              at: time,
            },
          })),
        )
        .execute();
    });
  }
  await database.close();
  await host.start();
}

const root = 'main > div:last-child';
const inList = (selector: string): string => `${root} >>> ${selector}`;

/** Opens the page. Resolves when it lists entries, or shows why there are none. */
async function open(search = ''): Promise<Page> {
  const { page, host } = journey;
  await page.setViewport({ width: 1280, height: 900 });
  await page.goto(`${host.origin}/customizations.html${search}`);
  await waitForList(page, (list) => !!list.querySelector('.rows .row, .note'));
  return page;
}

/** Waits until the list of the page fulfills a condition. */
const waitForList = (page: Page, look: (list: ShadowRoot, given: any) => boolean, given?: unknown): Promise<unknown> =>
  page.waitForFunction(
    `(${String(look)})(document.querySelector('${root}')?.shadowRoot ?? document.createDocumentFragment(), ${JSON.stringify(given ?? null)})`,
    { timeout: 30_000 },
  );

/** Presses the button with this name, in the open dialog if there is one. */
const clickButton = (page: Page, name: string): Promise<unknown> =>
  waitForList(
    page,
    (list, name) => {
      const buttons = [...(list.querySelector('dialog[open]') ?? list).querySelectorAll('button')];
      const found = buttons.find((button) => button.textContent === name && !button.disabled);
      found?.click();
      return found !== undefined;
    },
    name,
  );

/** Searches for a text, and waits until the host has responded and this number of entries shows. */
async function searchFor(page: Page, text: string, count: number): Promise<void> {
  const field = (await page.$(inList('input[type=search]')))!;
  await field.click({ count: 3 });
  // The list clears when the search begins, shortly after the last key.
  const answer = page.waitForResponse(
    async (response) =>
      decodeURIComponent(response.url() + ((await response.request().fetchPostData()) ?? '')).includes(text),
    { timeout: 30_000 },
  );
  await field.type(text);
  await answer;
  await waitForList(page, (list, count) => list.querySelectorAll('.rows .row').length === count, count);
}

const click = async (page: Page, id: string): Promise<void> =>
  (await page.waitForSelector(inList(`[data-id="${id}"] .cell--box`), { visible: true }))!.click();

const stateOf = (page: Page, id: string): Promise<string> =>
  page.$eval(inList(`[data-id="${id}"] .cell--state`), (cell) => (cell as HTMLElement).innerText);

const delivered = async (id: string): Promise<string> => {
  const answer = await fetch(`${journey.host.origin}/components/${id}/published.html`);
  return answer.headers.has('x-ms-meta-versiondeletedat') ? 'deleted' : answer.text();
};

test('a bulk reset skips one that was saved meanwhile, and the reset ones can be restored', async () => {
  const [one, two, three, other] = [
    await customize('one'),
    await customize('two'),
    await customize('three'),
    await customize('other'),
  ] as const;
  const page = await open();
  await searchFor(page, 'shop.example footer', 4);
  for (const id of [one, two, three]) await click(page, id);
  await store().save(two, '<footer><p>Faster</p></footer>', { expectedRevision: 2 });
  await clickButton(page, 'Reset to the original');
  await page.waitForSelector(inList('dialog[open]'), { visible: true });
  assert.match(await page.$eval(inList('dialog'), (dialog) => dialog.textContent!), /Reset 3 customizations\?/);
  await clickButton(page, 'Cancel');
  assert.equal(await delivered(one), '<footer><p>Own one</p></footer>');
  await clickButton(page, 'Reset to the original');
  await page.waitForSelector(inList('dialog[open]'), { visible: true });
  await clickButton(page, 'Reset to the original');
  await waitForList(page, (list) => /2 customizations were reset\./.test(list.querySelector('.outcome')!.textContent!));
  assert.match(await page.$eval(inList('.outcome'), (outcome) => outcome.textContent!), /1 failed/);
  assert.deepEqual(
    [await stateOf(page, one), await stateOf(page, two), await stateOf(page, other)],
    ['Reset', 'Unchanged: another editor has changed it', ''],
  );
  assert.deepEqual(
    [await delivered(one), await delivered(two), await delivered(three), await delivered(other)],
    ['deleted', '<footer><p>Own two</p></footer>', 'deleted', '<footer><p>Own other</p></footer>'],
  );
  await clickButton(page, 'Undo');
  await waitForList(page, (list) => /Restored 2 customizations\./.test(list.querySelector('.outcome')!.textContent!));
  assert.equal(await delivered(one), '<footer><p>Own one</p></footer>');
  assert.equal(await delivered(three), '<footer><p>Own three</p></footer>');
  assert.deepEqual(journey.consoleMessages, []);
});

test('by keys alone: search, select, reset; later, search among the reset ones, and restore', async () => {
  const first = await customize('keys-1');
  await customize('keys-2');
  const page = await open();
  await searchFor(page, 'keys-', 2);
  // Tab from the search to the list: past the filter, the disabled action, and the checkbox for all.
  for (let stop = 0; stop < 4; stop++) await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await waitForList(page, (list) => list.querySelectorAll('.row--selected').length === 1);
  assert.equal(
    await page.$eval(root, (home) => (home.shadowRoot!.activeElement as HTMLElement).dataset['id']),
    first,
    'the older one stands below',
  );
  await page.keyboard.down('Shift');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.up('Shift');
  await waitForList(page, (list) => list.querySelectorAll('.row--selected').length === 2);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await waitForList(page, (list) => list.querySelectorAll('.row--selected').length === 1);
  for (let stop = 0; stop < 2; stop++) {
    await page.keyboard.down('Shift');
    await page.keyboard.press('Tab');
    await page.keyboard.up('Shift');
  }
  await page.keyboard.press('Enter');
  await page.waitForSelector(inList('dialog[open]'), { visible: true });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await waitForList(page, (list) => /1 customization was reset\./.test(list.querySelector('.outcome')!.textContent!));
  assert.equal(await delivered(first), 'deleted');

  await open();
  await page.select(inList('select'), 'reset');
  await searchFor(page, 'keys-', 1);
  await click(page, first);
  await clickButton(page, 'Restore');
  await (await page.waitForSelector(inList('dialog .button--main'), { visible: true }))!.click();
  await waitForList(page, (list) => /Restored 1 customization\./.test(list.querySelector('.outcome')!.textContent!));
  assert.equal(await delivered(first), '<footer><p>Own keys-1</p></footer>');
  assert.deepEqual(journey.consoleMessages, []);
});

test('changes of the originals are shown and can be filtered; failures of the host are shown for each row', async () => {
  const versions = store();
  await versions.save('aurora/gallery/extra', '<p>1</p>', { expectedRevision: 0 });
  await versions.fork('aurora/gallery/extra', 'lost', { expectedRevision: 0, page: 'https://shop.example/lost' });
  await versions.publish('aurora/gallery/lost', { expectedRevision: 1 });
  await versions.remove('aurora/gallery/extra', { expectedRevision: 1 });
  await versions.save('aurora/faq/extra', '<p>1</p>', { expectedRevision: 0 });
  await versions.fork('aurora/faq/extra', 'behind', { expectedRevision: 0, page: 'https://shop.example/behind' });
  await versions.publish('aurora/faq/behind', { expectedRevision: 1 });
  await versions.save('aurora/faq/extra', '<p>2</p>', { expectedRevision: 1 });
  const page = await open();
  await page.select(inList('select'), 'orphaned');
  await waitForList(page, (list) => list.querySelectorAll('.rows .row').length === 1);
  assert.equal(await stateOf(page, 'aurora/gallery/lost'), 'Original gone');
  await page.select(inList('select'), 'changed');
  await waitForList(page, (list) => !!list.querySelector('[data-id="aurora/faq/behind"]'));
  assert.equal(await stateOf(page, 'aurora/faq/behind'), 'Original changed');
  // Disable automatic sign-in, as on other machines. An editor may neither publish nor unpublish.
  const { secret } = await journey.host.createToken('editor');
  await page.setRequestInterception(true);
  page.on('request', (request: HTTPRequest) =>
    request.url().endsWith('/dev/session') ? void request.respond({ status: 403 }) : void request.continue(),
  );
  await page.goto(`${journey.host.origin}/customizations.html`);
  const field = (await page.waitForSelector('#token', { visible: true }))!;
  // Without the token, the page cannot read the list. It shows no count, and still fills the window.
  await waitForList(page, (list) => !!list.querySelector('.note--wrong'));
  assert.equal(await page.$eval(inList('.bar__text'), (text) => text.textContent), '');
  assert.deepEqual(
    await page.$eval(inList('.screen'), (screen) => screen.getBoundingClientRect().height),
    await page.$eval('main', (main) => main.getBoundingClientRect().height),
  );
  await field.type(secret);
  await field.press('Enter');
  await waitForList(page, (list) => !!list.querySelector('.rows .row'));
  await searchFor(page, 'behind', 1);
  await click(page, 'aurora/faq/behind');
  await clickButton(page, 'Reset to the original');
  await (await page.waitForSelector(inList('dialog .button--main'), { visible: true }))!.click();
  await waitForList(page, (list) => /1 failed/.test(list.querySelector('.outcome')!.textContent!));
  assert.match(await stateOf(page, 'aurora/faq/behind'), /^Failed: /);
  assert.equal(await delivered('aurora/faq/behind'), '<p>1</p>');
});

test('in four languages, at any width, light and dark: nothing is cut off, and axe finds nothing', async () => {
  const page = await open();
  for (const [lang, width, scheme, title] of [
    ['en', 1440, 'light', 'Customizations'],
    ['de', 320, 'dark', 'Anpassungen'],
    ['ja', 1920, 'dark', 'カスタマイズ'],
    ['ar', 360, 'light', 'التخصيصات'],
  ] as const) {
    await page.setViewport({ width, height: 900 });
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    await page.goto(`${journey.host.origin}/customizations.html?lang=${lang}`);
    await waitForList(page, (list) => !!list.querySelector('.rows .row'));
    await (await page.waitForSelector(inList('.rows .row .cell--box'), { visible: true }))!.click();
    const shown = await page.evaluate((root) => {
      const screen = document.querySelector(root)!.shadowRoot!.querySelector<HTMLElement>('.screen')!;
      const { dir, lang } = screen;
      return [
        screen.querySelector('h1')!.textContent,
        dir,
        lang,
        document.documentElement.lang,
        document.documentElement.scrollWidth,
      ];
    }, root);
    assert.deepEqual(shown, [title, lang === 'ar' ? 'rtl' : 'ltr', lang, lang, width]);
    assert.deepEqual(await findViolations(page), [], `${lang} ${width}`);
    if (SHOTS) {
      mkdirSync(SHOTS, { recursive: true });
      await page.screenshot({ path: `${SHOTS}/customizations-${lang}-${width}.png` });
    }
    // The confirmation before a reset.
    await (await page.waitForSelector(inList('.button--main'), { visible: true }))!.click();
    await page.waitForSelector(inList('dialog[open]'), { visible: true });
    assert.deepEqual(await findViolations(page), [], `the question, ${lang} ${width}`);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/customizations-question-${lang}-${width}.png` });
    await page.keyboard.press('Escape');
  }
  await page.emulateMediaFeatures([]);
  assert.deepEqual(journey.consoleMessages, []);
});

test('on a narrow screen, the component has its full width, and the address of the place is truncated', async () => {
  const id = await customize('a-place-with-a-name-that-no-narrow-screen-has-any-room-for');
  const page = await open();
  await page.setViewport({ width: 320, height: 900 });
  await searchFor(page, 'a-place-with', 1);
  const cut = await page.$eval(inList(`[data-id="${id}"] .cell--component`), (cell) =>
    Array.from(cell.children, ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
  );
  assert.deepEqual(cut, [false, true]);
});

test('rows have the same height, and truncate nothing, on a page with a rem of 10 px', async () => {
  const id = await customize('rem');
  const heights = async (): Promise<unknown> => {
    const page = await open();
    await searchFor(page, 'rem', 1);
    return page.$eval(inList(`[data-id="${id}"]`), (row) => [
      row.clientHeight,
      row.querySelector('.cell--component')!.getBoundingClientRect().height <= row.clientHeight,
    ]);
  };
  const usual = await heights();
  await journey.page.evaluateOnNewDocument(() => {
    const begun = new MutationObserver(() => {
      document.documentElement.style.fontSize = '62.5%';
      begun.disconnect();
    });
    begun.observe(document, { childList: true });
  });
  assert.deepEqual(await heights(), usual);
  assert.equal(await journey.page.evaluate(() => getComputedStyle(document.documentElement).fontSize), '10px');
});

test('10,000 customizations: only visible ones are rendered, scrolling is as smooth as with 100, and search finds one among all', async (t) => {
  await tenThousand();
  const page = await open();
  await (await page.$(inList('.row--head input')))!.click();
  await waitForList(page, (list) =>
    /10,\d\d\d customizations selected/.test(list.querySelector('.bar__text')!.textContent!),
  );
  const there = await page.$eval(root, (home) => home.shadowRoot!.querySelectorAll('.rows .row').length);
  assert.ok(there < 60, `${there} rows are there: what is not seen is not`);
  await page.evaluate(() => {
    const list = document.createElement('ul');
    list.id = 'plain';
    list.style.cssText = 'block-size: 30rem; overflow: auto; line-height: 3rem';
    for (let at = 0; at < 100; at++)
      list.append(Object.assign(document.createElement('li'), { textContent: `Entry ${at}` }));
    document.querySelector('header')!.append(list);
  });
  const plain = await measureScrolling(page, { host: 'body', list: '#plain', entry: 'li' });
  const table = await measureScrolling(page, { host: root, list: '.rows', entry: '.row' });
  t.diagnostic(JSON.stringify({ plain, table }));
  assertSmoothScrolling(table, plain, 60);
  await page.$eval('#plain', (list) => list.remove());
  await searchFor(page, 'PRICING many.example/9876', 1);
  assert.match(await page.$eval(inList('.rows .row'), (row) => (row as HTMLElement).innerText), /Author 26/);
  assert.deepEqual(journey.consoleMessages, []);
});
