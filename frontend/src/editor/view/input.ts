/**
 * Handles input events of the component. Quill edits text within a block. Every other input is a command, as is typing
 * during a render or over several blocks.
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
import { COMMANDS, INPUT_TYPES, mergeOrLeaveList, INPUT_TYPES_OF_KEYS, CARET_MOVES, type InputType } from './keymap';
import { caretAt, type ViewportPoint } from './locate';
import type { MultiBlockSelection } from './multi-block-selection';
import { isElement, isFocusOutside, isText } from './node-guards';
import type { TextCommand, TextEditor } from './text/types';

export interface InputDependencies {
  /** The editable root. */
  readonly root: HTMLElement;
  /** The element of the active block. */
  active(): HTMLElement | undefined;
  /** Its text editor. */
  text(): TextEditor | undefined;
  /** Whether the page is about to change, so that nothing can be typed into it now. */
  rendering(): boolean;
  /** Cancels a render that can wait while the user types. */
  goOn(): void;
  /** Called when a composition begins. */
  composes(): void;
  /** Called when a composition ends. Returns false if the page was outdated, so that the text must be inserted by a command. */
  composed(): boolean;
  run(command: Command): boolean;
  /** Toggles a mark. */
  toggle(mark: SimpleMarkType): boolean;
  /** Copies the page's selection to the document. */
  select(): void;
  /** Called when the selection changes. */
  moved(): void;
  paste(data: DataTransfer): void;
  /** The source of the selection. */
  source(): string | undefined;
  /** The cross-block selection, once its module is loaded. */
  multi(): MultiBlockSelection | undefined;
  /** Whether several blocks are selected. */
  isMulti(): boolean;
  /** The command for an input over several blocks, or at the end of a quote; undefined for the default. */
  over(kind: string, command: Command | undefined): Command | undefined;
  /**
   * Handles a pointer press on a node of the component.
   * @param point in the root's window
   * @param isMore extends the selection up to the point
   * @param isLate the press happened earlier, so that the browser does not set the caret
   * @returns whether this set the caret. If the block becomes editable only now, the browser cannot do so: the pressed
   * node is replaced.
   */
  press(node: Node, point: ViewportPoint, isMore: boolean, isLate: boolean): boolean;
  /** Selects the element before the block as a whole. */
  chooseBefore(): void;
  /** Moves the caret between blocks, once its module is loaded. */
  caret(): CaretMovement | undefined;
  /** Resolves once that module is loaded, or has failed to load; undefined afterwards. */
  caretLoading(): Promise<unknown> | undefined;
}

export interface Input {
  /** Whether a composition is in progress. Its text is provisional. */
  readonly composing: boolean;
  /** Runs the command of one of Quill's key bindings. */
  perform(name: TextCommand): void;
  /** Ends a composition and keeps its text, since its block is left. */
  settle(): void;
  /** Runs the inputs that were queued during a render. */
  flush(): void;
  /** Resolves when the queue is done; undefined if it is empty. */
  behind(): Promise<void> | undefined;
  stop(): void;
}

/** Whether the caret is beside an atom or between flex or grid items. Some browsers neither type there nor fire an event. */
function isBesideText(page: Document): boolean {
  const { anchorNode, isCollapsed } = page.getSelection()!;
  let container = isText(anchorNode) ? anchorNode.parentElement : anchorNode;
  if (!isCollapsed || !isElement(container)) return false;
  if (!isText(anchorNode) || container.closest('[contenteditable]')?.getAttribute('contenteditable') === 'false')
    return true;
  while (isElement(container) && getComputedStyle(container).display === 'contents')
    container = container.parentElement;
  return isElement(container) && /flex|grid/.test(getComputedStyle(container).display);
}

export function listen(dependencies: InputDependencies): Input {
  const { root } = dependencies;
  const { ownerDocument: page } = root;
  const stop = new AbortController();
  const options = { signal: stop.signal, capture: true };
  let isComposing = false;
  /** The text of the composition. */
  let composition = '';
  /** Queued inputs, in order. Caret movements wait for their module as well. */
  const queue: { act(): void; isMovement?: boolean }[] = [];

  const isInside = (event: Event): boolean => !!dependencies.active()?.contains(event.target as Node);
  const shouldQueue = (): boolean => dependencies.rendering() || queue.length > 0;

  /** Runs a command now, or after the render. Deleting at the edge of a block joins it with its neighbor. */
  function perform(command: Command | undefined, kind: InputType = ''): void {
    const act = (): void => {
      const effective = dependencies.over(kind, command) ?? joinCommand(kind) ?? command;
      if (effective) dependencies.run(effective);
    };
    if (shouldQueue()) queue.push({ act });
    else act();
  }

  function joinCommand(kind: InputType): Command | undefined {
    const text = dependencies.text();
    const range = kind.startsWith('delete') ? text?.range() : undefined;
    if (!range || range.anchor !== range.head) return undefined;
    if (/Backward/.test(kind) && range.head === 0) return mergeOrLeaveList;
    if (/Forward/.test(kind) && range.head === text!.length()) return mergeBlocks(1);
    return undefined;
  }

  /** Toggles a mark now, or after the render. */
  function mark(type: SimpleMarkType): void {
    if (shouldQueue()) queue.push({ act: () => void dependencies.toggle(type) });
    else dependencies.toggle(type);
  }

  /** Joins the block with the one before. If that is not possible, selects it, so that the next Backspace deletes it. */
  function joinBackward(): void {
    const act = (): void => void (dependencies.run(mergeOrLeaveList) || dependencies.chooseBefore());
    if (shouldQueue()) queue.push({ act });
    else act();
  }

  function performByName(name: TextCommand): void {
    if (isMarkType(name)) return mark(name);
    const kind = INPUT_TYPES[name];
    if (name === 'joinBackward') joinBackward();
    else if (name === 'joinForward') perform(mergeBlocks(1));
    else perform(COMMANDS[kind], kind);
  }

  function beforeInput(event: InputEvent): void {
    if (!isInside(event)) return;
    const { inputType: kind, data } = event;
    // Browsers undo the last input of the page. From a dialog or another field, that is not the user's intention.
    if (kind.startsWith('history') && isFocusOutside(root)) return event.preventDefault();
    const isMulti = !isComposing && dependencies.isMulti();
    if (isMulti) dependencies.moved();
    if (!isComposing && (isMulti || shouldQueue())) {
      event.preventDefault();
      return perform(data !== null && kind === 'insertText' ? typeText(data) : COMMANDS[kind], kind);
    }
    dependencies.goOn();
    // Records the selection that a later undo restores.
    if (!isComposing) dependencies.select();
  }

  function paste(event: ClipboardEvent): void {
    if (!isInside(event) || !event.clipboardData) return;
    event.preventDefault();
    dependencies.paste(event.clipboardData);
  }

  /** Ends a composition. Quill reads its text, or a command inserts it if the page is outdated. */
  function settle(): void {
    if (!isComposing) return;
    isComposing = false;
    if (!dependencies.composed()) perform(typeText(composition));
  }

  function key(event: KeyboardEvent): void {
    // The key that ended a composition is reported as a key of the input method.
    if (!isInside(event) || isCompositionKey(event) || event.altKey) return;
    const { key, ctrlKey, metaKey, shiftKey } = event;
    const isByCommand = shouldQueue() || dependencies.isMulti();
    if (ctrlKey || metaKey) return shortcut(event);
    if (key === 'Tab') {
      const command = shiftKey ? liftItem : sinkItem;
      if (isByCommand) perform(command);
      // Without a level or a cell to move to, Tab moves the focus as usual.
      if (isByCommand || dependencies.run(command) || dependencies.caret()?.toCell(shiftKey ? -1 : 1))
        event.preventDefault();
      return;
    }
    const isLineBreak = key === 'Enter' && shiftKey;
    const kind = isLineBreak ? 'insertLineBreak' : (INPUT_TYPES_OF_KEYS[key] ?? (key.length === 1 ? 'insertText' : ''));
    // After a press where there is no text, the block has no caret yet.
    if (kind && !page.getSelection()?.anchorNode) dependencies.multi()?.toEdge('forward', false);
    // Space and Enter would toggle a summary or press a button.
    const parent = /^(?: |Enter)$/.test(key) && page.getSelection()?.anchorNode?.parentElement;
    const isSwallowed = !!parent && !!(parent.closest('button') ?? dependencies.active()!.closest('summary, button'));
    if (kind && (isSwallowed || isBesideText(page))) {
      event.preventDefault();
      dependencies.goOn();
      if (!isByCommand) dependencies.select();
      const text = isByCommand ? undefined : dependencies.text();
      if (text && kind === 'insertText') text.insert(key);
      else if (text && kind === 'deleteContentBackward' && joinCommand(kind)) joinBackward();
      else if (text && kind.startsWith('delete') && !joinCommand(kind)) text.delete(key === 'Delete' ? 1 : -1);
      else perform(kind === 'insertText' ? typeText(key) : COMMANDS[kind], kind);
      return;
    }
    if (kind) {
      // The browser fires `beforeinput`. Quill must not handle the key, since its content is outdated.
      if (isByCommand && INPUT_TYPES_OF_KEYS[key]) event.stopPropagation();
      if (isByCommand || !INPUT_TYPES_OF_KEYS[key]) return;
      dependencies.goOn();
      dependencies.select();
      return;
    }
    move(event);
  }

  function shortcut(event: KeyboardEvent): void {
    const { key, shiftKey, metaKey } = event;
    const name = shortcutOf(event);
    const sideways = isModPressed(event) && shiftKey && /^Arrow[LR]/.test(key) ? CARET_MOVES[key] : undefined;
    const isSelected = sideways
      ? dependencies.multi()?.extend(sideways[0], metaKey ? 'lineboundary' : 'word')
      : name === 'selectAll' && dependencies.multi()?.selectAll();
    if (isSelected) event.preventDefault();
    if (name === 'undo' || name === 'redo') perform(name === 'undo' ? undo : redo, 'historyUndo');
    else if (isMark(name)) mark(name);
    else return;
    event.preventDefault();
  }

  /** Runs queued inputs until one of them starts a render. */
  function flush(): void {
    while (queue.length && !dependencies.rendering() && !(queue[0]!.isMovement && dependencies.caretLoading()))
      queue.shift()!.act();
  }

  /** Whether an arrow key may leave the block. Up and down may do so from any line, since it may be the only one. */
  function canLeave(key: string): boolean {
    const editor = dependencies.text();
    const range = editor?.range();
    if (!/^Arrow/.test(key) || !editor || !range || range.anchor !== range.head) return false;
    return /Up|Down/.test(key) || range.head === 0 || range.head === editor.length();
  }

  /** Handles keys that move the caret. */
  function move(event: KeyboardEvent): void {
    const { key, shiftKey } = event;
    const move = CARET_MOVES[key];
    if (!move) return;
    dependencies.text()?.leaveLink();
    const handleMove = (): boolean =>
      (shiftKey && key.startsWith('Arrow') && !!dependencies.multi()?.extend(...move)) ||
      (/^(?:Home|End)$/.test(key) && !!dependencies.multi()?.toEdge(move[0], shiftKey)) ||
      (!shiftKey && !!dependencies.caret()?.leaves(key, move));
    const loading = dependencies.caretLoading();
    if (shouldQueue() || (loading && !shiftKey && canLeave(key))) {
      event.preventDefault();
      const act = (): void => void (handleMove() || page.getSelection()?.modify(shiftKey ? 'extend' : 'move', ...move));
      queue.push({ act, isMovement: true });
      void loading?.catch(() => {}).then(flush);
    } else if (handleMove()) event.preventDefault();
  }

  root.addEventListener('beforeinput', beforeInput, options);
  root.addEventListener(
    'compositionstart',
    (event) => {
      if (!isInside(event)) return;
      dependencies.composes();
      isComposing = true;
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
        if (dependencies.isMulti() || shouldQueue()) perform(deleteText(-1), 'deleteByCut');
        else dependencies.text()?.delete(-1);
      },
      options,
    );
  root.addEventListener('paste', paste, options);
  // Runs after the listeners of text dragging. Images and links cannot be dragged out of edited content.
  root.addEventListener('dragstart', (event) => isInside(event) && event.preventDefault(), { signal: stop.signal });
  root.addEventListener('keydown', key, options);
  /** A touch may become a scroll. It counts as a press only on a tap or a long press. */
  let isTouch = false;
  /** The pointer went down while an earlier input was still rendering. The focus stays until that is done. */
  let isLate = false;
  /** Whether this code set the caret at the pointer, so that the browser does not start a selection there. */
  let isPlaced = false;
  const onPress = (event: MouseEvent | PointerEvent): void => {
    const { type, button, shiftKey } = event;
    if (type === 'pointerdown') {
      isTouch = 'pointerType' in event && event.pointerType === 'touch';
      isLate = !button && dependencies.rendering();
      isPlaced = false;
    }
    if ((isLate || isPlaced) && type !== 'contextmenu') event.preventDefault();
    if (type === 'contextmenu' ? !isTouch : button !== 0 || isTouch !== (type === 'mousedown')) return;
    const node = event.target as Node;
    const wasLate = isLate;
    const act = (): void => void (isPlaced = dependencies.press(node, event, shiftKey, wasLate));
    dependencies.text()?.leaveLink();
    if (shouldQueue()) queue.push({ act });
    else act();
    if (isTouch) dependencies.multi()?.release();
  };
  for (const kind of ['pointerdown', 'mousedown', 'contextmenu'] as const)
    root.addEventListener(kind, onPress, options);
  // On touch screens a finger scrolls.
  page.addEventListener(
    'pointermove',
    (event) => {
      if (!(event.buttons & 1) || event.pointerType === 'touch') return;
      dependencies.multi()?.drag(event);
      const caret = isPlaced && !dependencies.isMulti() ? caretAt(page, event) : undefined;
      if (caret && dependencies.active()?.contains(caret.node)) page.getSelection()!.extend(caret.node, caret.offset);
    },
    options,
  );
  const onRelease = (): void => {
    dependencies.multi()?.release();
    const block = dependencies.active();
    if (block && !dependencies.isMulti() && !dependencies.rendering()) keepSelectionInside(block);
  };
  for (const kind of ['pointerup', 'pointercancel'] as const) page.addEventListener(kind, onRelease, options);
  // Edited content is inert: links do not navigate, buttons and fields do not submit.
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
      if (!isComposing && dependencies.active()?.contains(page.getSelection()?.anchorNode ?? null))
        dependencies.moved();
    },
    { signal: stop.signal },
  );

  return {
    get composing() {
      return isComposing;
    },
    perform: performByName,
    settle,
    flush,
    behind: () => (queue.length ? new Promise((act) => void queue.push({ act })) : undefined),
    stop() {
      isComposing = false;
      stop.abort();
    },
  };
}
