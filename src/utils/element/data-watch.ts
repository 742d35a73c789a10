/**
 * Warns a developer of data that is changed inside of its object, which no element can see: frameworks with reactive proxies do that, and
 * set no property. Loaded on development machines alone, where comparing the data every second costs no visitor anything.
 */
import { warnOnce } from '../../global/logger';

/** Milliseconds between two looks at the data. */
const INTERVAL = 1000;

/** Data that takes more milliseconds to compare is not looked at again. */
const MOST_EXPENSIVE = 20;

interface Rendered {
  readonly data: object;
  /** The data as JSON, when it was rendered. */
  readonly text: string;
}

type DataElement = Element & { readonly data?: unknown };

/** JSON of data; undefined where it has none, or takes too long. */
function textOf(data: object): string | undefined {
  const start = performance.now();
  try {
    const text = JSON.stringify(data);
    return performance.now() - start < MOST_EXPENSIVE ? text : undefined;
  } catch {
    return undefined;
  }
}

const watched = new Map<WeakRef<DataElement>, Rendered>();
const references = new WeakMap<DataElement, WeakRef<DataElement>>();
/** Elements that have rendered since the last look. */
const rendered = new Set<DataElement>();

/** Remembers what an element has rendered. */
function remember(element: DataElement): void {
  const { data } = element;
  if (typeof data !== 'object' || data === null) return;
  const text = textOf(data);
  if (text === undefined) return;
  let reference = references.get(element);
  if (!reference) references.set(element, (reference = new WeakRef(element)));
  watched.set(reference, { data, text });
}

/** Warns of each element whose data is the same object with another content. */
function check(): void {
  for (const [reference, { data, text }] of watched) {
    const element = reference.deref();
    // Other data is about to be rendered, which makes it known again.
    if (!element?.isConnected || element.data !== data) {
      watched.delete(reference);
      continue;
    }
    const now = textOf(data);
    if (now === text) continue;
    watched.delete(reference);
    if (now === undefined) continue;
    warnOnce(
      '<feaas-component>: data changed inside of its object, so the change does not show. Set the property to a new object, such as a copy.',
      element,
    );
  }
}

/** Begins to watch the data of all elements of the page. */
export function watchData(): void {
  document.addEventListener('feaasRender', (event) => {
    const [element] = event.composedPath();
    if (!(element instanceof Element)) return;
    const reference = references.get(element);
    if (reference) watched.delete(reference);
    rendered.add(element);
  });
  for (const element of document.querySelectorAll('feaas-component')) remember(element);
  setInterval(() => {
    check();
    // Not with each rendering: JSON of the data takes longer than to render it, and is what a developer would measure.
    for (const element of rendered) remember(element);
    rendered.clear();
  }, INTERVAL);
}
