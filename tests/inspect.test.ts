/** The inspector (`feaasDebug`) on the real host, under its policy (D13): its information about every component and every node. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { BrowserContext, KeyInput } from 'puppeteer';
import { findViolations } from './lib/axe';
import { hostPage } from './lib/host-page';
import {
  ATTRIBUTES,
  DATA,
  inPanel,
  openInspected,
  waitForPanel,
  publishShop,
  panelRow,
  waitForPanelText,
  waitForDelivery,
  openTab,
  panelTexts,
} from './lib/inspect-page';
import { waitForNetworkIdle } from './lib/network-idle';
import { screenshotsFolder } from './lib/screenshots-folder';
import { pollUntil } from './lib/wait-until';

const at = hostPage();
const SHOTS = screenshotsFolder('feaas-inspect-shots');
const shot = (name: string): Promise<unknown> => at.page.screenshot({ path: `${SHOTS}/${name}.png` });

let published: Promise<void> | undefined;
let profile: BrowserContext | undefined;
beforeEach(async () => {
  await (published ??= publishShop(at));
  await profile?.close();
  // Use a new browser profile.
  profile = await at.browser.createBrowserContext();
  await at.replacePage(profile);
  await at.page.setViewport({ width: 1280, height: 800 });
});

const inspect = async (attributes?: string): Promise<void> => {
  await openInspected(at, '?feaasDebug', attributes);
  await waitForPanel(at.page);
  await waitForPanelText(at.page, '.row', 'statistics');
};
const press = async (...keys: KeyInput[]): Promise<void> => {
  for (const key of keys) await at.page.keyboard.press(key);
};
/** Presses Control, Alt, Shift and I. */
const hotkey = async (): Promise<void> => {
  const held = ['Control', 'Alt', 'Shift'] as const;
  for (const key of held) await at.page.keyboard.down(key);
  await press('KeyI');
  for (const key of held) await at.page.keyboard.up(key);
};
const focused = (): Promise<string> =>
  at.page.evaluate(() => {
    let found = document.activeElement;
    while (found?.shadowRoot?.activeElement) found = found.shadowRoot.activeElement;
    return found?.getAttribute('aria-label') ?? found?.textContent?.trim() ?? '';
  });
const isScript = (url: string): boolean => /\/(?:inspect\.js|assets\/)/.test(new URL(url).pathname);
/** Messages of the console, without reports of inline handlers, which browsers send wherever they parse HTML. */
const odd = (): string[] =>
  at.consoleMessages.filter(
    (line) =>
      !/status of 404|\[feaas\] (?:<feaas-component>: Fetch failed; nothing shows|HTML in the data held|attribute href of <a>)|inline event|attr inline/.test(
        line,
      ),
  );

test('the inspector loads only on request; a hotkey opens it, with what was rendered before, and closes it', async () => {
  await openInspected(at, '');
  await waitForDelivery(at.page);
  assert.deepEqual(at.requestURLs.filter(isScript), []);
  assert.equal(await at.page.$('[data-feaas-inspector]'), null);
  await hotkey();
  await waitForPanel(at.page);
  assert.equal(await focused(), 'Pick an element of the page');
  assert.match((await panelTexts(at.page, '.row'))[0]!, /^footershop · published42[\d.,]+ ms$/);
  await hotkey();
  await at.page.waitForFunction(() => !document.querySelector('[data-feaas-inspector]'));
  assert.equal(await focused(), await at.page.evaluate(() => document.body.textContent!.trim()));
  assert.deepEqual(odd(), []);
});

test('the list shows every component in its nesting, with its state and its problems', async () => {
  await inspect();
  const rows = await at.page.$$eval(inPanel('.row'), (all) =>
    all.map((each) => [
      each.getAttribute('aria-level'),
      each.querySelector('.row__name bdi')!.textContent,
      each.querySelector('.dot')!.getAttribute('aria-label'),
      ...[...each.querySelectorAll('.badge')].map((badge) => badge.getAttribute('aria-label')),
    ]),
  );
  const notes = ['4 bindings found nothing', 'sanitized 2 values'];
  assert.deepEqual(rows, [
    ['1', 'footer', 'Shown', ...notes],
    ['1', 'footer', 'Shown'],
    ['2', 'footer', 'Shown', ...notes],
    ['1', 'statistics', 'Shown'],
    ['1', 'nobody', 'Failed'],
    ['1', '#waiting', 'Waits: library or component is missing'],
  ]);
  await at.page.click(inPanel('.list .chip'));
  assert.equal((await at.page.$$(inPanel('.row'))).length, 3);
  await at.page.type(inPanel('.search__input'), 'nob');
  assert.deepEqual(await panelTexts(at.page, '.row__name bdi:first-child'), ['nobody']);
  await at.page.click(inPanel('.row'));
  assert.deepEqual(await panelTexts(at.page, '.wrong'), ['Fetch failed · 404', 'Fetch failed · 404']);
  await shot('failed');
  assert.deepEqual(odd(), []);
});

test('E4, S4: the inspector shows the origin of each part of the source, whether a fork shows, and the data', async () => {
  await inspect();
  await (await panelRow(at.page, 1)).click();
  await waitForPanelText(at.page, '.card__text', 'This place has no fork: the original shows.');
  const [source] = await panelTexts(at.page, '.card:first-child .facts');
  assert.equal(
    source,
    'libraryaurora from <body>componentfooter own attributeversionouter own attributerevisionpublished defaultinstancehere own attributecdn/cdn from <body>',
  );
  await (await panelRow(at.page, 3)).click();
  await waitForPanelText(at.page, '.card:last-child', 'fetched from /api/site.json');
  await shot('overview');
});

test('S6, §4: the inspector shows phase, age and origin of a response; on a second visit, a revalidated copy', async () => {
  await inspect();
  const facts = async (): Promise<string> => (await panelTexts(at.page, '.delivery')).join(' ');
  // The time of the last change appears once the response has arrived.
  const wanted = /Camefrom the host.*Last modified.*Size[\d,]+ bytes/;
  assert.match(await pollUntil(facts, (now) => wanted.test(now)), wanted);
  assert.deepEqual(await panelTexts(at.page, '.phase[aria-current] code'), ['initial']);
  await waitForDelivery(at.page);
  await inspect();
  await waitForPanelText(at.page, '.phase[aria-current] code', 'check');
  assert.match(await facts(), /Camecopy of an earlier visit.*Checked(?:now|\d+ \w+ ago)/);
});

test('D1, D3: for a binding without a value, the inspector shows where its path ends, and a suggestion', async () => {
  await inspect();
  await openTab(at.page, 'bindings');
  assert.deepEqual(await panelTexts(at.page, '.filters .chip'), ['All 8', 'Nothing found 2', 'Sanitized 2']);
  await at.page.click(inPanel('.filters .chip:nth-child(2)'));
  assert.deepEqual(await panelTexts(at.page, '.finding__path'), ['shop.moto', 'shop.wares.*.prise']);
  for (const each of await at.page.$$(inPanel('.finding__row'))) await each.click();
  assert.deepEqual(await panelTexts(at.page, '.end'), [
    'shop has no moto. Did you mean motto? It has: title, opened, story, link, motto, wares',
    'The item has no prise. Did you mean price? It has: name, price',
  ]);
  assert.deepEqual(await panelTexts(at.page, '.outcome'), ['placeholder', 'text of the template']);
  await shot('nothing-found');
});

test('D13: the inspector lists what was removed from values, each with its rule, and complies with the page’s policy', async () => {
  await openInspected(at, '');
  await waitForDelivery(at.page);
  const before = at.consoleMessages.length;
  await hotkey();
  await waitForPanel(at.page);
  await openTab(at.page, 'bindings');
  await at.page.click(inPanel('.filters .chip:nth-child(3)'));
  for (const each of await at.page.$$(inPanel('.finding__row'))) await each.click();
  assert.deepEqual(await panelTexts(at.page, '.loss'), [
    'onclick of <b>an event handler',
    '<script>it carries code',
    '<iframe>it carries code',
    'href of <a>an address that is not allowed',
  ]);
  assert.equal(await at.page.$eval('#shop .more', (link) => link.hasAttribute('href')), false);
  await shot('sanitized');
  assert.deepEqual(at.consoleMessages.slice(before), []);
});

test('a node picked with the pointer shows the reason of its content; the page ignores the pointer meanwhile', async () => {
  await inspect();
  await at.page.click(inPanel('.tool--pick'));
  await at.page.evaluate(() => document.addEventListener('click', () => (document.title = 'clicked')));
  await at.page.hover('#shop .ware:nth-child(2) i');
  assert.match((await panelTexts(at.page, '.highlight__name')).join(), /^i \d+ × \d+$/);
  await shot('picking');
  await at.page.click('#shop .ware:nth-child(2) i');
  assert.deepEqual(await panelTexts(at.page, '.reason__head'), [
    'data-path="shop.wares.*.prise" content text of the template',
  ]);
  assert.ok((await panelTexts(at.page, '.reason')).join().includes('Item 2 of 3 of shop.wares.*'));
  assert.equal(await at.page.title(), 'Journey');
  await shot('node');
  for (const [selector, reason] of [
    ['#shop .still', 'It comes from the template, without a binding.'],
    ['#shop .story b', 'It is part of what this binding shows:'],
    ['#shop h2', 'These bindings make it what it is:'],
  ] as const) {
    await at.page.click(inPanel('.tool--pick'));
    await at.page.click(selector);
    assert.deepEqual(await panelTexts(at.page, '.node__reason'), [reason]);
  }
});

test('everything works by keys: list, tabs, nodes, size, closing; Escape only ends picking', async () => {
  await inspect();
  await press('Enter');
  assert.deepEqual(await panelTexts(at.page, '.highlight__name').then((all) => all.map((text) => text.split(' ')[0])), [
    'footer',
  ]);
  // Select the component, its section, the heading, and the row after it.
  await press('ArrowDown', 'ArrowDown', 'ArrowRight', 'Enter');
  assert.equal((await panelTexts(at.page, '.reason__head'))[0], 'data-path="shop.opened" content shown as a date');
  assert.equal(await focused(), 'Pick an element of the page');
  await press('Enter', 'Escape');
  assert.deepEqual(await panelTexts(at.page, '.highlight__name'), []);
  assert.ok(await at.page.$(inPanel('.panel')));
  await at.page.focus(inPanel('.row[tabindex="0"]'));
  await press('ArrowDown', 'Enter');
  assert.deepEqual(await panelTexts(at.page, '.head__source'), ['aurora/footer/outer/published']);
  await at.page.focus(inPanel('[role=tab][aria-selected=true]'));
  await press('ArrowLeft');
  assert.deepEqual(await panelTexts(at.page, '[role=tab][aria-selected=true]'), ['Bindings']);
  await at.page.focus(inPanel('.resizer'));
  const height = (): Promise<number> =>
    at.page.$eval(inPanel('.panel'), (panel) => panel.getBoundingClientRect().height);
  const before = await height();
  await press('ArrowUp');
  assert.equal(await height(), before + 24);
  await at.page.focus(inPanel('.top .tool:last-child'));
  await press('Enter');
  assert.equal(await at.page.$('[data-feaas-inspector]'), null);
});

test('the inspector follows the page: other data, an added and a removed component, and events', async () => {
  await inspect();
  await at.page.evaluate((data) => {
    const shop = { ...data.shop, moto: 'Glow', wares: data.shop.wares.map((ware) => ({ ...ware, prise: '1 €' })) };
    Object.assign(document.querySelector('#shop')!, { data: { shop } });
    document.querySelector('#nobody')!.remove();
    document.querySelector('#waiting')!.setAttribute('component', 'statistics');
  }, DATA);
  await at.page.waitForFunction(
    () =>
      !document.querySelector('[data-feaas-inspector]')!.shadowRoot!.querySelector('.row:first-child .badge--missing'),
  );
  await waitForPanelText(at.page, '.row:nth-child(5)', 'statistics');
  assert.match((await panelTexts(at.page, '.row'))[0]!, /^footershop · published2[\d.,]+ ms$/);
  await openTab(at.page, 'events');
  await waitForPanelText(at.page, '.event__type', 'feaasRender');
});

test('the inspector works in a modal dialog, which makes the rest of the page inert', async () => {
  await openInspected(at, '');
  await at.page.evaluate(() => {
    const dialog = document.createElement('dialog');
    dialog.textContent = 'A dialog';
    document.body.append(dialog);
    dialog.showModal();
  });
  await waitForDelivery(at.page);
  await hotkey();
  await waitForPanel(at.page);
  await at.page.click(inPanel('.row:nth-child(2)'));
  assert.deepEqual(await panelTexts(at.page, '.head__source'), ['aurora/footer/outer/published']);
});

test('a frontend host without the inspector is reported in the console, with the URL', async () => {
  await openInspected(at, '?feaasDebug', `${ATTRIBUTES} frontend="/nowhere"`);
  await at.page.waitForFunction(() => !document.querySelector('[data-feaas-inspector]'));
  await waitForNetworkIdle(at.page);
  assert.match(
    at.consoleMessages.find((line) => line.includes('The inspector'))!,
    /^error: \[feaas\] The inspector: Could not load the script http:\S+\/nowhere\/inspect\.js\. Check `frontend` and the policy: /,
  );
});

/** Boxes in the panel that are cut off at a side without scrolling. */
const overflowing = (): Promise<string[]> =>
  at.page.$eval(inPanel('.panel'), (panel) => {
    const { left, right } = panel.getBoundingClientRect();
    return [...panel.querySelectorAll<HTMLElement>('*')]
      .filter((each) => !each.closest('svg,.tabs'))
      .filter((each) => {
        const box = each.getBoundingClientRect();
        return box.width > 0 && (box.left < left - 1 || box.right > right + 1);
      })
      .map((each) => each.className);
  });

for (const [language, title, wide] of [
  ['en', 'Inspector', 320],
  ['de', 'Inspektor', 768],
  ['ja', 'インスペクター', 1280],
  ['ar', 'المفتش', 1920],
] as const)
  test(`in ${language}, light and dark, from 320 px to 1920 px: nothing is cut off, and axe finds nothing`, async () => {
    await inspect();
    await hotkey();
    await at.page.evaluate((language) => (document.documentElement.lang = language), language);
    await hotkey();
    await waitForPanel(at.page);
    assert.equal(await at.page.$eval(inPanel('.panel'), (panel) => panel.ariaLabel), title);
    for (const width of [320, 768, 1920]) {
      await at.page.setViewport({ width, height: 720 });
      await at.page.$eval(inPanel('.body'), (body) => body.querySelector<HTMLElement>('.row')!.click());
      for (const name of ['overview', 'bindings', 'node', 'events'] as const) {
        await at.page.$eval(inPanel(`[data-tab=${name}]`), (each) => (each as HTMLElement).click());
        if (name === 'bindings')
          await at.page.$$eval(inPanel('.finding__row'), (all) => all.forEach((each) => (each as HTMLElement).click()));
        assert.deepEqual(await overflowing(), [], `${name} at ${width} px`);
        if (width === wide || width === 320) await shot(`${language}-${width}-${name}`);
      }
    }
    for (const scheme of ['light', 'dark']) {
      await at.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      for (const name of ['overview', 'bindings'] as const) {
        await at.page.$eval(inPanel(`[data-tab=${name}]`), (each) => (each as HTMLElement).click());
        assert.deepEqual(await findViolations(at.page), [], `${scheme} ${name}`);
        if (scheme === 'dark') await shot(`${language}-dark-${name}`);
      }
    }
    await at.page.click(inPanel('.tool--dock'));
    await at.page.setViewport({ width: 1280, height: 800 });
    await shot(`${language}-side`);
    assert.deepEqual(await overflowing(), []);
  });
