/**
 * A toolbar button that opens a menu. The browser's popover keeps the menu in the top layer and closes it. The menus of
 * headless libraries are larger than the rest of the editor's interface, or lose the focus in a shadow root.
 */
import { Toolbar } from '@base-ui/react/toolbar';
import { useId, useRef, useState, type ReactNode } from 'react';
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
  const open = (): void => {
    const loading = [MenuList ? undefined : loadList(), prepare?.()];
    // If nothing has to load, opens at once, so that the next key goes to the menu.
    if (!loading.some(Boolean)) setOpen(true);
    else runWithPart(controller, 'menu', Promise.all(loading), () => setOpen(true));
  };
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
          // Shift+ArrowDown is a shortcut of the block.
          if (event.key !== 'ArrowDown' || event.shiftKey || isOpen) return;
          event.preventDefault();
          open();
        }}
      >
        {value && <span className="tool__text">{value}</span>}
        {children}
      </Toolbar.Button>
      {isOpen && MenuList && (
        <MenuList
          {...{ id, label, close, button }}
          items={typeof items === 'function' ? items() : items}
          closed={() => setOpen(false)}
        />
      )}
    </>
  );
}
