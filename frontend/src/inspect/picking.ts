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
  done(element: Element | undefined): void;
}

const componentAround = (element: Element): Element | undefined => {
  for (let at: Element | null = element; at; at = parentOf(at)) if (at.localName === 'feaas-component') return at;
  return undefined;
};

/** The element that an arrow key moves to, within components. */
function next(at: Element, key: string): Element | null {
  const isEnd = at.localName === 'feaas-component' && !componentAround(parentOf(at) ?? document.documentElement);
  const inner = at.shadowRoot?.querySelector('[part=content]') ?? at;
  if (key === 'ArrowDown') return inner.firstElementChild;
  if (key === 'ArrowUp') return isEnd ? null : parentOf(at);
  if (!isEnd) return key === 'ArrowRight' ? at.nextElementSibling : at.previousElementSibling;
  const all = [...document.querySelectorAll('feaas-component')].filter(
    (each) => !componentAround(parentOf(each) ?? document.documentElement),
  );
  return all[all.indexOf(at) + (key === 'ArrowRight' ? 1 : -1)] ?? null;
}

const KEYS = ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight'];

/** Starts picking. Returns a function that ends it. */
export function startPicking({ highlight, start, own, done }: PickingOptions): () => void {
  const stop = new AbortController();
  const options = { signal: stop.signal, capture: true };
  let at = start;
  const light = (element: Element): void => {
    at = element;
    highlight.show(element);
  };
  const end = (element?: Element): void => {
    stop.abort();
    highlight.show();
    done(element);
  };
  const under = (event: Event): Element | undefined => {
    const [element] = event.composedPath();
    return element instanceof Element && !event.composedPath().includes(own) && componentAround(element)
      ? element
      : undefined;
  };
  addEventListener(
    'pointermove',
    (event) => {
      const element = under(event);
      if (element && element !== at) light(element);
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
        if (type === 'click') end(under(event) ?? at);
      },
      options,
    );
  addEventListener(
    'keydown',
    (event) => {
      const { key } = event;
      if (key === 'Escape') end();
      else if (key === 'Enter') end(at);
      else if (KEYS.includes(key)) {
        const found = next(at, key);
        if (found && !found.hasAttribute('hidden')) {
          light(found);
          found.scrollIntoView({ block: 'nearest' });
        }
      } else return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    options,
  );
  light(start);
  return () => end();
}
