/** A page of the real host with components of all kinds, and its inspector. */
import type { ElementHandle, Page } from 'puppeteer';
import type { HostPage } from './host-page';
import { publish, connectVersions } from './publish';

const PANEL = '[data-feaas-inspector]';

/** A template with lists, dates, HTML that is sanitized, paths without a value, and placeholders. */
const SHOP = `<section class="shop"><h2 data-path="shop.title">Title</h2>
<p class="lead -inline--time" data-path="shop.opened">Day</p>
<div class="story" data-path="shop.story">Story</div>
<a class="more" data-path-href="shop.link">More</a>
<p class="motto" data-path="shop.moto" data-path-placeholder="Open day and night">Motto</p>
<ul><li class="ware" data-path-scope="shop.wares.*"><b data-path="shop.wares.*.name">Ware</b> <i data-path="shop.wares.*.prise">Price</i></li></ul>
<p class="still">Nothing is bound here</p></section>`;

export const DATA = {
  shop: {
    title: 'Northern lamps',
    opened: '2021-03-04',
    story: '<p>Made by <b onclick="steal()">hand</b></p><script>steal()</script><iframe src="/x"></iframe>',
    link: 'javascript:alert(1)',
    motto: 'We glow',
    wares: [
      { name: 'Lantern', price: '12 €' },
      { name: 'Candle', price: '3 €' },
      { name: 'Torch', price: '7 €' },
    ],
  },
};

const attribute = (value: object): string => JSON.stringify(value).replace(/&/g, '&amp;').replace(/'/g, '&#39;');

/** Publishes the components of the page. Call it once per host. */
export async function publishShop({ host }: HostPage): Promise<void> {
  await publish(connectVersions(host), 'aurora/footer/shop', SHOP);
  await publish(
    connectVersions(host),
    'aurora/footer/outer',
    '<div class="outer"><p data-path="shop.title">-</p><feaas-component component="footer" version="shop"></feaas-component></div>',
  );
}

/** Components: a shop, a nested one with a fork that does not exist, one with fetched data, a failing one, and a pending one. */
const BODY = `<h1>Journey</h1>
<feaas-component id="shop" component="footer" version="shop" data='${attribute(DATA)}'></feaas-component>
<feaas-component id="outer" component="footer" version="outer" instance="here" data='${attribute(DATA)}'></feaas-component>
<feaas-component id="fetched" component="statistics" data='{"site":{"url":"/api/site.json"}}'></feaas-component>
<feaas-component id="nobody" component="nobody" data="{}"></feaas-component>
<feaas-component id="waiting"></feaas-component>`;

export const ATTRIBUTES = 'cdn="/cdn" library="aurora"';

/** Returns a selector for an element in the panel. */
export const inPanel = (selector: string): string => `${PANEL} >>> ${selector}`;

/** Opens the page with the inspector, and waits until all components without errors have rendered. */
export async function openInspected(at: HostPage, query = '?feaasDebug', attributes = ATTRIBUTES): Promise<void> {
  await at.host.writePage('inspected.html', BODY, attributes);
  await at.page.goto(`${at.host.origin}/inspected.html${query}`);
  await at.page.waitForFunction(
    () =>
      document.querySelector('#outer feaas-component .ware') &&
      document.querySelector('#shop .ware') &&
      document.querySelector('#fetched > *'),
    { timeout: 30_000 },
  );
}

/** Waits until all deliveries after the first render are done, including the code of the hotkey. */
export const waitForDelivery = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const kit = (await import('/build/index.esm.js' as string)) as { whenDeliverySettled(): Promise<void> };
    await kit.whenDeliverySettled();
  });

export const waitForPanel = (page: Page): Promise<unknown> =>
  page.waitForSelector(inPanel('.panel'), { visible: true, timeout: 30_000 });

/** The texts of the matching elements in the panel, with collapsed white space. */
export const panelTexts = (page: Page, selector: string): Promise<string[]> =>
  page.$$eval(inPanel(selector), (all) =>
    all.map((each) =>
      each
        .textContent!.replace(/[\u2068\u2069]/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    ),
  );

/** Waits until a matching element in the panel contains a text. */
export const waitForPanelText = (page: Page, selector: string, text: string): Promise<unknown> =>
  page.waitForFunction(
    (panel, selector, text) =>
      [...(document.querySelector(panel)?.shadowRoot?.querySelectorAll(selector) ?? [])].some((each) =>
        each
          .textContent!.replace(/[\u2068\u2069]/g, '')
          .replace(/\s+/g, ' ')
          .includes(text),
      ),
    { timeout: 30_000 },
    PANEL,
    selector,
    text,
  );

/** Returns a row of the list by its index. */
export async function panelRow(page: Page, at: number): Promise<ElementHandle<Element>> {
  return (await page.$$(inPanel('.row')))[at]!;
}

/** Clicks a tab by its key. */
export async function openTab(page: Page, name: 'overview' | 'bindings' | 'node' | 'events'): Promise<void> {
  await page.click(inPanel(`[data-tab=${name}]`));
}
