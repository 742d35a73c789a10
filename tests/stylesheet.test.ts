/** A library's stylesheet: one per URL and page, for any number of components (S2, E7). */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { CARD, requestsWith, at, heldResponses, type ComponentElement } from './lib/elements';
import { send, WWW, type Route } from './lib/server';
import { pollUntil, waitUntil } from './lib/wait-until';

/** Shows a card in a page that loads the library's stylesheet by its own link. */
function showBesideLink(): Promise<void> {
  return at.page.evaluate(async (card) => {
    const link = Object.assign(document.createElement('link'), {
      rel: 'stylesheet',
      href: '/styles/lib/published.css',
    });
    document.head.append(link);
    await new Promise((resolve) => (link.onload = resolve));
    await waitForRender(createComponent(card));
  }, CARD);
}

test('S2: the kit uses a stylesheet that the page has already loaded', async () => {
  await showBesideLink();
  assert.equal(requestsWith('/styles/').length, 1);
});

test('S2: a link of the page with an invalid URL is ignored', async () => {
  const missing = await at.page.evaluate(async (card) => {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: 'http://[' }));
    await waitForRender(createComponent(card));
    return !document.querySelector('style[data-href$="/styles/lib/published.css"]');
  }, CARD);
  assert.equal(missing, false);
  assert.equal(requestsWith('/styles/').length, 1);
});

test('S2: a link that the page is loading keeps later changes of the page', async () => {
  let release!: () => void;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const hold: Route = (_request, _response, { pathname }) =>
    pathname.startsWith('/styles/') ? gate.then(() => undefined) : undefined;
  at.server.routes.unshift(hold);
  try {
    await at.page.evaluate((card) => {
      const link = document.createElement('link');
      Object.assign(link, { rel: 'stylesheet', href: '/styles/lib/published.css', media: 'print' });
      link.onload = () => (link.media = 'all');
      document.head.append(link);
      createComponent(card);
    }, CARD);
    await waitUntil(() => requestsWith('/components/').length > 0);
    release();
    await at.page.waitForFunction(() => document.querySelector('feaas-component p'));
    const media = await at.page.evaluate(() => document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')!.media);
    assert.deepEqual([media, requestsWith('/styles/').length], ['all', 1]);
  } finally {
    release();
    at.server.routes.splice(at.server.routes.indexOf(hold), 1);
  }
});

test('S2: the kit does not wait for a link that failed before', async () => {
  let failures = 1;
  const fail: Route = (_request, response, { pathname }) =>
    pathname.startsWith('/styles/') && failures-- > 0 ? (send(response, 'no', 'text/plain', {}, 503), true) : undefined;
  at.server.routes.unshift(fail);
  try {
    await at.page.evaluate(async (card) => {
      const link = document.createElement('link');
      Object.assign(link, { rel: 'stylesheet', href: '/styles/lib/published.css' });
      document.head.append(link);
      await new Promise((resolve) => link.addEventListener('error', resolve));
      createComponent(card);
    }, CARD);
    await at.page.waitForSelector('style[data-href$="/styles/lib/published.css"]');
    await at.page.waitForSelector('feaas-component p');
    assert.equal(requestsWith('/styles/').length, 2);
  } finally {
    at.server.routes.splice(at.server.routes.indexOf(fail), 1);
  }
});

test('S2, E14: if the module that looks for links does not load, the kit requests the stylesheet itself, without waiting for retries', async () => {
  const build = `${WWW}build/`;
  const chunk = readdirSync(build).find(
    (name) => name.endsWith('.js') && readFileSync(build + name, 'utf8').includes('link[data-feaas-copy]'),
  );
  assert.ok(chunk);
  let release!: () => void;
  const gate = new Promise<void>((resolve) => (release = resolve));
  let requests = 0;
  const fail: Route = async (_request, response, { pathname }) => {
    if (!pathname.endsWith(`/${chunk}`)) return undefined;
    if (requests++) await gate;
    send(response, 'busy', 'text/plain', {}, 503);
    return true;
  };
  at.server.routes.unshift(fail);
  try {
    await at.page.evaluate(async (card) => {
      const link = { rel: 'stylesheet', href: '/styles/lib/published.css' };
      document.head.append(Object.assign(document.createElement('link'), link));
      createComponent(card);
    }, CARD);
    await at.page.waitForSelector('style[data-href$="/styles/lib/published.css"]');
    await at.page.waitForSelector('feaas-component p');
    assert.ok(requests > 0);
    assert.equal(requestsWith('/styles/').length, 2);
  } finally {
    release();
    at.server.routes.splice(at.server.routes.indexOf(fail), 1);
  }
});

test('S2, E7: if a link fails while the kit waits for it, the kit requests the stylesheet itself, and reports an error', async () => {
  let release!: () => void;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const fail: Route = async (_request, response, { pathname }) => {
    if (!pathname.startsWith('/styles/')) return undefined;
    await gate;
    send(response, 'no', 'text/plain', {}, 404);
    return true;
  };
  at.server.routes.unshift(fail);
  try {
    await at.page.evaluate(async () => {
      const link = { rel: 'stylesheet', href: '/styles/lib/published.css' };
      document.head.append(Object.assign(document.createElement('link'), link));
      document.addEventListener('feaasError', ({ detail }: CustomEventInit<Error>) => {
        Object.assign(window, { told: [detail!.name, detail!.message] });
      });
      const element = document.createElement('feaas-stylesheet');
      element.setAttribute('src', `${location.origin}/styles/lib`);
      document.body.append(element);
      await element.componentOnReady();
      await new Promise((resolve) => setTimeout(resolve));
    });
    release();
    const told = await at.page.waitForFunction(() => (window as any).told as unknown, { timeout: 30_000 });
    assert.deepEqual(await told.jsonValue(), ['FetchFailedError', 'Fetch failed']);
  } finally {
    release();
    at.server.routes.splice(at.server.routes.indexOf(fail), 1);
  }
});

test('feaas-stylesheet loads its stylesheet once and fires an event; a failing one fires an error', async () => {
  const seen = await at.page.evaluate(async () => {
    const element = document.createElement('feaas-stylesheet') as HTMLElement & {
      whenLoaded(): Promise<void>;
      componentOnReady(): Promise<unknown>;
    };
    element.setAttribute('src', `${location.origin}/styles/lib/staged`);
    document.body.append(element);
    await element.componentOnReady();
    await new Promise((resolve) => setTimeout(resolve));
    await element.whenLoaded();
    const wrong = document.createElement('feaas-stylesheet') as typeof element;
    wrong.id = 'wrong';
    wrong.setAttribute('src', 'a/b/c/d/e/f');
    document.body.append(wrong);
    await wrong.componentOnReady();
    await new Promise((resolve) => setTimeout(resolve));
    return {
      log,
      message: await wrong.whenLoaded().then(
        () => '',
        (error: Error) => error.message,
      ),
    };
  });
  assert.deepEqual(seen.message, 'Could not parse FEAAS Component source');
  assert.deepEqual(seen.log, ['Mount', 'Load', 'Mount wrong', 'Error wrong', 'Unmount wrong']);
});

test('E5, S2: an own template requests the stylesheet of its library, also without a component', async () => {
  const color = await at.page.evaluate(async () => {
    const template = '<p class="card">own</p>';
    const element = createComponent({ library: 'lib', template });
    const without = createComponent({ library: 'other', template, fetch: 'template' });
    await Promise.all([waitForRender(element), waitForRender(without)]);
    element.setAttribute('library', 'third');
    return getComputedStyle(element.firstElementChild!).color;
  });
  assert.equal(color, 'rgb(1, 2, 3)');
  await at.page.waitForSelector('[data-href$="/styles/third/published.css"]');
  assert.deepEqual(
    ['lib', 'other', 'third'].map((library) => requestsWith(`/styles/${library}/`).length),
    [1, 0, 1],
  );
  assert.deepEqual(requestsWith('/components/'), []);
});

const IMPORTING = `@import "other.css"; .card { background-image: url("a (1).png"), url(b\\28 2\\29.png) }`;

for (const isolate of [false, true])
  test(`S2, E2: a copied stylesheet${isolate ? ' of an isolated component' : ''}: imports and URLs are relative to the original`, async () => {
    const serve: Route = (_request, response, { pathname }) => {
      if (pathname === '/styles/lib/published.css') send(response, IMPORTING, 'text/css');
      else if (pathname === '/styles/lib/other.css') send(response, '.card { color: rgb(4, 5, 6) }', 'text/css');
      else return undefined;
      return true;
    };
    at.server.routes.unshift(serve);
    try {
      const look = (): Promise<string[]> =>
        at.page.evaluate(() => {
          const { color, backgroundImage } = getComputedStyle(
            (document.querySelector('feaas-component')!.shadowRoot!.querySelector('.card') ??
              document.querySelector('.card'))!,
          );
          return [color, backgroundImage.replaceAll(location.origin, '')];
        });
      await at.page.evaluate(
        async (card, isolated) => waitForRender(createComponent({ ...card, ...(isolated && { isolate: '' }) })),
        CARD,
        isolate,
      );
      await pollUntil(look, ([color]) => color === 'rgb(4, 5, 6)');
      assert.deepEqual(await look(), ['rgb(4, 5, 6)', 'url("/styles/lib/a%20(1).png"), url("/styles/lib/b(2).png")']);
      // The kit sends no further request for it.
      assert.deepEqual(requestsWith('other.css').length, 1);
    } finally {
      at.server.routes.splice(at.server.routes.indexOf(serve), 1);
    }
  });

/** Paths of the kit's stylesheets in the page, and of the one that wins. */
const sheets = (): Promise<{ wins: string; all: string[] }> =>
  at.page.evaluate(() => ({
    wins: getComputedStyle(document.querySelector('i.card')!).getPropertyValue('--sheet').replaceAll('"', ''),
    all: Array.from(document.querySelectorAll<HTMLElement>('style[data-href]'), (each) =>
      each.dataset.href!.slice(location.origin.length),
    ),
  }));
const PUBLISHED = '/styles/lib/published.css';
const STAGED = '/styles/lib/staged.css';
const OTHER = '/styles/other/published.css';

/** Sets an attribute of the test's element, and waits for these stylesheets. */
async function sheetsAfter(attribute: string, value: string, wanted: readonly string[]): Promise<unknown> {
  await at.page.evaluate(
    (attribute, value) => document.querySelector('#one')!.setAttribute(attribute, value),
    attribute,
    value,
  );
  return pollUntil(sheets, ({ all }) => all.join() === wanted.join(), 5000);
}

for (const name of ['feaas-component', 'feaas-stylesheet'])
  test(`S2: ${name} replaces its previous stylesheet`, async () => {
    await at.page.evaluate(async (name) => {
      const element = Object.assign(document.createElement(name), { id: 'one' });
      element.setAttribute('cdn', location.origin);
      document.body.append(element, Object.assign(document.createElement('i'), { className: 'card' }));
      await modulesLoaded();
    }, name);
    for (const [attribute, value, wanted] of [
      ['src', 'lib/card', PUBLISHED],
      ['revision', 'staged', STAGED],
      ['revision', 'published', PUBLISHED],
      ['library', 'other', OTHER],
      ['library', 'lib', PUBLISHED],
    ] as const)
      assert.deepEqual(await sheetsAfter(attribute, value, [wanted]), { wins: wanted, all: [wanted] });
    // Another element uses the stylesheet as well. It stays when the first element is removed.
    await at.page.evaluate(async () => {
      const other = document.createElement('feaas-stylesheet');
      other.id = 'other';
      other.setAttribute('src', `${location.origin}/styles/lib`);
      document.body.append(other);
      await other.componentOnReady();
      await other.whenLoaded();
    });
    assert.deepEqual(await sheetsAfter('revision', 'staged', [PUBLISHED, STAGED]), {
      wins: STAGED,
      all: [PUBLISHED, STAGED],
    });
    await at.page.evaluate(async () => {
      // Until its content shows, a component also uses the previous stylesheet.
      await (document.querySelector('#one') as Partial<ComponentElement>).whenRendered?.();
      const other = document.querySelector('#other')!;
      other.remove();
      return new Promise((resolve) => setTimeout(() => resolve(document.body.append(other))));
    });
    // It was added last.
    assert.deepEqual(await pollUntil(sheets, ({ wins }) => wins === PUBLISHED, 5000), {
      wins: PUBLISHED,
      all: [STAGED, PUBLISHED],
    });
  });

test('S2, E2: an isolated component replaces its previous stylesheet', async () => {
  const shown = await at.page.evaluate(async (card) => {
    const element = createComponent({ ...card, isolate: '' });
    const seen: string[][] = [];
    for (const revision of ['published', 'staged', 'published']) {
      element.setAttribute('revision', revision);
      await waitForRender(element);
      const end = performance.now() + 5000;
      const paths = (): string[] =>
        element
          .shadowRoot!.adoptedStyleSheets.map(
            (sheet) => /styles\/\w+\/(\w+)\.css/.exec(sheet.cssRules[0]!.cssText)?.[1] ?? '',
          )
          .filter(Boolean);
      while (paths().join() !== revision && performance.now() < end)
        await new Promise((resolve) => setTimeout(resolve, 10));
      seen.push(paths());
    }
    return seen;
  }, CARD);
  assert.deepEqual(shown, [['published'], ['staged'], ['published']]);
});

test('S2: content keeps its stylesheet until the next content shows', async () => {
  const before = await at.page.evaluate(async (card) => {
    const element = createComponent({ ...card, id: 'one' });
    await waitForRender(element);
    element.append(Object.assign(document.createElement('i'), { className: 'card' }));
    element.setAttribute('component', 'slow');
    element.setAttribute('version', 'one');
    element.setAttribute('library', 'other');
    while (!document.querySelector('style[data-href*="/other/"]'))
      await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, 100));
    return [...document.querySelectorAll('style[data-href]')].length;
  }, CARD);
  assert.equal(before, 2);
  heldResponses.get('one')!();
  await at.page.waitForFunction(() => document.querySelectorAll('style[data-href]').length === 1);
});

/** Waits until the work after the first render of a page is done, with its modules loaded. */
const afterFirstRender = (): Promise<void> =>
  at.page.evaluate(async () => {
    const path = '/build/index.esm.js';
    await (await import(path)).whenDeliverySettled();
  });

for (const [title, swap] of [
  ['is removed by itself', () => document.querySelector('style[data-href]')!.remove()],
  ['goes with the head of the page', () => document.head.replaceWith(document.createElement('head'))],
  [
    'goes with the whole page, while the element goes over to the next one',
    () => {
      const next = document.implementation.createHTMLDocument().documentElement;
      const before = document.documentElement;
      document.replaceChild(next, before);
      document.body.append(...before.querySelectorAll('body > *'));
    },
  ],
] as const)
  for (const name of ['feaas-component', 'feaas-stylesheet'])
    test(`E13, S2: a stylesheet that ${title} returns before the next frame, for ${name}`, async () => {
      await at.page.evaluate(async (name) => {
        const element = document.createElement(name) as ComponentElement;
        element.setAttribute('cdn', location.origin);
        element.setAttribute('src', name === 'feaas-component' ? 'lib/card' : `${location.origin}/styles/lib`);
        document.body.append(element, Object.assign(document.createElement('i'), { className: 'card' }));
        await waitForRender(element).catch(() => {});
        await element.whenLoaded();
      }, name);
      await afterFirstRender();
      const colors = await at.page.evaluate(async (swap) => {
        const seen: string[] = [];
        // Navigate repeatedly, as on a single-page site.
        for (let times = 0; times < 3; times++) {
          new Function(`(${swap})()`)();
          await new Promise(requestAnimationFrame);
          seen.push(getComputedStyle(document.querySelector('i.card')!).color);
        }
        return [...seen, document.querySelectorAll('style[data-href]').length];
      }, String(swap));
      const color = 'rgb(1, 2, 3)';
      assert.deepEqual(colors, [color, color, color, 1]);
    });

test('E13, S2: the kit replaces a removed link of the page; an unused stylesheet does not return', async () => {
  await showBesideLink();
  await afterFirstRender();
  await at.page.evaluate(() => document.querySelector('link[href$="published.css"]')!.remove());
  await at.page.waitForFunction(() => getComputedStyle(document.querySelector('.card')!).color === 'rgb(1, 2, 3)');
  const left = await at.page.evaluate(async () => {
    document.querySelector('feaas-component')!.remove();
    await new Promise((resolve) => setTimeout(resolve));
    document.querySelector('style[data-href]')!.remove();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return document.querySelectorAll('style[data-href]').length;
  });
  assert.equal(left, 0);
});

test('E13, S2: if the page forbids inline styles, a stylesheet removed from the head still applies, once', async () => {
  const serve: Route = (_request, response, { pathname }) => {
    if (pathname !== '/strict.html') return undefined;
    send(response, '<!doctype html><script type="module" src="/build/feaas.esm.js"></script><body>', 'text/html', {
      'content-security-policy': "default-src 'self'",
    });
    return true;
  };
  at.server.routes.unshift(serve);
  try {
    await at.page.goto(`${at.server.origin}/strict.html`);
    await at.page.evaluate(async (card) => {
      const element = document.createElement('feaas-component') as ComponentElement;
      for (const [name, value] of Object.entries({ ...card, cdn: location.origin })) element.setAttribute(name, value);
      document.body.append(element);
      await customElements.whenDefined('feaas-component');
      await element.whenRendered();
    }, CARD);
    await afterFirstRender();
    const seen = await at.page.evaluate(async () => {
      const seen: unknown[] = [];
      for (let times = 0; times < 3; times++) {
        document.querySelector('style[data-href]')!.remove();
        await new Promise(requestAnimationFrame);
        seen.push([getComputedStyle(document.querySelector('.card')!).color, document.adoptedStyleSheets.length]);
      }
      return seen;
    });
    assert.deepEqual(seen, Array(3).fill(['rgb(1, 2, 3)', 1]));
  } finally {
    at.server.routes.splice(at.server.routes.indexOf(serve), 1);
  }
});

test('E13, S2: a script that removes a stylesheet again and again succeeds in the end, with a warning', async () => {
  await at.page.evaluate(async (card) => waitForRender(createComponent(card)), CARD);
  await afterFirstRender();
  const removals = await at.page.evaluate(async () => {
    let count = 0;
    const remove = (): void =>
      document.querySelectorAll('style[data-href]').forEach((each) => {
        count++;
        each.remove();
      });
    new MutationObserver(remove).observe(document.head, { childList: true });
    remove();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return count;
  });
  assert.ok(removals < 50, `${removals} removals`);
  assert.ok(at.consoleMessages.some((line) => line.includes('removes the stylesheet of a library again and again')));
});

for (const isolate of [false, true])
  for (const moved of [false, true])
    test(`E2, S2: ${isolate ? 'an isolated' : 'a'} component that is ${moved ? 'moved' : 'added'} to another document has its stylesheet there`, async () => {
      const colors = await at.page.evaluate(
        async (card, isolate, moved) => {
          const frame = document.body.appendChild(document.createElement('iframe'));
          const seen: string[] = [];
          const attributes = { ...card, ...(isolate && { isolate: '' }) };
          let element = createComponent(attributes);
          await waitForRender(element);
          for (const parent of [document.body, frame.contentDocument!.body, document.body]) {
            if (moved) parent.append(element);
            else element = createComponent(attributes, parent);
            await waitForRender(element);
            const view = element.ownerDocument.defaultView!;
            const card = (element.shadowRoot!.querySelector('.card') ?? element.querySelector('.card'))!;
            for (let frames = 0; frames < 60 && view.getComputedStyle(card).color !== 'rgb(1, 2, 3)'; frames++)
              await new Promise(requestAnimationFrame);
            seen.push(view.getComputedStyle(card).color);
          }
          return seen;
        },
        CARD,
        isolate,
        moved,
      );
      assert.deepEqual(colors, ['rgb(1, 2, 3)', 'rgb(1, 2, 3)', 'rgb(1, 2, 3)']);
    });
