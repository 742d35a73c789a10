/** Hostile values in every sink: no script runs, while the same values in raw HTML run (D13, D19, E9). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'puppeteer';
import { openPage } from './lib/browser';
import { journey } from './lib/journey';
import { send } from './lib/server';
import { own, payloads } from './security/payloads';
import { FORBIDDEN, SINKS } from './security/sinks';
import { executions, watchExecution } from './security/watch';

/** Serves every path that a hostile URL could lead to. */
const at = journey({}, (_request, response, url) => {
  if (url.pathname !== '/hostile.js' && !url.pathname.includes('evil')) return undefined;
  send(response, 'window.__canary = 1', 'text/javascript');
  return true;
});
let tab: Page | undefined;

test('raw innerHTML, the baseline, runs some payloads', async () => {
  const page = await openPage(at.browser);
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}));
  await page.goto(`${at.server.origin}/blank.html`);
  const ran = await page.evaluate(async (payloads: string[]) => {
    const ran = new Set<number>();
    for (let start = 0; start < payloads.length; start += 25) {
      const frames = payloads.slice(start, start + 25).map((payload, index) => {
        const frame = document.createElement('iframe');
        document.body.append(frame);
        const inner = frame.contentWindow as any;
        const note = (): unknown => ran.add(start + index);
        inner.alert = note;
        Object.defineProperty(inner, '__canary', { set: note });
        frame.contentDocument!.body.innerHTML = payload;
        return frame;
      });
      await new Promise((resolve) => setTimeout(resolve, 200));
      for (const frame of frames) frame.remove();
    }
    return ran.size;
  }, payloads);
  console.log(`# baseline: ${ran} of ${payloads.length} payloads ran in raw innerHTML`);
  assert.ok(ran > 0);
  await page.close();
});

test('the watcher detects scripts that run', async () => {
  tab = await openPage(at.browser);
  await watchExecution(tab);
  await tab.goto(`${at.server.origin}/blank.html`);
  const { ran } = await executions(tab, own, () =>
    tab!.evaluate(async (html: string) => {
      (window as any).__now = 0;
      document.body.innerHTML = `${html}<a href="javascript:alert(1)">x</a>`;
      document.querySelector('a')!.click();
      while ((window as any).__ran.length < 2) await new Promise(requestAnimationFrame);
    }, own[0]!),
  );
  assert.deepEqual(ran.map((each) => each.split(' ')[0]).sort(), ['__canary', 'alert']);
});

for (const sink of SINKS) {
  test(`${sink.name}: none of ${payloads.length} payloads runs`, async () => {
    await tab!.goto(`${at.server.origin}/blank.html`);
    const { ran } = await executions(tab!, payloads, () =>
      tab!.evaluate(
        async (template: string, all: unknown[]) => {
          const path = '/build/index.esm.js';
          const kit = (await import(path)) as {
            renderDOMContent(element: Element, template: string, data: unknown): unknown;
          };
          // A valid form action would only leave the page.
          window.addEventListener('submit', (event) => event.preventDefault(), true);
          const isLink = (target: EventTarget): boolean =>
            target instanceof Element && target.matches('a[href],area[href]');
          window.addEventListener(
            'click',
            (event) => {
              const link = event.composedPath().find(isLink) as HTMLAnchorElement | undefined;
              if (link && link.protocol !== 'javascript:') event.preventDefault();
            },
            true,
          );
          /** Waits until all requested images have loaded or failed, and their handlers have run. */
          const settled = async (holders: readonly HTMLElement[]): Promise<void> => {
            const images = holders.flatMap((holder) => [...holder.querySelectorAll('img')]);
            // Request this image after all others.
            const last = new Image();
            last.src = `/none-${performance.now()}.png`;
            await Promise.allSettled([...images, last].map((image) => image.decode()));
            for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
          };
          for (let start = 0; start < all.length; start += 50) {
            const holders: HTMLElement[] = [];
            for (const [index, data] of all.slice(start, start + 50).entries()) {
              (window as any).__now = start + index;
              const holder = document.createElement('div');
              document.body.append(holder);
              holders.push(holder);
              await kit.renderDOMContent(holder, template, data);
            }
            await settled(holders);
            for (const holder of holders) {
              for (const element of holder.querySelectorAll<HTMLElement>('*')) {
                element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true }));
                element.focus?.();
              }
            }
            await settled(holders);
            for (const holder of holders) holder.remove();
          }
        },
        sink.template,
        payloads.map((payload) => sink.data(payload)),
      ),
    );
    assert.deepEqual(ran, []);
  });
}

test('D19: attributes on feaas-* elements that select or contain code never come from data', async () => {
  await at.open();
  const html = await at.page.evaluate(async (names: string[]) => {
    const path = '/build/index.esm.js';
    const kit = (await import(path)) as {
      renderDOMContent(element: Element, template: string, data: unknown): unknown;
    };
    const holder = document.createElement('div');
    const bindings = names.map((name) => `data-path-${name}="v"`).join(' ');
    await kit.renderDOMContent(
      holder,
      `<feaas-component ${bindings} data-path-title="v"></feaas-component><feaas-stylesheet data-path-attributes="o"></feaas-stylesheet><p data-path="h">-</p>`,
      {
        v: 'taken',
        o: Object.fromEntries(names.map((name) => [name, 'taken'])),
        h: '<b>kept</b><feaas-component library="x"></feaas-component>',
      },
    );
    return holder.innerHTML;
  }, FORBIDDEN);
  for (const name of FORBIDDEN) assert.doesNotMatch(html, new RegExp(` ${name}="`), name);
  assert.match(html, / title="taken"/);
  assert.match(html, /<b>kept<\/b><\/p>/);
});

test('E9: a preview shows only content of an allowed host', async () => {
  const evil = 'http://evil.localhost:9/components/lib/card';
  for (const source of [
    evil,
    '//evil.localhost:9/components/lib/card',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>/components/a/b',
    ...own,
  ]) {
    await at.open(`?feaasSrc=${encodeURIComponent(source)}`);
    const seen = await at.page.evaluate(async () => {
      const element = document.createElement('feaas-component') as HTMLElement & {
        componentOnReady(): Promise<unknown>;
        whenRendered(): Promise<void>;
      };
      element.setAttribute('preview', '');
      let error = '';
      element.addEventListener('feaasError', (event) => (error = (event as CustomEvent<Error>).detail.message));
      document.body.append(element);
      await element.componentOnReady();
      await element.whenRendered().catch(() => {});
      return { error, html: element.innerHTML, canary: (window as any).__canary };
    });
    assert.equal(seen.canary, undefined, source);
    assert.equal(seen.html, '', source);
    assert.ok(seen.error, `${source} is refused with an error`);
    assert.deepEqual(
      at.server.log.filter((line) => line.includes('evil')),
      [],
      source,
    );
  }
});
