/** Functions around the texts of the documentation, on the real host under its policy: search, copying, outline, tables, print. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HTTPRequest, SerializedAXNode } from 'puppeteer';
import { findViolations } from './lib/axe';
import { BROWSERS } from './lib/browser';
import { hostPage } from './lib/host-page';
import { waitUntil } from './lib/wait-until';
import { cleanUp } from './lib/clean-up';

const at = hostPage();

const open = (path: string): Promise<unknown> => at.page.goto(at.host.origin + path, { waitUntil: 'domcontentloaded' });
const statusOf = (): Promise<string> => at.page.$eval('#found [role=status]', (status) => status.textContent!);
const focused = (): Promise<string> =>
  at.page.evaluate(() => {
    const { activeElement } = document;
    return activeElement!.id || (activeElement!.querySelector('.docs__title') ?? activeElement!).textContent!;
  });

/** Opens the search by its key and types. Resolves when results show. */
async function search(words: string): Promise<void> {
  await at.page.keyboard.press('/');
  await at.page.keyboard.type(words);
  await at.page.waitForFunction(
    (words) => document.querySelector('#found [role=status]')!.textContent!.includes(`“${words}”`),
    {},
    words,
  );
}

for (const [name, start] of BROWSERS) {
  test(`${name}: a button copies code and confirms it; the search works by keys, marks the matches, and announces the results`, async (t) => {
    if (name === 'Chromium')
      await at.browser
        .defaultBrowserContext()
        .overridePermissions(at.host.origin, ['clipboard-read', 'clipboard-write', 'clipboard-sanitized-write']);
    else {
      const browser = await start();
      cleanUp(t, () => browser.close());
      await at.replacePage(browser);
    }
    await open('/docs/start.html');
    const code = await at.page.$eval('.code pre', (pre) => pre.textContent!);
    await at.page.waitForSelector('.code__copy');
    await at.page.focus('.code__copy');
    await at.page.keyboard.press('Enter');
    await at.page.waitForFunction(() => document.getElementById('announcement')!.textContent === 'Copied');
    assert.equal(await at.page.$eval('.code__copy', (button) => button.textContent), 'Copied');
    // Only Chromium lets tests read the clipboard.
    if (name === 'Chromium') assert.equal(await at.page.evaluate(() => navigator.clipboard.readText()), code);

    await open('/docs/');
    await at.page.waitForSelector('.docs__search:not([hidden])');
    await search('FEAAS_MAX_AGE');
    assert.match(await statusOf(), /^\d+ results for “FEAAS_MAX_AGE”$/);
    const first = await at.page.$eval('#found li a', (link) => ({
      path: new URL(link.href).pathname,
      marked: [...link.querySelectorAll('.docs__title mark')].map((mark) => mark.textContent),
      // The description is separate from the name.
      described: document.getElementById(link.getAttribute('aria-describedby')!)!.textContent!.length > 20,
    }));
    assert.equal(first.path, '/docs/reference/cli.html');
    assert.ok(first.marked.includes('FEAAS_MAX_AGE'), first.marked.join());
    assert.equal(first.described, true);
    const stops: string[] = [];
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowDown'] as const) {
      await at.page.keyboard.press(key);
      stops.push(await focused());
    }
    const titles = await at.page.$$eval('#found .docs__title', (all) => all.map(({ textContent }) => textContent!));
    assert.deepEqual(stops, [titles[0], titles[1], titles[0], 'search', titles.at(-1), 'search']);
    await Promise.all([at.page.waitForNavigation(), at.page.keyboard.press('Enter')]);
    assert.match(at.page.url(), /\/docs\/reference\/cli\.html#row-feaas_max_age$/);
    assert.match(await at.page.$eval('tr:target', (row) => row.textContent!), /FEAAS_MAX_AGE/);
    assert.deepEqual(at.consoleMessages, []);
  });
}

test('a search without results says so; Escape, a click elsewhere and Tab close the list', async () => {
  await at.page.setBypassCSP(true);
  await open('/docs/');
  await at.page.waitForSelector('.docs__search:not([hidden])');
  const isOpen = (): Promise<boolean> => at.page.$eval('#found', (found) => !(found as HTMLElement).hidden);
  await search('zzzzqqqq');
  assert.match(await statusOf(), /^No results for “zzzzqqqq”/);
  await at.page.keyboard.press('Escape');
  assert.equal(await isOpen(), false);
  assert.equal(await focused(), 'search');
  await at.page.keyboard.type('theme');
  await at.page.waitForSelector('#found li a', { visible: true });
  for (const value of ['light', 'dark']) {
    await at.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
    assert.deepEqual(await findViolations(at.page), [], value);
  }
  await at.page.mouse.click(400, 850);
  assert.equal(await isOpen(), false);
  await at.page.focus('#search');
  assert.equal(await isOpen(), true);
  await at.page.keyboard.down('Shift');
  await at.page.keyboard.press('Tab');
  await at.page.keyboard.up('Shift');
  assert.equal(await isOpen(), false);
});

test('Enter before the index has loaded still opens the first result', async () => {
  await at.page.setRequestInterception(true);
  let held: HTTPRequest | undefined;
  at.page.on('request', (request) => {
    if (request.url().endsWith('/docs/search.json')) held = request;
    else void request.continue();
  });
  await open('/docs/');
  await at.page.waitForSelector('.docs__search:not([hidden])');
  await at.page.keyboard.press('/');
  await at.page.keyboard.type('docker compose');
  await waitUntil(() => held !== undefined);
  await at.page.keyboard.press('Enter');
  assert.equal(await at.page.$$eval('#found li', (all) => all.length), 0);
  await Promise.all([at.page.waitForNavigation(), held!.continue()]);
  assert.match(at.page.url(), /\/docs\/host\.html#/);
});

test('an index that does not load is reported, and requested again', async () => {
  await open('/docs/');
  await at.page.waitForSelector('.docs__search:not([hidden])');
  await at.page.setRequestInterception(true);
  let isBroken = true;
  at.page.on('request', (request) => {
    if (isBroken && request.url().endsWith('/docs/search.json')) void request.respond({ status: 503 });
    else void request.continue();
  });
  await at.page.keyboard.press('/');
  await at.page.keyboard.type('theme');
  await at.page.waitForFunction(() =>
    document.querySelector('#found [role=status]')!.textContent!.includes('did not load'),
  );
  isBroken = false;
  await at.page.keyboard.type('s');
  await at.page.waitForSelector('#found li a', { visible: true });
});

test('without a clipboard, the button selects the code and names the keys', async () => {
  await at.page.evaluateOnNewDocument(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await open('/docs/start.html');
  await at.page.waitForSelector('.code__copy');
  await at.page.focus('.code__copy');
  await at.page.keyboard.press('Space');
  await at.page.waitForFunction(() => document.getElementById('announcement')!.textContent!.startsWith('Not copied.'));
  const [selected, code] = await at.page.evaluate(() => [
    getSelection()!.toString().trim(),
    document.querySelector('.code pre')!.textContent!.trim(),
  ]);
  assert.equal(selected, code);
});

test('from 1280 px on, the outline is beside the text and follows it; on narrower screens, it is closed above the text', async () => {
  await at.page.setViewport({ width: 1280, height: 800 });
  await open('/docs/host.html');
  await at.page.waitForSelector('.docs__toc details[open]');
  const current = (): Promise<(string | null)[]> =>
    at.page.$$eval('.docs__toc [aria-current=location]', (all) => all.map((link) => link.getAttribute('href')));
  assert.deepEqual(await current(), []);
  const hashes = await at.page.$$eval('.docs__toc a', (all) => all.map((link) => link.getAttribute('href')!));
  for (const hash of [hashes[3]!, hashes.at(-1)!, hashes[1]!]) {
    await at.page.evaluate(
      (hash) => document.getElementById(decodeURIComponent(hash.slice(1)))!.scrollIntoView({ behavior: 'instant' }),
      hash,
    );
    await at.page.waitForFunction(
      (hash) => document.querySelector('.docs__toc [aria-current=location]')?.getAttribute('href') === hash,
      {},
      hash,
    );
    assert.deepEqual(await current(), [hash]);
    // The outline, which is longer than the window, has scrolled to the entry.
    const isSeen = await at.page.$eval('.docs__toc [aria-current=location]', (link) => {
      const { top, bottom } = link.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
    assert.equal(isSeen, true, hash);
  }
  const beside = await at.page.evaluate(() => {
    const right = (selector: string): DOMRect => document.querySelector(selector)!.getBoundingClientRect();
    return right('.docs__toc').left >= right('.docs__main').right;
  });
  assert.equal(beside, true);
  await at.page.setViewport({ width: 1279, height: 800 });
  await at.page.waitForSelector('.docs__toc details:not([open])');
  await at.page.click('.docs__toc summary');
  await at.page.click('.docs__toc li:nth-child(2) a');
  await at.page.waitForSelector('.docs__toc details:not([open])');
  assert.equal(new URL(at.page.url()).hash, hashes[1]);
});

/** Waits until tables and code are focusable if, and only if, they scroll. */
const waitForTabStops = (): Promise<unknown> =>
  at.page.waitForFunction(() =>
    [...document.querySelectorAll('.docs__main :is(.table, pre)')].every(
      (each) => each.hasAttribute('tabindex') === each.scrollWidth > each.clientWidth,
    ),
  );

test('a table wider than the page scrolls on its own, by keys and with a name; a table that fits is not focusable', async () => {
  await at.page.setViewport({ width: 660, height: 800 });
  await open('/docs/reference/elements.html');
  await waitForTabStops();
  const table = (await at.page.$('.table[tabindex]'))!;
  assert.equal(
    await table.evaluate((each) => each.getAttribute('aria-label')),
    'Table: property, attribute, type, default, meaning',
  );
  await table.focus();
  await at.page.keyboard.press('ArrowRight');
  await at.page.waitForFunction((each) => each.scrollLeft > 0, {}, table);
});

test('on a phone, the cells of a wide table are stacked, with labels, and the table keeps its role', async () => {
  await at.page.setViewport({ width: 320, height: 800 });
  for (const path of ['/docs/reference/cli.html', '/docs/reference/elements.html', '/docs/troubleshooting.html']) {
    await open(path);
    await waitForTabStops();
    assert.equal((await at.page.$$('.table[tabindex]')).length, 0, path);
  }
  await open('/docs/reference/cli.html');
  const row = await at.page.$eval('#row-feaas_max_age', (row) => {
    const cells = [...row.querySelectorAll('td')];
    return {
      tops: cells.map((cell) => cell.getBoundingClientRect().top),
      names: cells.map((cell) => getComputedStyle(cell, '::before').content),
    };
  });
  assert.deepEqual(
    row.tops,
    [...row.tops].sort((one, other) => one - other),
  );
  assert.equal(new Set(row.tops).size, 3);
  assert.match(row.names[2]!, /meaning/);
  const tree = await at.page.accessibility.snapshot({ interestingOnly: false });
  const roles = new Set<string>();
  const visit = (node: SerializedAXNode): void => {
    roles.add(node.role);
    node.children?.forEach(visit);
  };
  visit(tree!);
  for (const role of ['table', 'row', 'cell', 'columnheader']) assert.ok(roles.has(role), [...roles].join());
});

test('the printed page contains the text alone, and all of its code', async () => {
  await at.page.emulateMediaType('print');
  await open('/docs/host.html');
  const shown = await at.page.evaluate(() =>
    ['.toolbar', '.docs__nav', '.docs__toc', '.docs__neighbors', '.code__copy', '.docs__main'].filter((selector) =>
      document.querySelector<HTMLElement>(selector)?.checkVisibility(),
    ),
  );
  assert.deepEqual(shown, ['.docs__main']);
  const cut = await at.page.$$eval('.code pre', (all) => all.filter((pre) => pre.scrollWidth > pre.clientWidth).length);
  assert.equal(cut, 0);
});
