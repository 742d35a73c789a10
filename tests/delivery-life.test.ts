/** Elements that are removed, moved and changed while they load (E6, E8): one render of the last state, and no leak. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { Page } from 'puppeteer';
import { waitForDelivery, pageText, waitForPageText, takeEvents, visitorJourney } from './lib/visitor-journey';
import { waitUntil } from './lib/wait-until';

const at = visitorJourney();

/** Opens a page whose element has sent its request. Returns a function that lets the host respond. */
async function openGated(): Promise<{ page: Page; answer: () => void }> {
  let answer!: () => void;
  const opened = new Promise<void>((resolve) => (answer = resolve));
  at.host.gate = () => opened;
  const page = await at.open({ settle: false });
  await page.waitForFunction(() => (window as any).__events.length);
  await waitUntil(() => at.host.log.some((line) => line.includes('/a/')));
  return { page, answer };
}

beforeEach(async () => {
  await at.resetProfile();
  at.host.style('lib', '');
  for (const name of ['a', 'b', 'c']) at.host.publish(`lib/${name}`, `<p>${name} <b data-path="d.n">-</b></p>`);
  at.body = '<feaas-component id="x" component="a"></feaas-component>';
});

test('a thousand changes in one frame while the element loads cause one render of the last state', async () => {
  const { page, answer } = await openGated();
  await page.evaluate(() => {
    const element = document.querySelector('feaas-component')!;
    for (let change = 1; change <= 1000; change++) {
      element.setAttribute('component', 'abc'[change % 3]!);
      element.setAttribute('data', JSON.stringify({ d: { n: change } }));
    }
  });
  answer();
  await waitForDelivery(page);
  await waitForPageText(page, 'b 1000');
  assert.equal((await takeEvents(page)).filter(({ type }) => type === 'feaasRender').length, 1);
});

test('removing an element while it loads cancels its request and renders nothing; inserted again, it loads', async () => {
  const { page, answer } = await openGated();
  await page.evaluate(() => {
    const element = document.querySelector('feaas-component')!;
    (window as any).__element = element;
    element.remove();
  });
  // The host sees the closed connection before it responds.
  await waitUntil(() => at.host.cancelled.length >= 2);
  assert.deepEqual(at.host.takeRequests(at.host.cancelled).sort(), ['GET a', 'GET css']);
  answer();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  assert.equal((await takeEvents(page)).filter(({ type }) => type === 'feaasRender').length, 0);
  await page.evaluate(() => document.body.append((window as any).__element));
  await waitForPageText(page, 'a -');
});

test('an isolated component that cannot load sends one request, and fails once', async () => {
  at.body =
    '<feaas-component id="x" component="none" isolate style="display: block; min-height: 80px"></feaas-component>';
  // Respond after the loading overlay has appeared.
  at.host.gate = (request) => new Promise((resolve) => setTimeout(resolve, request.url?.includes('/none/') ? 300 : 0));
  const page = await at.open({ settle: false });
  await page.waitForFunction(() =>
    (window as any).__events.some(({ type }: { type: string }) => type === 'feaasError'),
  );
  // Wait longer than any further request would take.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1500)));
  const types = (await takeEvents(page)).map(({ type }) => type);
  assert.deepEqual(types, ['feaasMount', 'feaasError', 'feaasUnmount']);
  assert.equal(at.host.takeRequests().filter((line) => line.startsWith('GET none')).length, 1, at.host.log.join('\n'));
});

for (const [title, change, message] of [
  ['a component that the host does not have', { component: 'none' }, 'Fetch failed'],
  ['a source that does not parse', { src: '/' }, 'Could not parse FEAAS Component source'],
] as [string, Record<string, string>, string][])
  for (const isolate of [false, true])
    test(`${isolate ? 'isolated, ' : ''}${title} instead of another source: feaasError fires, nothing shows, and the element recovers`, async () => {
      at.body = `<feaas-component id="x" component="a" data='{"d":{"n":1}}'${isolate ? ' isolate' : ''}></feaas-component>`;
      const page = await at.open();
      const [shownThen, kept] = await page.evaluate(async (change: Record<string, string>) => {
        const element = document.querySelector('feaas-component')!;
        const text = (): string => (element.shadowRoot!.querySelector('[part=content]') ?? element).textContent!;
        const before = text();
        const shownThen = new Promise<string[]>((resolve) =>
          element.addEventListener('feaasError', (event) => {
            resolve([before, text(), (event as CustomEvent<Error>).detail.message]);
            // The page owns the element that it shows instead of the content.
            element.append(Object.assign(document.createElement('i'), { textContent: 'sorry' }));
          }),
        );
        Object.assign(element, change);
        const result = await shownThen;
        await new Promise((resolve) => setTimeout(resolve));
        return [result, element.textContent];
      }, change);
      assert.deepEqual(shownThen, ['a 1', '', message]);
      assert.equal(kept, 'sorry');
      await page.evaluate(() =>
        Object.assign(document.querySelector('feaas-component')!, { component: 'b', src: null }),
      );
      await page.waitForFunction(() => {
        const element = document.querySelector('feaas-component')!;
        return (element.shadowRoot!.querySelector('[part=content]') ?? element).textContent === 'b 1';
      });
    });

test('fallback children of the page stay if the host does not have the component', async () => {
  at.body = '<feaas-component id="x" component="none"><p>fallback</p></feaas-component>';
  const page = await at.open();
  await page.waitForFunction(() =>
    (window as any).__events.some(({ type }: { type: string }) => type === 'feaasUnmount'),
  );
  assert.equal(await pageText(page), 'fallback');
});

for (const status of [404, 503])
  test(`removed with ${status}: no request follows, not even when the network is back; inserted again, the element loads`, async () => {
    let isDown = true;
    at.host.fault = (request, response) => {
      if (!isDown || !request.url!.includes('/a/')) return false;
      response.writeHead(status, { 'access-control-allow-origin': '*', 'retry-after': '1' }).end();
      return true;
    };
    const page = await at.open();
    await page.waitForFunction(() =>
      (window as any).__events.some(({ type }: { type: string }) => type === 'feaasError'),
    );
    await page.evaluate(async () => {
      const element = document.querySelector('feaas-component')!;
      (window as any).__element = element;
      element.remove();
      await new Promise((resolve) => setTimeout(resolve));
    });
    at.host.takeRequests();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await waitForDelivery(page);
    assert.deepEqual(
      at.host.takeRequests().filter((line) => line.endsWith(' a')),
      [],
    );
    isDown = false;
    await page.evaluate(() => document.body.append((window as any).__element));
    await waitForPageText(page, 'a -');
  });

test('the stylesheet of a removed component is not requested again; after the component is inserted again, it is', async () => {
  let isDown = true;
  at.host.fault = (request, response) => {
    if (!isDown || !request.url!.includes('/styles/')) return false;
    response.writeHead(503, { 'access-control-allow-origin': '*', 'retry-after': '1' }).end();
    return true;
  };
  const page = await at.open();
  await waitForPageText(page, 'a -');
  await page.evaluate(async () => {
    (window as any).__element = document.querySelector('feaas-component');
    (window as any).__element.remove();
    await new Promise((resolve) => setTimeout(resolve));
  });
  at.host.takeRequests();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await waitForDelivery(page);
  assert.deepEqual(at.host.takeRequests(), []);
  isDown = false;
  await page.evaluate(() => document.body.append((window as any).__element));
  await page.waitForSelector('style[data-href$="/styles/lib/published.css"]');
  assert.equal(at.host.takeRequests().filter((line) => line === 'GET css').length, 1);
});

test('moving an element while it loads causes one request and one render', async () => {
  const { page, answer } = await openGated();
  await page.evaluate(() => {
    const element = document.querySelector('feaas-component')!;
    for (let move = 0; move < 20; move++) {
      const holder = document.createElement('div');
      document.body.append(holder);
      holder.append(element);
    }
  });
  answer();
  await waitForDelivery(page);
  assert.equal(await pageText(page), 'a -');
  assert.deepEqual(at.host.takeRequests().sort(), ['GET a', 'GET css']);
  assert.equal((await takeEvents(page)).filter(({ type }) => type === 'feaasRender').length, 1);
});

test('changes while an element is removed show when it is inserted again', async () => {
  const page = await at.open();
  await page.evaluate(() => {
    const element = document.querySelector('feaas-component')!;
    (window as any).__element = element;
    element.remove();
  });
  at.host.publish('lib/a', '<p>news</p>');
  const other = await at.open();
  await waitForPageText(other, 'news');
  await page.bringToFront();
  await page.evaluate(() => document.body.append((window as any).__element));
  await waitForPageText(page, 'news');
});

test('mounting and unmounting leaks nothing: the heap after 2,000 times is as after 1,000', async () => {
  const page = await at.open();
  const session = await page.createCDPSession();
  const cycle = (times: number): Promise<void> =>
    page.evaluate(async (times: number) => {
      for (let time = 0; time < times; time++) {
        const element = document.createElement('feaas-component') as any;
        element.setAttribute('component', 'abc'[time % 3]!);
        document.body.append(element);
        await element.componentOnReady();
        await element.whenRendered();
        element.remove();
      }
      (window as any).__events.length = 0;
    }, times);
  const usedSize = async (): Promise<number> => {
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize;
  };
  /** Reads the heap until many readings in a row are not smaller, because the browser keeps removed elements for a moment. */
  const heap = async (): Promise<number> => {
    let least = Infinity;
    for (let since = 0; since < 40; since++) {
      const size = await usedSize();
      if (size < least * 0.99) since = 0;
      least = Math.min(least, size);
    }
    return least;
  };
  // The browser has compiled most functions by then; later compilation adds little.
  await cycle(1000);
  const early = await heap();
  await cycle(1000);
  const late = await heap();
  console.log(`# heap: ${early} bytes after 1,000, ${late} after 2,000`);
  // A leaked element would take several thousand bytes.
  assert.ok(late - early < 250_000, `${early} -> ${late}`);
});
