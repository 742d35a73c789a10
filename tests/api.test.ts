/** The programmatic API in a page (contract §4): rendering without elements, and delivery options. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { requestsWith, at, heldResponses } from './lib/elements';
import { waitUntil } from './lib/wait-until';

type Kit = typeof import('../src/index');

declare global {
  interface Window {
    kit: Kit;
  }
}

beforeEach(() =>
  at.page.evaluate(async () => {
    const path = '/build/index.esm.js';
    window.kit = (await import(path)) as Kit;
  }),
);

test('renderComponent renders at once if nothing has to be fetched, otherwise after the fetch', async () => {
  const seen = await at.page.evaluate(async () => {
    const { renderComponent, renderComponentPromise } = window.kit;
    const now = renderComponent({ template: '<p data-path="x">-</p>', data: { x: 1 } });
    const data = { a: { x: 'fetched' } };
    const later = await renderComponentPromise({ cdn: location.origin, library: 'lib', component: 'card', data });
    return [now.outerHTML, later.textContent];
  });
  assert.deepEqual(seen, ['<div class="-feaas"><p data-path="x">1</p></div>', 'fetched']);
});

test('E8: the last request wins, whatever the order of the responses', async () => {
  const shown = at.page.evaluate(async () => {
    const { renderComponent, renderComponentPromise } = window.kit;
    const slow = { cdn: location.origin, library: 'lib', component: 'slow' };
    const one = document.createElement('div');
    const early = renderComponentPromise({ ...slow, version: 'one' }, one);
    renderComponent({ template: '<p>new</p>' }, one);
    const two = document.createElement('div');
    const first = renderComponentPromise({ ...slow, version: 'two' }, two);
    await renderComponentPromise({ cdn: location.origin, library: 'lib', component: 'card' }, two);
    const same = [(await early) === one, (await first) === two];
    return [one.innerHTML, two.querySelector('p')!.className.split(' ').at(-3), ...same];
  });
  for (const version of ['one', 'two']) {
    await waitUntil(() => heldResponses.has(version));
  }
  await waitUntil(() => requestsWith('/card/').length > 0);
  for (const answer of heldResponses.values()) answer();
  assert.deepEqual(await shown, ['<p>new</p>', 'card', true, true]);
});

test('E11: without a library or component, they throw the specification’s error, and no rejection is unhandled', async () => {
  const said = await at.page.evaluate(async () => {
    const { renderComponent, renderComponentPromise, renderToString, loadStylesheet } = window.kit;
    const why = (error: unknown): string => (error as Error).message;
    const thrown = (act: () => unknown): string => {
      try {
        act();
        return '';
      } catch (error) {
        return why(error);
      }
    };
    const all = [{}, { library: 'lib' }, undefined].map((props) => thrown(() => renderComponent(props as object)));
    for (const ask of [renderComponentPromise, renderToString] as ((props: never) => Promise<unknown>)[])
      for (const props of [{}, undefined]) all.push(await ask(props as never).then(() => '', why));
    all.push(
      thrown(() => renderComponent({ src: '???' })),
      await loadStylesheet(5 as never).then(() => '', why),
    );
    await new Promise((resolve) => setTimeout(resolve));
    return all;
  });
  const missing = 'Component requires `library` and `component` properties';
  const wrong = 'Could not parse FEAAS Component source';
  assert.deepEqual(said, [...Array<string>(7).fill(missing), wrong, wrong]);
  assert.deepEqual(at.consoleMessages, []);
});

test('delivery options are numbers of 0 or more; an invalid one in the page’s head is ignored with a warning', async () => {
  const said = await at.page.evaluate(async () => {
    const { configureDelivery, fetchComponent } = window.kit;
    document.head.insertAdjacentHTML('beforeend', '<meta name="feaas-delivery" content="timeout=10s, freshness=-1">');
    const { template } = await fetchComponent({ cdn: location.origin, library: 'lib', component: 'card' });
    const thrown: string[] = [];
    for (const timeout of [-1, NaN, '10s' as never])
      try {
        configureDelivery({ timeout });
      } catch (error) {
        thrown.push(String(error));
      }
    configureDelivery({ timeout: Infinity });
    const again = await fetchComponent({ cdn: location.origin, library: 'lib', component: 'good' });
    return [template.length > 0, again.template.length > 0, ...thrown];
  });
  const refused = (value: string): string =>
    `RangeError: configureDelivery: timeout must be a number from 0 on, not '${value}'.`;
  assert.deepEqual(said, [true, true, refused('-1'), refused('NaN'), refused('10s')]);
});

test('clearFetchCache removes copies of earlier visits before any request', async () => {
  const card = { library: 'lib', component: 'card' };
  const fetchCard = (): Promise<unknown> =>
    at.page.evaluate((card) => window.kit.fetchComponent({ cdn: location.origin, ...card }).then(() => true), card);
  await fetchCard();
  await at.page.evaluate(() => window.kit.whenDeliverySettled());
  await at.open();
  await at.page.evaluate(async () => {
    const path = '/build/index.esm.js';
    window.kit = (await import(path)) as Kit;
    window.kit.clearFetchCache();
  });
  await fetchCard();
  assert.deepEqual(requestsWith('/card/'), ['GET /components/lib/card/responsive/published.html']);
});
