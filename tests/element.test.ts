/** The elements' life in a page: E1-E12, S2, S4, D16, D17. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { journey } from './lib/journey';
import { send } from './lib/server';

type Live = HTMLElement & {
  componentOnReady(): Promise<unknown>;
  whenLoaded(): Promise<void>;
  whenRendered(): Promise<void>;
  data: unknown;
};

/** Answers that wait until the test lets them go. */
const held = new Map<string, () => void>();

const at = journey({}, (_request, response, url) => {
  const [, cdn, library, component, version, revision] =
    /^(\/[a-z]+)?\/components\/([^/]+)\/([^/]+)\/([^/]+)\/([^/]+)\.html$/.exec(url.pathname) ?? [];
  if (url.pathname.includes('/styles/')) {
    send(response, `.card { --sheet: "${url.pathname}"; color: rgb(1, 2, 3) }`, 'text/css');
    return true;
  }
  if (!library) return undefined;
  const answer = (): void => {
    if (component === 'gone' || (version?.startsWith('gone') ?? false))
      send(response, '', 'text/html', { 'x-ms-meta-versiondeletedat': 'now' });
    else if (component === 'list')
      send(
        response,
        '<ul><li data-path-scope="l.*"><input data-path-title="l.*.t"><b data-path="l.*.t">-</b></li></ul>',
      );
    else if (component === 'self')
      send(response, '<i>again</i><feaas-component library="lib" component="self"></feaas-component>');
    else if (component === 'outer')
      send(response, '<p data-path="a.x">-</p><feaas-component library="lib" component="card"></feaas-component>');
    else if (component === 'rows')
      send(
        response,
        '<div data-path-scope="rows.*"><feaas-component fetch="" template="&lt;s data-path=&quot;rows.*.n&quot;&gt;-&lt;/s&gt;"></feaas-component></div>',
      );
    else
      send(
        response,
        `<p class="card ${cdn ?? ''} ${library} ${component} ${version} ${revision}" data-path="a.x">-</p>`,
      );
  };
  if (component === 'slow') held.set(version!, answer);
  else answer();
  return true;
});

beforeEach(async () => {
  held.clear();
  await at.open();
  await at.page.evaluate(() => {
    Object.assign(window, {
      make(attributes: Record<string, string>, parent: Element | null = document.body): Live {
        const element = document.createElement('feaas-component') as Live;
        for (const [name, value] of Object.entries({ cdn: location.origin, ...attributes }))
          element.setAttribute(name, value);
        parent?.append(element);
        return element;
      },
      async settled(element: Live): Promise<void> {
        await element.componentOnReady();
        // what changed is looked at in a microtask
        await new Promise((resolve) => setTimeout(resolve));
        await element.whenRendered().catch(() => {});
      },
      log: [] as string[],
    });
    for (const type of ['Mount', 'Load', 'Render', 'Error', 'Unmount']) {
      document.addEventListener(`feaas${type}`, (event) =>
        (window as any).log.push(`${type} ${(event.target as Element).id}`.trim()),
      );
    }
  });
});

declare const make: (attributes: Record<string, string>, parent?: Element | null) => Live;
declare const settled: (element: Live) => Promise<void>;
declare const log: string[];

const asked = (part: string): string[] => at.server.log.filter((line) => line.includes(part));
const CARD = { library: 'lib', component: 'card', data: '{"a":{"x":"X"}}' };

test('E1: content in the light DOM; the shadow root holds a slot and the kit’s own interface', async () => {
  const seen = await at.page.evaluate(async (card) => {
    const element = make(card);
    await settled(element);
    const { shadowRoot } = element;
    return {
      html: element.innerHTML,
      slots: shadowRoot!.querySelectorAll('slot').length,
      found: document.querySelectorAll('p.card').length,
      color: getComputedStyle(element.querySelector('p')!).color,
      className: element.className,
    };
  }, CARD);
  assert.match(seen.html, /^<p class="card  lib card responsive published" data-path="a.x">X<\/p>$/);
  assert.deepEqual([seen.slots, seen.found, seen.color], [1, 1, 'rgb(1, 2, 3)']);
  // E3
  assert.match(seen.className, /(?:^| )-feaas(?: |$)/);
});

test('E1: what the server rendered shows before any script, and is adopted: the same nodes', async () => {
  const seen = await at.page.evaluate(async () => {
    const holder = document.createElement('div');
    holder.innerHTML = `<feaas-component cdn="${location.origin}" library="lib" component="card" data='{"a":{"x":"X"}}'><p class="card  lib card responsive published" data-path="a.x">X</p></feaas-component>`;
    const element = holder.firstElementChild as Live;
    const before = element.firstChild;
    document.body.append(holder);
    const shown = element.textContent;
    await settled(element);
    const same = element.firstChild === before;
    element.data = { a: { x: 'later' } };
    await settled(element);
    return { shown, same, still: element.firstChild === before, text: element.textContent };
  });
  assert.deepEqual(seen, { shown: 'X', same: true, still: true, text: 'later' });
});

test('E2: isolate draws inside the shadow root, with the stylesheet adopted there, one per URL', async () => {
  const seen = await at.page.evaluate(async (card) => {
    const [first, second] = [make({ ...card, isolate: '' }), make({ ...card, isolate: '' })];
    await Promise.all([settled(first), settled(second)]);
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
  // The kit's own and the library's.
  assert.equal(seen.shared, 2);
  assert.equal(asked('/styles/').length, 1);
});

test('S2, S4: one request per distinct URL per page, however many ask', async () => {
  await at.page.evaluate(async (card) => {
    const all = Array.from({ length: 20 }, () => make(card));
    await Promise.all(all.map(settled));
    await settled(make(card));
  }, CARD);
  assert.deepEqual([asked('/components/').length, asked('/styles/').length], [1, 1]);
  assert.equal(await at.page.evaluate(() => document.querySelectorAll('style[data-href]').length), 1);
});

test('S2: a stylesheet that the page has already is used', async () => {
  await at.page.evaluate(async (card) => {
    const link = Object.assign(document.createElement('link'), {
      rel: 'stylesheet',
      href: '/styles/lib/published.css',
    });
    document.head.append(link);
    await new Promise((resolve) => (link.onload = resolve));
    await settled(make(card));
  }, CARD);
  assert.equal(asked('/styles/').length, 1);
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
    const element = document.createElement('feaas-component') as Live;
    element.setAttribute('component', 'card');
    root.append(element);
    await settled(element);
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

test('E4: an own attribute wins over src, src over the default', async () => {
  const seen = await at.page.evaluate(async () => {
    const element = make({ src: '/cdn/components/lib/card/tablet/staged', version: 'phone' });
    element.removeAttribute('cdn');
    await settled(element);
    return element.firstElementChild!.className;
  });
  assert.equal(seen, 'card /cdn lib card phone staged');
});

for (const [fetch, expected] of [
  ['true', { template: 1, styles: 1, data: 1 }],
  ['', { template: 0, styles: 0, data: 0 }],
  ['false', { template: 0, styles: 0, data: 0 }],
  ['template', { template: 1, styles: 0, data: 0 }],
  ['data-stylesheet', { template: 0, styles: 1, data: 1 }],
  ['template data', { template: 1, styles: 0, data: 1 }],
] as const) {
  test(`E5: fetch="${fetch}" asks for ${JSON.stringify(expected)}`, async () => {
    await at.page.evaluate(async (fetch) => {
      const element = make({ library: 'lib', component: 'card', fetch, data: '{"a":{"url":"/data.json"}}' });
      await element.componentOnReady();
      await new Promise((resolve) => setTimeout(resolve, 150));
    }, fetch);
    assert.deepEqual(
      { template: asked('/components/').length, styles: asked('/styles/').length, data: asked('/data.json').length },
      expected,
    );
  });
}

test('E5: what is not fetched is asked for once the component changes, or data becomes settings', async () => {
  const html = await at.page.evaluate(async () => {
    const element = make({ library: 'lib', component: 'card', fetch: '' });
    await element.componentOnReady();
    await new Promise((resolve) => setTimeout(resolve));
    element.setAttribute('component', 'other');
    element.setAttribute('data', '{"a":{"url":"/data.json"}}');
    await new Promise((resolve) => setTimeout(resolve, 100));
    await settled(element);
    return element.innerHTML;
  });
  assert.match(html, /lib other responsive published/);
  assert.deepEqual([asked('/components/').length, asked('/styles/').length, asked('/data.json').length], [1, 0, 1]);
});

test('E6: however many attributes change, one render per frame', async () => {
  const renders = await at.page.evaluate(async (card) => {
    const element = make(card);
    await settled(element);
    let renders = 0;
    element.addEventListener('feaasRender', () => renders++);
    for (let step = 0; step < 50; step++) element.data = { a: { x: step } };
    element.setAttribute('template', '<b data-path="a.x">-</b>');
    await settled(element);
    return [renders, element.innerHTML];
  }, CARD);
  assert.deepEqual(renders, [1, '<b data-path="a.x">49</b>']);
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
        const element = make(card);
        await settled(element);
        element.setAttribute(name, value);
        await new Promise((resolve) => setTimeout(resolve));
        await settled(element);
        return element.innerHTML;
      },
      CARD,
      name,
      value,
    );
    assert.ok(html.includes(value) && html.includes('>X<'), html);
  });
}

test('E7: events bubble through shadow roots, in order, and tell what happened', async () => {
  const seen = await at.page.evaluate(async (card) => {
    const host = document.createElement('div');
    const root = host.attachShadow({ mode: 'open' });
    document.body.append(host);
    let detail: Record<string, unknown> = {};
    document.addEventListener('feaasRender', (event) => (detail = (event as CustomEvent).detail));
    const element = make(card, root as unknown as Element);
    await settled(element);
    const { phase, source, revision, stale, error, milliseconds } = detail;
    element.remove();
    await new Promise((resolve) => setTimeout(resolve));
    return { log, detail: { phase, source, revision, stale, error: error === undefined }, time: typeof milliseconds };
  }, CARD);
  assert.deepEqual(seen.log, ['Mount', 'Load', 'Render', 'Unmount'].slice(0, 3).concat(seen.log.slice(3)));
  assert.deepEqual(seen.detail, {
    phase: 'initial',
    source: 'lib/card/responsive/published',
    revision: 'published',
    stale: false,
    error: true,
  });
  assert.equal(seen.time, 'number');
});

test('E8: removed while it loads, it cancels its request and never renders; re-inserted, it starts again', async () => {
  await at.page.evaluate(
    () => void Object.assign(window, { element: make({ library: 'lib', component: 'slow', version: 'one' }) }),
  );
  await until(() => held.has('one'));
  await at.page.evaluate(async () => {
    (window as any).element.remove();
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  held.get('one')!();
  held.delete('one');
  const html = await at.page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const before = (window as any).element.innerHTML as string;
    document.body.append((window as any).element);
    return before;
  });
  assert.equal(html, '');
  await until(() => held.has('one'));
  held.get('one')!();
  await at.page.waitForFunction(() => document.querySelector('feaas-component p'));
  const seen = await at.page.evaluate(() => log);
  assert.deepEqual(seen, ['Mount', 'Mount', 'Load', 'Render']);
});

test('E8: moved in the DOM it neither refetches nor loses state', async () => {
  const seen = await at.page.evaluate(async () => {
    const element = make({ library: 'lib', component: 'list', data: '{"l":[{"t":"a"},{"t":"b"}]}' });
    await settled(element);
    const input = element.querySelector('input')!;
    input.value = 'typed';
    const place = document.createElement('section');
    document.body.append(place);
    place.append(element);
    await settled(element);
    return { value: element.querySelector('input')!.value, same: element.querySelector('input') === input, log };
  });
  assert.deepEqual([seen.value, seen.same], ['typed', true]);
  assert.equal(asked('/components/').length, 1);
  assert.deepEqual(
    seen.log.filter((line) => /mount/i.test(line)),
    ['Mount'],
  );
});

test('E8: a late answer never overwrites a newer one', async () => {
  await at.page.evaluate(
    () => void Object.assign(window, { element: make({ library: 'lib', component: 'slow', version: 'one' }) }),
  );
  await until(() => held.has('one'));
  await at.page.evaluate(() => (window as any).element.setAttribute('version', 'two'));
  await until(() => held.has('two'));
  held.get('two')!();
  await at.page.waitForFunction(() => document.querySelector('p.two'));
  held.get('one')!();
  await at.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 60)));
  assert.equal(await at.page.evaluate(() => document.querySelectorAll('p.one').length), 0);
});

test('E8: a hidden component does not load until shown', async () => {
  await at.page.evaluate(async (card) => {
    Object.assign(window, { element: make({ ...card, hidden: '' }) });
    await (window as any).element.componentOnReady();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }, CARD);
  assert.equal(asked('/components/').length, 0);
  await at.page.evaluate(() => (window as any).element.removeAttribute('hidden'));
  await at.page.waitForFunction(() => document.querySelector('feaas-component p')?.textContent === 'X');
});

test('E9: a preview shows the source of the page’s feaasSrc', async () => {
  await at.page.goto(
    `${at.server.origin}/blank.html?feaasSrc=${encodeURIComponent('/cdn/components/lib/card/phone/staged')}`,
  );
  await at.page.evaluate(() => {
    const element = document.createElement('feaas-component');
    element.setAttribute('preview', '');
    document.body.append(element);
  });
  await at.page.waitForFunction(
    () => document.querySelector('p.card')?.className === 'card /cdn lib card phone staged',
  );
});

test('E9: another origin shows only if the context allows it', async () => {
  const other = at.server.origin.replace('127.0.0.1', 'localhost');
  await at.page.goto(`${at.server.origin}/blank.html?feaasSrc=${encodeURIComponent(`${other}/components/lib/card`)}`);
  const refused = await at.page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener('feaasError', (event) => resolve((event as CustomEvent<Error>).detail.message));
        const element = document.createElement('feaas-component');
        element.setAttribute('preview', '');
        document.body.append(element);
      }),
  );
  assert.equal(refused, 'Could not parse FEAAS Component source');
  await at.page.evaluate((other) => {
    const context = document.createElement('feaas-context');
    context.setAttribute('origins', other);
    const element = document.createElement('feaas-component');
    element.setAttribute('preview', '');
    context.append(element);
    document.body.append(context);
  }, other);
  await at.page.waitForFunction(() => document.querySelector('p.card.lib'));
});

test('E10: a nested component has the data of its place; a clone keeps its own', async () => {
  const seen = await at.page.evaluate(async () => {
    const element = make({ library: 'lib', component: 'outer', data: '{"a":{"x":"shared"}}' });
    await settled(element);
    const nested = element.querySelector('feaas-component') as Live;
    await settled(nested);
    const first = nested.textContent;
    element.data = { a: { x: 'changed' } };
    await settled(element);
    await settled(nested);
    const clone = element.cloneNode(true) as Live;
    document.body.append(clone);
    const rows = make({ library: 'lib', component: 'rows', data: '{"rows":[{"n":"one"},{"n":"two"}]}' });
    await settled(rows);
    for (const each of rows.querySelectorAll<Live>('feaas-component')) await settled(each);
    await settled(clone);
    return {
      first,
      second: nested.textContent,
      clone: clone.querySelector('p')!.textContent,
      rows: [...rows.querySelectorAll('s')].map((each) => each.textContent),
    };
  });
  assert.deepEqual(seen, { first: 'shared', second: 'changed', clone: 'shared', rows: ['one', 'two'] });
});

test('E10: one that contains itself stops at depth 20 with an error', async () => {
  await at.page.evaluate(() => void make({ library: 'lib', component: 'self' }));
  await at.page.waitForFunction(() => log.some((line) => line.startsWith('Error')), { timeout: 20_000 });
  const [depth, message] = await at.page.evaluate(async () => {
    let depth = 0;
    for (let each = document.querySelector('feaas-component'); each; each = each.querySelector('feaas-component'))
      depth++;
    return [depth, log.filter((line) => line.startsWith('Error')).length];
  });
  assert.deepEqual([depth, message], [21, 1]);
  assert.equal(asked('/components/').length, 1);
});

test('E12: suspended neither loads nor repaints until removed', async () => {
  await at.page.evaluate(async (card) => {
    const waiting = make({ ...card, suspended: '' });
    await waiting.componentOnReady();
    await new Promise((resolve) => setTimeout(resolve, 60));
    Object.assign(window, { waiting });
  }, CARD);
  assert.equal(asked('/components/').length, 0);
  const seen = await at.page.evaluate(async () => {
    const { waiting } = window as unknown as { waiting: Live };
    waiting.removeAttribute('suspended');
    await new Promise((resolve) => setTimeout(resolve));
    await settled(waiting);
    waiting.setAttribute('suspended', '');
    waiting.data = { a: { x: 'unseen' } };
    await new Promise((resolve) => setTimeout(resolve, 60));
    const before = waiting.textContent;
    waiting.removeAttribute('suspended');
    await new Promise((resolve) => setTimeout(resolve));
    await settled(waiting);
    return [before, waiting.textContent];
  });
  assert.deepEqual(seen, ['X', 'unseen']);
});

test('D16: focus, selection and typed text of what stays are kept, wherever its item goes', async () => {
  const seen = await at.page.evaluate(async () => {
    const item = (t: string): { id: string; t: string } => ({ id: t, t });
    const element = make({ library: 'lib', component: 'list' });
    element.data = { l: ['a', 'b', 'c'].map(item) };
    await settled(element);
    const input = element.querySelectorAll('input')[1]!;
    input.value = 'typed by hand';
    input.focus();
    input.setSelectionRange(2, 5);
    element.data = { l: ['d', 'c', 'b', 'a'].map(item) };
    await settled(element);
    return {
      texts: [...element.querySelectorAll('b')].map((each) => each.textContent).join(''),
      focused: document.activeElement === input,
      selection: [input.selectionStart, input.selectionEnd],
      value: input.value,
      place: [...element.querySelectorAll('input')].indexOf(input),
    };
  });
  assert.deepEqual(seen, { texts: 'dcba', focused: true, selection: [2, 5], value: 'typed by hand', place: 2 });
});

test('feaas-stylesheet loads its stylesheet once and tells so; a wrong one tells its error', async () => {
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

test('feaas-loader fades in 0.3 s, its opacity 1 by default', async () => {
  const seen = await at.page.evaluate(async () => {
    const loader = document.createElement('feaas-loader') as HTMLElement & { componentOnReady(): Promise<unknown> };
    document.body.append(loader);
    await loader.componentOnReady();
    const backdrop = (): string => getComputedStyle(loader.shadowRoot!.querySelector('[part=backdrop]')!).opacity;
    const style = getComputedStyle(loader);
    const first = backdrop();
    loader.setAttribute('opacity', '0.6');
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const second = backdrop();
    loader.setAttribute('hidden', '');
    return [style.transitionDuration.split(',')[0], first, second, getComputedStyle(loader).pointerEvents];
  });
  assert.deepEqual(seen, ['0.3s', '1', '0.6', 'none']);
});

/** Waits for something this side of the wire. */
async function until(done: () => boolean): Promise<void> {
  while (!done()) await new Promise((resolve) => setTimeout(resolve, 5));
}
