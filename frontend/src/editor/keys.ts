/** Keys that count wherever the focus is while the editor is open. */

export interface KeyPorts {
  save(): void;
  close(): void;
  /** Asks for the address of a link. */
  link(): void;
  /** From the text to the tools, and back. */
  cross(): void;
  /** Moves or copies the block that is typed in. */
  block(action: 'up' | 'down' | 'duplicate'): void;
}

/** Where Escape has a meaning of its own. */
const INNER = 'dialog, [popover=auto], [data-escape]';

/** @returns what ends it */
export function listenToKeys(ports: KeyPorts): () => void {
  const key = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    const inner = event.composedPath().some((at) => at instanceof Element && at.matches(INNER));
    if (key === 'F6') ports.cross();
    else if (key === 'Escape' && !inner) ports.close();
    else if ((ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 's') ports.save();
    else if ((ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k') ports.link();
    else if (altKey && shiftKey && key === 'ArrowUp') ports.block('up');
    else if (altKey && shiftKey && key === 'ArrowDown') ports.block('down');
    else if (altKey && shiftKey && key.toLowerCase() === 'd') ports.block('duplicate');
    else return;
    event.preventDefault();
  };
  // What the page does with its own keys comes first.
  addEventListener('keydown', key);
  return () => removeEventListener('keydown', key);
}
