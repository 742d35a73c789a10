/** Picks an element of the page with the pointer or the keyboard. */
import { parentOf } from '../../../src/utils/element/inherit';
import type { Highlight } from './highlight';

export interface PickingOptions {
  readonly highlight: Highlight;
  /** The initial element for the keyboard. */
  readonly start: Element;
  /** The inspector's own element, which cannot be picked. */
  readonly own: Element;
  /** Called at the end, with undefined if nothing was picked. */
  onEnd(element: Element | undefined): void;
}

const componentAround = (element: Element): Element | undefined => {
  for (let current: Element | null = element; current; current = parentOf(current))
    if (current.localName === 'feaas-component') return current;
  return undefined;
};

/** The element that an arrow key moves to, within components. */
function neighborOf(from: Element, key: string): Element | null {
  const isEnd = from.localName === 'feaas-component' && !componentAround(parentOf(from) ?? document.documentElement);
  const inner = from.shadowRoot?.querySelector('[part=content]') ?? from;
  if (key === 'ArrowDown') return inner.firstElementChild;
  if (key === 'ArrowUp') return isEnd ? null : parentOf(from);
  if (!isEnd) return key === 'ArrowRight' ? from.nextElementSibling : from.previousElementSibling;
  const outermost = [...document.querySelectorAll('feaas-component')].filter(
    (each) => !componentAround(parentOf(each) ?? document.documentElement),
  );
  return outermost[outermost.indexOf(from) + (key === 'ArrowRight' ? 1 : -1)] ?? null;
}

const KEYS = ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight'];

/** Starts picking. Returns a function that ends it. */
export function startPicking({ highlight, start, own, onEnd }: PickingOptions): () => void {
  const stop = new AbortController();
  const options = { signal: stop.signal, capture: true };
  let current = start;
  const setCurrent = (element: Element): void => {
    current = element;
    highlight.show(element);
  };
  const finish = (element?: Element): void => {
    stop.abort();
    highlight.show();
    onEnd(element);
  };
  const elementUnder = (event: Event): Element | undefined => {
    const [element] = event.composedPath();
    return element instanceof Element && !event.composedPath().includes(own) && componentAround(element)
      ? element
      : undefined;
  };
  addEventListener(
    'pointermove',
    (event) => {
      const element = elementUnder(event);
      if (element && element !== current) setCurrent(element);
    },
    options,
  );
  // Prevents the page's reactions during picking.
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
    addEventListener(
      type,
      (event) => {
        if (event.composedPath().includes(own)) return;
        // Preventing pointer events could suppress the click of a touch.
        if (!type.startsWith('pointer')) event.preventDefault();
        event.stopImmediatePropagation();
        if (type === 'click') finish(elementUnder(event) ?? current);
      },
      options,
    );
  addEventListener(
    'keydown',
    (event) => {
      const { key } = event;
      if (key === 'Escape') finish();
      else if (key === 'Enter') finish(current);
      else if (KEYS.includes(key)) {
        const found = neighborOf(current, key);
        if (found && !found.hasAttribute('hidden')) {
          setCurrent(found);
          found.scrollIntoView({ block: 'nearest' });
        }
      } else return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    options,
  );
  setCurrent(start);
  return () => finish();
}
