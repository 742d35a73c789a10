/** Setup of the journeys of external components: a page with the kit, and a component that records the calls it receives. */
import { beforeEach } from 'node:test';
import { journey } from './journey';

export const at = journey({
  csp: "script-src 'self' 'unsafe-eval'; require-trusted-types-for 'script'; trusted-types feaas",
});

interface Kit {
  registerComponent(definition: unknown): () => void;
  registerDatasource(definition: unknown): () => void;
}

declare global {
  const kit: Kit;
  /** Recorded calls of the component, `mount {…}`, `update {…}`, `unmount`, and events of its element. */
  const calls: string[];
  /** Registers the component `clock`, which records its calls. `more` is merged into its definition. */
  const registerClock: (more?: object) => () => void;
  /** Waits for several frames and tasks, so that pending updates are done. */
  const waitForFrames: () => Promise<void>;
}

beforeEach(async () => {
  await at.open();
  await at.page.evaluate(async () => {
    await customElements.whenDefined('feaas-external');
    // The first element loads the code. Later elements need not wait for it.
    const first = document.body.appendChild(document.createElement('feaas-external'));
    await first.componentOnReady();
    first.remove();
    const path = '/build/index.esm.js';
    const calls: string[] = [];
    const kit = (await import(path)) as Kit;
    Object.assign(window, {
      kit,
      calls,
      async waitForFrames() {
        for (let turn = 0; turn < 4; turn++) {
          await new Promise((resolve) => requestAnimationFrame(resolve));
          await new Promise((resolve) => setTimeout(resolve));
        }
      },
      registerClock: (more: object = {}) =>
        kit.registerComponent({
          name: 'clock',
          properties: { zone: { type: 'string' }, size: { type: 'number' }, open: { type: 'boolean' } },
          mount(element: HTMLElement, props: { zone?: string }) {
            calls.push(`mount ${JSON.stringify(props)}`);
            const input = document.createElement('input');
            const show = ({ zone = '' }: { zone?: string }): void => void (element.dataset['zone'] = zone);
            element.append(input);
            show(props);
            return {
              update(now: { zone?: string }) {
                calls.push(`update ${JSON.stringify(now)}`);
                show(now);
              },
              unmount: () => void calls.push('unmount'),
            };
          },
          ...more,
        }),
    });
    for (const type of ['feaasMount', 'feaasUnmount', 'feaasError'])
      document.addEventListener(type, (event) => {
        if ((event.target as Element).localName === 'feaas-external')
          calls.push([type, (event as CustomEvent<Error | undefined>).detail?.message].filter(Boolean).join(' '));
      });
  });
});

/** Adds a <feaas-external> to the page through the DOM: the page's policy forbids HTML parsing. */
export const addExternal = (attributes: Record<string, string>, fallback = 'Fallback'): Promise<void> =>
  at.page.evaluate(
    (attributes, fallback) => {
      const element = document.createElement('feaas-external');
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      element.append(fallback);
      document.body.append(element);
      return waitForFrames();
    },
    attributes,
    fallback,
  );
/** The visible text of the page. */
export const pageText = (): Promise<string> => at.page.evaluate(() => document.body.innerText.trim());
export const consoleMessages = (): string[] => at.consoleMessages.filter((line) => !/favicon|404/.test(line));
export const takeCalls = (): Promise<string[]> => at.page.evaluate(() => calls.splice(0));
