/** The editor element without a browser: its state, its parts, and what it reflects (§4). */
import { newSpecPage } from '@stencil/core/testing';
import { FeaasLoader } from '../feaas-loader/feaas-loader';
import { FeaasEditor } from './feaas-editor';

beforeEach(() => {
  class MutationObserver {
    observe(): void {}
    disconnect(): void {}
  }
  Object.assign(globalThis, { MutationObserver });
});

const open = async (html = '<feaas-editor></feaas-editor>') => {
  const page = await newSpecPage({ components: [FeaasEditor, FeaasLoader], html });
  return { page, element: page.body.firstElementChild as HTMLFeaasEditorElement };
};

it('is idle at first, has a place for the interface, and no overlay', async () => {
  const { element } = await open();
  expect([element.getAttribute('state'), element.getAttribute('aria-busy')]).toEqual(['idle', 'false']);
  expect(Array.from(element.shadowRoot!.children, (child) => child.getAttribute('part'))).toEqual(['place']);
});

it('shows that it loads: to those who see, and to those who listen', async () => {
  const { page, element } = await open();
  element.state = 'loading';
  (page.rootInstance as FeaasEditor).show('loading');
  await page.waitForChanges();
  const loader = element.shadowRoot!.querySelector<HTMLElement>('feaas-loader')!;
  expect([element.getAttribute('aria-busy'), loader.hidden, loader.getAttribute('aria-label')]).toEqual([
    'true',
    false,
    'Loading',
  ]);
  (page.rootInstance as FeaasEditor).show('ready');
  await page.waitForChanges();
  expect([element.getAttribute('aria-busy'), loader.hidden]).toEqual(['false', true]);
});

it('reflects what it is opened on, and what it reports', async () => {
  const { page, element } = await open('<feaas-editor hidden></feaas-editor>');
  Object.assign(element, { component: 'card', version: 'phone', forked: true, changed: true });
  await page.waitForChanges();
  const names = ['component', 'version', 'forked', 'changed'];
  expect(names.map((name) => element.getAttribute(name))).toEqual(['card', 'phone', '', '']);
  Object.assign(element, { component: undefined, forked: false });
  await page.waitForChanges();
  expect(names.map((name) => element.hasAttribute(name))).toEqual([false, true, false, true]);
});

it('says that it is not ready when it is asked too early (§8)', async () => {
  const { element } = await open();
  const log = jest.spyOn(console, 'error').mockImplementation(() => {});
  expect(await element.save()).toBe(false);
  expect(log.mock.calls[0]![0]).toContain('Editor is not ready');
  log.mockRestore();
});
