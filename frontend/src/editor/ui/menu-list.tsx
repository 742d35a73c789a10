/** The items of an open menu, with keyboard navigation. */
import { useEffectEvent, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { ariaShortcut, formatShortcut, type Shortcut } from '../shortcuts';
import { positionBeside, useEditor, usePosition } from './context';
import { keepFocus } from './toolbar-button';

const MOVES: Readonly<Record<string, (index: number, count: number) => number>> = Object.freeze({
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
});

export interface MenuItem {
  readonly label: string;
  /** Why the item is disabled; undefined if it is enabled. */
  readonly disabledReason?: string | undefined;
  /** Whether the action loses something. */
  readonly isDestructive?: boolean;
  /** The keyboard shortcut of the same action. */
  readonly shortcut?: Shortcut | undefined;
  /** Whether a radio or checkbox item is checked; undefined for an action. */
  readonly checked?: boolean;
  /** Whether a checkable item is a checkbox instead of a radio item. */
  readonly isSwitch?: boolean;
  /** Whether a separator precedes the item. */
  readonly hasSeparator?: boolean;
  choose(): void;
}

interface MenuListProps {
  readonly id: string;
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly button: RefObject<HTMLElement | null>;
  /** Closes the menu and returns the focus to the button. */
  close(): void;
  /** Called after the browser has closed the menu. */
  closed(): void;
  /** Returns the keys that were pressed before the menu was open, once. */
  takeKeys(): readonly string[];
}

export function MenuList({ id, label, items, button, close, closed, takeKeys }: MenuListProps): ReactNode {
  const context = useEditor();
  const list = useRef<HTMLDivElement>(null);
  const choices = (): HTMLElement[] => [...list.current!.querySelectorAll<HTMLElement>('[role^=menuitem]')];

  useLayoutEffect(() => list.current!.showPopover(), []);
  // Follows its button, and the size of the window.
  usePosition(list, (element) => {
    const position = (): void =>
      positionBeside(context, element, button.current!.getBoundingClientRect(), 'start', true);
    element.style.overflowY = '';
    position();
    if (element.scrollHeight <= element.clientHeight) return;
    // With `auto`, some browsers take the width of the scrollbar from the items.
    element.style.overflowY = 'scroll';
    position();
  });
  useLayoutEffect(() => {
    const elements = choices();
    // Focuses the checked radio item, or the first action.
    const checkedItem =
      elements.every(({ role }) => role === 'menuitemradio') &&
      elements.find(({ ariaChecked }) => ariaChecked === 'true');
    (checkedItem || elements[0])?.focus();
  }, []);
  const pressQueuedKeys = useEffectEvent(() => {
    for (const key of takeKeys()) {
      const { activeElement } = list.current!.getRootNode() as ShadowRoot;
      // A key has closed the menu.
      if (!list.current!.contains(activeElement)) return;
      if (key === 'Enter' || key === ' ') (activeElement as HTMLElement).click();
      else moveFocus(key, activeElement);
    }
  });
  useLayoutEffect(() => pressQueuedKeys(), []);

  /** Moves the focus from an item. Returns false if the key does not. */
  function moveFocus(key: string, from: EventTarget | null): boolean {
    const elements = choices();
    const index = elements.indexOf(from as HTMLElement);
    const move = MOVES[key];
    if (move) elements[move(index, elements.length)]?.focus();
    // A letter moves to the next item that starts with it.
    else if (key.length === 1 && key !== ' ') {
      const letter = key.toLocaleLowerCase();
      const next = [...elements.slice(index + 1), ...elements.slice(0, index + 1)];
      next.find((each) => each.textContent!.toLocaleLowerCase().startsWith(letter))?.focus();
    } else return false;
    return true;
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key } = event;
    // A held key that has opened the menu does not choose from it.
    if (event.repeat && (key === 'Enter' || key === ' ')) return event.preventDefault();
    const isShortcut = key.length === 1 && (event.ctrlKey || event.metaKey);
    if (key === 'Escape' || key === 'Tab') close();
    else if (isShortcut || !moveFocus(key, event.target)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div
      ref={list}
      id={id}
      className="menu"
      role="menu"
      aria-label={label}
      popover="auto"
      onKeyDown={onKeyDown}
      onToggle={(event) => event.newState === 'closed' && closed()}
    >
      {items.map(
        ({ label: name, checked, isSwitch, choose, hasSeparator, disabledReason, isDestructive, shortcut }) => (
          <button
            key={name}
            type="button"
            className={`menu__item${hasSeparator ? ' menu__item--apart' : ''}${isDestructive ? ' menu__item--danger' : ''}`}
            role={checked === undefined ? 'menuitem' : isSwitch ? 'menuitemcheckbox' : 'menuitemradio'}
            {...(checked === undefined ? {} : { 'aria-checked': checked })}
            aria-disabled={disabledReason ? true : undefined}
            aria-description={disabledReason}
            title={disabledReason}
            {...(shortcut ? { 'aria-keyshortcuts': ariaShortcut(shortcut) } : {})}
            tabIndex={-1}
            onMouseDown={keepFocus}
            onClick={() => {
              if (disabledReason) return;
              close();
              choose();
            }}
          >
            {name}
            {shortcut && (
              <kbd className="menu__keys" aria-hidden="true">
                {formatShortcut(shortcut, context.controller.messages)}
              </kbd>
            )}
          </button>
        ),
      )}
    </div>
  );
}
