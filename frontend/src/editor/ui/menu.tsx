/**
 * A toolbar button that opens a menu. The browser's popover keeps the menu in the top layer and closes it. The menus of
 * headless libraries are larger than the rest of the editor's interface, or lose the focus in a shadow root.
 */
import { Toolbar } from '@base-ui/react/toolbar';
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useEditor } from './context';
import { loadPanels, preload } from './lazy-component';
import type { MenuItem } from './menu-list';
import { runWithPart } from './missing-part';
import { keepFocus } from './toolbar-button';

interface MenuProps {
  /** Label of the menu and of its button. */
  readonly label: string;
  /** The current value, shown on the button and part of its label. */
  readonly value?: string;
  readonly children: ReactNode;
  /** A function is called at each render of the open menu, for items that are expensive to compute. */
  readonly items: readonly MenuItem[] | (() => readonly MenuItem[]);
  /** Loads the module of the items; undefined if it is loaded. */
  prepare?(): Promise<void> | undefined;
  readonly className?: string;
  readonly disabled?: boolean;
}

/** The menu loads after the buttons. */
let MenuList: typeof import('./menu-list').MenuList | undefined;
const loadList = (): Promise<void> => loadPanels().then(({ MenuList: loaded }) => void (MenuList = loaded));
preload(loadList);

/** Keys of an open menu, as in the menu's list: they move, choose, or search by a letter. */
const MENU_KEYS = /^(?:Arrow(?:Up|Down)|Home|End|Enter|.)$/u;

/** Whether an element of the interface has the focus, even while the window has not. */
const isFocused = (element: HTMLElement): boolean => (element.getRootNode() as ShadowRoot).activeElement === element;

export function Menu({
  label,
  value,
  children,
  items,
  prepare,
  className = 'tool',
  disabled = false,
}: MenuProps): ReactNode {
  const { controller } = useEditor();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  /** The keys pressed while the menu loads; null if no menu waits to open. */
  const queuedKeys = useRef<string[] | null>(null);
  const takeKeys = (): readonly string[] => {
    const keys = queuedKeys.current ?? [];
    queuedKeys.current = null;
    return keys;
  };
  async function load(parts: readonly (Promise<void> | undefined)[]): Promise<void> {
    queuedKeys.current = [];
    const element = button.current!;
    // The next keys are for the menu. A press by mouse has left the focus in the text.
    const wasFocused = isFocused(element);
    element.focus();
    try {
      await Promise.all(parts);
    } catch (error) {
      const isWaiting = !!queuedKeys.current;
      takeKeys();
      if (isWaiting && !wasFocused && controller.editorView.area) controller.editorView.focus();
      throw error;
    }
  }
  const open = (): void => {
    if (queuedKeys.current) return;
    const parts = [MenuList ? undefined : loadList(), prepare?.()];
    if (!parts.some(Boolean)) return setOpen(true);
    runWithPart(controller, 'menu', load(parts), () => {
      if (queuedKeys.current) setOpen(true);
    });
  };
  function queueKey(event: KeyboardEvent): void {
    const { key, repeat } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === 'Escape') takeKeys();
    else if (!MENU_KEYS.test(key)) return;
    // As in the menu's list, a held key does not choose.
    else if (!repeat || (key !== 'Enter' && key !== ' ')) queuedKeys.current!.push(key);
    event.preventDefault();
    event.stopPropagation();
  }
  const close = (): void => {
    setOpen(false);
    button.current!.focus();
  };
  return (
    <>
      <Toolbar.Button
        ref={button}
        className={className}
        aria-label={value ? `${label}: ${value}` : label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        disabled={disabled}
        title={label}
        onMouseDown={keepFocus}
        onClick={() => (isOpen ? close() : open())}
        onKeyDown={(event) => {
          if (queuedKeys.current) return queueKey(event);
          // Shift+ArrowDown is a shortcut of the block.
          if (event.key !== 'ArrowDown' || event.shiftKey || isOpen) return;
          event.preventDefault();
          open();
        }}
        onBlur={({ currentTarget }) => {
          // If only the window has lost the focus, the keys stay queued. If the focus has moved, the menu does not open.
          if (!isFocused(currentTarget) && !isOpen) takeKeys();
        }}
      >
        {value && <span className="tool__text">{value}</span>}
        {children}
      </Toolbar.Button>
      {isOpen && MenuList && (
        <MenuList
          {...{ id, label, close, button, takeKeys }}
          items={typeof items === 'function' ? items() : items}
          closed={() => setOpen(false)}
        />
      )}
    </>
  );
}
