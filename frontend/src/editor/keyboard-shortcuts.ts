/** Keys that count wherever the focus is while the editor is open. */
import { shortcutKeyOf } from './shortcut-key';
import { isCompositionKey } from '../ui-kit/composition';

export interface ShortcutHandlers {
  /** Whether a dialog lies over everything: what is behind it waits. */
  isCovered(): boolean;
  save(): void;
  close(): void;
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

/** Takes text by itself, and takes it back. */
const isTyped = (event: Event): boolean => {
  // In a frame it is no instance of this window's classes.
  const at = event.composedPath()[0] as Partial<HTMLElement>;
  return !!at.isContentEditable || !!at.matches?.('input, textarea, select');
};

/** The toolbar keeps every key but its own from a tool that can not be used now; ours count there too. */
const isIdle = (event: Event): boolean => (event.composedPath()[0] as Partial<HTMLElement>).ariaDisabled === 'true';

/**
 * @param windows that may have the focus: the page's, and that of a frame
 * @returns what ends it
 */
export function listenToKeys(dependencies: ShortcutHandlers, windows: ReadonlySet<Window>): () => void {
  const key = (event: KeyboardEvent): void => {
    if ((event.defaultPrevented && !isIdle(event)) || isCompositionKey(event)) return;
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    const letter = shortcutKeyOf(event);
    const isOwn = (ctrlKey || metaKey) && !altKey;
    const inner = event.composedPath().some((at) => at instanceof Element && at.matches(INNER));
    // Some keyboards need Shift for it.
    if (isOwn && key === '/') dependencies.shortcuts();
    else if (dependencies.isCovered()) {
      // The browser would save the page.
      if (!isOwn || letter !== 's') return;
    } else if (key === 'F6') dependencies.cross();
    else if (key === 'Escape' && !inner) dependencies.close();
    else if (isOwn && !shiftKey && letter === 's') dependencies.save();
    else if (isOwn && !shiftKey && letter === 'k') dependencies.link();
    else if (isOwn && /^[zy]$/.test(letter) && !isTyped(event))
      dependencies.history(letter === 'y' || shiftKey ? 'redo' : 'undo');
    else if (/^(?:Backspace|Delete)$/.test(key) && !isOwn && !altKey && !inner && !isTyped(event)) {
      if (!dependencies.remove()) return;
    } else if (altKey && shiftKey && key === 'ArrowUp') dependencies.block('up');
    else if (altKey && shiftKey && key === 'ArrowDown') dependencies.block('down');
    else if (altKey && shiftKey && letter === 'd') dependencies.block('duplicate');
    else return;
    event.preventDefault();
  };
  // What the page does with its own keys comes first.
  for (const each of windows) each.addEventListener('keydown', key);
  return () => {
    for (const each of windows) each.removeEventListener('keydown', key);
  };
}
