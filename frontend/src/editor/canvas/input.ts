/** What an editor's hands do in a block: the browser types, and what is more than typing is a command. */
import { deleteText } from '../../../../src/utils/editing/commands/delete-text';
import { mergeBlocks } from '../../../../src/utils/editing/commands/merge-blocks';
import { splitBlock } from '../../../../src/utils/editing/commands/split-block';
import type { Caret } from '../../../../src/utils/editing/commands/target';
import { toggleMark } from '../../../../src/utils/editing/commands/toggle-mark';
import { typeText } from '../../../../src/utils/editing/commands/type-text';
import { redo, undo } from '../../../../src/utils/editing/commands/undo';
import type { Command } from '../../../../src/utils/editing/state';

export interface InputPorts {
  readonly element: HTMLElement;
  /** The element that is typed in. */
  active(): HTMLElement | undefined;
  /** What the page shows is about to change: nothing can be typed into it right now. */
  painting(): boolean;
  /** Somebody types: what only catches up can wait. */
  goOn(): void;
  caret(): Caret | undefined;
  /** Characters of the block. */
  length(): number;
  /** The browser has changed the block. */
  read(): void;
  run(command: Command): boolean;
  /** The view's selection becomes that of the page. */
  select(): void;
  /** Another part is selected. */
  moved(): void;
  paste(data: DataTransfer): Command | undefined;
  /** A pointer went down on a node of the component. */
  press(node: Node): void;
  /** Goes on to the block before or behind; whether there is one. */
  neighbour(direction: -1 | 1): boolean;
}

export interface Input {
  /** A composition is under way: what it shows is not settled. */
  readonly composing: boolean;
  /** Does what was typed while the page was painted. */
  flush(): void;
  stop(): void;
}

type Kind = InputEvent['inputType'];

/** What stands for an input where the browser may not do it itself. */
const COMMANDS: Readonly<Partial<Record<Kind, Command>>> = Object.freeze({
  insertParagraph: splitBlock,
  insertLineBreak: typeText('\n'),
  deleteContentBackward: deleteText(-1),
  deleteContentForward: deleteText(1),
  historyUndo: undo,
  historyRedo: redo,
  formatBold: toggleMark('bold'),
  formatItalic: toggleMark('italic'),
  formatUnderline: toggleMark('underline'),
  formatStrikeThrough: toggleMark('strike'),
});
/** What a browser does better than a command: it knows words, lines, compositions and its own keyboards. */
const NATIVE =
  /^(?:insertText|insertCompositionText|insertReplacementText|insertFromComposition|insertTranspose|deleteCompositionText|delete(?:ContentBackward|ContentForward|Content|Word\w+|SoftLine\w+|HardLine\w+|Entire\w+))$/;

/** Where keys lead the caret, as a selection knows it. */
const MOVES: Readonly<Partial<Record<string, readonly [direction: string, granularity: string]>>> = Object.freeze({
  ArrowLeft: ['left', 'character'],
  ArrowRight: ['right', 'character'],
  ArrowUp: ['backward', 'line'],
  ArrowDown: ['forward', 'line'],
  Home: ['backward', 'lineboundary'],
  End: ['forward', 'lineboundary'],
});

export function listen(ports: InputPorts): Input {
  const { element } = ports;
  const stop = new AbortController();
  const options = { signal: stop.signal, capture: true };
  let composing = false;
  /** What is done once the page has caught up, in order. */
  const waiting: (() => void)[] = [];

  const isInside = (event: Event): boolean => !!ports.active()?.contains(event.target as Node);

  /** A command, now or when the page has caught up; at the edge of a block deleting joins it with its neighbour. */
  function perform(command: Command | undefined, kind: Kind = ''): void {
    const act = (): void => {
      const now = joined(kind) ?? command;
      if (now) ports.run(now);
    };
    if (ports.painting() || waiting.length) waiting.push(act);
    else act();
  }

  function joined(kind: Kind): Command | undefined {
    const at = ports.caret();
    if (!at || at.anchor !== at.head || !kind.startsWith('delete')) return undefined;
    if (/Backward/.test(kind) && at.head === 0) return mergeBlocks(-1);
    if (/Forward/.test(kind) && at.head === ports.length()) return mergeBlocks(1);
    return undefined;
  }

  function before(event: InputEvent): void {
    if (!isInside(event)) return;
    const { inputType: kind, data } = event;
    if (ports.painting() && !composing) {
      event.preventDefault();
      return perform(data !== null && kind === 'insertText' ? typeText(data) : COMMANDS[kind], kind);
    }
    ports.goOn();
    // What is undone later goes back to here.
    if (!composing) ports.select();
    if (NATIVE.test(kind) && (composing || !joined(kind))) return;
    event.preventDefault();
    perform(COMMANDS[kind], kind);
  }

  function paste(event: ClipboardEvent | DragEvent): void {
    if (!isInside(event)) return;
    event.preventDefault();
    const data = event instanceof DragEvent ? event.dataTransfer : event.clipboardData;
    const command = data && ports.paste(data);
    if (command) perform(command);
  }

  function key(event: KeyboardEvent): void {
    if (!isInside(event) || event.isComposing || event.altKey) return;
    const { key, ctrlKey, metaKey, shiftKey } = event;
    if (ctrlKey || metaKey) {
      const letter = key.toLowerCase();
      const command = letter === 'y' || (letter === 'z' && shiftKey) ? redo : letter === 'z' ? undo : undefined;
      if (!command) return;
      event.preventDefault();
      perform(command);
      return;
    }
    const move = MOVES[key];
    if (move && (ports.painting() || waiting.length)) {
      event.preventDefault();
      waiting.push(() => document.getSelection()?.modify(shiftKey ? 'extend' : 'move', ...move));
      return;
    }
    if (shiftKey || !isAtEdge(key)) return;
    if (ports.neighbour(/Up|Left/.test(key) ? -1 : 1)) event.preventDefault();
  }

  /** Whether an arrow key would leave the block. */
  function isAtEdge(key: string): boolean {
    const at = ports.caret();
    const root = ports.active();
    if (!at || !root || at.anchor !== at.head) return false;
    // What reads from the right goes on to the left.
    const turned = getComputedStyle(root).direction === 'rtl';
    if (key === 'ArrowLeft') return at.head === (turned ? ports.length() : 0);
    if (key === 'ArrowRight') return at.head === (turned ? 0 : ports.length());
    if (key !== 'ArrowUp' && key !== 'ArrowDown') return false;
    const selection = document.getSelection()!.getRangeAt(0);
    const line = selection.getClientRects()[0];
    const all = root.getBoundingClientRect();
    if (!line) return true;
    return key === 'ArrowUp' ? line.top - all.top < line.height : all.bottom - line.bottom < line.height;
  }

  element.addEventListener('beforeinput', before, options);
  element.addEventListener('input', (event) => isInside(event) && !composing && ports.read(), options);
  element.addEventListener(
    'compositionstart',
    () => {
      ports.goOn();
      composing = true;
    },
    options,
  );
  element.addEventListener(
    'compositionend',
    (event) => {
      composing = false;
      if (isInside(event)) ports.read();
    },
    options,
  );
  element.addEventListener('paste', paste, options);
  element.addEventListener('drop', paste, options);
  element.addEventListener('dragstart', (event) => isInside(event) && event.preventDefault(), options);
  element.addEventListener('keydown', key, options);
  element.addEventListener('pointerdown', (event) => event.button === 0 && ports.press(event.target as Node), options);
  // What is edited does nothing else: links do not lead away, buttons do not send.
  element.addEventListener(
    'click',
    (event) => {
      event.preventDefault();
      event.stopPropagation();
    },
    options,
  );
  document.addEventListener(
    'selectionchange',
    () => {
      if (!composing && ports.active()?.contains(document.getSelection()?.anchorNode ?? null)) ports.moved();
    },
    { signal: stop.signal },
  );

  return {
    get composing() {
      return composing;
    },
    flush() {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        next();
        // A command that is painted is waited for by those behind it.
        if (ports.painting()) break;
      }
    },
    stop: () => stop.abort(),
  };
}
