/** The context without a browser: what its content inherits, and its shadow root (E2, E4). */
import { newSpecPage } from '@stencil/core/testing';
import { FeaasContext } from './feaas-context';

beforeEach(() => {
  class CSSStyleSheet {
    replaceSync(): void {}
  }
  Object.assign(globalThis, { CSSStyleSheet });
});

const open = (html: string): Promise<Awaited<ReturnType<typeof newSpecPage>>> =>
  newSpecPage({ components: [FeaasContext], html });

it('reflects the properties that its content inherits, and removes their attributes (E4)', async () => {
  const page = await open('<feaas-context library="one"></feaas-context>');
  const context = page.body.firstElementChild as HTMLFeaasContextElement;
  Object.assign(context, { library: 'two', cdn: '/cdn', frontend: '/', backend: '/api', origins: 'https://a.test' });
  await page.waitForChanges();
  const seen = (): (string | null)[] =>
    ['library', 'cdn', 'frontend', 'backend', 'origins'].map((name) => context.getAttribute(name));
  expect(seen()).toEqual(['two', '/cdn', '/', '/api', 'https://a.test']);
  context.cdn = undefined;
  await page.waitForChanges();
  expect(context.hasAttribute('cdn')).toBe(false);
});

it('never reflects who edits', async () => {
  const page = await open('<feaas-context></feaas-context>');
  const context = page.body.firstElementChild as HTMLFeaasContextElement;
  context.auth = 'token';
  context.environment = 'production';
  await page.waitForChanges();
  expect(Array.from(context.attributes, ({ name }) => name)).toEqual([]);
});

it('has its interface in a shadow root, and its children stay children; `isolate="false"` makes none (E2)', async () => {
  const page = await open('<feaas-context><p>one</p></feaas-context><feaas-context isolate="false"></feaas-context>');
  const [isolated, plain] = Array.from(page.body.children);
  expect(Array.from(isolated!.shadowRoot!.children, (child) => child.getAttribute('part') ?? child.localName)).toEqual([
    'slot',
    'ui',
  ]);
  expect(isolated!.firstElementChild!.localName).toBe('p');
  expect(plain!.shadowRoot).toBeFalsy();
});
