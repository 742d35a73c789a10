/** The component element without a browser: where its content goes, its overlay, and its events (E1, E2, E7). */
import { newSpecPage } from '@stencil/core/testing';
import { FeaasComponent } from './feaas-component';

beforeEach(() => {
  class MutationObserver {
    observe(): void {}
    disconnect(): void {}
  }
  Object.assign(globalThis, { MutationObserver });
});

const open = async (html: string) => {
  const page = await newSpecPage({ components: [FeaasComponent], html });
  const element = page.body.firstElementChild as HTMLFeaasComponentElement;
  return { page, element, instance: page.rootInstance as FeaasComponent };
};
const parts = ({ shadowRoot }: Element): string[] =>
  Array.from(shadowRoot!.children, (child) => child.getAttribute('part') ?? child.localName);

it('shows its content through a slot, and has nothing else in its shadow root (E1)', async () => {
  const { element, instance } = await open('<feaas-component suspended><p>server</p></feaas-component>');
  expect([parts(element), element.innerHTML]).toEqual([['slot'], '<p>server</p>']);
  expect(instance.content).toBe(element);
});

it('has a container for its content when it is isolated, and a slot again when it is not (E2)', async () => {
  const { page, element, instance } = await open('<feaas-component suspended isolate></feaas-component>');
  expect(parts(element)).toEqual(['content']);
  expect(instance.content!.className).toBe('-feaas');
  instance.content!.append('written by the engine');
  instance.isLoading = true;
  await page.waitForChanges();
  expect([parts(element), instance.content!.textContent]).toEqual([['content', 'loader'], 'written by the engine']);
  element.isolate = false;
  await page.waitForChanges();
  expect([parts(element), instance.content]).toEqual([['slot', 'loader'], element]);
});

it('has no overlay until it loads, and keeps it to fade', async () => {
  const { page, element, instance } = await open('<feaas-component suspended></feaas-component>');
  const overlay = (): string | undefined => element.shadowRoot!.querySelector('[part=loader]')?.className;
  expect(overlay()).toBeUndefined();
  instance.setLoading(true);
  await page.waitForChanges();
  expect(overlay()).toBe('busy');
  instance.setLoading(false);
  await page.waitForChanges();
  expect(overlay()).toBe('');
});

it('emits its events so that the whole page hears them, and knows of a prevented one (E7)', async () => {
  const { page, instance } = await open('<feaas-component suspended></feaas-component>');
  const seen: [string, boolean, boolean, boolean][] = [];
  for (const type of ['feaasMount', 'feaasLoad', 'feaasRender', 'feaasError', 'feaasUnmount'])
    page.doc.addEventListener(type, (event: Event) => {
      seen.push([event.type, event.bubbles, event.composed, event.cancelable]);
      if (event.type === 'feaasError') event.preventDefault();
    });
  for (const type of ['Mount', 'Load', 'Unmount'] as const) instance.emit(type);
  instance.emitRender({} as never);
  expect(instance.emitError(new Error('none'))).toBe(true);
  expect(seen).toEqual(
    ['feaasMount', 'feaasLoad', 'feaasUnmount', 'feaasRender', 'feaasError'].map((type) => [type, true, true, true]),
  );
});
