/** Keyboard shortcuts that work wherever the focus is while the editor is open. */
import { shortcutOf } from './shortcuts';
import { isCompositionKey } from '../ui-kit/composition';
import { elementsAround } from './portal';
import { isElement } from './view/node-guards';

export interface ShortcutHandlers {
  /** Whether a modal dialog covers everything and disables the shortcuts. */
  isCovered(): boolean;
  save(): void;
  /** Leaves a panel, the selection, the text, or the editor. */
  leave(): void;
  /** Opens the link panel. */
  link(): void;
  /** Runs undo or redo. Not called from editable text, which handles these keys itself. */
  history(action: 'undo' | 'redo'): void;
  /** Shows the list of shortcuts. */
  shortcuts(): void;
  /** Moves the focus from the text to the toolbar, or back. */
  cross(): void;
  /** Moves or duplicates the active block. */
  block(action: 'up' | 'down' | 'duplicate'): void;
  /** Deletes the element that is selected as a whole. Returns whether there is one. */
  remove(): boolean;
}

/** Elements with their own handling of Escape. */
const HANDLES_ESCAPE = 'dialog, [popover=auto], [data-escape]';

/**
 * Whether the target handles text and undo itself. The content of a closed shadow root is unknown. A custom element
 * with one may contain a field.
 */
const isTyped = (event: Event, edited: Element): boolean => {
  // An element of a frame is not an instance of this window's classes.
  const target = event.composedPath()[0] as Partial<HTMLElement>;
  if (target.isContentEditable || target.matches?.('input, textarea, select')) return true;
  return target !== edited && !!target.localName?.includes('-') && !target.shadowRoot;
};

/** Closes the menus around the target. */
function closeMenus(event: Event): void {
  for (const target of event.composedPath())
    if (isElement(target) && target.matches('[popover=auto]')) (target as HTMLElement).hidePopover();
}

/** Whether the target is a disabled button. The toolbar prevents all keys there except its own, but the shortcuts still apply. */
const isDisabled = (event: Event): boolean => (event.composedPath()[0] as Partial<HTMLElement>).ariaDisabled === 'true';

/** The edited elements of all open editors, the last used one at the end. */
const editedElements = new Set<Element>();

/**
 * @param element that is edited. A dialog of the page around it does not handle the shortcuts.
 * @param container the current container of the interface
 * @param windows that may have the focus: the page's, and that of a frame
 * @returns a function that removes the listeners
 */
export function listenToKeys(
  dependencies: ShortcutHandlers,
  element: Element,
  container: () => Element,
  windows: ReadonlySet<Window>,
): () => void {
  const markLastUsed = (): void => {
    editedElements.delete(element);
    editedElements.add(element);
  };
  markLastUsed();
  const trackUse = (event: Event): void => {
    // All events in a frame belong to its component.
    const isOurs =
      event.currentTarget !== window ||
      event.composedPath().some((target) => target === element || target === container());
    if (isOurs) markLastUsed();
  };
  const key = (event: KeyboardEvent): void => {
    if ([...editedElements].at(-1) !== element) return;
    if ((event.defaultPrevented && !isDisabled(event)) || isCompositionKey(event)) return;
    const { key, ctrlKey, metaKey, altKey } = event;
    const shortcut = shortcutOf(event);
    const ancestors = elementsAround(element);
    const isInner = event
      .composedPath()
      .some((target) => isElement(target) && target.matches(HANDLES_ESCAPE) && !ancestors.includes(target));
    const isPlain = !ctrlKey && !metaKey && !altKey;
    if (shortcut === 'shortcuts') dependencies.shortcuts();
    else if (dependencies.isCovered()) {
      // The browser's default is to save the page.
      if (shortcut !== 'save') return;
    } else if (/^(?:Backspace|Delete)$/.test(key) && isPlain && !isInner && !isTyped(event, element)) {
      if (!dependencies.remove()) return;
    } else if (shortcut === 'undo' || shortcut === 'redo') {
      if (isTyped(event, element)) return;
      dependencies.history(shortcut);
    } else if (shortcut === 'up' || shortcut === 'down' || shortcut === 'duplicate') {
      dependencies.block(shortcut);
    } else if (shortcut === 'cross' || shortcut === 'save' || shortcut === 'link') {
      // An open menu would cover the panel, and keep the focus.
      if (shortcut === 'link') closeMenus(event);
      dependencies[shortcut]();
    } else if (shortcut === 'close' && !isInner) dependencies.leave();
    else return;
    event.preventDefault();
  };
  const stop = new AbortController();
  const { signal } = stop;
  for (const each of windows) {
    for (const kind of ['focusin', 'pointerdown'] as const)
      each.addEventListener(kind, trackUse, { signal, capture: true });
    // Runs after the page's own listeners.
    each.addEventListener('keydown', key, { signal });
  }
  return () => {
    stop.abort();
    editedElements.delete(element);
  };
}
