/** External components in a page: registered before and after, updated, moved, failing, removed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, takeCalls, addExternal, consoleMessages, pageText } from './lib/external-page';

test('a registered component is mounted with typed values, and receives changes of attributes', async () => {
  await at.page.evaluate(() => void registerClock());
  await addExternal({ 'data-external-id': 'clock', zone: 'UTC', size: '3', open: '' });
  assert.deepEqual(await takeCalls(), ['mount {"zone":"UTC","size":3,"open":true}', 'feaasMount']);
  assert.equal(await pageText(), '');
  await at.page.evaluate(() => {
    const element = document.querySelector('feaas-external')!;
    element.setAttribute('zone', 'CET');
    element.removeAttribute('open');
    return waitForFrames();
  });
  assert.deepEqual(await takeCalls(), ['update {"zone":"CET","size":3}']);
  await at.page.evaluate(() => {
    Object.assign(document.querySelector('feaas-external')!, { datasources: { a: [1] } });
    return waitForFrames();
  });
  assert.deepEqual(await takeCalls(), ['update {"zone":"CET","size":3,"datasources":{"a":[1]}}']);
  await at.page.evaluate(() => {
    document.querySelector('feaas-external')!.remove();
    return waitForFrames();
  });
  // The document does not receive events from removed elements.
  assert.deepEqual(await takeCalls(), ['unmount']);
  assert.deepEqual(consoleMessages(), []);
});

test('an unregistered component warns once and keeps its fallback; it is mounted once it is registered, and unmounted when removed', async () => {
  await addExternal({ 'data-external-id': 'clock' });
  await addExternal({ 'data-external-id': 'clock' });
  await at.page.evaluate(() => {
    document.querySelector('feaas-external')!.setAttribute('zone', 'UTC');
    return waitForFrames();
  });
  assert.equal(await pageText(), 'Fallback\nFallback');
  assert.deepEqual(consoleMessages(), [
    'warn: [feaas] <feaas-external data-external-id="clock">: the page has no component \'clock\', so the fallback content stays. Register it with registerComponent().',
  ]);
  await at.page.evaluate(() => {
    Object.assign(window, { gone: registerClock() });
    return waitForFrames();
  });
  assert.deepEqual(await takeCalls(), ['mount {"zone":"UTC"}', 'feaasMount', 'mount {}', 'feaasMount']);
  assert.equal(await pageText(), '');
  await at.page.evaluate(() => {
    (window as any).gone();
    return waitForFrames();
  });
  assert.deepEqual(await takeCalls(), ['unmount', 'feaasUnmount', 'unmount', 'feaasUnmount']);
  assert.equal(await pageText(), 'Fallback\nFallback');
});

test('a copy of a mounted element has a component of its own, and nothing of the first one', async () => {
  await at.page.evaluate(() => void registerClock());
  await addExternal({ 'data-external-id': 'clock', zone: 'UTC' });
  const { counts, zones } = await at.page.evaluate(async () => {
    const first = document.querySelector('feaas-external')!;
    first.after(first.cloneNode(true), first.cloneNode(true));
    await waitForFrames();
    const all = [...document.querySelectorAll('feaas-external')];
    all.at(-1)!.setAttribute('zone', 'CET');
    await waitForFrames();
    return {
      counts: all.map((each) => each.querySelectorAll('[slot=feaas-mounted]').length),
      zones: all.map((each) => each.getAttribute('zone')),
    };
  });
  assert.deepEqual(counts, [1, 1, 1]);
  assert.deepEqual(zones, ['UTC', 'UTC', 'CET']);
  const done = await takeCalls();
  assert.deepEqual(
    done.filter((each) => each.startsWith('mount')),
    Array.from({ length: 3 }, () => 'mount {"zone":"UTC"}'),
  );
  assert.equal(done.at(-1), 'update {"zone":"CET"}');
});

test('a component registered while the page loads causes no warning', async () => {
  at.server.routes.unshift((_request, response, url) => {
    if (url.pathname !== '/late.html') return undefined;
    response.setHeader('content-type', 'text/html');
    response.end(
      '<!doctype html><title>Late</title><script type="module" src="/build/feaas.esm.js"></script><feaas-external data-external-id="late">Fallback</feaas-external><script type="module" src="/late.js"></script><img src="/held.gif">',
    );
    return true;
  });
  let hold = (): void => {};
  at.server.routes.unshift((_request, response, url) => {
    if (url.pathname === '/held.gif') hold = () => void response.writeHead(404).end();
    else if (url.pathname === '/late.js') {
      response.setHeader('content-type', 'text/javascript');
      response.end(
        "import { registerComponent } from '/build/index.esm.js'; addEventListener('go', () => registerComponent({ name: 'late', mount: (element) => void element.append('Shown') }));",
      );
    } else return undefined;
    return true;
  });
  await at.page.goto(`${at.server.origin}/late.html`, { waitUntil: 'domcontentloaded' });
  await at.page.waitForFunction(() => document.querySelector('feaas-external')!.shadowRoot);
  await at.page.evaluate(() => void dispatchEvent(new Event('go')));
  await at.page.waitForFunction(() => document.body.innerText.trim() === 'Shown');
  hold();
  await at.page.waitForFunction(() => document.readyState === 'complete');
  await at.page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  assert.deepEqual(consoleMessages(), []);
});

test('E8: a component moved in the page keeps its state', async () => {
  await at.page.evaluate(() => void registerClock());
  await addExternal({ 'data-external-id': 'clock' });
  await at.page.evaluate(async () => {
    const element = document.querySelector('feaas-external')!;
    element.querySelector('input')!.value = 'typed';
    const section = document.createElement('section');
    document.body.append(section);
    section.append(element);
    await waitForFrames();
  });
  assert.deepEqual(await takeCalls(), ['mount {}', 'feaasMount']);
  assert.equal(await at.page.$eval('section input', (input) => input.value), 'typed');
});

for (const [what, mount] of [
  ['throws', 'throw new Error("broken")'],
  ['rejects', 'return Promise.reject(new Error("broken"))'],
  ['fails later', 'setTimeout(() => place.fail(new Error("broken"))); return {}'],
  ['fails while it is mounted', 'place.fail(new Error("broken")); return {}'],
] as const) {
  test(`E7: a component that ${what} fires one error and shows its fallback, the others continue, and a new value tries again`, async () => {
    await at.page.evaluate((mount) => {
      const failing = new Function('element', 'props', 'place', `if (props.zone !== 'UTC') { ${mount} }`);
      kit.registerComponent({ name: 'broken', mount: failing });
      registerClock();
    }, mount);
    await addExternal({ 'data-external-id': 'broken' });
    await addExternal({ 'data-external-id': 'clock' });
    const log = await takeCalls();
    assert.deepEqual(
      log.filter((line) => line.startsWith('feaasError')),
      ['feaasError broken'],
    );
    assert.equal(log.at(-1), 'feaasMount');
    assert.equal(await pageText(), 'Fallback');
    assert.equal(consoleMessages().filter((line) => line.includes('the component failed: broken')).length, 1);
    await at.page.evaluate(() => {
      document.querySelector('feaas-external')!.setAttribute('zone', 'UTC');
      return waitForFrames();
    });
    assert.deepEqual(await takeCalls(), ['feaasMount']);
    assert.equal(await pageText(), '');
  });
}

test('E7: preventDefault() on the error keeps it mounted', async () => {
  await at.page.evaluate(() => {
    document.addEventListener('feaasError', (event) => event.preventDefault());
    registerClock({
      mount: (element: Element) => {
        element.append('Shown');
        return { update: () => JSON.parse('{') as unknown };
      },
    });
  });
  await addExternal({ 'data-external-id': 'clock' });
  await at.page.evaluate(() => {
    document.querySelector('feaas-external')!.setAttribute('zone', 'x');
    return waitForFrames();
  });
  assert.equal(await pageText(), 'Shown');
});

test('a promise keeps the fallback until it settles; values set meanwhile apply; after removal, nothing shows', async () => {
  await at.page.evaluate(() => {
    registerClock({
      mount: (element: HTMLElement, props: object) => {
        calls.push(`mount ${JSON.stringify(props)}`);
        return new Promise((resolve) => {
          (window as any).go = () => {
            element.append('Shown');
            resolve({
              update: (now: object) => calls.push(`update ${JSON.stringify(now)}`),
              unmount: () => calls.push('unmount'),
            });
          };
        });
      },
    });
  });
  await addExternal({ 'data-external-id': 'clock' });
  assert.equal(await pageText(), 'Fallback');
  await at.page.evaluate(async () => {
    document.querySelector('feaas-external')!.setAttribute('zone', 'UTC');
    await waitForFrames();
    (window as any).go();
    await waitForFrames();
  });
  assert.deepEqual(await takeCalls(), ['mount {}', 'feaasMount', 'update {"zone":"UTC"}']);
  assert.equal(await pageText(), 'Shown');
  await at.page.evaluate(async () => {
    document.querySelector('feaas-external')!.remove();
    await waitForFrames();
    calls.length = 0;
  });
  await addExternal({ 'data-external-id': 'clock' });
  await at.page.evaluate(async () => {
    document.querySelector('feaas-external')!.remove();
    await waitForFrames();
    (window as any).go();
    await waitForFrames();
  });
  assert.deepEqual(await takeCalls(), ['mount {}', 'unmount']);
});

test('a component without update is mounted again', async () => {
  await at.page.evaluate(
    () =>
      void registerClock({
        mount: (element: Element, { zone }: { zone?: string }) => void element.append(`In ${zone}`),
      }),
  );
  await addExternal({ 'data-external-id': 'clock', zone: 'UTC' });
  await at.page.evaluate(() => {
    document.querySelector('feaas-external')!.setAttribute('zone', 'CET');
    return waitForFrames();
  });
  assert.equal(await pageText(), 'In CET');
});

test('a custom element gets values of its schema as properties, once it is defined', async () => {
  await at.page.evaluate(() => {
    kit.registerComponent({ name: 'tagged', tag: 'x-tagged', properties: { maxItems: { type: 'number' } } });
  });
  await addExternal({ 'data-external-id': 'tagged', 'max-items': '3', label: 'L' });
  assert.equal(await pageText(), 'Fallback');
  const look = (): Promise<unknown[]> =>
    at.page.$eval('x-tagged', (element) => [
      (element as unknown as { maxItems: unknown }).maxItems,
      element.getAttribute('label'),
      element.textContent,
    ]);
  await at.page.evaluate(() => {
    customElements.define(
      'x-tagged',
      class extends HTMLElement {
        connectedCallback(): void {
          this.textContent = 'Tagged';
        }
      },
    );
    return waitForFrames();
  });
  assert.deepEqual(await look(), [3, 'L', 'Tagged']);
  await at.page.evaluate(() => {
    const element = document.querySelector('feaas-external')!;
    element.setAttribute('maxitems', '4');
    element.removeAttribute('max-items');
    element.removeAttribute('label');
    return waitForFrames();
  });
  assert.deepEqual(await look(), [4, null, 'Tagged']);
});

for (const [way, attributes] of [
  [
    'data-path-attributes',
    'label="L" list="[1]" href="/a" children="[1]" remove="[1]" addeventlistener="{}" tabindex="0"',
  ],
  ['datasources', 'label="L" tabindex="0" href="/a"'],
])
  test(`D13: by ${way}, no data becomes code, a style or a member of a custom element`, async () => {
    const [html, ran, seen] = await at.page.evaluate(async (way) => {
      customElements.define('x-hostile', class extends HTMLElement {});
      kit.registerComponent({ name: 'hostile', tag: 'x-hostile', properties: { zone: { type: 'string' } } });
      const component = Object.assign(document.createElement('feaas-component'), {
        fetch: 'false',
        template: '<feaas-external data-external-id="hostile" data-path-attributes="s.o">Fallback</feaas-external>',
      });
      const external = document.createElement('feaas-external');
      external.setAttribute('data-external-id', 'hostile');
      const o = {
        ...{ zone: 'UTC', label: 'L', tabindex: '0', list: [1], 'a=b': 'x', href: '/a' },
        ...{ onclick: 'window.ran = 1', onfocus: 'window.ran = 2', 'onclic\u212a': 'window.ran = 3' },
        ...{ style: 'position:fixed', class: 'x', slot: 'x', hidden: true, srcdoc: 'x', 'data-external-id': 'x' },
        ...{ innerHTML: ['<img src=x onerror="window.ran = 4">'], children: [1], remove: [1], addEventListener: {} },
      };
      const put = async (o: object): Promise<string> => {
        Object.assign(component, { data: { s: { o } } });
        Object.assign(external, { datasources: { s: o } });
        document.body.append(way === 'datasources' ? external : component);
        await new Promise((resolve) => setTimeout(resolve));
        await waitForFrames();
        return document.querySelector('x-hostile')!.outerHTML;
      };
      const html = [await put(o)];
      const element = document.querySelector<HTMLElement & { list: unknown }>('x-hostile')!;
      element.click();
      element.focus();
      const seen = [typeof element.remove, element.style.position, element.childNodes.length];
      html.push(await put({ zone: 'UTC', href: 'javascript:alert(1)' }));
      return [html, (window as { ran?: unknown }).ran ?? null, seen] as const;
    }, way);
    assert.deepEqual(html, [`<x-hostile ${attributes}></x-hostile>`, '<x-hostile></x-hostile>']);
    assert.equal(ran, null);
    assert.deepEqual(seen, ['function', '', 0]);
    assert.ok((await takeCalls()).every((line) => !line.startsWith('feaasError')));
  });

test('E7: a value that is not a number neither mounts a component again nor updates it', async () => {
  for (const update of [true, false])
    await at.page.evaluate(async (update) => {
      let mounted = 0;
      const changed = (): void => {
        if (++mounted > 100) throw new Error('mounted again and again');
        calls.push('changed');
      };
      kit.registerComponent({
        name: 'nan',
        mount: () => (changed(), update ? { update: changed } : {}),
      });
      document.querySelector('feaas-external')?.remove();
      const element = document.createElement('feaas-external');
      element.setAttribute('data-external-id', 'nan');
      Object.assign(element, { componentProps: { size: NaN } });
      document.body.append(element);
      await waitForFrames();
      // Set the property in each render, as frameworks do.
      Object.assign(element, { componentProps: { size: NaN } });
      await waitForFrames();
    }, update);
  const changes = (await takeCalls()).filter((line) => line === 'changed');
  assert.equal(changes.length, 2);
});

test('a query with names that cannot be properties is reported, and the rest of the component is unchanged', async () => {
  await at.page.evaluate(() => void registerClock());
  await addExternal({ 'data-external-id': 'clock?class=x&zone=UTC' });
  assert.deepEqual(await takeCalls(), ['mount {"zone":"UTC"}', 'feaasMount']);
  assert.deepEqual(consoleMessages(), [
    'warn: [feaas] data-external-id="clock?class=x&zone=UTC": \'class\' can be no property, and counts as missing. Remove it from the query.',
  ]);
});

test('values that cannot be parsed are reported once', async () => {
  await at.page.evaluate(() => void registerClock());
  await addExternal({ 'data-external-id': 'clock', size: 'big' });
  await addExternal({ 'data-external-id': 'clock', size: 'big' });
  assert.deepEqual(consoleMessages(), [
    'warn: [feaas] <feaas-external data-external-id="clock">: attribute size="big" is not a number, and counts as missing. Correct the element or its data.',
  ]);
});

test('a page without external components loads none of their code', async () => {
  const scripts = (): Promise<string[]> =>
    at.page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
  await at.open();
  await at.page.evaluate(() => {
    const element = document.createElement('feaas-component');
    element.setAttribute('template', '<p>x</p>');
    document.body.append(element);
  });
  await at.page.waitForFunction(() => document.querySelector('feaas-component p'));
  const before = await scripts();
  await at.page.evaluate(() => void document.body.append(document.createElement('feaas-external')));
  await at.page.waitForFunction(() => document.querySelector('feaas-external')!.shadowRoot?.querySelector('slot'));
  const more = (await scripts()).filter((path) => !before.includes(path) && path.startsWith('/build/'));
  assert.ok(more.length > 0, 'its code came with the element');
});

for (const id of ['constructor', '__proto__', 'toString', 'Clock!'])
  test(`data-external-id="${id}" is a valid id`, async () => {
    await addExternal({ 'data-external-id': id });
    assert.equal(await pageText(), 'Fallback');
    await at.page.evaluate((id) => {
      registerClock({ id });
      return waitForFrames();
    }, id);
    assert.deepEqual(await takeCalls(), ['mount {}', 'feaasMount']);
    assert.equal(await pageText(), '');
  });
