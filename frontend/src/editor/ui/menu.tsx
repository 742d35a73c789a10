/**
 * A button of a toolbar that opens a menu. The browser's own popover keeps it in the top layer and closes it; the headless
 * libraries' menus weigh more than the rest of the editor's interface together, or lose the focus in a shadow root.
 */
import { Toolbar } from '@base-ui/react/toolbar';
import { useId, useRef, useState, type ReactNode } from 'react';
import { preload } from './lazy-component';
import type { MenuItem } from './menu-list';
import { keepFocus } from './toolbar-button';

interface MenuProps {
  /** Name of the menu, and of its button. */
  readonly label: string;
  /** What holds now: shown on the button, and part of its name. */
  readonly value?: string;
  readonly children: ReactNode;
  /** A function is asked each time the menu is drawn open: where knowing what can be done takes long. */
  readonly items: readonly MenuItem[] | (() => readonly MenuItem[]);
  /** Loads what the items come from; undefined where it is there. */
  prepare?(): Promise<void> | undefined;
  readonly className?: string;
  readonly disabled?: boolean;
}

/** What opens comes after the buttons. */
let MenuList: typeof import('./menu-list').MenuList | undefined;
const loadList = (): Promise<void> => import('./menu-list').then(({ MenuList: loaded }) => void (MenuList = loaded));
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
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const open = (): void => {
    const loading = [MenuList ? undefined : loadList(), prepare?.()];
    // The next key is one of the menu.
    if (!loading.some(Boolean)) setOpen(true);
    else void Promise.all(loading).then(() => setOpen(true));
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
          // With Shift it is a key of the block.
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
