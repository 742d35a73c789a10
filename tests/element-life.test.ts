/** The life of elements in a page: E7-E12, D16; and the loader. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HTTPRequest } from 'puppeteer';
import { CARD, requestsWith, at, heldResponses, type ComponentElement } from './lib/elements';
import { waitUntil } from './lib/wait-until';

/** How the next request whose URL contains this text ends. */
const endOf = (part: string): Promise<'finished' | 'failed'> =>
  new Promise((resolve) => {
    for (const end of ['finished', 'failed'] as const) {
      const hear = (request: HTTPRequest): void => {
        if (!request.url().includes(part)) return;
        at.page.off(`request${end}`, hear);
        resolve(end);
      };
      at.page.on(`request${end}`, hear);
    }
  });
/** Waits until pending renders have run. */
const frames = (): Promise<void> =>
  at.page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );

test('E7: events bubble through shadow roots, in order, with their details', async () => {
  const seen = await at.page.evaluate(async (card) => {
    const host = document.createElement('div');
    const root = host.attachShadow({ mode: 'open' });
    document.body.append(host);
    let detail: Record<string, unknown> = {};
    document.addEventListener('feaasRender', (event) => (detail = (event as CustomEvent).detail));
    const element = createComponent(card, root as unknown as Element);
    await waitForRender(element);
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

test('E8: an element removed while it loads cancels the request and never renders; re-inserted, it starts again', async () => {
  const end = endOf('/slow/one/');
  await at.page.evaluate(
    () =>
      void Object.assign(window, { element: createComponent({ library: 'lib', component: 'slow', version: 'one' }) }),
  );
  await waitUntil(() => heldResponses.has('one'));
  await at.page.evaluate(() => void (window as any).element.remove());
  assert.equal(await end, 'failed');
  heldResponses.get('one')!();
  heldResponses.delete('one');
  await frames();
  const html = await at.page.evaluate(() => {
    const before = (window as any).element.innerHTML as string;
    document.body.append((window as any).element);
    return before;
  });
  assert.equal(html, '');
  await waitUntil(() => heldResponses.has('one'));
  heldResponses.get('one')!();
  await at.page.waitForFunction(() => document.querySelector('feaas-component p'));
  const seen = await at.page.evaluate(() => log);
  assert.deepEqual(seen, ['Mount', 'Mount', 'Load', 'Render']);
});

test('E8, S4: an element removed after it has requested its fork and its original cancels both and fires no further events', async () => {
  const finished: string[] = [];
  const hear = (request: HTTPRequest): void => void finished.push(new URL(request.url()).pathname);
  at.page.on('requestfinished', hear);
  const told = await at.page.evaluate(async () => {
    const told: string[] = [];
    const element = createComponent({ library: 'lib', component: 'left', instance: 'page' }, null);
    for (const type of ['Mount', 'Load', 'Render', 'Error', 'Unmount'])
      element.addEventListener(`feaas${type}`, () => told.push(type));
    element.addEventListener('feaasMount', () => queueMicrotask(() => element.remove()));
    document.body.append(element);
    await waitForRender(createComponent({ library: 'lib', component: 'stays', instance: 'page' }));
    return told;
  });
  at.page.off('requestfinished', hear);
  assert.deepEqual(told, ['Mount', 'Unmount']);
  // The fork has loaded. The request for the original is canceled unless it has finished before.
  assert.ok(finished.some((path) => path.includes('/stays/page/')));
  assert.deepEqual(
    finished.filter((path) => path.includes('/left/')),
    [],
  );
});

test('E8: an element moved in the DOM neither refetches nor loses state', async () => {
  const seen = await at.page.evaluate(async () => {
    const element = createComponent({ library: 'lib', component: 'list', data: '{"l":[{"t":"a"},{"t":"b"}]}' });
    await waitForRender(element);
    const input = element.querySelector('input')!;
    input.value = 'typed';
    const place = document.createElement('section');
    document.body.append(place);
    place.append(element);
    await waitForRender(element);
    return { value: element.querySelector('input')!.value, same: element.querySelector('input') === input, log };
  });
  assert.deepEqual([seen.value, seen.same], ['typed', true]);
  assert.equal(requestsWith('/components/').length, 1);
  assert.deepEqual(
    seen.log.filter((line) => /mount/i.test(line)),
    ['Mount'],
  );
});

test('E8: a late response never overwrites a newer one', async () => {
  const end = endOf('/slow/one/');
  await at.page.evaluate(
    () =>
      void Object.assign(window, { element: createComponent({ library: 'lib', component: 'slow', version: 'one' }) }),
  );
  await waitUntil(() => heldResponses.has('one'));
  await at.page.evaluate(() => (window as any).element.setAttribute('version', 'two'));
  await waitUntil(() => heldResponses.has('two'));
  heldResponses.get('two')!();
  await at.page.waitForFunction(() => document.querySelector('p.two'));
  heldResponses.get('one')!();
  await end;
  await frames();
  assert.equal(await at.page.evaluate(() => document.querySelectorAll('p.one').length), 0);
});

test('E1, E6: the overlay disappears when there is nothing to load anymore', async () => {
  await at.page.evaluate(async (card) => {
    const element = createComponent(card);
    await waitForRender(element);
    element.setAttribute('component', 'slow');
  }, CARD);
  await at.page.waitForFunction(() => document.querySelector('feaas-component')!.shadowRoot!.querySelector('.busy'));
  const overlay = await at.page.evaluate(() => {
    const element = document.querySelector('feaas-component')!;
    const { position, animationName, pointerEvents, width } = getComputedStyle(
      element.shadowRoot!.querySelector('[part=loader]')!,
    );
    element.removeAttribute('library');
    return { position, animationName, pointerEvents, covers: parseFloat(width) === element.clientWidth };
  });
  assert.deepEqual(overlay, { position: 'absolute', animationName: 'pulse', pointerEvents: 'none', covers: true });
  await at.page.waitForFunction(() => !document.querySelector('feaas-component')!.shadowRoot!.querySelector('.busy'), {
    timeout: 30_000,
  });
  assert.equal(await at.page.evaluate(() => document.querySelector('feaas-component')!.textContent), 'X');
});

test('E8: a hidden component does not load until shown', async () => {
  await at.page.evaluate(async (card) => {
    Object.assign(window, { element: createComponent({ ...card, hidden: '' }) });
    await (window as any).element.componentOnReady();
    // Wait until a later component has loaded.
    await waitForRender(createComponent({ ...card, component: 'later' }));
  }, CARD);
  assert.deepEqual([requestsWith('/card/').length, requestsWith('/later/').length], [0, 1]);
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

for (const [title, source, attributes] of [
  ['the default cdn, which nobody named', 'lib/card', {}],
  ['the page’s own origin, by a source that begins with a slash', '/components/lib/card', { cdn: '/cdn' }],
  ['the deprecated name of a cdn around it', 'lib/card', { hostname: 'http://other.localhost:9' }],
  ['the deprecated name of its own cdn', 'lib/card', { own: 'http://other.localhost:9' }],
  ['a cdn that is no URL', 'https://[/components/lib/card', {}],
] as [string, string, Record<string, string>][]) {
  test(`E9: a preview is held to the allowed origins with ${title}`, async () => {
    await at.page.goto(`${at.server.origin}/blank.html?feaasSrc=${encodeURIComponent(source)}`);
    const elsewhere: string[] = [];
    const note = (request: HTTPRequest): unknown =>
      request.url().startsWith(at.server.origin) || elsewhere.push(request.url());
    at.page.on('request', note);
    const seen = await at.page.evaluate(async ({ cdn, hostname, own }: Record<string, string>) => {
      document.body.innerHTML = '<div><feaas-component preview></feaas-component></div>';
      const element = document.querySelector('feaas-component') as ComponentElement;
      if (cdn) element.setAttribute('cdn', cdn);
      if (own) element.setAttribute('hostname', own);
      if (hostname) element.parentElement!.setAttribute('hostname', hostname);
      await element.componentOnReady();
      return element.whenRendered().then(
        () => element.querySelector('p')!.className,
        (error: Error) => error.message,
      );
    }, attributes);
    at.page.off('request', note);
    assert.equal(
      seen,
      source.startsWith('/') ? 'card  lib card responsive published' : 'Could not parse FEAAS Component source',
    );
    assert.deepEqual(elsewhere, []);
  });
}

test('E12: a suspended component neither loads nor renders until the attribute is removed', async () => {
  await at.page.evaluate(async (card) => {
    const waiting = createComponent({ ...card, suspended: '' });
    await waiting.componentOnReady();
    await waitForRender(createComponent({ ...card, component: 'later' }));
    Object.assign(window, { waiting });
  }, CARD);
  assert.deepEqual([requestsWith('/card/').length, requestsWith('/later/').length], [0, 1]);
  const seen = await at.page.evaluate(async () => {
    const { waiting } = window as unknown as { waiting: ComponentElement };
    waiting.removeAttribute('suspended');
    await new Promise((resolve) => setTimeout(resolve));
    await waitForRender(waiting);
    waiting.setAttribute('suspended', '');
    waiting.data = { a: { x: 'unseen' } };
    // Wait until another component shows the same data.
    const other = document.querySelectorAll<ComponentElement>('feaas-component')[1]!;
    other.data = { a: { x: 'unseen' } };
    while (other.textContent !== 'unseen') await new Promise(requestAnimationFrame);
    const before = waiting.textContent;
    waiting.removeAttribute('suspended');
    await new Promise((resolve) => setTimeout(resolve));
    await waitForRender(waiting);
    return [before, waiting.textContent];
  });
  assert.deepEqual(seen, ['X', 'unseen']);
});

test('first renders are in page order, in shadow trees and between them too', async () => {
  const seen = await at.page.evaluate(async () => {
    const orders: string[] = [];
    for (let turn = 0; turn < 4; turn++) {
      const main = document.createElement('main');
      // Every third is in the page, the others in one or two shadow trees. The last of them are created first.
      const elements = Array.from({ length: 24 }, (_, index) => {
        const at = 23 - index;
        const element = document.createElement('feaas-component');
        element.id = String(at);
        let outer: Element = element;
        for (let depth = at % 3; depth; depth--) {
          const host = document.createElement('div');
          host.attachShadow({ mode: 'open' }).append(outer);
          outer = host;
        }
        main.prepend(outer);
        return element;
      }).toReversed();
      document.body.append(main);
      await Promise.all(elements.map((element) => element.componentOnReady()));
      const order: number[] = [];
      const onRender = (event: Event): void => void order.push(Number((event.composedPath()[0] as Element).id));
      document.addEventListener('feaasRender', onRender);
      // The last of them has something to show first.
      for (const element of elements.toReversed()) {
        element.fetch = '';
        element.template = `<p>${element.id}</p>`;
      }
      await Promise.all(elements.map((element) => element.whenRendered()));
      document.removeEventListener('feaasRender', onRender);
      main.remove();
      orders.push(order.join());
    }
    return orders;
  });
  const expected = Array.from({ length: 24 }, (_, at) => at).join();
  assert.deepEqual(seen, [expected, expected, expected, expected]);
});

test('first paints leave the page responsive: from top to bottom, some in each frame', async () => {
  const seen = await at.page.evaluate(async () => {
    const host = document.createElement('div');
    document.body.append(host);
    const elements = Array.from({ length: 20 }, (_, at) => {
      const element = document.createElement('feaas-component');
      element.textContent = String(at);
      return element;
    });
    host.append(...elements);
    await Promise.all(elements.map((element) => element.componentOnReady()));
    // Keep the page busy for longer than the budget of a frame.
    const busy = (): void => {
      for (const until = performance.now() + 12; performance.now() < until;);
    };
    const order: number[] = [];
    const frames = new Set<unknown>();
    host.addEventListener('feaasRender', ({ target }) => {
      order.push(elements.indexOf(target as HTMLFeaasComponentElement));
      frames.add(document.timeline.currentTime);
      busy();
    });
    let answered = 0;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => order.length < elements.length && answered++ >= 0 && port2.postMessage(0);
    port2.postMessage(0);
    // Give content to the last element first.
    for (const [at, element] of [...elements.entries()].reverse()) {
      element.fetch = '';
      element.template = `<p>${at}</p>`;
    }
    await Promise.all(elements.map((element) => element.whenRendered()));
    port1.close();
    host.remove();
    return { order, frames: frames.size, answered };
  });
  assert.deepEqual(
    seen.order,
    seen.order.toSorted((one, other) => one - other),
  );
  assert.ok(seen.frames > 4, `${seen.frames} frames`);
  assert.ok(seen.answered > 4, `${seen.answered} answers`);
});

test('D16: elements that stay keep focus, selection and typed text when their item moves', async () => {
  const seen = await at.page.evaluate(async () => {
    const item = (t: string): { id: string; t: string } => ({ id: t, t });
    const element = createComponent({ library: 'lib', component: 'list' });
    element.data = { l: ['a', 'b', 'c'].map(item) };
    await waitForRender(element);
    const input = element.querySelectorAll('input')[1]!;
    input.value = 'typed by hand';
    input.focus();
    input.setSelectionRange(2, 5);
    element.data = { l: ['d', 'c', 'b', 'a'].map(item) };
    await waitForRender(element);
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

test('D16: texts of a long list follow the data, also where a script has changed them', async () => {
  const seen = await at.page.evaluate(async () => {
    const element = createComponent({
      fetch: '',
      template: '<ul><li data-path-scope="l.*"><b data-path="l.*.t">-</b></li></ul>',
    });
    const texts: string[] = [];
    const give = async (text: string): Promise<void> => {
      element.data = { l: Array.from({ length: 40 }, (_each, id) => ({ id, t: id === 3 ? text : `text ${id}` })) };
      await waitForRender(element);
      texts.push(element.querySelectorAll('b')[3]!.innerHTML);
    };
    for (const text of ['one', 'two', 'three']) await give(text);
    element.querySelectorAll('b')[3]!.textContent = 'drei';
    await give('four');
    await give('<i>five</i>');
    for (const text of ['six', 'seven', 'eight']) await give(text);
    return texts;
  });
  assert.deepEqual(seen, ['one', 'two', 'three', 'four', '<i>five</i>', 'six', 'seven', 'eight']);
});

test('the opacity of feaas-loader is 1 again without its attribute', async () => {
  const seen = await at.page.evaluate(async () => {
    const loader = document.createElement('feaas-loader');
    loader.setAttribute('opacity', '0.5');
    document.body.append(loader);
    await loader.componentOnReady();
    const opacity = (): string => loader.shadowRoot!.querySelector<HTMLElement>('[part=backdrop]')!.style.opacity;
    const first = opacity();
    loader.removeAttribute('opacity');
    return [first, opacity()];
  });
  assert.deepEqual(seen, ['0.5', '1']);
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

const CLOSED: readonly [title: string, html: string, open: string][] = [
  ['a closed <details>', '<details><summary>S</summary>…</details>', 'each.open = true'],
  ['hidden="until-found"', '<div hidden="until-found">…</div>', 'each.hidden = false'],
  ['a closed <dialog>', '<dialog>…</dialog>', 'each.showModal()'],
  ['a popover', '<div popover>…</div>', 'each.showPopover()'],
];
test('E8: in closed containers, components render, and lazy ones when the container opens', async () => {
  const seen = await at.page.evaluate(
    async (closed, card) => {
      const attributes = Object.entries(card).map(([name, value]) => `${name}='${value}'`);
      const tag = (more: string): string =>
        `<feaas-component cdn="/cdn" ${attributes.join(' ')} ${more}></feaas-component>`;
      const seen: unknown[] = [];
      for (const [, html, open] of closed) {
        const main = document.body.appendChild(document.createElement('main'));
        main.innerHTML = html.replace('…', tag('') + tag('loading="lazy"'));
        const [eager, lazy] = main.querySelectorAll<ComponentElement>('feaas-component');
        await waitForRender(eager!);
        const texts = [eager!.textContent, lazy!.textContent];
        new Function('each', open)(main.firstElementChild);
        await lazy!.whenRendered();
        seen.push([...texts, lazy!.textContent]);
        main.remove();
      }
      return seen;
    },
    CLOSED,
    CARD,
  );
  assert.deepEqual(
    seen,
    CLOSED.map(() => ['X', '', 'X']),
  );
});
