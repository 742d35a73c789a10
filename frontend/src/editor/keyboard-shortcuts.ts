/** Keys that count wherever the focus is while the editor is open. */
import { shortcutOf } from './shortcuts';
import { isCompositionKey } from '../ui-kit/composition';
import { elementsAround } from './portal';

export interface ShortcutHandlers {
  /** Whether a dialog lies over everything: what is behind it waits. */
  isCovered(): boolean;
  save(): void;
  /** Leaves a panel, what is selected, the text, or the editor. */
  leave(): void;
  /** Asks for the address of a link. */
  link(): void;
  /** Wherever nothing is typed: what is typed in has these keys itself. */
  history(action: 'undo' | 'redo'): void;
  /** Shows what keys there are. */
  shortcuts(): void;
  /** From the text to the tools, and back. */
  cross(): void;
  /** Moves or copies the block that is typed in. */
  block(action: 'up' | 'down' | 'duplicate'): void;
  /** Deletes the element that is chosen as a whole; whether there is one. */
  remove(): boolean;
}

/** Where Escape has a meaning of its own. */
const INNER = 'dialog, [popover=auto], [data-escape]';

/**
 * Takes text by itself, and takes it back. What stands in a closed shadow root is not told: any element of the page's own may have
 * a field there.
 */
const isTyped = (event: Event, edited: Element): boolean => {
  // In a frame it is no instance of this window's classes.
  const at = event.composedPath()[0] as Partial<HTMLElement>;
  if (at.isContentEditable || at.matches?.('input, textarea, select')) return true;
  return at !== edited && !!at.localName?.includes('-') && !at.shadowRoot;
};

/** The toolbar keeps every key but its own from a tool that can not be used now; ours count there too. */
const isIdle = (event: Event): boolean => (event.composedPath()[0] as Partial<HTMLElement>).ariaDisabled === 'true';

/** What is edited, where several editors are open; the one that was used last comes last. */
const editedElements = new Set<Element>();

/**
 * @param element what is edited: where it stands in a dialog of the page, its keys are not that dialog's
 * @param container of the interface, as it is by now
 * @param windows that may have the focus: the page's, and that of a frame
 * @returns what ends it
 */
export function listenToKeys(
  dependencies: ShortcutHandlers,
  element: Element,
  container: () => Element,
  windows: ReadonlySet<Window>,
): () => void {
  const becomeLastUsed = (): void => {
    editedElements.delete(element);
    editedElements.add(element);
  };
  becomeLastUsed();
  const noteUse = (event: Event): void => {
    // All that happens in a frame is about its component.
    const isOurs =
      event.currentTarget !== window || event.composedPath().some((at) => at === element || at === container());
    if (isOurs) becomeLastUsed();
  };
  const key = (event: KeyboardEvent): void => {
    if ([...editedElements].at(-1) !== element) return;
    if ((event.defaultPrevented && !isIdle(event)) || isCompositionKey(event)) return;
    const { key, ctrlKey, metaKey, altKey } = event;
    const shortcut = shortcutOf(event);
    const around = elementsAround(element);
    const inner = event.composedPath().some((at) => at instanceof Element && at.matches(INNER) && !around.includes(at));
    const isPlain = !ctrlKey && !metaKey && !altKey;
    if (shortcut === 'shortcuts') dependencies.shortcuts();
    else if (dependencies.isCovered()) {
      // The browser would save the page.
      if (shortcut !== 'save') return;
    } else if (/^(?:Backspace|Delete)$/.test(key) && isPlain && !inner && !isTyped(event, element)) {
      if (!dependencies.remove()) return;
    } else if (shortcut === 'undo' || shortcut === 'redo') {
      if (isTyped(event, element)) return;
      dependencies.history(shortcut);
    } else if (shortcut === 'up' || shortcut === 'down' || shortcut === 'duplicate') dependencies.block(shortcut);
    else if (shortcut === 'cross' || shortcut === 'save' || shortcut === 'link') dependencies[shortcut]();
    else if (shortcut === 'close' && !inner) dependencies.leave();
    else return;
    event.preventDefault();
  };
  const stop = new AbortController();
  const { signal } = stop;
  for (const each of windows) {
    for (const kind of ['focusin', 'pointerdown'] as const)
      each.addEventListener(kind, noteUse, { signal, capture: true });
    // What the page does with its own keys comes first.
    each.addEventListener('keydown', key, { signal });
  }
  return () => {
    stop.abort();
    editedElements.delete(element);
  };
}
