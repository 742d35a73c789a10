/** External components in templates: bound, rendered again, moved by another template, repeated, rendered by a server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, takeCalls, pageText } from './lib/external-page';

const component = (template: string, data: unknown): Promise<void> =>
  at.page.evaluate(
    async (template, data) => {
      let element = document.querySelector<HTMLElement>('feaas-component');
      if (!element) {
        element = document.createElement('feaas-component');
        document.body.append(element);
        await customElements.whenDefined('feaas-component');
      }
      Object.assign(element, { template, data });
      await waitForFrames();
      await (element as HTMLFeaasComponentElement).whenRendered();
      await waitForFrames();
    },
    template,
    data,
  );

test('D6, D16: bound data updates a component; a new render, another template and another order keep it mounted', async () => {
  await at.page.evaluate(() => void registerClock());
  const external = (id: string): string =>
    `<feaas-external id="${id}" data-external-id="clock" data-path-zone="a.${id}" data-path-attributes="a.more"><p data-path="a.text">-</p></feaas-external>`;
  const data = { a: { one: 'UTC', two: 'CET', text: 'Fallback', more: { size: 3 } } };
  await component(`<h2>Head</h2>${external('one')}<p>Text</p>${external('two')}`, data);
  assert.deepEqual(await takeCalls(), [
    'mount {"zone":"UTC","size":3,"datasources":{"a":{"size":3}}}',
    'feaasMount',
    'mount {"zone":"CET","size":3,"datasources":{"a":{"size":3}}}',
    'feaasMount',
  ]);
  await at.page.evaluate(() => document.querySelectorAll('input').forEach((each, at) => (each.value = `typed ${at}`)));
  await component(`<h2>Head</h2>${external('one')}<p>Text</p>${external('two')}`, {
    a: { ...data.a, one: 'EET', text: 'Other', more: {} },
  });
  assert.deepEqual(await takeCalls(), [
    'update {"zone":"EET","datasources":{"a":{}}}',
    'update {"zone":"CET","datasources":{"a":{}}}',
  ]);
  // Render them within other elements, in another order.
  await component(`<h3>Other</h3><section>${external('two')}</section><ul><li>x</li></ul>${external('one')}`, data);
  const log = await takeCalls();
  assert.deepEqual(
    log.filter((line) => !line.startsWith('update')),
    [],
  );
  assert.deepEqual(
    await at.page.$$eval('feaas-external', (all) => all.map((each) => [each.id, each.querySelector('input')?.value])),
    [
      ['two', 'typed 1'],
      ['one', 'typed 0'],
    ],
  );
  // A removed one is unmounted. Changes of its data have no effect then.
  await component(`<h3>Other</h3>${external('one')}`, data);
  assert.deepEqual(await takeCalls(), ['unmount']);
});

test('D16: another external component at the same position replaces the first', async () => {
  await at.page.evaluate(() => {
    registerClock();
    kit.registerComponent({ name: 'other', mount: (element: Element) => void element.append('Other') });
  });
  await component('<feaas-external data-external-id="clock"></feaas-external>', {});
  await component('<feaas-external data-external-id="other"></feaas-external>', {});
  assert.equal(await pageText(), 'Other');
  assert.ok((await takeCalls()).includes('unmount'));
});

test('D11: in a repeat, each item has its own component, and keeps it when the items move', async () => {
  await at.page.evaluate(() => void registerClock());
  const template =
    '<ul><li data-path-scope="l.*"><feaas-external data-external-id="clock" data-path-zone="l.*.id"></feaas-external></li></ul>';
  await component(template, { l: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] });
  await at.page.evaluate(() => {
    document
      .querySelectorAll<HTMLElement>('[data-zone]')
      .forEach((each) => (each.querySelector('input')!.value = each.dataset['zone']!));
    calls.length = 0;
  });
  await component(template, { l: [{ id: 'c' }, { id: 'a' }] });
  assert.deepEqual(await at.page.$$eval('feaas-component input', (all) => all.map((each) => each.value)), ['c', 'a']);
  assert.deepEqual(await takeCalls(), ['unmount']);
});

test('an unregistered component shows the fallback of the current template', async () => {
  const template = (word: string): string =>
    `<feaas-external data-external-id="nobody"><p>${word}</p><p data-path="a.text">-</p></feaas-external>`;
  await component(template('One'), { a: { text: 'bound' } });
  assert.equal((await pageText()).replace(/\s+/g, ' '), 'One bound');
  await component(template('One'), { a: { text: 'again' } });
  assert.equal((await pageText()).replace(/\s+/g, ' '), 'One again');
  await component(template('Two'), { a: { text: 'again' } });
  assert.equal((await pageText()).replace(/\s+/g, ' '), 'Two again');
});

test('D18: hydration keeps the nodes of the fallback, and mounts the component', async () => {
  const html =
    '<feaas-external data-external-id="clock" data-path-zone="a.zone" zone="UTC"><p data-path="a.text">Noon</p></feaas-external>';
  at.server.routes.unshift((_request, response, url) => {
    if (url.pathname !== '/printed.html') return undefined;
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><title>Printed</title><script type="module" src="/build/feaas.esm.js"></script><feaas-component data='{"a":{"zone":"UTC","text":"Noon"}}' template='${html.replace(/ zone="UTC"/, '').replace('Noon', '-')}'>${html}</feaas-component><script type="module" src="/printed.js"></script>`,
    );
    return true;
  });
  at.server.routes.unshift((_request, response, url) => {
    if (url.pathname !== '/printed.js') return undefined;
    response.setHeader('content-type', 'text/javascript');
    response.end(
      "import { registerComponent } from '/build/index.esm.js'; window.first = document.querySelector('p'); registerComponent({ name: 'clock', mount: (element, { zone }) => void element.append('Clock ' + zone) });",
    );
    return true;
  });
  await at.page.goto(`${at.server.origin}/printed.html`);
  await at.page.waitForFunction(() => document.body.innerText.trim() === 'Clock UTC');
  await at.page.evaluate(async () => {
    const element = document.querySelector('feaas-component') as HTMLElement & { data: unknown };
    await (element as never as { whenRendered(): Promise<void> }).whenRendered();
    element.data = { a: { zone: 'CET', text: 'Later' } };
  });
  await at.page.waitForFunction(() => document.body.innerText.trim() === 'Clock CET');
  assert.deepEqual(
    await at.page.evaluate(() => [
      (window as any).first === document.querySelector('p'),
      document.querySelector('p')!.textContent,
      document.querySelectorAll('feaas-external').length,
    ]),
    [true, 'Later', 1],
  );
});

test('D14: a component shows the data of a source that the page registers later', async () => {
  await component('<p data-path="weather.days.*.sky">-</p><i data-path="plain">-</i>', {
    weather: { url: 'datasource:weather', params: { city: 'Oslo' } },
    plain: 'x',
  }).catch(() => {});
  await at.page.evaluate(() => {
    kit.registerDatasource({
      name: 'weather',
      fetch: async ({ city }: { city: string }) => ({ days: [{ sky: `clear in ${city}` }] }),
    });
  });
  await at.page.waitForFunction(() => document.body.innerText.includes('clear in Oslo'));
});
