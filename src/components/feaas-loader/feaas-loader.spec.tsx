/** The loading overlay: what it shows, and what it is called. */
import { newSpecPage } from '@stencil/core/testing';
import { FeaasLoader } from './feaas-loader';

const open = async (html: string): Promise<HTMLFeaasLoaderElement> =>
  (await newSpecPage({ components: [FeaasLoader], html })).body.firstElementChild as HTMLFeaasLoaderElement;

it('renders a backdrop and a ring', async () => {
  const { shadowRoot } = await open('<feaas-loader></feaas-loader>');
  expect(Array.from(shadowRoot!.children, (child) => child.getAttribute('part'))).toEqual(['backdrop', 'spinner']);
});

it('is a status that is called Loading, unless the page calls it something else', async () => {
  const plain = await open('<feaas-loader></feaas-loader>');
  expect([plain.getAttribute('role'), plain.getAttribute('aria-label')]).toEqual(['status', 'Loading']);
  const named = await open('<feaas-loader role="progressbar" aria-label="Lädt"></feaas-loader>');
  expect([named.getAttribute('role'), named.getAttribute('aria-label')]).toEqual(['progressbar', 'Lädt']);
});

it('has the opacity of its attribute, and 1 without it', async () => {
  const page = await newSpecPage({ components: [FeaasLoader], html: '<feaas-loader opacity="0.5"></feaas-loader>' });
  const loader = page.body.firstElementChild as HTMLFeaasLoaderElement;
  const opacity = (): string => loader.shadowRoot!.querySelector<HTMLElement>('[part=backdrop]')!.style.opacity;
  expect(opacity()).toBe('0.5');
  loader.removeAttribute('opacity');
  await page.waitForChanges();
  expect(opacity()).toBe('1');
});

it('keeps `hidden`, which only its style reads', async () => {
  const loader = await open('<feaas-loader hidden></feaas-loader>');
  expect([loader.hidden, loader.shadowRoot!.children.length]).toEqual([true, 2]);
});
