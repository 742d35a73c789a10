/** React components of the elements, and external components in React's tree, with React 18 and 19 in strict mode. */
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { REACT_VERSIONS, reactJourney } from './lib/react-site';
import { send } from './lib/server';
import type { Site } from './pages/react-site';

declare global {
  interface Window {
    site: Site;
  }
}

const at = reactJourney((_request, response, url) => {
  if (url.pathname === '/data') return (send(response, '{"t":"From data"}', 'application/json'), true);
  if (url.pathname === '/components/lib/plain/responsive/published.html')
    return (send(response, '<b>From the host</b> '), true);
  if (url.pathname === '/components/lib/card/responsive/published.html')
    return (send(response, '<b data-path="s.t">-</b><feaas-component component="inner"></feaas-component>'), true);
  if (url.pathname === '/components/lib/inner/responsive/published.html')
    return (send(response, '<i data-path="s.t">-</i>'), true);
  if (url.pathname === '/styles/lib/published.css') return (send(response, 'b { color: red }', 'text/css'), true);
  return undefined;
});

/** Waits until a page shows a text; otherwise fails with the text of the page. */
const waitForText = (text: string): Promise<unknown> =>
  at.page
    .waitForFunction(
      (text: string) => document.querySelector<HTMLElement>('#root')!.innerText.replace(/\s+/g, ' ').trim() === text,
      { timeout: 5000 },
      text,
    )
    .catch(async () => assert.equal(await at.page.$eval('#root', (root) => (root as HTMLElement).innerText), text));

const assertNoConsoleMessages = (): void => assert.deepEqual(at.consoleMessages, []);

for (const version of REACT_VERSIONS)
  describe(`React ${version}`, () => {
    beforeEach(() => at.openSite(version));

    test('text properties become attributes, so that children inherit them; a token does not', async () => {
      await at.page.evaluate(() => {
        const { createElement: h, createRoot, kit, StrictMode, useState } = window.site;
        const heard: string[] = [];
        Object.assign(window, { heard });
        const Page = (): any => {
          const [title, setTitle] = useState('one');
          Object.assign(window, { setTitle });
          return h(
            kit.FeaasContext,
            { cdn: location.origin, library: 'lib', auth: 'secret', isolate: false },
            h(kit.FeaasComponent, {
              component: 'card',
              data: { s: { t: title } },
              editable: true,
              className: 'wide',
              onFeaasRender: ({ detail }) => heard.push(`${title} ${detail.source}`),
            }),
          );
        };
        createRoot(document.querySelector('#root')!).render(h(StrictMode, null, h(Page)));
      });
      await waitForText('one one');
      const seen = await at.page.evaluate(() => {
        const context = document.querySelector('feaas-context')!;
        const component = document.querySelector('feaas-component')!;
        const attributes = (element: Element): object =>
          Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));
        return [attributes(context), (context as any).auth, !!context.shadowRoot, attributes(component)];
      });
      const { origin } = at.server;
      assert.deepEqual(seen, [
        { cdn: origin, library: 'lib', isolate: 'false' },
        'secret',
        false,
        { component: 'card', editable: '', class: 'wide -feaas' },
      ]);
      await at.page.evaluate(() => (window as any).setTitle('two'));
      await waitForText('two two');
      await at.page.waitForFunction(() => (window as any).heard.includes('two lib/card/responsive/published'));
      assert.equal(at.server.log.filter((line) => line.startsWith('GET /components')).length, 2);
      assertNoConsoleMessages();
    });

    test('data may become text and an object again, and children may become the template of a component', async () => {
      const show = (props: object, child?: string): Promise<void> =>
        at.page.evaluate(
          (props, child) => {
            const { createElement: h, createRoot, kit, StrictMode } = window.site;
            const page = window as { reactRoot?: ReturnType<typeof createRoot> };
            page.reactRoot ??= createRoot(document.querySelector('#root')!);
            const children = child === undefined ? [] : [h('u', { 'data-path': 's.t' } as object, child)];
            page.reactRoot.render(h(StrictMode, null, h(kit.FeaasComponent, props as object, ...children)));
          },
          props,
          child,
        );
      const source = { cdn: at.server.origin, library: 'lib', component: 'card' };
      await show({ ...source, data: { s: { t: 'one' } } });
      await waitForText('one one');
      await show({ ...source, data: '{"s":{"t":"two"}}' });
      await waitForText('two two');
      await show({ ...source, data: { s: { t: 'three' } } });
      await waitForText('three three');
      await show({ fetch: false, data: { s: { t: 'four' } } }, 'own');
      await waitForText('four');
      assert.equal(await at.page.$eval('feaas-component', ({ innerHTML }) => innerHTML), '<u data-path="s.t">four</u>');
      assertNoConsoleMessages();
    });

    test('E6: children that are removed or null no longer show', async () => {
      const source = { cdn: at.server.origin, library: 'lib', component: 'inner', data: { s: { t: 'data' } } };
      const own = { ...source, fetch: false };
      const asIs = { fetch: false };
      const steps: [name: string, ...steps: [props: object, child: string | undefined, text: string][]][] = [
        [
          'fetched again',
          [source, 'one', 'data'],
          [own, 'two', 'two'],
          [own, 'three', 'three'],
          [source, 'three', 'data'],
        ],
        ['fetched for the first time', [own, 'one', 'one'], [own, 'two', 'two'], [source, 'two', 'data']],
        [
          'null',
          [own, 'one', 'one'],
          [own, undefined, ''],
          [own, 'two', 'two'],
          [own, undefined, ''],
          [source, undefined, 'data'],
        ],
        [
          'null as it is',
          [asIs, 'one', 'one'],
          [asIs, 'two', 'two'],
          [{ ...asIs, data: {} }, 'two', 'two'],
          [asIs, undefined, ''],
        ],
        [
          'a template',
          [own, 'one', 'one'],
          [own, 'two', 'two'],
          [{ ...own, template: '<b>t</b>' }, 'two', 't'],
          [own, 'three', 'three'],
        ],
      ];
      for (const [name, ...states] of steps) {
        for (const [props, child] of states) {
          await at.page.evaluate(
            (name, props, child) => {
              const { createElement: h, createRoot, kit, StrictMode } = window.site;
              const page = window as { reactRoot?: ReturnType<typeof createRoot> };
              page.reactRoot ??= createRoot(document.querySelector('#root')!);
              const children = child === undefined ? null : h('p', null, child);
              page.reactRoot.render(h(StrictMode, null, h(kit.FeaasComponent, { key: name, ...props }, children)));
            },
            name,
            props,
            child,
          );
          const [, , text] = states.find((state) => state[0] === props && state[1] === child)!;
          await waitForText(text);
        }
        // New data updates the content.
        const last = states.at(-1)!;
        if (last[2] !== 'data') continue;
        await at.page.evaluate(() => ((document.querySelector('feaas-component') as any).data = { s: { t: 'new' } }));
        await waitForText('new');
      }
      assertNoConsoleMessages();
    });

    test('the functions of the package share the state of its elements: clearing the cache applies to both', async () => {
      await at.page.evaluate(async () => {
        const { createElement: h, createRoot, kit } = window.site;
        const root = createRoot(document.querySelector('#root')!);
        const card = (key: string): any =>
          h(kit.FeaasComponent, { key, src: `${location.origin}/components/lib/inner`, data: {} });
        const shown = async (key: string): Promise<void> => {
          root.render(card(key));
          do await new Promise((resolve) => requestAnimationFrame(resolve));
          while (document.querySelector('#root')!.textContent !== '-');
        };
        await shown('first');
        await shown('second');
        kit.clearFetchCache();
        await shown('third');
        await kit.whenDeliverySettled();
      });
      const asked = at.server.log.filter((line) => line === 'GET /components/lib/inner/responsive/published.html');
      assert.equal(asked.length, 2);
      assertNoConsoleMessages();
    });

    test('an external component is in React’s tree: it reads context, fires events, and keeps its state', async () => {
      await at.page.evaluate(() => {
        const { createContext, createElement: h, createRoot, kit, StrictMode, useContext, useState } = window.site;
        const Color = createContext('none');
        const Counter = ({ step = 1 }: { step?: number }): any => {
          const [count, setCount] = useState(0);
          return h('button', { onClick: () => setCount(count + step) }, `${useContext(Color)} ${count}`);
        };
        kit.registerReactComponent(Counter, { name: 'counter', properties: { step: { type: 'integer' } } });
        const clicks: string[] = [];
        Object.assign(window, { clicks });
        const external =
          '<feaas-external data-external-id="counter" data-path-step="s.step">No counter</feaas-external>';
        const Page = (): any => {
          const [state, setState] = useState({ color: 'red', step: 2, isolate: false });
          Object.assign(window, { setState });
          return h(
            Color.Provider,
            { value: state.color },
            h(
              'main',
              { onClick: ({ target }) => clicks.push((target as Element).localName) },
              h(kit.FeaasComponent, {
                template: `<section>${external}<feaas-component fetch="" template="${external.replaceAll('"', '&quot;')}"></feaas-component></section>`,
                data: { s: { step: state.step } },
              }),
              h(kit.FeaasExternal, { dataExternalId: 'counter' }, 'No counter'),
            ),
          );
        };
        createRoot(document.querySelector('#root')!).render(h(StrictMode, null, h(Page)));
        // An external component outside React's tree gets a root of its own.
        document.body.insertAdjacentHTML(
          'beforeend',
          '<feaas-external id="alone" data-external-id="counter"></feaas-external>',
        );
      });
      await at.page.waitForFunction(() => document.querySelectorAll('button').length === 4);
      const buttons = (): Promise<string[]> => at.page.$$eval('button', (all) => all.map((each) => each.textContent!));
      assert.deepEqual(await buttons(), ['red 0', 'red 0', 'red 0', 'none 0']);
      for (const button of await at.page.$$('button')) await button.click();
      assert.deepEqual(await buttons(), ['red 2', 'red 2', 'red 1', 'none 1']);
      assert.deepEqual(await at.page.evaluate(() => (window as any).clicks), ['button', 'button', 'button']);
      await at.page.evaluate(() => (window as any).setState({ color: 'blue', step: 5 }));
      await at.page.waitForFunction(() => document.querySelector('button')!.textContent === 'blue 2');
      await at.page.waitForFunction(() => document.querySelector('feaas-external')!.getAttribute('step') === '5');
      for (const button of await at.page.$$('button')) await button.click();
      assert.deepEqual(await buttons(), ['blue 7', 'blue 7', 'blue 2', 'none 2']);
      assertNoConsoleMessages();
    });

    test('D13: no data becomes HTML, a style, a key or a ref of a component that passes its props on', async () => {
      const seen = await at.page.evaluate(async () => {
        const { createElement: h, createRoot, flushSync, kit, useEffect } = window.site;
        let mounted = 0;
        const Button = ({ label, datasources: _all, ...rest }: any): any => {
          useEffect(() => void mounted++, []);
          return h('a', { ...rest, id: 'button' }, label);
        };
        kit.registerReactComponent(Button, { name: 'button', properties: { label: { type: 'string' } } });
        const root = createRoot(document.querySelector('#root')!);
        const show = (more: object): Promise<void> => {
          const link = { label: 'Buy', title: 'T', href: '/a', ...more };
          const template =
            '<feaas-external data-external-id="button" data-path-attributes="s.link">Fallback</feaas-external>';
          flushSync(() => root.render(h(kit.FeaasComponent, { fetch: false, template, data: { s: { link } } })));
          return new Promise<void>((resolve) => {
            const look = (): void => {
              if (document.querySelector('#button')?.getAttribute('title') === link.title) resolve();
              else requestAnimationFrame(look);
            };
            look();
          });
        };
        await show({ dangerouslySetInnerHTML: { __html: '<img src=x onerror="window.ran = 1">' }, key: 'a', ref: 'r' });
        const first = document.querySelector('#button')!.outerHTML;
        document.querySelector<HTMLElement>('#button')!.onclick = (event) => event.preventDefault();
        const hostile = {
          ...{ title: 'U', key: 'b', style: { position: 'fixed' }, className: 'c', onClick: 'window.ran = 2' },
          ...{ href: 'javascript:window.ran = 3', srcDoc: 'x', slot: 's', innerHTML: 'x' },
        };
        await show(hostile);
        return [
          first,
          document.querySelector('#button')!.outerHTML,
          mounted,
          (window as { ran?: unknown }).ran ?? null,
        ];
      });
      assert.deepEqual(seen, [
        '<a href="/a" title="T" id="button">Buy</a>',
        '<a title="U" id="button">Buy</a>',
        1,
        null,
      ]);
      assert.ok(
        at.consoleMessages.every((line) => /is parsed as HTML|is an event handler|not allowed|carries code/.test(line)),
        at.consoleMessages.join('\n'),
      );
    });

    for (const isPrevented of [false, true])
      test(`E7: an error displays ${isPrevented ? 'nothing' : 'the fallback'} where its event is ${isPrevented ? '' : 'not '}prevented, and other values show again`, async () => {
        await at.page.evaluate((isPrevented: boolean) => {
          const { createElement: h, createRoot, kit, StrictMode, useState } = window.site;
          const Fragile = ({ text = '' }: { text?: string }): any => {
            if (text === 'boom') throw new Error('It broke');
            return h('b', null, text);
          };
          kit.registerReactComponent(Fragile, { name: 'fragile', properties: { text: { type: 'string' } } });
          const failed: string[] = [];
          document.addEventListener('feaasError', (event) => {
            failed.push((event as CustomEvent<Error>).detail.message);
            if (isPrevented) event.preventDefault();
          });
          const Page = (): any => {
            const [text, setText] = useState('fine');
            Object.assign(window, { setText, failed });
            const template =
              '<feaas-external data-external-id="fragile" data-path-text="s.text"><i>Fallback</i></feaas-external>';
            return h(kit.FeaasComponent, { template, data: { s: { text } } });
          };
          createRoot(document.querySelector('#root')!).render(h(StrictMode, null, h(Page)));
        }, isPrevented);
        for (const [text, shown] of [
          ['fine', 'fine'],
          ['boom', isPrevented ? '' : 'Fallback'],
          ['well', 'well'],
        ] as const) {
          await at.page.evaluate((text: string) => (window as any).setText(text), text);
          await waitForText(shown);
        }
        assert.deepEqual(await at.page.evaluate(() => (window as any).failed), ['It broke']);
      });

    for (const place of ['in a tree', 'below a Suspense boundary', 'in a root of its own', 'on hydration'] as const)
      test(`a component that suspends at first shows after its fallback: ${place}`, async () => {
        const [before, after, events] = await at.page.evaluate(async (place) => {
          const { createElement: h, createRoot, hydrateRoot, kit, lazy, StrictMode, Suspense } = window.site;
          const root = document.querySelector<HTMLElement>('#root')!;
          let load = (): void => {};
          const isAsked = new Promise<void>((resolve) => (load = resolve));
          let arrive = (_module: { default: any }): void => {};
          const arrived = new Promise<{ default: any }>((resolve) => (arrive = resolve));
          const Later = lazy(() => (load(), arrived));
          kit.registerReactComponent(Later as any, { name: 'later', properties: { text: { type: 'string' } } });
          const events: string[] = [];
          for (const type of ['feaasError', 'feaasMount', 'feaasUnmount'])
            document.addEventListener(type, (event) => {
              const { localName } = event.target as Element;
              if (localName === 'feaas-external') events.push(type);
            });
          const external =
            '<feaas-external data-external-id="later" data-path-text="s.text"><i>Fallback</i></feaas-external>';
          const props = { template: external, data: { s: { text: 'one' } } };
          const component = h(kit.FeaasComponent, { fetch: false, ...props });
          if (place === 'in a root of its own')
            root.innerHTML = external.replace('data-path-text="s.text"', 'text="one"');
          else if (place === 'on hydration') {
            const given = external.replace('data-path', 'text="one" data-path');
            root.innerHTML = `<feaas-component fetch="false" class="-feaas">${given}</feaas-component>`;
            hydrateRoot(
              root,
              h(kit.FeaasComponent, { fetch: false, ...props, dangerouslySetInnerHTML: { __html: given } }),
              { onRecoverableError: () => {} },
            );
          } else
            createRoot(root).render(
              h(StrictMode, null, place === 'in a tree' ? component : h(Suspense, { fallback: 'Outer' }, component)),
            );
          await isAsked;
          const frames = async (): Promise<void> => {
            for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => requestAnimationFrame(resolve));
          };
          await frames();
          const before = root.innerText.trim();
          arrive({ default: ({ text }: { text?: string }) => h('b', null, `Later ${text}`) });
          while (!root.querySelector('b') && !events.includes('feaasError')) await frames();
          await frames();
          return [before, root.innerText.trim(), events];
        }, place);
        assert.deepEqual([before, after, events], ['Fallback', 'Later one', ['feaasMount']]);
      });

    test('a ref is called as React calls it: with the element, then its cleanup function or null', async () => {
      const calls = await at.page.evaluate(() => {
        const { createElement: h, createRoot, flushSync, kit, React } = window.site;
        const calls: Record<string, string[]> = {};
        const note = (name: string, call: string): unknown => (calls[name] ??= []).push(call);
        /** The refs of a render: two that change each time, and one that stays. */
        const refOf =
          (name: string, isReturning: boolean): any =>
          (element: Element | null) => {
            note(name, element ? 'element' : 'null');
            return isReturning ? () => note(name, 'cleanup') : undefined;
          };
        const staying = Object.fromEntries(['div', 'kit'].map((tag) => [tag, refOf(`${tag} staying`, true)]));
        const object = React.createRef<HTMLElement>();
        const root = createRoot(document.querySelector('#root')!);
        for (const turn of [1, 2, 3])
          flushSync(() =>
            root.render(
              turn < 3 &&
                [
                  ['div', 'div'],
                  ['kit', kit.FeaasComponent],
                ].flatMap(([tag, type]) => [
                  h(type as any, { key: `${tag} 1`, ref: refOf(`${tag} returning`, true) }),
                  h(type as any, { key: `${tag} 2`, ref: refOf(`${tag} plain`, false) }),
                  h(type as any, { key: `${tag} 3`, ref: staying[tag as 'div'] }),
                  h(type as any, { key: `${tag} 4`, ref: object }),
                ]),
            ),
          );
        calls['object'] = [String(object.current)];
        return calls;
      });
      for (const kind of ['returning', 'plain', 'staying'])
        assert.deepEqual(calls[`kit ${kind}`], calls[`div ${kind}`]);
      assert.equal(calls['kit returning']!.includes('cleanup'), version === 19);
      assert.deepEqual(calls['object'], ['null']);
    });

    for (const hider of version === 19 ? (['Suspense', 'Activity'] as const) : (['Suspense'] as const))
      for (const end of ['shows again', 'goes'] as const)
        test(`removing children while the component loads and ${hider} hides it causes no error when it ${end}`, async () => {
          await at.page.evaluate(
            async (hider, end) => {
              const { createElement: h, createRoot, flushSync, kit, useState } = window.site;
              const { Activity, Suspense } = window.site as unknown as Record<string, any>;
              const never = new Promise(() => {});
              const Suspending = ({ isAway }: { isAway: boolean }): any => {
                if (isAway) throw never;
                return null;
              };
              let show = (_state: 'shown' | 'away' | 'gone'): void => {};
              const heard: string[] = [];
              document.addEventListener('feaasRender', ({ target }) => heard.push((target as Element).id));
              const children = ['Text ', h('i', { key: 1 }, 'element'), h('u', { key: 2 }, 'another')];
              const parts = [
                h(kit.FeaasComponent, { key: 1, id: 'one', cdn: '/', library: 'lib', component: 'plain' }, children),
                h(
                  kit.FeaasComponent,
                  { key: 2, id: 'two', fetch: 'data', data: { s: { url: '/data' } } },
                  h('b', { 'data-path': 's.t' }, 'Own'),
                ),
              ];
              const Page = (): any => {
                const [state, setState] = useState('shown');
                show = setState;
                if (state === 'gone') return 'Gone';
                const isAway = state === 'away';
                return hider === 'Activity'
                  ? h(Activity, { mode: isAway ? 'hidden' : 'visible' }, parts)
                  : h(Suspense, { fallback: 'Fallback' }, parts, h(Suspending, { isAway }));
              };
              const root = document.querySelector<HTMLElement>('#root')!;
              flushSync(() => createRoot(root).render(h(Page)));
              flushSync(() => show('away'));
              while (new Set(heard).size < 2) await new Promise((resolve) => requestAnimationFrame(resolve));
              flushSync(() => show(end === 'goes' ? 'gone' : 'shown'));
            },
            hider,
            end,
          );
          await waitForText(end === 'goes' ? 'Gone' : 'From the host From data');
          assert.equal(await at.page.$('i, u'), null);
          assertNoConsoleMessages();
        });

    test('an external component mounted before React hydrates moves into its tree', async () => {
      await at.page.evaluate(async () => {
        const { createContext, createElement: h, hydrateRoot, kit, useContext } = window.site;
        const Color = createContext('none');
        const Swatch = (): any => h('b', null, useContext(Color));
        kit.registerReactComponent(Swatch, { name: 'swatch' });
        const content = '<feaas-external data-external-id="swatch">-</feaas-external>';
        const template = content;
        const root = document.querySelector<HTMLElement>('#root')!;
        root.innerHTML = `<feaas-component template="${content.replaceAll('"', '&quot;')}" class="-feaas">${content}</feaas-component>`;
        while (root.innerText.trim() !== 'none') await new Promise((resolve) => requestAnimationFrame(resolve));
        hydrateRoot(
          root,
          h(
            Color.Provider,
            { value: 'green' },
            h(kit.FeaasComponent, { template, dangerouslySetInnerHTML: { __html: content } }),
          ),
        );
      });
      await waitForText('green');
      assertNoConsoleMessages();
    });

    test('an element that React removes takes its external components along, and works again after it returns', async () => {
      await at.page.evaluate(() => {
        const { createElement: h, createRoot, kit, StrictMode, useEffect, useState } = window.site;
        let living = 0;
        const Living = (): any => {
          useEffect(() => {
            living++;
            return () => void living--;
          }, []);
          return h('b', null, 'alive');
        };
        kit.registerReactComponent(Living, { name: 'living' });
        const Page = (): any => {
          const [shown, setShown] = useState(true);
          Object.assign(window, { setShown, living: () => living });
          const template = '<feaas-external data-external-id="living">-</feaas-external>';
          return shown ? h(kit.FeaasComponent, { template }) : 'gone';
        };
        createRoot(document.querySelector('#root')!).render(h(StrictMode, null, h(Page)));
      });
      for (const [shown, text, living] of [
        [true, 'alive', 1],
        [false, 'gone', 0],
        [true, 'alive', 1],
      ] as const) {
        await at.page.evaluate((shown: boolean) => (window as any).setShown(shown), shown);
        await waitForText(text);
        await at.page.waitForFunction(
          (living: number) => (window as any).living() === living,
          { timeout: 30_000 },
          living,
        );
      }
      assertNoConsoleMessages();
    });
  });
