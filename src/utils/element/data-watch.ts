/**
 * Warns developers about data that is mutated in place, which elements can not detect: frameworks with reactive proxies
 * mutate data and set no property. Loaded only on development machines, because it compares the data every second.
 */
import { warnOnce } from '../../global/logger';

/** Milliseconds between two comparisons. */
const INTERVAL = 1000;

/** Data that takes more milliseconds to compare is not compared again. */
const MAX_DURATION = 20;

interface Rendered {
  readonly data: object;
  /** The data as JSON at the time of rendering. */
  readonly text: string;
}

type DataElement = Element & { readonly data?: unknown };

/** Serializes data to JSON; undefined if that fails or takes too long. */
function textOf(data: object): string | undefined {
  const start = performance.now();
  try {
    const text = JSON.stringify(data);
    return performance.now() - start < MAX_DURATION ? text : undefined;
  } catch {
    return undefined;
  }
}

const watched = new Map<WeakRef<DataElement>, Rendered>();
const references = new WeakMap<DataElement, WeakRef<DataElement>>();
/** Elements that have rendered since the last comparison. */
const rendered = new Set<DataElement>();

/** Stores the rendered data of an element. */
function storeData(element: DataElement): void {
  const { data } = element;
  if (typeof data !== 'object' || data === null) return;
  const text = textOf(data);
  if (text === undefined) return;
  let reference = references.get(element);
  if (!reference) references.set(element, (reference = new WeakRef(element)));
  watched.set(reference, { data, text });
}

/** Warns about each element whose data object has changed content. */
function check(): void {
  for (const [reference, { data, text }] of watched) {
    const element = reference.deref();
    // Other data will be rendered, and stored then.
    if (!element?.isConnected || element.data !== data) {
      watched.delete(reference);
      continue;
    }
    const currentText = textOf(data);
    if (currentText === text) continue;
    watched.delete(reference);
    if (currentText === undefined) continue;
    warnOnce(
      '<feaas-component>: data changed inside of its object, so the change does not show. Set the property to a new object, such as a copy.',
      element,
    );
  }
}

/** Starts to watch the data of all elements in the page. */
export function watchData(): void {
  document.addEventListener('feaasRender', (event) => {
    const [element] = event.composedPath();
    if (!(element instanceof Element)) return;
    const reference = references.get(element);
    if (reference) watched.delete(reference);
    rendered.add(element);
  });
  for (const element of document.querySelectorAll('feaas-component')) storeData(element);
  setInterval(() => {
    check();
    // Not after each render: serializing data takes longer than rendering it and would distort measurements.
    for (const element of rendered) storeData(element);
    rendered.clear();
  }, INTERVAL);
}
