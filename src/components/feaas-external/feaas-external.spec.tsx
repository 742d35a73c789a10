/** The external element without a browser: which of its slots shows (E7). */
import { newSpecPage } from '@stencil/core/testing';
import { registerComponent } from '../../utils/external/registry';
import { FeaasExternal } from './feaas-external';

beforeEach(() => {
  class MutationObserver {
    observe(): void {}
    disconnect(): void {}
  }
  Object.assign(globalThis, { MutationObserver });
});

const html = '<feaas-external data-external-id="spec"><p>fallback</p></feaas-external>';
const slotOf = (element: Element): string | null => element.shadowRoot!.querySelector('slot')!.getAttribute('name');

it('shows its own content while nothing is registered', async () => {
  const { root } = await newSpecPage({ components: [FeaasExternal], html: html.replace('spec', 'none') });
  expect(slotOf(root!)).toBeNull();
});

it('shows the component that is registered, then its own content again, with events', async () => {
  const page = await newSpecPage({ components: [FeaasExternal], html: '<main></main>' });
  const types: string[] = [];
  for (const type of ['feaasMount', 'feaasUnmount']) page.body.addEventListener(type, () => types.push(type));
  const unregister = registerComponent({ name: 'spec', mount: () => ({ unmount() {} }) });
  page.body.innerHTML = html;
  await page.waitForChanges();
  const element = page.body.firstElementChild!;
  expect([slotOf(element), types]).toEqual(['feaas-mounted', ['feaasMount']]);
  unregister();
  await page.waitForChanges();
  // What was unmounted in the first turn is rendered in the second.
  await page.waitForChanges();
  expect([slotOf(element), types]).toEqual([null, ['feaasMount', 'feaasUnmount']]);
});
