/** The picker element without a browser: its button, its dialog, and their accessible names (§2). */
import { newSpecPage } from '@stencil/core/testing';
import { FeaasLoader } from '../feaas-loader/feaas-loader';
import { FeaasPicker } from './feaas-picker';

beforeEach(() => {
  class MutationObserver {
    observe(): void {}
    disconnect(): void {}
  }
  Object.assign(globalThis, { MutationObserver });
  Object.assign(HTMLElement.prototype, { attachInternals: () => ({ setFormValue() {}, setValidity() {} }) });
});

const open = async (html: string) => {
  const page = await newSpecPage({ components: [FeaasPicker, FeaasLoader], html });
  const element = page.body.firstElementChild as HTMLFeaasPickerElement;
  const part = (name: string): HTMLElement => element.shadowRoot!.querySelector<HTMLElement>(`[part=${name}]`)!;
  return { page, element, part };
};

it('has its interface in the page, and no button', async () => {
  const { element, part } = await open('<feaas-picker></feaas-picker>');
  expect(part('trigger').hidden).toBe(true);
  expect(part('place').closest('dialog')).toBeNull();
  expect(element.getAttribute('aria-busy')).toBe('false');
});

it('with `dialog` a button opens it, which says what is picked', async () => {
  const { page, element, part } = await open('<feaas-picker dialog placeholder="No picture"></feaas-picker>');
  expect(part('place').closest('dialog')).toBeTruthy();
  expect([part('trigger').hidden, part('trigger').textContent, part('dialog').getAttribute('aria-label')]).toEqual([
    false,
    'No picture',
    'No picture',
  ]);
  element.value = 'dark';
  await page.waitForChanges();
  expect(part('trigger').textContent).toBe('dark');
  (page.rootInstance as FeaasPicker).label = 'Night';
  await page.waitForChanges();
  expect(part('trigger').textContent).toBe('Night');
  element.value = 'light';
  await page.waitForChanges();
  expect(part('trigger').textContent).toBe('light');
});

it('reflects what the form and the style read', async () => {
  const { page, element } = await open('<feaas-picker></feaas-picker>');
  Object.assign(element, { name: 'theme', disabled: true, dialog: true });
  await page.waitForChanges();
  expect(['name', 'disabled', 'dialog'].map((name) => element.getAttribute(name))).toEqual(['theme', '', '']);
});

it('emits feaasPick, which the page can prevent', async () => {
  const { page, element } = await open('<feaas-picker></feaas-picker>');
  const picker = page.rootInstance as FeaasPicker;
  const pick = { mode: 'theme' as const, value: 'dark', item: {} } as never;
  expect(picker.emitPick(pick)).toBe(true);
  element.addEventListener('feaasPick', (event: Event) => event.preventDefault());
  expect(picker.emitPick(pick)).toBe(false);
});
