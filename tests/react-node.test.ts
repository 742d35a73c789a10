/**
 * Components of the elements with the build of `@lit/react` for Node, which sets neither properties nor events. Sites' tests use it in Node
 * with a document such as jsdom's.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { journey } from './lib/journey';
import { browserBundle, nodeBuildOfLit } from './lib/react-bundle';
import { REACT_VERSIONS } from './lib/react-site';
import { send } from './lib/server';

const scripts: Record<string, string> = {};
const at = journey({}, (_request, response, { pathname }) => {
  if (scripts[pathname] === undefined) return undefined;
  return (send(response, scripts[pathname], 'text/javascript'), true);
});

for (const version of REACT_VERSIONS)
  test(`React ${version}: properties and events of the elements`, async () => {
    scripts[`/site-${version}.js`] = await browserBundle('tests/pages/react-site.ts', version, [nodeBuildOfLit]);
    await at.open();
    const seen = await at.page.evaluate(async (script) => {
      await import(script);
      const { createElement: h, createRoot, kit, StrictMode } = window.site;
      const container = document.body.appendChild(document.createElement('div'));
      const root = createRoot(container);
      const heard: string[] = [];
      const seen: unknown[] = [];
      const show = async (props: object): Promise<void> => {
        const template = '<b data-path="s.t">-</b>';
        root.render(h(StrictMode, null, h(kit.FeaasComponent, { fetch: false, template, ...props })));
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const element = container.querySelector('feaas-component')!;
        await element.whenRendered();
        seen.push([
          element.textContent,
          element.data ? typeof element.data : 'none',
          element.title,
          element.hasAttribute('title'),
          heard.splice(0),
        ]);
      };
      const listener = (name: string) => (): void => void heard.push(name);
      await show({ data: { s: { t: 'one' } }, title: 'T', onFeaasRender: listener('a') });
      await show({ data: { s: { t: 'two' } }, onFeaasRender: listener('b') });
      await show({ data: '{"s":{"t":"three"}}' });
      await show({ title: null, onFeaasRender: listener('c') });
      root.unmount();
      return seen;
    }, `/site-${version}.js`);
    assert.deepEqual(seen, [
      ['one', 'object', 'T', true, ['a']],
      ['two', 'object', '', false, ['b']],
      ['three', 'string', '', false, []],
      ['-', 'none', '', false, ['c']],
    ]);
    assert.deepEqual(at.consoleMessages, []);
  });
