/** What the elements show, fetch and reload: E1-E6, S2, S4. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CARD, requestsWith, at, type ComponentElement } from './lib/elements';
import type { Route } from './lib/server';
import { waitUntil } from './lib/wait-until';

test('E1: content in the light DOM; the shadow root holds a slot and the kit’s own interface', async () => {
  const seen = await at.page.evaluate(async (card) => {
    const element = createComponent(card);
    await waitForRender(element);
    const { shadowRoot } = element;
    return {
      html: element.innerHTML,
      slots: shadowRoot!.querySelectorAll('slot').length,
      found: document.querySelectorAll('p.card').length,
      color: getComputedStyle(element.querySelector('p')!).color,
      className: element.className,
    };
  }, CARD);
  assert.match(seen.html, /^<p class="card {2}lib card responsive published" data-path="a.x">X<\/p>$/);
  assert.deepEqual([seen.slots, seen.found, seen.color], [1, 1, 'rgb(1, 2, 3)']);
  // E3
  assert.match(seen.className, /(?:^| )-feaas(?: |$)/);
});

test('E13: a slot of the children shows, with data and without; slots further inside stay', async () => {
  const texts = await at.page.evaluate(async () => {
    const texts: string[] = [];
    for (const attributes of ['', 'data="{}"', 'library="lib" component="card"'])
      for (const slot of ['x', 'feaas-mounted', '']) {
        const holder = document.createElement('div');
        holder.innerHTML = `<feaas-component fetch="false" ${attributes}><p slot="${slot}">T<b><i slot="y">.</i></b></p></feaas-component>`;
        document.body.append(holder);
        const element = holder.firstElementChild as ComponentElement;
        await waitForRender(element);
        texts.push(`${holder.innerText} ${element.querySelector('[slot]')?.localName}`);
        holder.remove();
      }
    return texts;
  });
  assert.deepEqual(texts, Array(9).fill('T. i'));
});

test('E1: server-rendered content shows before any script, and hydration keeps its nodes', async () => {
  const seen = await at.page.evaluate(async () => {
    const holder = document.createElement('div');
    holder.innerHTML = `<feaas-component cdn="${location.origin}" library="lib" component="card" data='{"a":{"x":"X"}}'><p class="card  lib card responsive published" data-path="a.x">X</p></feaas-component>`;
    const element = holder.firstElementChild as ComponentElement;
    const before = element.firstChild;
    document.body.append(holder);
    const shown = element.textContent;
    await waitForRender(element);
    const same = element.firstChild === before;
    element.data = { a: { x: 'later' } };
    await waitForRender(element);
    return { shown, same, still: element.firstChild === before, text: element.textContent };
  });
  assert.deepEqual(seen, { shown: 'X', same: true, still: true, text: 'later' });
});

test('E2: isolate renders into the shadow root, with the stylesheet adopted there, one per URL', async () => {
  const seen = await at.page.evaluate(async (card) => {
    const [first, second] = [createComponent({ ...card, isolate: '' }), createComponent({ ...card, isolate: '' })];
    await Promise.all([waitForRender(first), waitForRender(second)]);
    const inside = first.shadowRoot!.querySelector('p.card')!;
    const shared = first.shadowRoot!.adoptedStyleSheets.filter((sheet) =>
      second.shadowRoot!.adoptedStyleSheets.includes(sheet),
    );
    return {
      light: first.innerHTML,
      color: getComputedStyle(inside).color,
      text: inside.textContent,
      shared: shared.length,
    };
  }, CARD);
  assert.equal(seen.light, '');
  assert.deepEqual([seen.text, seen.color], ['X', 'rgb(1, 2, 3)']);
  // The stylesheets of the kit and of the library.
  assert.equal(seen.shared, 2);
  assert.equal(requestsWith('/styles/').length, 1);
});

test('E2, E6: children show in the shadow root of an isolated component, with and without data, once, and outside afterwards', async () => {
  const seen = await at.page.evaluate(async () => {
    const texts: string[] = [];
    for (const attributes of ['', 'data="{}"', 'data=\'{"a":{"x":"X"}}\'']) {
      const holder = document.createElement('div');
      holder.innerHTML = `<feaas-component fetch="false" isolate ${attributes}><p data-path="a.x">fallback</p></feaas-component>`;
      document.body.append(holder);
      const element = holder.firstElementChild as ComponentElement & { isolate: boolean };
      await waitForRender(element);
      const { shadowRoot } = element;
      const isolated = shadowRoot!.querySelector('[part=content]')!.textContent;
      element.data = { a: { x: 'later' } };
      await waitForRender(element);
      const later = shadowRoot!.querySelector('[part=content]')!.textContent;
      element.isolate = false;
      while (element.innerText !== 'later') await new Promise(requestAnimationFrame);
      texts.push([isolated, later, element.innerText].join());
      holder.remove();
    }
    return texts;
  });
  assert.deepEqual(seen, ['fallback,later,later', 'fallback,later,later', 'X,later,later']);
});

test('S2, S4: one request per distinct URL per page, for any number of components', async () => {
  await at.page.evaluate(async (card) => {
    const all = Array.from({ length: 20 }, () => createComponent(card));
    await Promise.all(all.map(waitForRender));
    await waitForRender(createComponent(card));
  }, CARD);
  assert.deepEqual([requestsWith('/components/').length, requestsWith('/styles/').length], [1, 1]);
  assert.equal(await at.page.evaluate(() => document.querySelectorAll('style[data-href]').length), 1);
});

test('E3: a theme on the element, or on the nearest component around it, replaces the template’s theme', async () => {
  const shown = await at.page.evaluate(async () => {
    const show = async (host: string, ...around: string[]): Promise<string> => {
      let parent: Element = document.body;
      for (const name of around) {
        parent = parent.appendChild(document.createElement('div'));
        parent.className = name;
      }
      const element = createComponent({ fetch: '', template: '<b class="a -theme--own">-</b>', class: host }, parent);
      await waitForRender(element);
      return element.firstElementChild!.className;
    };
    return [
      await show(''),
      await show('-theme--x'),
      await show('', 'component feaas -theme--x', 'other'),
      await show('', 'component feaas -theme--x', 'component feaas'),
      await show('', 'component -theme--x'),
      // A component's own attributes are not inherited.
      await show('component feaas', 'component feaas -theme--x'),
    ];
  });
  assert.deepEqual(shown, ['a -theme--own', 'a', 'a', 'a -theme--own', 'a -theme--own', 'a']);
});

test('E4: attributes come from the nearest ancestor, through shadow roots; an inherited change reloads', async () => {
  const seen = await at.page.evaluate(async () => {
    const outer = document.createElement('div');
    outer.setAttribute('cdn', '/far');
    outer.setAttribute('library', 'far');
    const host = document.createElement('div');
    host.setAttribute('library', 'near');
    const root = host.attachShadow({ mode: 'open' });
    outer.append(host);
    document.body.append(outer);
    const element = document.createElement('feaas-component') as ComponentElement;
    element.setAttribute('component', 'card');
    root.append(element);
    await waitForRender(element);
    const first = element.firstElementChild!.className;
    outer.setAttribute('cdn', '/other');
    await new Promise<void>((resolve) => {
      const look = (): void => void (element.firstElementChild!.className === first ? setTimeout(look, 10) : resolve());
      look();
    });
    return [first, element.firstElementChild!.className];
  });
  assert.deepEqual(seen, ['card /far near card responsive published', 'card /other near card responsive published']);
});

test('E4: properties that frameworks set on a component are inherited like attributes', async () => {
  const seen = await at.page.evaluate(async () => {
    const classes = async (element: ComponentElement, nested: ComponentElement): Promise<(string | undefined)[]> => {
      const before = nested.firstElementChild?.className;
      await waitForRender(element);
      await until(() => !!nested.firstElementChild && nested.firstElementChild.className !== before);
      return [element, nested].map((each) => each.firstElementChild?.className);
    };
    const until = async (done: () => boolean): Promise<void> => {
      for (let end = Date.now() + 2000; !done() && Date.now() < end;) await new Promise((next) => setTimeout(next, 10));
    };
    const around = (props: object, children: string): [ComponentElement, ComponentElement] => {
      const element = document.createElement('feaas-component') as ComponentElement;
      element.innerHTML = children;
      Object.assign(element, props);
      document.body.append(element);
      return [element, element.querySelector<ComponentElement>('feaas-component')!];
    };
    const isTemplate = { fetch: '', data: {} };
    const children = '<p></p><feaas-component component="card"></feaas-component>';
    const both = around({ ...isTemplate, cdn: '/cdn', library: 'near' }, children);
    const first = await classes(...both);
    Object.assign(both[0], { cdn: '/other', library: 'far' });
    const second = await classes(...both);
    const alias = await classes(...around({ ...isTemplate, hostname: '/cdn', library: 'near' }, children));
    return [first[1], second[1], alias[1]];
  });
  assert.deepEqual(seen, [
    'card /cdn near card responsive published',
    'card /other far card responsive published',
    'card /cdn near card responsive published',
  ]);
  // The component made no requests elsewhere.
  assert.deepEqual(at.consoleMessages, []);
});

test('E4: an own attribute wins over src, src over the default', async () => {
  const seen = await at.page.evaluate(async () => {
    const element = createComponent({ src: '/cdn/components/lib/card/tablet/staged', version: 'phone' });
    element.removeAttribute('cdn');
    await waitForRender(element);
    return element.firstElementChild!.className;
  });
  assert.equal(seen, 'card /cdn lib card phone staged');
});

test('E4: ancestors override the cdn of an element’s src, but not its library; stylesheets alike', async () => {
  const seen = await at.page.evaluate(async () => {
    const around = document.createElement('div');
    around.setAttribute('cdn', '/cdn');
    around.setAttribute('library', 'around');
    document.body.append(around);
    const element = createComponent({ src: '/other/components/lib/card' }, around);
    element.removeAttribute('cdn');
    const sheet = document.createElement('feaas-stylesheet');
    sheet.setAttribute('src', '/other/styles/lib/published.css');
    const done = new Promise((resolve) => sheet.addEventListener('feaasLoad', resolve));
    around.append(sheet);
    await Promise.all([waitForRender(element), done]);
    return element.firstElementChild!.className;
  });
  assert.equal(seen, 'card /cdn lib card responsive published');
  assert.ok(requestsWith('/cdn/styles/lib/').length > 0);
  assert.deepEqual(requestsWith('/other/'), []);
});

for (const [fetch, expected] of [
  ['true', { template: 1, styles: 1, data: 1 }],
  ['', { template: 0, styles: 0, data: 0 }],
  ['false', { template: 0, styles: 0, data: 0 }],
  ['template', { template: 1, styles: 0, data: 0 }],
  ['data-stylesheet', { template: 0, styles: 1, data: 1 }],
  ['template data', { template: 1, styles: 0, data: 1 }],
] as const) {
  test(`E5: fetch="${fetch}" requests ${JSON.stringify(expected)}`, async () => {
    const told = (): object => ({
      template: requestsWith('/components/').length,
      styles: requestsWith('/styles/').length,
      data: requestsWith('/data.json').length,
    });
    await at.page.evaluate(
      (fetch) => void createComponent({ library: 'lib', component: 'card', fetch, data: '{"a":{"url":"/data.json"}}' }),
      fetch,
    );
    const all = Object.values<number>(expected).reduce((sum, each) => sum + each, 0);
    await waitUntil(() => Object.values(told()).reduce((sum: number, each) => sum + each, 0) >= all);
    // Wait for another component, so that pending requests of the first one have been sent.
    await at.page.evaluate(async () => {
      await waitForRender(
        createComponent({ library: 'other', component: 'card', data: '{"a":{"url":"/other.json"}}' }),
      );
    });
    await waitUntil(() => requestsWith('/other.json').length > 0 && requestsWith('/other/').length > 1);
    at.server.log.splice(0, Infinity, ...at.server.log.filter((line) => !line.includes('other')));
    assert.deepEqual(told(), expected);
  });
}

test('E5: resources that were not fetched are requested once the component changes, or data becomes settings', async () => {
  const html = await at.page.evaluate(async () => {
    const element = createComponent({ library: 'lib', component: 'card', fetch: '' });
    await element.componentOnReady();
    await new Promise((resolve) => setTimeout(resolve));
    element.setAttribute('component', 'other');
    element.setAttribute('data', '{"a":{"url":"/data.json"}}');
    await new Promise((resolve) => setTimeout(resolve, 100));
    await waitForRender(element);
    return element.innerHTML;
  });
  assert.match(html, /lib other responsive published/);
  assert.deepEqual(
    [requestsWith('/components/').length, requestsWith('/styles/').length, requestsWith('/data.json').length],
    [1, 0, 1],
  );
});

test('E5: removing `fetch` fetches everything', async () => {
  const text = await at.page.evaluate(async () => {
    const element = createComponent({ library: 'lib', component: 'card', fetch: '', data: '{"a":{"x":"X"}}' });
    await element.componentOnReady();
    await new Promise((resolve) => setTimeout(resolve, 50));
    const before = element.textContent;
    element.removeAttribute('fetch');
    await new Promise((resolve) => element.addEventListener('feaasRender', resolve, { once: true }));
    return [before, element.textContent];
  });
  assert.deepEqual(text, ['', 'X']);
});

test('E4, S3: a nearer hostname wins over a farther cdn, for components and stylesheets', async () => {
  await at.page.evaluate(async () => {
    const far = document.createElement('div');
    far.setAttribute('cdn', '/far');
    const near = document.createElement('div');
    near.setAttribute('hostname', '/near');
    far.append(near);
    document.body.append(far);
    const element = createComponent({ library: 'lib', component: 'card' }, near);
    element.removeAttribute('cdn');
    await waitForRender(element);
    await element.whenRendered();
  });
  assert.deepEqual(
    [requestsWith('/near/components/').length, requestsWith('/near/styles/').length, requestsWith('/far/').length],
    [1, 1, 0],
  );
});

test('E5: an element with all its content given opens no storage; delivered content is stored there', async () => {
  const opened = await at.page.evaluate(async (card) => {
    let opened = 0;
    const open = indexedDB.open.bind(indexedDB);
    IDBFactory.prototype.open = (...names) => (opened++, open(...names));
    const idle = async (): Promise<void> => {
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => requestIdleCallback(resolve));
    };
    await waitForRender(createComponent({ fetch: '', template: '<p data-path="a.x">-</p>', data: '{"a":{"x":"X"}}' }));
    await idle();
    const before = opened;
    await waitForRender(createComponent(card));
    while (!opened) await idle();
    return [before > 0, opened > 0];
  }, CARD);
  assert.deepEqual(opened, [false, true]);
});

test('E6: however many attributes change, one render per frame', async () => {
  const renders = await at.page.evaluate(async (card) => {
    const element = createComponent(card);
    await waitForRender(element);
    let renders = 0;
    element.addEventListener('feaasRender', () => renders++);
    for (let step = 0; step < 50; step++) element.data = { a: { x: step } };
    element.setAttribute('template', '<b data-path="a.x">-</b>');
    await waitForRender(element);
    return [renders, element.innerHTML];
  }, CARD);
  assert.deepEqual(renders, [1, '<b data-path="a.x">49</b>']);
});

test('E6: removing an own template shows the fetched one again', async () => {
  const seen = await at.page.evaluate(async (card) => {
    const element = createComponent(card) as ComponentElement & { template: unknown };
    await waitForRender(element);
    const seen: string[] = [];
    const show = async (): Promise<void> => {
      await waitForRender(element);
      seen.push(element.textContent!);
    };
    element.setAttribute('template', '<b>own</b>');
    await show();
    element.removeAttribute('template');
    await show();
    element.template = '<b>mine</b>';
    await show();
    element.template = null;
    await show();
    return seen;
  }, CARD);
  assert.deepEqual(seen, ['own', 'X', 'mine', 'X']);
});

test('E6: null data counts as no data: the server’s content stays', async () => {
  const rows = '<p data-path-scope="l.*">one</p><p data-path-scope="l.*">two</p>';
  const html = await at.page.evaluate(async (rows) => {
    const element = document.createElement('feaas-component') as ComponentElement;
    element.innerHTML = rows;
    element.data = null;
    element.setAttribute('template', '<i>own</i>');
    element.removeAttribute('template');
    document.body.append(element);
    await element.componentOnReady();
    for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame);
    return element.innerHTML;
  }, rows);
  assert.equal(html, rows);
});

test('E6: a render that waited for a module does not replace a later one', async () => {
  let release!: () => void;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const hold: Route = (_request, _response, { pathname }) =>
    pathname.endsWith('.js') ? gate.then(() => undefined) : undefined;
  await at.page.evaluate(async () => {
    await waitForRender(createComponent({ template: '<p data-path="a.x">plain</p>' }));
    log.length = 0;
  });
  at.server.routes.unshift(hold);
  at.server.log.length = 0;
  try {
    const waits = await at.page.evaluate(async () => {
      const element = createComponent({ template: '<p data-path="a.x">-</p>' });
      element.id = 'first';
      element.data = { a: { x: '<b>old</b>' } };
      // Wait longer than a scheduled render would take.
      for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame);
      return element.textContent;
    });
    assert.equal(waits, '');
    await waitUntil(() => requestsWith('.js').length > 0);
    const early = await at.page.evaluate(async () => {
      const element = document.querySelector<ComponentElement>('#first')!;
      element.data = { a: { x: 'new' } };
      await new Promise((resolve) => document.addEventListener('feaasRender', resolve, { once: true }));
      return element.textContent;
    });
    assert.equal(early, 'new');
    release();
    const late = await at.page.evaluate(async () => {
      const other = createComponent({ template: '<p data-path="a.x">-</p>' });
      other.data = { a: { x: '<b>markup</b>' } };
      await waitForRender(other);
      return [document.querySelector('#first')!.textContent, other.textContent, log.join()];
    });
    assert.deepEqual(late, ['new', 'markup', 'Mount first,Render first,Mount,Render']);
  } finally {
    release();
    at.server.routes.splice(at.server.routes.indexOf(hold), 1);
  }
});

for (const [name, value] of [
  ['library', 'lib2'],
  ['component', 'card2'],
  ['version', 'phone'],
  ['revision', 'staged'],
  ['cdn', '/cdn'],
  ['instance', 'fork'],
] as const) {
  test(`E6: a change of ${name} reloads`, async () => {
    const html = await at.page.evaluate(
      async (card, name, value) => {
        const element = createComponent(card);
        await waitForRender(element);
        element.setAttribute(name, value);
        await new Promise((resolve) => setTimeout(resolve));
        await waitForRender(element);
        return element.innerHTML;
      },
      CARD,
      name,
      value,
    );
    assert.ok(html.includes(value) && html.includes('>X<'), html);
  });
}

test('D16: rendering the same content again changes nothing and triggers no mutation observer', async () => {
  const told = await at.page.evaluate(async () => {
    const element = createComponent({ fetch: '', template: '<p data-path="a.text">-</p>' });
    const told: number[] = [];
    for (const text of ['one', 'one', 'two']) {
      const observer = new MutationObserver((records) => void (told[told.length - 1]! += records.length));
      if (told.push(0) > 1) observer.observe(element, { attributes: true, characterData: true, subtree: true });
      element.data = { a: { text } };
      await waitForRender(element);
      observer.disconnect();
    }
    return told;
  });
  assert.deepEqual(told, [0, 0, 1]);
});
