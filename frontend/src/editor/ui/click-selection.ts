/**
 * Selects the clicked element. Images and external components are not text, so a click on one opens its panel. A click
 * reaches an image through elements that cover it. Another click, or one with Alt, selects the next element below.
 */
import { NODE } from '../../../../src/utils/editing/model/decorate';
import { elementsUnder, imageSeenAt } from '../view/stacked-elements';
import { copyOf, atomicElementAt, type ViewportPoint } from '../view/locate';
import type { EditorController, PanelName } from '../types';

/** Maximum distance in pixels between two clicks at the same point. */
const NEAR = 4;

/** The element that the last click selected, and its point. */
const lastClicks = new WeakMap<EditorController, { readonly element: Element; readonly point: ViewportPoint }>();

const isNear = (one: ViewportPoint, other: ViewportPoint): boolean =>
  Math.abs(one.x - other.x) <= NEAR && Math.abs(one.y - other.y) <= NEAR;

export interface Click {
  readonly target: Element;
  /** Whether the click was in editable text. */
  readonly isTyped: boolean;
  /** The panel that was open at the time of the click. */
  readonly panel: PanelName | null;
  readonly event: MouseEvent;
}

export function selectClicked(controller: EditorController, { target, isTyped, panel, event }: Click): void {
  const { store, editorView, editableRoot } = controller;
  const { root } = editableRoot;
  const point = { x: event.clientX, y: event.clientY };
  const lastClick = lastClicks.get(controller);
  const stack = elementsUnder(root, point);
  const top = stack[0];
  const lastElement = lastClick && isNear(lastClick.point, point) ? lastClick.element : undefined;
  const next =
    event.altKey || (lastElement && !isTyped)
      ? stack[(stack.indexOf(lastElement ?? top!) + 1) % stack.length]
      : undefined;
  const element = next ?? atomicElementAt(target) ?? (isTyped ? undefined : imageSeenAt(root, point));
  if (element ?? (isTyped ? undefined : top)) lastClicks.set(controller, { element: element ?? top!, point });
  else lastClicks.delete(controller);
  if (!element) {
    // This module may load late. A panel that was opened since then stays open.
    if (/^(?:image|link|external)$/.test(panel!) && panel === store.getState().panel) store.set({ panel: null });
    return;
  }
  const id = Number(element.getAttribute(NODE));
  const selection = { selectedNode: id, selectedCopy: { id, copy: copyOf(root, element) } };
  if (atomicElementAt(element) === element && !store.getState().areBindingsShown)
    store.set({ panel: element.localName === 'img' ? 'image' : 'external', panelNode: id, ...selection });
  else {
    // In data mode, a click selects the element to show its bindings.
    editorView.blur();
    store.set(selection);
  }
}
