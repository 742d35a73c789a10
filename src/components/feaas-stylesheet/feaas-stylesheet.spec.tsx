/** The stylesheet element without a browser: it shows nothing and reports what it does (E7, E11). */
import { newSpecPage } from '@stencil/core/testing';
import { FeaasStylesheet } from './feaas-stylesheet';

beforeEach(() => {
  class MutationObserver {
    observe(): void {}
    disconnect(): void {}
  }
  Object.assign(globalThis, { MutationObserver });
});

it('shows nothing, whatever is in it', async () => {
  const { root } = await newSpecPage({
    components: [FeaasStylesheet],
    html: '<feaas-stylesheet><p>child</p></feaas-stylesheet>',
  });
  expect(root!.shadowRoot!.children.length).toBe(0);
  expect(root!.innerHTML).toContain('child');
});

it('emits feaasMount when it connects and feaasUnmount when it is gone; without a library it waits (E7, E11)', async () => {
  const page = await newSpecPage({ components: [FeaasStylesheet], html: '<main></main>' });
  const types: string[] = [];
  for (const type of ['feaasMount', 'feaasLoad', 'feaasError', 'feaasUnmount'])
    page.body.addEventListener(type, ({ type: seen }: Event) => types.push(seen));
  const element = page.doc.createElement('feaas-stylesheet');
  page.body.append(element);
  await page.waitForChanges();
  expect(types).toEqual(['feaasMount']);
  element.addEventListener('feaasUnmount', ({ type }: Event) => types.push(`${type} on the element`));
  element.remove();
  await page.waitForChanges();
  expect(types).toEqual(['feaasMount', 'feaasUnmount on the element']);
});

it('emits feaasError for a source that does not parse, and rejects whenLoaded()', async () => {
  const page = await newSpecPage({ components: [FeaasStylesheet], html: '<main></main>' });
  const errors: Error[] = [];
  page.body.addEventListener('feaasError', (event) => errors.push((event as CustomEvent<Error>).detail));
  const log = jest.spyOn(console, 'error').mockImplementation(() => {});
  const element = page.doc.createElement('feaas-stylesheet') as HTMLFeaasStylesheetElement;
  element.setAttribute('src', '///');
  page.body.append(element);
  await page.waitForChanges();
  await expect(element.whenLoaded()).rejects.toThrow('Could not parse FEAAS Component source');
  expect(errors.map(({ name }) => name)).toEqual(['SourceParseError']);
  log.mockRestore();
});
