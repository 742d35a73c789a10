/** When and where components render: without animation frames (E14), at the fragment (E13), isolated (E2), with nothing to fetch (E6). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addModulesLoaded, CARD, requestsWith, at, heldResponses, type ComponentElement } from './lib/elements';
import { waitUntil } from './lib/wait-until';

declare global {
  interface Document {
    startViewTransition(update: () => unknown): ViewTransition;
  }
}

test('E14: in the callback of a view transition, a component with template, data and stylesheet is rendered when the callback ends', async () => {
  const seen = await at.page.evaluate(async (card) => {
    await waitForRender(createComponent(card));
    const main = document.body.appendChild(document.createElement('main'));
    const shown: string[] = [];
    const element = createComponent({ ...card, id: 'new' }, null);
    const sync = document.startViewTransition(() => main.replaceChildren(element));
    await sync.updateCallbackDone;
    shown.push(element.textContent!);
    await sync.finished;
    const other = createComponent(card, null);
    const awaited = document.startViewTransition(async () => {
      main.replaceChildren(other);
      await other.whenRendered();
      shown.push(other.textContent!);
      other.data = { a: { x: 'changed' } };
      await other.whenRendered();
      shown.push(other.textContent!);
    });
    await awaited.updateCallbackDone;
    await awaited.finished;
    return shown;
  }, CARD);
  assert.deepEqual(seen, ['X', 'X', 'changed']);
});

test('E14: without animation frames, as in a hidden tab, components render, and whenRendered() resolves', async () => {
  const seen = await at.page.evaluate(async (card) => {
    window.requestAnimationFrame = () => 0;
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    const all = Array.from({ length: 30 }, () => createComponent(card));
    await Promise.all(all.map((each) => each.componentOnReady().then(() => each.whenRendered())));
    all[0]!.data = { a: { x: 'changed' } };
    await all[0]!.whenRendered();
    return all.map((each) => each.textContent).join(' ');
  }, CARD);
  assert.equal(seen, ['changed', ...Array<string>(29).fill('X')].join(' '));
});

const TALL = '<div style="height: 3000px"></div><p id="faq-3">Answer</p><div style="height: 3000px"></div>';

for (const [title, scrolled] of [
  ['is scrolled to, and the target, once', false],
  ['is not scrolled to when the visitor has scrolled', true],
] as const) {
  test(`E13: the target of the fragment in a component that arrives later ${title}`, async () => {
    await at.page.goto('about:blank');
    await at.page.goto(`${at.server.origin}/blank.html#faq-3`);
    await at.page.evaluate(() => customElements.whenDefined('feaas-component'));
    await addModulesLoaded();
    const seen = await at.page.evaluate(
      async (template, scrolled) => {
        const element = document.createElement('feaas-component') as ComponentElement & { template: string };
        element.setAttribute('fetch', '');
        document.body.append(element);
        await element.componentOnReady();
        await modulesLoaded();
        if (scrolled) dispatchEvent(new WheelEvent('wheel'));
        element.template = template;
        await element.whenRendered();
        await new Promise(requestAnimationFrame);
        const place = Math.round(document.querySelector('#faq-3')!.getBoundingClientRect().top);
        const target = document.querySelector(':target')?.id ?? null;
        scrollTo(0, 0);
        element.template = `${template}<hr>`;
        await element.whenRendered();
        await new Promise(requestAnimationFrame);
        return [place < 200, target, scrollY];
      },
      TALL,
      scrolled,
    );
    assert.deepEqual(seen, scrolled ? [false, null, 0] : [true, 'faq-3', 0]);
  });
}

for (const [title, isFramed] of [
  ['a page with a base address', false],
  ['a frame whose page is its srcdoc', true],
] as const)
  test(`E13: the page scrolls to the target of the fragment in ${title}, :target matches, and the page stays`, async () => {
    await at.page.goto('about:blank');
    await at.page.goto(`${at.server.origin}/blank.html${isFramed ? '' : '#faq-3'}`);
    const seen = await at.page.evaluate(
      async (template, isFramed) => {
        let view: Window & typeof globalThis = window;
        if (isFramed) {
          const frame = document.createElement('iframe');
          frame.srcdoc = '<!doctype html><script type="module" src="/build/feaas.esm.js"></script><body>';
          const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
          document.body.append(frame);
          await loaded;
          view = frame.contentWindow as typeof view;
          view.location.hash = 'faq-3';
        } else {
          const base = document.createElement('base');
          base.href = '/elsewhere/';
          document.head.prepend(base);
        }
        let isLeft = false;
        view.addEventListener('pagehide', () => (isLeft = true));
        const { document: page } = view;
        await view.customElements.whenDefined('feaas-component');
        const element = page.createElement('feaas-component') as ComponentElement & { template: string };
        element.setAttribute('fetch', '');
        element.template = template;
        page.body.append(element);
        await element.componentOnReady();
        await element.whenRendered();
        while (!isLeft && !page.querySelector(':target')) await new Promise((resolve) => setTimeout(resolve));
        const place = page.querySelector('#faq-3')!.getBoundingClientRect().top;
        return [isLeft, view.location.href.replace(location.origin, ''), place < 200];
      },
      TALL,
      isFramed,
    );
    assert.deepEqual(seen, [false, isFramed ? 'about:srcdoc#faq-3' : '/blank.html#faq-3', true]);
  });

test('E6: children without a source are the content: whenRendered() resolves, feaasRender fires, nothing is written', async () => {
  const seen = await at.page.evaluate(async () => {
    const element = document.createElement('feaas-component') as ComponentElement;
    element.innerHTML = '<p>hi</p>';
    const paragraph = element.firstChild;
    document.body.append(element);
    await element.componentOnReady();
    await element.whenRendered();
    return [element.innerHTML, element.firstChild === paragraph, element.className, log];
  });
  assert.deepEqual(seen, ['<p>hi</p>', true, '-feaas', ['Mount', 'Render']]);
});

for (const [title, isIdle] of [
  ['', true],
  [', also before the page has been idle', false],
] as const)
  test(`E2: setting and removing isolate later moves content, stylesheet and nodes together${title}`, async () => {
    const seen = await at.page.evaluate(
      async (card, isIdle) => {
        // Modules for later renders do not load before a render needs them.
        if (!isIdle) window.requestIdleCallback = () => 0;
        const element = createComponent(card);
        await waitForRender(element);
        const paragraph = element.querySelector('p')!;
        const look = async (): Promise<unknown[]> => {
          await new Promise((resolve) => setTimeout(resolve));
          await waitForRender(element);
          const root = paragraph.getRootNode();
          return [root === document ? 'page' : root === element.shadowRoot, getComputedStyle(paragraph).color];
        };
        const steps = [await look()];
        element.setAttribute('isolate', '');
        steps.push(await look());
        element.data = { a: { x: 'inside' } };
        steps.push([...(await look()), paragraph.textContent]);
        element.removeAttribute('isolate');
        steps.push(await look());
        element.data = { a: { x: 'outside' } };
        steps.push([...(await look()), paragraph.textContent]);
        return steps;
      },
      CARD,
      isIdle,
    );
    const color = 'rgb(1, 2, 3)';
    assert.deepEqual(seen, [
      ['page', color],
      [true, color],
      [true, color, 'inside'],
      ['page', color],
      ['page', color, 'outside'],
    ]);
    assert.equal(requestsWith('/components/').length, 1);
  });

test('E1: on a first visit, an element with placeholder children shows the loading overlay', async () => {
  await at.page.evaluate(() => {
    localStorage.clear();
    const element = createComponent({ library: 'lib', component: 'slow', version: 'overlay' }, null);
    element.innerHTML = '<p>Please wait</p>';
    document.body.append(element);
  });
  await at.page.waitForFunction(() =>
    document.querySelector('feaas-component')!.shadowRoot?.querySelector('[part=loader].busy'),
  );
  await waitUntil(() => heldResponses.has('overlay'));
  heldResponses.get('overlay')!();
  await at.page.waitForFunction(() => !document.querySelector('feaas-component')!.shadowRoot!.querySelector('.busy'));
});
