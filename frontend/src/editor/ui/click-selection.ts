/**
 * What a click selects: images and the page's own components are no text, so a click on one is about its address, or its
 * properties. An image is reached through what lies over it, and another click, or one with Alt, reaches what lies below.
 */
import { NODE } from '../../../../src/utils/editing/model/decorate';
import { elementsUnder, imageSeenAt } from '../view/stacked-elements';
import { copyOf, wholeAt, type ViewportPoint } from '../view/locate';
import type { EditorController, PanelName } from '../types';

/** Pixels within which two clicks are at one place. */
const NEAR = 4;

/** What a click has selected, and where. */
const selected = new WeakMap<EditorController, { readonly element: Element; readonly point: ViewportPoint }>();

const isNear = (one: ViewportPoint, other: ViewportPoint): boolean =>
  Math.abs(one.x - other.x) <= NEAR && Math.abs(one.y - other.y) <= NEAR;

export interface Click {
  readonly target: Element;
  /** Whether it was in what is typed in. */
  readonly isTyped: boolean;
  /** What was open when it came. */
  readonly panel: PanelName | null;
  readonly event: MouseEvent;
}

export function selectClicked(controller: EditorController, { target, isTyped, panel, event }: Click): void {
  const { store, editorView, editableRoot } = controller;
  const { root } = editableRoot;
  const point = { x: event.clientX, y: event.clientY };
  const before = selected.get(controller);
  const stack = elementsUnder(root, point);
  const top = stack[0];
  const last = before && isNear(before.point, point) ? before.element : undefined;
  const next = event.altKey || (last && !isTyped) ? stack[(stack.indexOf(last ?? top!) + 1) % stack.length] : undefined;
  const element = next ?? wholeAt(target) ?? (isTyped ? undefined : imageSeenAt(root, point));
  if (element ?? (isTyped ? undefined : top)) selected.set(controller, { element: element ?? top!, point });
  else selected.delete(controller);
  if (!element) {
    // This code may come late: what somebody has opened since stays open.
    if (/^(?:image|link|external)$/.test(panel!) && panel === store.getState().panel) store.set({ panel: null });
    return;
  }
  const id = Number(element.getAttribute(NODE));
  const selection = { selectedNode: id, selectedCopy: { id, copy: copyOf(root, element) } };
  if (wholeAt(element) === element && !store.getState().areBindingsShown)
    store.set({ panel: element.localName === 'img' ? 'image' : 'external', panelNode: id, ...selection });
  else {
    // In data mode it is about where it comes from.
    editorView.blur();
    store.set(selection);
  }
}
