/** The React context of the editor's interface, and hooks that position its surfaces. */
import {
  createContext,
  useContext,
  useEffectEvent,
  useLayoutEffect,
  useSyncExternalStore,
  type RefObject,
} from 'react';
import { resolveElement, type ResolvedElement } from '../../../../src/utils/editing/model/syntax-tree';
import type { PositionObserver } from '../position-observer';
import type { EditorController, EditorUIState } from '../types';
import { visibleArea, type Obstacles } from './obstacles';
import { selectedNodeId } from './selected-element';
import { areaOf, type SurfaceName, type Surfaces } from './surfaces';
import { currentToolbarWidth } from './toolbar-width';

export interface EditorUIContextValue {
  readonly controller: EditorController;
  readonly positionObserver: PositionObserver;
  readonly surfaces: Surfaces;
  readonly obstacles: Obstacles;
}

export const EditorUIContext = createContext<EditorUIContextValue | null>(null);

export const useEditor = (): EditorUIContextValue => useContext(EditorUIContext)!;

/** Registers a surface while it is mounted, so that others can keep clear of it. */
export function useSurface(name: SurfaceName, ref: RefObject<HTMLElement | null>): void {
  const { surfaces } = useEditor();
  useLayoutEffect(() => void surfaces.set(name, ref), [surfaces, name, ref]);
}

/** Creates a selector of several values. It returns the same object as long as each value is the same. */
export function selectShallow<Selected extends Readonly<Record<string, unknown>>>(
  select: (state: EditorUIState) => Selected,
): (state: EditorUIState) => Selected {
  let last: Selected | undefined;
  return (state) => {
    const next = select(state);
    if (!last || Object.entries(next).some(([name, value]) => !Object.is(value, last![name]))) last = next;
    return last;
  };
}

/**
 * A part of the editor's state. The component renders again only when that part changes, not at each keystroke.
 * @param select returns the same value for the same state, as React's `useSyncExternalStore` asks for
 */
export function useEditorState<Selected>(select: (state: EditorUIState) => Selected): Selected {
  const { store } = useEditor().controller;
  return useSyncExternalStore(store.subscribe, () => select(store.getState()));
}

/** The element of the document that the block handles refer to; undefined if there is none. */
export function useSelectedElement(): ResolvedElement | undefined {
  const { controller } = useEditor();
  const id = useEditorState(() => selectedNodeId(controller));
  const document = useEditorState(({ snapshot }) => snapshot.editor?.document);
  return document && id !== undefined ? resolveElement(document, id) : undefined;
}

/**
 * Positions an element, now and whenever something moves. The CSSOM sets the style, which no content security policy
 * forbids.
 * @param anchor identifies the target: another one repositions the element before the next paint
 */
export function usePosition(
  ref: RefObject<HTMLElement | null>,
  position: (element: HTMLElement) => void,
  anchor?: unknown,
): void {
  const { positionObserver } = useEditor();
  const update = useEffectEvent(() => void (ref.current && position(ref.current)));
  useLayoutEffect(() => positionObserver.subscribe(() => update()), [positionObserver]);
  useLayoutEffect(() => update(), [anchor]);
}

/**
 * Sets the corner and size of an element, in CSS pixels of the viewport. Writes only what changed. The corner is set by
 * `translate`, which does not count as a layout shift.
 */
export function setPosition(element: HTMLElement, { left, top, ...sizes }: Readonly<Record<string, number>>): void {
  const write = (name: string, text: string): void => {
    if (element.style.getPropertyValue(name) !== text) element.style.setProperty(name, text);
  };
  const pixels = (value: number): string => `${Math.round(value * 100) / 100}px`;
  if (left !== undefined && top !== undefined) write('translate', `${pixels(left)} ${pixels(top)}`);
  for (const [name, value] of Object.entries(sizes)) write(name, pixels(value));
}

/** The visible area of an element, or of its content (`display: contents`); undefined if it is hidden or detached. */
export function shownAreaOf(element: Element): DOMRect | undefined {
  if (element.getClientRects().length) return element.getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getClientRects().length ? range.getBoundingClientRect() : undefined;
}

/** Shows or hides an element. It keeps its size. */
export function setShown(element: HTMLElement, isShown: boolean): void {
  const visibility = isShown ? '' : 'hidden';
  if (element.style.visibility !== visibility) element.style.visibility = visibility;
}

/** Minimum distance in pixels between floating surfaces and the viewport's edge. */
const EDGE = 8;
/** Height in pixels that a menu or panel needs. If neither side of the area has it, the element covers the area. */
const NEEDED = 240;

/**
 * Positions a floating element above an area, else below it. It stays in the viewport and off the page's sticky navigation.
 * @param below prefers the lower side, and limits the height of the element, which scrolls, to the larger side
 */
export function positionBeside(
  { obstacles, surfaces }: EditorUIContextValue,
  element: HTMLElement,
  area: DOMRect,
  align: 'start' | 'center' = 'start',
  below = false,
): void {
  const right = document.documentElement.clientWidth;
  // Keeps clear of an on-screen keyboard and the toolbars above it.
  const { offsetTop: visibleTop, height: visibleHeight } = visibleArea();
  const lowerSurfaces = currentToolbarWidth() === 'narrow' ? (['bar', 'handles'] as const) : [];
  const areas = lowerSurfaces.flatMap((name) => areaOf(surfaces, name) ?? []);
  /** The height of the toolbars at the lower edge, or at the upper one. */
  const heightOf = (isLower: boolean): number =>
    areas.reduce((sum, { top, height }) => sum + (top >= visibleTop + visibleHeight / 2 === isLower ? height : 0), 0);
  const stuck = obstacles.stuckBars();
  let first = Math.max(visibleTop, stuck.top) + heightOf(false) + EDGE;
  let end = visibleTop + visibleHeight - heightOf(true) - stuck.bottom - EDGE;
  if (below) {
    // A low window has no room beside the toolbars.
    if (end - first < NEEDED) [first, end] = [visibleTop + EDGE, visibleTop + visibleHeight - EDGE];
    // `offsetHeight` is rounded.
    const beside = Math.floor(Math.max(area.top - first, end - area.bottom) - EDGE);
    setPosition(element, { 'max-height': beside < NEEDED ? end - first : Math.min(beside, end - first) });
  }
  const { offsetWidth: width, offsetHeight: height } = element;
  const isRightToLeft = getComputedStyle(element).direction === 'rtl';
  const edge = isRightToLeft ? area.right - width : area.left;
  const left = align === 'center' ? area.left + (area.width - width) / 2 : edge;
  const above = area.top - height - EDGE;
  const under = area.bottom + EDGE;
  const fitsUnder = under + height <= end;
  const fitsAbove = above >= first;
  const top = below ? (fitsUnder || !fitsAbove ? under : above) : fitsAbove ? above : under;
  setPosition(element, {
    left: Math.max(EDGE, Math.min(left, right - width - EDGE)),
    top: Math.max(first, Math.min(top, end - height)),
  });
}
