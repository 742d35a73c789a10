/** What an editor's hands do in a block: the browser types, and what is more than typing is a command. */
import { deleteText } from '../../../../src/utils/editing/commands/delete-text';
import { liftItem, sinkItem } from '../../../../src/utils/editing/commands/list-item';
import { mergeBlocks } from '../../../../src/utils/editing/commands/merge-blocks';
import type { Caret } from '../../../../src/utils/editing/commands/target';
import { typeText } from '../../../../src/utils/editing/commands/type-text';
import { redo, undo } from '../../../../src/utils/editing/commands/undo';
import type { Command } from '../../../../src/utils/editing/state';
import { letterOf } from '../letter';
import { writeSelection } from './clipboard';
import { COMMANDS, INPUT_METHOD, joinOrLeave, KEYS, MOVES, NATIVE, type Kind } from './kinds';
import type { Reach } from './reach';
import { isElement, isElsewhere, isText } from './realm';
import { caretAt, type ViewportPoint } from './root';

export interface InputPorts {
  /** What the content stands in. */
  readonly root: HTMLElement;
  /** The element that is typed in. */
  active(): HTMLElement | undefined;
  /** What the page shows is about to change: nothing can be typed into it right now. */
  painting(): boolean;
  /** Somebody types: what only catches up can wait. */
  goOn(): void;
  caret(): Caret | undefined;
  /** Characters of the block. */
  length(): number;
  /** The block has changed. */
  read(): void;
  /** The browser has typed in the block, and has yet to paint it. */
  typed(): void;
  /** A composition begins. */
  composes(): void;
  /** A composition is over; false where the page had not shown the view all the while, and its text has to be typed yet. */
  composed(text: string): boolean;
  run(command: Command): boolean;
  /** The view's selection becomes that of the page. */
  select(): void;
  /** Another part is selected. */
  moved(): void;
  paste(data: DataTransfer): Command | undefined;
  /** What reaches over several blocks, and types by hand, once it is loaded. */
  reach(): Reach | undefined;
  /** Whether several blocks are selected. */
  isSpan(): boolean;
  /** What an input does in place of several blocks, or at the end of a quote; undefined where it does what it always does. */
  over(kind: string, command: Command | undefined): Command | undefined;
  /**
   * A pointer went down on a node of the component, at a point of the root's window; whether it selects what is up to there;
   * whether that was before now, so that the browser does not put the caret there.
   */
  press(node: Node, point: ViewportPoint, isMore: boolean, isLate: boolean): void;
  /** Goes on to the block before or behind; whether there is one. */
  neighbor(direction: -1 | 1): boolean;
}

export interface Input {
  /** A composition is under way: what it shows is not settled. */
  readonly composing: boolean;
  /** Ends a composition with what it shows: its block is left. */
  settle(): void;
  /** Does what was typed while the page was painted. */
  flush(): void;
  /** Resolves when that is done; undefined where nothing waits. */
  behind(): Promise<void> | undefined;
  stop(): void;
}

/** Whether the caret stands between the items of a flex or grid box: no browser types there, nor says so. */
function isBetweenItems(page: Document): boolean {
  const { anchorNode, isCollapsed } = page.getSelection()!;
  // White space between them has no place of its own.
  const at = isText(anchorNode) && !anchorNode.data.trim() ? anchorNode.parentElement : anchorNode;
  return isCollapsed && isElement(at) && /flex|grid/.test(getComputedStyle(at).display);
}

export function listen(ports: InputPorts): Input {
  const { root } = ports;
  const { ownerDocument: page } = root;
  const stop = new AbortController();
  const options = { signal: stop.signal, capture: true };
  let composing = false;
  /** What the composition shows. */
  let composition = '';
  /** What is done once the page has caught up, in order. */
  const waiting: (() => void)[] = [];

  const isInside = (event: Event): boolean => !!ports.active()?.contains(event.target as Node);

  /** A command, now or when the page has caught up; at the edge of a block deleting joins it with its neighbor. */
  function perform(command: Command | undefined, kind: Kind = '', text?: string): void {
    const act = (): void => {
      if (text && ports.reach()?.byHand.type(text)) return ports.read();
      const now = ports.over(kind, command) ?? joined(kind) ?? command;
      if (now) ports.run(now);
    };
    if (ports.painting() || waiting.length) waiting.push(act);
    else act();
  }

  function joined(kind: Kind): Command | undefined {
    if (!kind.startsWith('delete')) return undefined;
    const at = ports.caret();
    if (!at || at.anchor !== at.head) return undefined;
    if (/Backward/.test(kind) && at.head === 0) return joinOrLeave;
    if (/Forward/.test(kind) && at.head === ports.length()) return mergeBlocks(1);
    return undefined;
  }

  /** Whether what is typed is inserted by hand. */
  function typeByHand(data: string | null): boolean {
    ports.goOn();
    // What is undone later goes back to here.
    ports.select();
    if (!data || ports.painting() || !ports.reach()?.byHand.type(data)) return false;
    ports.read();
    return true;
  }

  function before(event: InputEvent): void {
    if (!isInside(event)) return;
    const { inputType: kind, data } = event;
    // Browsers take back what was typed last on the page; whoever is in a dialog, or in another field, does not mean that.
    if (kind.startsWith('history') && isElsewhere(root)) return event.preventDefault();
    const isSpan = !composing && ports.isSpan();
    if (isSpan) ports.moved();
    const isByHand = !isSpan && !composing && !ports.painting() && typeByHand(kind === 'insertText' ? data : '');
    if (isByHand) return event.preventDefault();
    if (composing) ports.goOn();
    // What was typed before may have been taken back just now.
    else if (isSpan || ports.painting()) {
      event.preventDefault();
      return perform(data !== null && kind === 'insertText' ? typeText(data) : COMMANDS[kind], kind);
    }
    if (kind.startsWith('delete') && !composing && ports.reach()?.byHand.clear(event.getTargetRanges()[0])) {
      event.preventDefault();
      return ports.read();
    }
    if (NATIVE.test(kind) && (composing || !joined(kind))) return;
    event.preventDefault();
    perform(COMMANDS[kind], kind);
  }

  function paste(event: ClipboardEvent | DragEvent): void {
    if (!isInside(event)) return;
    event.preventDefault();
    const isDrop = 'dataTransfer' in event;
    const there = isDrop && caretAt(page, event);
    if (there) page.getSelection()!.collapse(there.node, there.offset);
    const data = isDrop ? event.dataTransfer : event.clipboardData;
    ports.reach()?.byHand.fill();
    const command = data && ports.paste(data);
    if (command) perform(command, 'insertFromPaste');
  }

  /** A composition is over: in the page, or as a command where it stands in a page that is old by now. */
  function settle(): void {
    if (!composing) return;
    composing = false;
    if (!ports.composed(composition)) perform(typeText(composition), '', composition);
  }

  function key(event: KeyboardEvent): void {
    // Where a composition has just ended, the key that ended it is told as one of the input method.
    if (!isInside(event) || event.isComposing || event.keyCode === INPUT_METHOD || event.altKey) return;
    const { key, ctrlKey, metaKey, shiftKey } = event;
    if (ctrlKey || metaKey) {
      const letter = letterOf(event);
      const sideways = shiftKey && /^Arrow[LR]/.test(key) ? MOVES[key] : undefined;
      if (
        sideways
          ? ports.reach()?.extend(sideways[0], 'word')
          : letter === 'a' && !shiftKey && ports.reach()?.selectAll()
      )
        event.preventDefault();
      const command = letter === 'y' || (letter === 'z' && shiftKey) ? redo : letter === 'z' ? undo : undefined;
      if (!command) return;
      event.preventDefault();
      perform(command, 'historyUndo');
      return;
    }
    if (key === 'Tab') {
      const command = shiftKey ? liftItem : sinkItem;
      const isLater = ports.painting() || waiting.length > 0;
      if (isLater) perform(command);
      // Where there is no level, and no cell, to go to the key leads on, as everywhere.
      if (isLater || ports.run(command) || toCell(shiftKey ? -1 : 1)) event.preventDefault();
      return;
    }
    const kind = KEYS[key] ?? (key.length === 1 ? 'insertText' : '');
    // Pressed where no text is, the block has no caret yet.
    if (kind && !page.getSelection()?.anchorNode) ports.reach()?.toEdge('forward', false);
    // They open a summary, and press a button.
    const at = /^(?: |Enter)$/.test(key) && page.getSelection()?.anchorNode?.parentElement;
    const isSwallowed = !!at && !!(at.closest('button') ?? ports.active()!.closest('summary, button'));
    if (isSwallowed && key === ' ' && !ports.isSpan() && !ports.painting() && typeByHand(key))
      return event.preventDefault();
    if (kind && (isSwallowed || isBetweenItems(page))) {
      event.preventDefault();
      ports.goOn();
      perform(kind === 'insertText' ? typeText(key) : COMMANDS[kind], kind);
      return;
    }
    const move = MOVES[key];
    if (move) ports.reach()?.byHand.forget();
    if (move && (ports.painting() || waiting.length)) {
      event.preventDefault();
      waiting.push(() => page.getSelection()?.modify(shiftKey ? 'extend' : 'move', ...move));
      return;
    }
    if (shiftKey && key.startsWith('Arrow') && move && ports.reach()?.extend(...move)) event.preventDefault();
    if (/^(?:Home|End)$/.test(key) && ports.reach()?.toEdge(move![0], shiftKey)) return event.preventDefault();
    const block = ports.active()!;
    if (shiftKey || !move || !isAtEdge(block, key, move)) return;
    // What reads from the right goes on to the left.
    const back = getComputedStyle(block).direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
    if (ports.neighbor(key === 'ArrowUp' || key === back ? -1 : 1)) event.preventDefault();
  }

  /** Goes on to the cell before or behind; whether there is one. */
  function toCell(direction: -1 | 1): boolean {
    const cell = ports.active()!.closest('td, th');
    const cells = [...(cell?.closest('table')?.querySelectorAll('td, th') ?? [])];
    return !!cells[cells.indexOf(cell!) + direction] && ports.neighbor(direction);
  }

  /** Whether an arrow key would leave the block. */
  function isAtEdge(block: HTMLElement, key: string, move: readonly [string, string]): boolean {
    const at = ports.caret();
    if (!at || at.anchor !== at.head) return false;
    if (key === 'ArrowLeft' || key === 'ArrowRight') {
      if (at.head > 0 && at.head < ports.length()) return false;
      // Where a line reads both ways its first character may stand at either side: only the browser knows which.
      const selection = page.getSelection()!;
      const { focusNode, focusOffset } = selection;
      selection.modify('move', ...move);
      const stays = selection.focusNode === focusNode && selection.focusOffset === focusOffset;
      if (!stays) selection.modify('move', move[0] === 'left' ? 'right' : 'left', move[1]);
      return stays;
    }
    if (key !== 'ArrowUp' && key !== 'ArrowDown') return false;
    const selection = page.getSelection()!.getRangeAt(0);
    const line = selection.getClientRects()[0];
    const all = block.getBoundingClientRect();
    if (!line) return true;
    return key === 'ArrowUp' ? line.top - all.top < line.height : all.bottom - line.bottom < line.height;
  }

  root.addEventListener('beforeinput', before, options);
  root.addEventListener(
    'input',
    (event) => {
      if (!isInside(event) || composing) return;
      if ((event as InputEvent).inputType.startsWith('delete')) ports.reach()?.byHand.deleted();
      ports.typed();
    },
    options,
  );
  root.addEventListener(
    'compositionstart',
    (event) => {
      if (!isInside(event)) return;
      ports.composes();
      composing = true;
      composition = '';
    },
    options,
  );
  for (const kind of ['compositionupdate', 'compositionend'] as const)
    root.addEventListener(
      kind,
      (event) => {
        if (!isInside(event)) return;
        composition = event.data;
        if (kind === 'compositionend') settle();
      },
      options,
    );
  for (const kind of ['copy', 'cut'] as const)
    root.addEventListener(
      kind,
      (event) => {
        if (!isInside(event) || !writeSelection(page, event)) return;
        if (kind === 'cut') perform(deleteText(-1), 'deleteByCut');
      },
      options,
    );
  root.addEventListener('paste', paste, options);
  root.addEventListener('drop', paste, options);
  root.addEventListener('dragstart', (event) => isInside(event) && event.preventDefault(), options);
  root.addEventListener('keydown', key, options);
  /** A finger may go on to scroll: only when it has tapped, or stayed, it has pressed. */
  let touched = false;
  /** The pointer went down while something that was typed before was still to be done: until then the focus stays. */
  let isLate = false;
  const pressed = (event: MouseEvent | PointerEvent): void => {
    const { type, button, shiftKey } = event;
    if (type === 'pointerdown') {
      touched = 'pointerType' in event && event.pointerType === 'touch';
      isLate = !button && ports.painting();
    }
    if (isLate && type !== 'contextmenu') event.preventDefault();
    if (type === 'contextmenu' ? !touched : button !== 0 || touched !== (type === 'mousedown')) return;
    const node = event.target as Node;
    const late = isLate;
    const act = (): void => ports.press(node, event, shiftKey, late);
    if (ports.painting()) waiting.push(act);
    else act();
    if (touched) ports.reach()?.release();
  };
  for (const kind of ['pointerdown', 'mousedown', 'contextmenu'] as const)
    root.addEventListener(kind, pressed, options);
  // On glass a finger scrolls.
  page.addEventListener(
    'pointermove',
    (event) => (event.buttons & 1) > 0 && event.pointerType !== 'touch' && ports.reach()?.drag(event),
    options,
  );
  for (const kind of ['pointerup', 'pointercancel'] as const)
    page.addEventListener(kind, () => ports.reach()?.release(), options);
  // What is edited does nothing else: links do not lead away, buttons and fields do not send.
  for (const kind of ['click', 'submit'])
    root.addEventListener(
      kind,
      (event) => {
        event.preventDefault();
        event.stopPropagation();
      },
      options,
    );
  page.addEventListener(
    'selectionchange',
    () => {
      if (!composing && ports.active()?.contains(page.getSelection()?.anchorNode ?? null)) ports.moved();
    },
    { signal: stop.signal },
  );

  return {
    get composing() {
      return composing;
    },
    settle,
    flush() {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        next();
        // A command that is painted is waited for by those behind it.
        if (ports.painting()) break;
      }
    },
    behind: () => (waiting.length ? new Promise((resolve) => void waiting.push(resolve)) : undefined),
    stop() {
      composing = false;
      stop.abort();
    },
  };
}
