/**
 * The script `preload` of the lazy build, a chunk of its own that imports no other. It requests the templates and stylesheets of a
 * page while the code of the elements is still loading: by the time that code runs, they are there or on their way (S5). The elements
 * take the requests over.
 */
import { hasCachedResources } from './utils/delivery/cached-resources';
import { preloadRequest } from './utils/delivery/preloaded-requests';
import {
  isStylesheet,
  stylesheetRequest,
  templateRequests,
  type ResourceRequest,
} from './utils/delivery/resource-request';
import { stylesheetElements } from './utils/delivery/stylesheet-elements';
import {
  SOURCE_ATTRIBUTES,
  hasComponent,
  parseFetchAttribute,
  resolveSource,
  type SourceProps,
} from './utils/element/component-source';

const requested = new Set<string>();

/** Requests what many elements may share, unless the page has it. */
function preloadOnce(request: ResourceRequest): void {
  const { url, type } = request;
  if (requested.has(url)) return;
  requested.add(url);
  if (!isStylesheet(type) || !stylesheetElements(url).length) preloadRequest(request);
}

/** Requests what an element is going to request when it is defined. */
function preloadElement(element: Element): void {
  const value = (name: string): string | undefined => element.getAttribute(name) ?? undefined;
  const props = Object.fromEntries(SOURCE_ATTRIBUTES.map((name) => [name, value(name)])) as SourceProps;
  const source = resolveSource(element, props);
  if (!hasComponent(source)) return;
  const shouldFetch = parseFetchAttribute(value('fetch'));
  if (shouldFetch('template')) templateRequests(source).forEach(preloadOnce);
  if (shouldFetch('stylesheet')) preloadOnce(stylesheetRequest(source));
}

/** What a server rendered is there already; what is previewed, not to be loaded yet, or without its properties is not known. */
const ELEMENTS =
  'feaas-component:not([last-modified], [preview], [loading=lazy], [hidden], [suspended], [data-awaiting-hydration])';

/** Every element of the page was looked at. */
let isComplete = false;

/** Requests what the elements of the page are going to request. */
export function preloadElements(): void {
  // Later visits show the copies that are cached; elements that are defined ask themselves.
  if (isComplete || hasCachedResources() || customElements.get('feaas-component')) return;
  isComplete = document.readyState !== 'loading';
  for (const element of document.querySelectorAll(ELEMENTS))
    try {
      preloadElement(element);
    } catch {
      // The element reports what is wrong with its source.
    }
}

// All elements of the page are there when it is parsed; deferred scripts, which define them, run only then.
if (document.readyState === 'loading')
  document.addEventListener('readystatechange', () => preloadElements(), { once: true });
else preloadElements();
