/**
 * What an editor's hands do in the component: Quill types in the block, what is more than typing is a command. What is typed while
 * the page is rendered, or over several blocks, is a command as well.
 */
import { deleteText } from '../../../../src/utils/editing/model/commands/delete-text';
import { liftItem, sinkItem } from '../../../../src/utils/editing/model/commands/list-item';
import { mergeBlocks } from '../../../../src/utils/editing/model/commands/merge-blocks';
import { typeText } from '../../../../src/utils/editing/model/commands/type-text';
import { redo, undo } from '../../../../src/utils/editing/model/commands/undo';
import { isMarkType, type SimpleMarkType } from '../../../../src/utils/editing/model/mark-registry';
import type { Command } from '../../../../src/utils/editing/model/state';
import { isCompositionKey } from '../../ui-kit/composition';
import { isMark, isModPressed, shortcutOf } from '../shortcuts';
import type { CaretMovement } from './caret-movement';
import { writeSelection } from './clipboard';
import { keepSelectionInside } from './keep-selection-inside';
import { COMMANDS, INPUT_TYPES, joinOrLeave, KEYS, MOVES, type Kind } from './keymap';
import { caretAt, type ViewportPoint } from './locate';
import type { MultiBlockSelection } from './multi-block-selection';
import { isElement, isElsewhere, isText } from './node-guards';
import type { TextCommand, TextEditor } from './text/types';

export interface InputDependencies {
  /** What the content stands in. */
  readonly root: HTMLElement;
  /** The element that is typed in. */
  active(): HTMLElement | undefined;
  /** What edits its text. */
  text(): TextEditor | undefined;
  /** What the page shows is about to change: nothing can be typed into it right now. */
  rendering(): boolean;
  /** Somebody types: what only catches up can wait. */
  goOn(): void;
  /** A composition begins. */
  composes(): void;
  /** A composition is over; false where the page had not shown the document all the while, and its text has to be typed yet. */
  composed(): boolean;
  run(command: Command): boolean;
  /** Sets a mark, or takes it away. */
  toggle(mark: SimpleMarkType): boolean;
  /** The document's selection becomes that of the page. */
  select(): void;
  /** Another part is selected. */
  moved(): void;
  paste(data: DataTransfer): void;
  /** The source of what is selected. */
  source(): string | undefined;
  /** What selects several blocks, once it is loaded. */
  multi(): MultiBlockSelection | undefined;
  /** Whether several blocks are selected. */
  isMulti(): boolean;
  /** What an input does in place of several blocks, or at the end of a quote; undefined where it does what it always does. */
  over(kind: string, command: Command | undefined): Command | undefined;
  /**
   * A pointer went down on a node of the component, at a point of the root's window; whether it selects what is up to there;
   * whether that was before now, so that the browser does not put the caret there. Answers whether the caret was put there: in a
   * block that was not typed in until then the browser would look for what it pressed, and is not there any more.
   */
  press(node: Node, point: ViewportPoint, isMore: boolean, isLate: boolean): boolean;
  /** Chooses the element before the block as a whole. */
  chooseBefore(): void;
  /** What leads the caret from block to block, once it is loaded. */
  caret(): CaretMovement | undefined;
  /** Resolves once that is loaded, or cannot be; undefined from then on. */
  caretLoading(): Promise<unknown> | undefined;
}

export interface Input {
  /** A composition is under way: what it shows is not settled. */
  readonly composing: boolean;
  /** Does what Quill's keys ask for. */
  perform(name: TextCommand): void;
  /** Ends a composition with what it shows: its block is left. */
  settle(): void;
  /** Does what was typed while the page was rendered. */
  flush(): void;
  /** Resolves when that is done; undefined where nothing waits. */
  behind(): Promise<void> | undefined;
  stop(): void;
}

/** Whether the caret stands beside an atom, or between the items of a flex or grid box: not every browser types there, nor says so. */
function isBesideText(page: Document): boolean {
  const { anchorNode, isCollapsed } = page.getSelection()!;
  let at = isText(anchorNode) ? anchorNode.parentElement : anchorNode;
  if (!isCollapsed || !isElement(at)) return false;
  if (!isText(anchorNode) || at.closest('[contenteditable]')?.getAttribute('contenteditable') === 'false') return true;
  while (isElement(at) && getComputedStyle(at).display === 'contents') at = at.parentElement;
  return isElement(at) && /flex|grid/.test(getComputedStyle(at).display);
}

export function listen(dependencies: InputDependencies): Input {
  const { root } = dependencies;
  const { ownerDocument: page } = root;
  const stop = new AbortController();
  const options = { signal: stop.signal, capture: true };
  let composing = false;
  /** What the composition shows. */
  let composition = '';
  /** What is done once the page has caught up, in order; keys that lead the caret wait for their code as well. */
  const waiting: { act(): void; isMovement?: boolean }[] = [];

  const isInside = (event: Event): boolean => !!dependencies.active()?.contains(event.target as Node);
  const isLater = (): boolean => dependencies.rendering() || waiting.length > 0;

  /** A command, now or when the page has caught up; at the edge of a block deleting joins it with its neighbor. */
  function perform(command: Command | undefined, kind: Kind = ''): void {
    const act = (): void => {
      const now = dependencies.over(kind, command) ?? joined(kind) ?? command;
      if (now) dependencies.run(now);
    };
    if (isLater()) waiting.push({ act });
    else act();
  }

  function joined(kind: Kind): Command | undefined {
    const text = dependencies.text();
    const at = kind.startsWith('delete') ? text?.range() : undefined;
    if (!at || at.anchor !== at.head) return undefined;
    if (/Backward/.test(kind) && at.head === 0) return joinOrLeave;
    if (/Forward/.test(kind) && at.head === text!.length()) return mergeBlocks(1);
    return undefined;
  }

  /** A mark, now or when the page has caught up. */
  function mark(type: SimpleMarkType): void {
    if (isLater()) waiting.push({ act: () => void dependencies.toggle(type) });
    else dependencies.toggle(type);
  }

  /** At the start of a block: what can not be joined with it is chosen, and goes with the next Backspace. */
  function joinBackward(): void {
    const act = (): void => void (dependencies.run(joinOrLeave) || dependencies.chooseBefore());
    if (isLater()) waiting.push({ act });
    else act();
  }

  function performByName(name: TextCommand): void {
    if (isMarkType(name)) return mark(name);
    const kind = INPUT_TYPES[name];
    if (name === 'joinBackward') joinBackward();
    else if (name === 'joinForward') perform(mergeBlocks(1));
    else perform(COMMANDS[kind], kind);
  }

  function before(event: InputEvent): void {
    if (!isInside(event)) return;
    const { inputType: kind, data } = event;
    // Browsers take back what was typed last on the page; whoever is in a dialog, or in another field, does not mean that.
    if (kind.startsWith('history') && isElsewhere(root)) return event.preventDefault();
    const isMulti = !composing && dependencies.isMulti();
    if (isMulti) dependencies.moved();
    if (!composing && (isMulti || isLater())) {
      event.preventDefault();
      return perform(data !== null && kind === 'insertText' ? typeText(data) : COMMANDS[kind], kind);
    }
    dependencies.goOn();
    // What is undone later goes back to here.
    if (!composing) dependencies.select();
  }

  function paste(event: ClipboardEvent): void {
    if (!isInside(event) || !event.clipboardData) return;
    event.preventDefault();
    dependencies.paste(event.clipboardData);
  }

  /** A composition is over: Quill has it, or it is a command where it stands in a page that is old by now. */
  function settle(): void {
    if (!composing) return;
    composing = false;
    if (!dependencies.composed()) perform(typeText(composition));
  }

  function key(event: KeyboardEvent): void {
    // Where a composition has just ended, the key that ended it is told as one of the input method.
    if (!isInside(event) || isCompositionKey(event) || event.altKey) return;
    const { key, ctrlKey, metaKey, shiftKey } = event;
    const isByCommand = isLater() || dependencies.isMulti();
    if (ctrlKey || metaKey) return shortcut(event);
    if (key === 'Tab') {
      const command = shiftKey ? liftItem : sinkItem;
      if (isByCommand) perform(command);
      // Where there is no level, and no cell, to go to the key leads on, as everywhere.
      if (isByCommand || dependencies.run(command) || dependencies.caret()?.toCell(shiftKey ? -1 : 1))
        event.preventDefault();
      return;
    }
    const isLineBreak = key === 'Enter' && shiftKey;
    const kind = isLineBreak ? 'insertLineBreak' : (KEYS[key] ?? (key.length === 1 ? 'insertText' : ''));
    // Pressed where no text is, the block has no caret yet.
    if (kind && !page.getSelection()?.anchorNode) dependencies.multi()?.toEdge('forward', false);
    // They open a summary, and press a button.
    const at = /^(?: |Enter)$/.test(key) && page.getSelection()?.anchorNode?.parentElement;
    const isSwallowed = !!at && !!(at.closest('button') ?? dependencies.active()!.closest('summary, button'));
    if (kind && (isSwallowed || isBesideText(page))) {
      event.preventDefault();
      dependencies.goOn();
      if (!isByCommand) dependencies.select();
      const text = isByCommand ? undefined : dependencies.text();
      if (text && kind === 'insertText') text.insert(key);
      else if (text && kind === 'deleteContentBackward' && joined(kind)) joinBackward();
      else if (text && kind.startsWith('delete') && !joined(kind)) text.delete(key === 'Delete' ? 1 : -1);
      else perform(kind === 'insertText' ? typeText(key) : COMMANDS[kind], kind);
      return;
    }
    if (kind) {
      // The browser asks for it, and Quill does not see it: what it has is of the past.
      if (isByCommand && KEYS[key]) event.stopPropagation();
      if (isByCommand || !KEYS[key]) return;
      dependencies.goOn();
      dependencies.select();
      return;
    }
    move(event);
  }

  function shortcut(event: KeyboardEvent): void {
    const { key, shiftKey, metaKey } = event;
    const name = shortcutOf(event);
    const sideways = isModPressed(event) && shiftKey && /^Arrow[LR]/.test(key) ? MOVES[key] : undefined;
    const isSelected = sideways
      ? dependencies.multi()?.extend(sideways[0], metaKey ? 'lineboundary' : 'word')
      : name === 'selectAll' && dependencies.multi()?.selectAll();
    if (isSelected) event.preventDefault();
    if (name === 'undo' || name === 'redo') perform(name === 'undo' ? undo : redo, 'historyUndo');
    else if (isMark(name)) mark(name);
    else return;
    event.preventDefault();
  }

  /** A command that is rendered is waited for by those behind it. */
  function flush(): void {
    while (waiting.length && !dependencies.rendering() && !(waiting[0]!.isMovement && dependencies.caretLoading()))
      waiting.shift()!.act();
  }

  /** Whether an arrow key may lead out of the block: up and down from any line, which may be the only one. */
  function mayLeave(key: string): boolean {
    const own = dependencies.text();
    const at = own?.range();
    if (!/^Arrow/.test(key) || !own || !at || at.anchor !== at.head) return false;
    return /Up|Down/.test(key) || at.head === 0 || at.head === own.length();
  }

  /** Keys that lead the caret. */
  function move(event: KeyboardEvent): void {
    const { key, shiftKey } = event;
    const move = MOVES[key];
    if (!move) return;
    dependencies.text()?.leaveLink();
    const leads = (): boolean =>
      (shiftKey && key.startsWith('Arrow') && !!dependencies.multi()?.extend(...move)) ||
      (/^(?:Home|End)$/.test(key) && !!dependencies.multi()?.toEdge(move[0], shiftKey)) ||
      (!shiftKey && !!dependencies.caret()?.leaves(key, move));
    const loading = dependencies.caretLoading();
    if (isLater() || (loading && !shiftKey && mayLeave(key))) {
      event.preventDefault();
      const act = (): void => void (leads() || page.getSelection()?.modify(shiftKey ? 'extend' : 'move', ...move));
      waiting.push({ act, isMovement: true });
      void loading?.catch(() => {}).then(flush);
    } else if (leads()) event.preventDefault();
  }

  root.addEventListener('beforeinput', before, options);
  root.addEventListener(
    'compositionstart',
    (event) => {
      if (!isInside(event)) return;
      dependencies.composes();
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
        if (!isInside(event) || !writeSelection(page, event.clipboardData, dependencies.source())) return;
        event.preventDefault();
        if (kind !== 'cut') return;
        if (dependencies.isMulti() || isLater()) perform(deleteText(-1), 'deleteByCut');
        else dependencies.text()?.delete(-1);
      },
      options,
    );
  root.addEventListener('paste', paste, options);
  // Behind what drags selected text: images and links are not dragged out of what is edited.
  root.addEventListener('dragstart', (event) => isInside(event) && event.preventDefault(), { signal: stop.signal });
  root.addEventListener('keydown', key, options);
  /** A finger may go on to scroll: only when it has tapped, or stayed, it has pressed. */
  let touched = false;
  /** The pointer went down while something that was typed before was still to be done: until then the focus stays. */
  let isLate = false;
  /** The caret is where the pointer went down, without the browser: it selects nothing from there. */
  let isPlaced = false;
  const pressed = (event: MouseEvent | PointerEvent): void => {
    const { type, button, shiftKey } = event;
    if (type === 'pointerdown') {
      touched = 'pointerType' in event && event.pointerType === 'touch';
      isLate = !button && dependencies.rendering();
      isPlaced = false;
    }
    if ((isLate || isPlaced) && type !== 'contextmenu') event.preventDefault();
    if (type === 'contextmenu' ? !touched : button !== 0 || touched !== (type === 'mousedown')) return;
    const node = event.target as Node;
    const late = isLate;
    const act = (): void => void (isPlaced = dependencies.press(node, event, shiftKey, late));
    dependencies.text()?.leaveLink();
    if (isLater()) waiting.push({ act });
    else act();
    if (touched) dependencies.multi()?.release();
  };
  for (const kind of ['pointerdown', 'mousedown', 'contextmenu'] as const)
    root.addEventListener(kind, pressed, options);
  // On glass a finger scrolls.
  page.addEventListener(
    'pointermove',
    (event) => {
      if (!(event.buttons & 1) || event.pointerType === 'touch') return;
      dependencies.multi()?.drag(event);
      const there = isPlaced && !dependencies.isMulti() ? caretAt(page, event) : undefined;
      if (there && dependencies.active()?.contains(there.node)) page.getSelection()!.extend(there.node, there.offset);
    },
    options,
  );
  const released = (): void => {
    dependencies.multi()?.release();
    const block = dependencies.active();
    if (block && !dependencies.isMulti() && !dependencies.rendering()) keepSelectionInside(block);
  };
  for (const kind of ['pointerup', 'pointercancel'] as const) page.addEventListener(kind, released, options);
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
      if (!composing && dependencies.active()?.contains(page.getSelection()?.anchorNode ?? null)) dependencies.moved();
    },
    { signal: stop.signal },
  );

  return {
    get composing() {
      return composing;
    },
    perform: performByName,
    settle,
    flush,
    behind: () => (waiting.length ? new Promise((act) => void waiting.push({ act })) : undefined),
    stop() {
      composing = false;
      stop.abort();
    },
  };
}
