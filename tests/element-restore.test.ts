/**
 * Changes by others to a rendered component: page morphs by popular libraries, scripts that remove its content, and caches that
 * restore copies of it (E13, D16).
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { beforeEach, test } from 'node:test';
import { packagesIn } from '../scripts/folders';
import { CARD, requestsWith, at, type ComponentElement } from './lib/elements';
import { send, type Route } from './lib/server';

const libraries = packagesIn('tests/frameworks');
const library = (path: string): string => readFileSync(`${libraries}/node_modules/${path}`, 'utf8');
const LIBRARIES: Record<string, string> = {
  '/idiomorph.js': library('idiomorph/dist/idiomorph.js'),
  '/turbo.js': library('@hotwired/turbo/dist/turbo.es2017-umd.js'),
};

const COMPONENT = `<feaas-component id="card" cdn="/cdn" library="lib" component="card" data='{"a":{"x":"X"}}'></feaas-component>`;

/** Two pages whose components link to each other: one in its shadow root, one in the light DOM. A permanent one stays. */
const drivePage = (title: string): string => `<!doctype html><html lang="en"><head><title>${title}</title>
  <meta name="view-transition" content="same-origin"><link rel="icon" href="data:,">
  <script src="/turbo.js"></script><script type="module" src="/build/feaas.esm.js"></script></head><body><h1>${title}</h1>
  <feaas-component class="light" fetch="" template='<a href="/drive?next">Light</a>'></feaas-component>
  <feaas-component class="shadow" isolate fetch="" template='<a href="/drive">Shadow</a>'></feaas-component>
  <feaas-component id="kept" data-turbo-permanent fetch="" template='<input>'></feaas-component></body></html>`;

/** A page with Turbo and a component. The query selects its HTML. */
const turboPage: Route = (_request, response, { pathname, searchParams }) => {
  const script = LIBRARIES[pathname];
  if (script) send(response, script, 'text/javascript');
  else if (pathname === '/turbo')
    send(
      response,
      `<!doctype html><html lang="en"><head><title>Turbo</title><meta name="turbo-refresh-method" content="morph">
      <script src="/turbo.js"></script><script type="module" src="/build/feaas.esm.js"></script></head><body>
      <h1>${searchParams.get('title') ?? 'First'}</h1>${searchParams.has('bare') ? '' : COMPONENT}</body></html>`,
      'text/html',
    );
  else if (pathname === '/drive') send(response, drivePage(searchParams.has('next') ? 'Next' : 'First'), 'text/html');
  else return undefined;
  return true;
};
beforeEach(() => {
  if (!at.server.routes.includes(turboPage)) at.server.routes.unshift(turboPage);
});

test('E13: Idiomorph with the HTML of the page: the same content in the same task, new attributes, and no request', async () => {
  await at.page.addScriptTag({ url: '/idiomorph.js' });
  const seen = await at.page.evaluate(async (card) => {
    const main = document.body.appendChild(document.createElement('main'));
    const element = createComponent(card, main);
    element.id = 'card';
    const html = main.innerHTML;
    await waitForRender(element);
    const paragraph = element.querySelector('p');
    const { Idiomorph } = window as any;
    Idiomorph.morph(main, html, { morphStyle: 'innerHTML' });
    await undefined;
    await undefined;
    const restored = [element.textContent, element.className, element.querySelector('p') === paragraph];
    Idiomorph.morph(main, html.replace('X', 'Y'), { morphStyle: 'innerHTML' });
    await waitForRender(element);
    return { restored, same: main.firstChild === element, text: element.textContent, className: element.className };
  }, CARD);
  assert.deepEqual(seen, { restored: ['X', '-feaas', true], same: true, text: 'Y', className: '-feaas' });
  assert.equal(requestsWith('/components/').length, 1);
  assert.equal(requestsWith('/styles/').length, 1);
});

for (const isolate of [false, true])
  test(`E6, E13: Idiomorph with children that are a template${isolate ? ' of an isolated component' : ''}: rendered again`, async () => {
    await at.page.addScriptTag({ url: '/idiomorph.js' });
    const seen = await at.page.evaluate(async (isolate) => {
      const main = document.body.appendChild(document.createElement('main'));
      const page = (name: string, data: string): string =>
        `<feaas-component id="own" fetch="" ${isolate ? 'isolate' : ''} data='{"a":"${data}","l":[1,2]}'>` +
        `<p>${name} <b data-path="a">-</b></p><i data-path-scope="l" data-path="l.*">-</i></feaas-component>`;
      main.innerHTML = page('Name', 'X');
      const element = main.firstElementChild as ComponentElement;
      const text = (): string | null =>
        (isolate ? element.shadowRoot!.querySelector('[part=content]')! : element).textContent;
      await waitForRender(element);
      const seen = [text()];
      for (const html of [page('Name', 'X'), page('Title', 'X'), page('Title', 'Y'), page('Name', 'Z')]) {
        (window as any).Idiomorph.morph(main, html, { morphStyle: 'innerHTML' });
        await waitForRender(element);
        seen.push(text());
      }
      element.data = { a: 'W', l: [3] };
      await waitForRender(element);
      return [...seen, text(), element.className, String(main.firstChild === element)];
    }, isolate);
    assert.deepEqual(seen, ['Name X12', 'Name X12', 'Title X12', 'Title Y12', 'Name Z12', 'Name W3', '-feaas', 'true']);
  });

test('E12, E13: Idiomorph with what a server renders later: nothing of the former content comes back', async () => {
  await at.page.addScriptTag({ url: '/idiomorph.js' });
  const seen = await at.page.evaluate(async () => {
    const main = document.body.appendChild(document.createElement('main'));
    const page = (time: number, content: string): string =>
      `<feaas-component class="-feaas" cdn="/cdn" library="lib" component="card" last-modified="Wed, 01 Jan 2025 00:00:00 GMT" data-checked-at="${time}">${content}</feaas-component>`;
    const seen: string[] = [];
    for (const contents of [
      ['<p>1</p><p>2</p>', '<p>1</p>'],
      ['<h2>1</h2><p>2</p>', '<h2>1</h2><section>3</section><i>4</i>'],
      ['<p>1</p><p>2</p>', '', '<p>5</p>'],
    ]) {
      main.innerHTML = page(1, contents[0]!);
      const element = main.firstElementChild as ComponentElement;
      await waitForRender(element);
      for (const [at, content] of contents.slice(1).entries()) {
        (window as any).Idiomorph.morph(main, page(at + 2, content), { morphStyle: 'innerHTML' });
        await new Promise((resolve) => setTimeout(resolve));
        if (element.innerHTML !== content) seen.push(`${content}: ${element.innerHTML}`);
      }
      const content = element.innerHTML;
      element.firstChild?.remove();
      await new Promise((resolve) => setTimeout(resolve));
      if (element.innerHTML !== content) seen.push(`${content} is not restored: ${element.innerHTML}`);
    }
    return seen;
  });
  assert.deepEqual(seen, []);
});

test('E13: a Turbo refresh that morphs the page keeps a component’s content, without a request', async () => {
  await at.page.goto(`${at.server.origin}/turbo`);
  await at.page.waitForFunction(() => document.querySelector('#card')?.textContent === 'X');
  at.server.log.length = 0;
  const seen = await at.page.evaluate(async () => {
    const element = document.querySelector('#card')!;
    const paragraph = element.firstChild;
    const morphed = new Promise((resolve) => document.addEventListener('turbo:render', resolve, { once: true }));
    (window as any).Turbo.visit(location.href, { action: 'replace' });
    await morphed;
    await new Promise(requestAnimationFrame);
    return [document.querySelector('#card') === element, element.firstChild === paragraph, element.className];
  });
  assert.deepEqual(seen, [true, true, '-feaas']);
  assert.deepEqual(requestsWith('/components/'), []);
});

test('Turbo follows links of content, in a shadow root too, with a view transition; a permanent component keeps its state', async () => {
  await at.page.goto(`${at.server.origin}/drive`, { waitUntil: 'networkidle0' });
  at.consoleMessages.length = 0;
  await at.page.waitForSelector('#kept input');
  await at.page.evaluate(() => {
    document.querySelector<HTMLInputElement>('#kept input')!.value = 'typed';
    Object.assign(window, { loaded: 'once' });
  });
  for (const [selector, title] of [
    ['.light a', 'Next'],
    ['.shadow >>> a', 'First'],
    ['.light a', 'Next'],
  ] as const) {
    const link = await at.page.waitForSelector(selector);
    // Click by script, because the snapshot of a running view transition covers the link. Turbo logs why it reloads a page. A click
    // before it has finished a visit is one such reason, which this test does not cover.
    await link!.evaluate(
      (each) =>
        new Promise((resolve) => {
          document.addEventListener('turbo:reload', (event) =>
            console.error(JSON.stringify((event as CustomEvent).detail)),
          );
          document.addEventListener('turbo:load', resolve, { once: true });
          (each as HTMLElement).click();
        }),
    );
    await at.page.waitForFunction((title) => document.querySelector('h1')!.textContent === title, {}, title);
    await at.page.waitForSelector('.light a');
    await at.page.waitForSelector('.shadow >>> a');
  }
  const seen = await at.page.evaluate(() => [
    document.querySelector<HTMLInputElement>('#kept input')!.value,
    (window as any).loaded,
  ]);
  assert.deepEqual(seen, ['typed', 'once']);
  assert.deepEqual(at.consoleMessages, []);
});

for (const [title, remove] of [
  ['replaceChildren()', (element: Element) => element.replaceChildren()],
  ['innerHTML', (element: Element) => (element.innerHTML = '')],
  ['a removed child', (element: Element) => element.firstChild!.remove()],
  ['another class', (element: Element) => (element.className = 'mine')],
] as [string, (element: Element) => void][]) {
  test(`E13: ${title} on a rendered component: its content and its class return before the next frame`, async () => {
    const seen = await at.page.evaluate(
      async (card, remove) => {
        const element = createComponent(card);
        await waitForRender(element);
        const paragraph = element.firstChild;
        new Function('element', `(${remove})(element)`)(element);
        await undefined;
        const { className } = element;
        const restored = [element.textContent, element.firstChild === paragraph, element.classList.contains('-feaas')];
        // The component also renders later data.
        element.data = { a: { x: 'next' } };
        await waitForRender(element);
        return [...restored, className.includes('mine'), element.textContent, element.childNodes.length];
      },
      CARD,
      String(remove),
    );
    assert.deepEqual(seen, ['X', true, true, title === 'another class', 'next', 1]);
    assert.equal(requestsWith('/components/').length, 1);
  });
}

for (const data of ['{"a":"A"}', null])
  test(`E13: a component whose children are its template, ${data ? 'with' : 'without'} data: its class returns, as after a swap of htmx`, async () => {
    const classes = await at.page.evaluate(async (data) => {
      const element = createComponent({ fetch: '', ...(data ? { data } : {}) }, null);
      element.innerHTML = '<p data-path="a">A</p>';
      document.body.append(element);
      await waitForRender(element);
      // The settle phase of htmx sets the attributes of the page's HTML.
      element.removeAttribute('class');
      await undefined;
      const { className } = element;
      element.className = 'mine';
      await undefined;
      return [className, element.className, element.textContent];
    }, data);
    assert.deepEqual(classes, ['-feaas', 'mine -feaas', 'A']);
  });

test('E13: content and class that are removed right after rendering return in the same task', async () => {
  const seen = await at.page.evaluate(async (card) => {
    const element = createComponent(card, null);
    const seen: string[] = [];
    element.addEventListener(
      'feaasRender',
      () => {
        element.replaceChildren(document.createElement('aside'));
        element.className = 'mine';
        setTimeout(() => seen.push(element.querySelector('p')!.textContent!, element.className));
      },
      { once: true },
    );
    document.body.append(element);
    await waitForRender(element);
    await new Promise((resolve) => setTimeout(resolve));
    return seen;
  }, CARD);
  assert.deepEqual(seen, ['X', 'mine -feaas']);
  assert.equal(requestsWith('/components/').length, 1);
});

test('E13: the kit leaves foreign nodes in a component, and nodes that the page has moved elsewhere', async () => {
  const seen = await at.page.evaluate(async (card) => {
    const element = createComponent(card);
    await waitForRender(element);
    const paragraph = element.querySelector('p')!;
    const own = document.createElement('aside');
    element.append(own);
    await undefined;
    const added = own.parentNode === element;
    document.body.append(paragraph);
    await undefined;
    const moved = paragraph.parentNode === document.body;
    paragraph.remove();
    return [added, moved, own.parentNode === element];
  }, CARD);
  assert.deepEqual(seen, [true, true, true]);
});

test('E13: a script that removes the content again and again succeeds in the end, with a warning', async () => {
  const seen = await at.page.evaluate(async (card) => {
    const element = createComponent(card);
    await waitForRender(element);
    let removals = 0;
    new MutationObserver(() => {
      if (!element.firstChild) return;
      removals++;
      element.replaceChildren();
    }).observe(element, { childList: true });
    element.replaceChildren();
    await new Promise((resolve) => setTimeout(resolve, 200));
    return [element.textContent, removals < 100];
  }, CARD);
  assert.deepEqual(seen, ['', true]);
  assert.equal(at.consoleMessages.filter((line) => line.includes('removes its content again and again')).length, 1);
});

test('E12, E13: while suspended, as in an editor, a component’s content belongs to others', async () => {
  const seen = await at.page.evaluate(async (card) => {
    const element = createComponent(card) as ComponentElement & { suspended: boolean };
    await waitForRender(element);
    element.suspended = true;
    element.replaceChildren('edited');
    await new Promise(requestAnimationFrame);
    return element.innerHTML;
  }, CARD);
  assert.equal(seen, 'edited');
});

test('D16, E13: a copy of a rendered element is not a template: without a value, its fallback shows, however it was copied', async () => {
  const seen = await at.page.evaluate(async () => {
    const attributes = { fetch: '', cdn: '' };
    const shown: string[] = [];
    const through = async (element: ComponentElement): Promise<void> => {
      element.data = { user: { name: 'Anna' } };
      document.body.append(element);
      await waitForRender(element);
      const before = element.textContent;
      const html = element.outerHTML;
      for (const copy of [
        element.cloneNode(true) as ComponentElement,
        new DOMParser().parseFromString(html, 'text/html').body.firstChild as ComponentElement,
      ]) {
        element.remove();
        document.body.append(document.adoptNode(copy));
        copy.data = { user: {} };
        await waitForRender(copy);
        shown.push(`${before} ${copy.textContent}`);
        copy.data = { user: { name: 'Bea' } };
        await waitForRender(copy);
        shown.push(copy.textContent!);
        copy.remove();
      }
    };
    const template = '<p data-path="user.name">Guest</p>';
    const ofChildren = createComponent(attributes, null);
    ofChildren.innerHTML = template;
    await through(ofChildren);
    await through(createComponent({ ...attributes, template }, null));
    return shown;
  });
  assert.deepEqual(seen, Array.from({ length: 4 }, () => ['Anna Guest', 'Bea']).flat());
});

test('D16, E12: a copy of server-rendered content that was rendered with other data is not a template either', async () => {
  const seen = await at.page.evaluate(async () => {
    const holder = document.body.appendChild(document.createElement('div'));
    holder.innerHTML = `<feaas-component class="-feaas" cdn="/cdn" library="lib" component="card" last-modified="Wed, 01 Jan 2025 00:00:00 GMT" data-checked-at="1"><p class="card /cdn lib card responsive published" data-path="a.x">Anna</p></feaas-component>`;
    const element = holder.firstElementChild as ComponentElement;
    await waitForRender(element);
    element.data = { a: { x: 'Anna' } };
    await waitForRender(element);
    const copy = element.cloneNode(true) as ComponentElement;
    holder.replaceChildren(copy);
    copy.data = { a: {} };
    await waitForRender(copy);
    while (copy.textContent === 'Anna') await new Promise(requestAnimationFrame);
    return copy.textContent;
  });
  assert.equal(seen, '-');
});

test('D16, E13: Turbo’s Back restores a copy: data without the value shows the fallback', async () => {
  await at.page.goto(`${at.server.origin}/turbo`);
  await at.page.waitForFunction(() => document.querySelector('#card')?.textContent === 'X');
  const seen = await at.page.evaluate(async () => {
    const visited = async (go: () => void): Promise<void> => {
      const done = new Promise((resolve) => document.addEventListener('turbo:load', resolve, { once: true }));
      go();
      await done;
    };
    await visited(() => (window as any).Turbo.visit('/turbo?bare&title=Second'));
    const away = document.querySelector('#card');
    await visited(() => history.back());
    const element = document.querySelector<ComponentElement>('#card')!;
    element.data = { a: {} };
    await settled2(element);
    return [away, element.textContent];
    async function settled2(live: ComponentElement): Promise<void> {
      await new Promise((resolve) => setTimeout(resolve));
      await live.whenRendered();
    }
  });
  assert.deepEqual(seen, [null, '-']);
});
