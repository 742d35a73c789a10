/**
 * A button of a toolbar that opens a menu. The browser's own popover keeps it in the top layer and closes it; the headless
 * libraries' menus weigh more than the rest of the chrome together, or lose the focus in a shadow root.
 */
import { Toolbar } from '@base-ui/react/toolbar';
import { flushSync } from 'react-dom';
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { keepFocus } from './toolbar-button';
import { ariaShortcut, formatShortcut, type Shortcut } from '../shortcuts';
import { positionBeside, useEditor } from './context';

export interface MenuItem {
  readonly label: string;
  readonly disabled?: boolean;
  /** Keys that do the same. */
  readonly shortcut?: Shortcut | undefined;
  /** One of several, of which one holds; undefined for an action. */
  readonly checked?: boolean;
  /** What is checked stands for itself: it is switched on and off. */
  readonly isSwitch?: boolean;
  /** A line stands before it. */
  readonly apart?: boolean;
  choose(): void;
}

interface MenuProps {
  /** Name of the menu, and of its button. */
  readonly label: string;
  /** What holds now: shown on the button, and part of its name. */
  readonly value?: string;
  readonly children: ReactNode;
  /** A function is asked each time the menu is drawn open: where knowing what can be done takes long. */
  readonly items: readonly MenuItem[] | (() => readonly MenuItem[]);
  readonly className?: string;
  readonly disabled?: boolean;
}

const MOVES: Readonly<Record<string, (at: number, count: number) => number>> = Object.freeze({
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
});

export function Menu({ label, value, children, items, className = 'tool', disabled = false }: MenuProps): ReactNode {
  const { messages } = useEditor().controller;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);

  const shown = typeof items !== 'function' ? items : isOpen ? items() : [];
  const choices = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];

  function open(): void {
    // What is asked for only now has to be there to get the focus.
    flushSync(() => setOpen(true));
    list.current!.showPopover();
    positionBeside(list.current!, button.current!.getBoundingClientRect(), 'start', true);
    const all = choices();
    // Where one of them holds that is where to go on from; among actions the first.
    const now =
      all.every(({ role }) => role === 'menuitemradio') && all.find(({ ariaChecked }) => ariaChecked === 'true');
    (now || all[0])?.focus();
  }
  function close(): void {
    list.current!.hidePopover();
    // The browser tells so a moment later: until then a key would close it again.
    setOpen(false);
    button.current!.focus();
  }
  function key(event: KeyboardEvent): void {
    const all = choices();
    const at = all.indexOf(event.target as HTMLElement);
    const move = MOVES[event.key];
    if (move) all[move(at, all.length)]?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') close();
    // The first letter of a name finds it.
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && event.key !== ' ') {
      const letter = event.key.toLocaleLowerCase();
      const next = [...all.slice(at + 1), ...all.slice(0, at + 1)];
      next.find((each) => each.textContent!.toLocaleLowerCase().startsWith(letter))?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <>
      <Toolbar.Button
        ref={button}
        className={className}
        aria-label={value ? `${label}: ${value}` : label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={id}
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
      <div
        ref={list}
        id={id}
        className="menu"
        role="menu"
        aria-label={label}
        popover="auto"
        onKeyDown={key}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {shown.map(({ label: name, checked, isSwitch, choose, apart, shortcut, disabled: off }) => (
          <button
            key={name}
            type="button"
            className={apart ? 'menu__item menu__item--apart' : 'menu__item'}
            role={checked === undefined ? 'menuitem' : isSwitch ? 'menuitemcheckbox' : 'menuitemradio'}
            {...(checked === undefined ? {} : { 'aria-checked': checked })}
            aria-disabled={off || undefined}
            {...(shortcut ? { 'aria-keyshortcuts': ariaShortcut(shortcut) } : {})}
            tabIndex={-1}
            onMouseDown={keepFocus}
            onClick={() => {
              if (off) return;
              close();
              choose();
            }}
          >
            {name}
            {shortcut && (
              <kbd className="menu__keys" aria-hidden="true">
                {formatShortcut(shortcut, messages)}
              </kbd>
            )}
          </button>
        ))}
      </div>
    </>
  );
}
