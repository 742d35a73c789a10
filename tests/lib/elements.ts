/** Setup of the journeys of the elements: a host with components of all kinds, and global helper functions in the page. */
import { beforeEach } from 'node:test';
import { journey } from './journey';
import { send } from './server';

/** A <feaas-component> in a journey. */
export type ComponentElement = HTMLElement & {
  componentOnReady(): Promise<unknown>;
  whenLoaded(): Promise<void>;
  whenRendered(): Promise<void>;
  data: unknown;
};

/** Responses that are held until the test sends them, by version. */
export const heldResponses = new Map<string, () => void>();

export const at = journey({}, (_request, response, url) => {
  const [, cdn, library, component, version, revision] =
    /^(\/[a-z]+)?\/components\/([^/]+)\/([^/]+)\/([^/]+)\/([^/]+)\.html$/.exec(url.pathname) ?? [];
  if (url.pathname.includes('/styles/')) {
    send(response, `.card { --sheet: "${url.pathname}"; color: rgb(1, 2, 3) }`, 'text/css');
    return true;
  }
  if (!library) return undefined;
  const answer = (): void => {
    if (component === 'gone' || (version?.startsWith('gone') ?? false))
      send(response, '', 'text/html', { 'x-ms-meta-versiondeletedat': 'now' });
    else if (component === 'list')
      send(
        response,
        '<ul><li data-path-scope="l.*"><input data-path-title="l.*.t"><b data-path="l.*.t">-</b></li></ul>',
      );
    else if (component === 'self')
      send(response, '<i>again</i><feaas-component library="lib" component="self"></feaas-component>');
    else if (component === 'outer')
      send(response, '<p data-path="a.x">-</p><feaas-component library="lib" component="card"></feaas-component>');
    else if (component === 'rows')
      send(
        response,
        '<div data-path-scope="rows.*"><feaas-component fetch="" template="&lt;s data-path=&quot;rows.*.n&quot;&gt;-&lt;/s&gt;"></feaas-component></div>',
      );
    else
      send(
        response,
        `<p class="card ${cdn ?? ''} ${library} ${component} ${version} ${revision}" data-path="a.x">-</p>`,
      );
  };
  if (component === 'slow') heldResponses.set(version!, answer);
  else answer();
  return true;
});

/** Defines the global function `modulesLoaded`. A journey that opens another page calls this function again. */
export const addModulesLoaded = (): Promise<void> =>
  at.page.evaluate(() => {
    Object.assign(window, {
      async modulesLoaded(): Promise<void> {
        // A template from child nodes needs the lazily loaded modules.
        const probe = document.createElement('feaas-component') as ComponentElement;
        probe.innerHTML = '<i></i>';
        document.body.append(probe);
        await probe.componentOnReady();
        await probe.whenRendered();
        probe.remove();
      },
    });
  });

beforeEach(async () => {
  heldResponses.clear();
  await at.open();
  await addModulesLoaded();
  await at.page.evaluate(() => {
    Object.assign(window, {
      createComponent(attributes: Record<string, string>, parent: Element | null = document.body): ComponentElement {
        const element = document.createElement('feaas-component') as ComponentElement;
        for (const [name, value] of Object.entries({ cdn: location.origin, ...attributes }))
          element.setAttribute(name, value);
        parent?.append(element);
        return element;
      },
      async waitForRender(element: ComponentElement): Promise<void> {
        await element.componentOnReady();
        // The element handles changes in a microtask.
        await new Promise((resolve) => setTimeout(resolve));
        await element.whenRendered().catch(() => {});
      },
      log: [] as string[],
    });
    for (const type of ['Mount', 'Load', 'Render', 'Error', 'Unmount']) {
      document.addEventListener(`feaas${type}`, (event) =>
        (window as any).log.push(`${type} ${(event.target as Element).id}`.trim()),
      );
    }
  });
});

declare global {
  /** Creates a component with these attributes and adds it to the page. */
  const createComponent: (attributes: Record<string, string>, parent?: Element | null) => ComponentElement;
  /** Waits until a component has rendered its current inputs. */
  const waitForRender: (element: ComponentElement) => Promise<void>;
  /** Resolves when the modules that load after the first render are loaded. */
  const modulesLoaded: () => Promise<void>;
  /** Events so far: the type, and the id of the element, if any. */
  const log: string[];
}

/** Logged requests (`GET /path`) that contain a text. */
export const requestsWith = (part: string): string[] => at.server.log.filter((line) => line.includes(part));

/** A component with one binding. */
export const CARD = { library: 'lib', component: 'card', data: '{"a":{"x":"X"}}' };
