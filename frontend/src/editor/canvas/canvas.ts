/**
 * The component on the page as something to type in: the block that is clicked becomes editable where it stands, the browser
 * does the typing, and what it made of the block's text becomes a splice of the view. Everything else is a command, and is
 * painted by the component itself, from its `template`.
 */
import { annotate, EDITED } from '../../../../src/utils/editing/annotate';
import { isPreformatted } from '../../../../src/utils/editing/atoms';
import { blockAt, blocksOf, type TextBlock } from '../../../../src/utils/editing/blocks';
import { setText } from '../../../../src/utils/editing/commands/set-text';
import { refOf, targetBlock, type BlockRef, type Caret } from '../../../../src/utils/editing/commands/target';
import { offsetOf, positionOf, toRuns } from '../../../../src/utils/editing/inline';
import { plainText } from '../../../../src/utils/editing/runs';
import type { Command, EditorState, Transaction } from '../../../../src/utils/editing/state';
import { listen } from './input';
import { blockOf, copyOf, enter, entered, leave, ownerOf } from './root';
import { keepWhole, legendOf, offsetIn, pointIn, runsIn, settle, type Legend } from './text';

/** A `feaas-component`, as far as it is driven by the editor. */
export interface ContentElement extends HTMLElement {
  template?: string | undefined;
  suspended: boolean;
}

export interface CanvasPorts {
  readonly element: ContentElement;
  state(): EditorState;
  run(command: Command): boolean;
  dispatch(transaction: Transaction): void;
  /** Another block is typed in, or none, or another part of it is selected. */
  moved(): void;
  /** Something is pasted; resolves with the command that does it. */
  paste(data: DataTransfer): Command | undefined;
}

/** The block that is typed in. */
export interface Active {
  readonly element: HTMLElement;
  /** Its name in the view; the block itself changes with every edit. */
  readonly ref: BlockRef;
  /** Which of a repeat's copies it stands in. */
  readonly copy: number;
}

export interface Canvas {
  readonly active: Active | undefined;
  /** The block that is typed in, as the view has it now. */
  block(): TextBlock | undefined;
  /** Runs a command on what is selected in the page. */
  run(command: Command): boolean;
  /** Goes to the block at the view's selection, else to the first one. */
  focus(): void;
  /** Shows a state that came about by anything but typing. */
  show(): void;
  /** Types in no block any more. */
  blur(): void;
  /** Gives the element back as it was. */
  destroy(): void;
}

/** Milliseconds without typing, after which the page catches up: other copies of a repeat, data that came meanwhile. */
const PAUSE = 600;

const LOOK = `[${EDITED}] { outline: none !important; cursor: text !important; -webkit-user-modify: read-write !important; }`;

export function createCanvas(ports: CanvasPorts): Canvas {
  const { element } = ports;
  const before = { template: element.template, suspended: element.suspended };
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(LOOK);
  document.adoptedStyleSheets.push(sheet);
  let active: Active | undefined;
  let typing = false;
  /** A paint is under way, after which the caret goes to the view's selection. */
  let painting = false;
  let paints = 0;
  let pause: ReturnType<typeof setTimeout> | undefined;

  const block = (): TextBlock | undefined => active && targetBlock(ports.state(), active.ref);

  const legend = (of: TextBlock): Legend => legendOf(ports.state().text, of, isPreformatted(of));

  /** Characters of the block that are selected in the page. */
  function caret(): Caret | undefined {
    const own = block();
    const selection = document.getSelection();
    if (!active || !own || !selection?.anchorNode || !selection.focusNode) return undefined;
    const { element: root } = active;
    if (!root.contains(selection.anchorNode) || !root.contains(selection.focusNode)) return undefined;
    const here = legend(own);
    return {
      anchor: offsetIn(root, here, selection.anchorNode, selection.anchorOffset),
      head: offsetIn(root, here, selection.focusNode, selection.focusOffset),
    };
  }

  /** The view's selection becomes that of the page. */
  function select(): void {
    const own = block();
    const at = own && !painting ? caret() : undefined;
    if (!own || !at) return;
    const { text, selection } = ports.state();
    const [anchor, head] = [positionOf(text, own, at.anchor), positionOf(text, own, at.head)];
    if (anchor !== selection.anchor || head !== selection.head) {
      typing = true;
      ports.dispatch({ splices: [], selection: { anchor, head } });
      typing = false;
    }
  }

  function run(command: Command): boolean {
    select();
    return ports.run(command);
  }

  /** What the browser has made of the block becomes an edit. */
  function read(): void {
    const own = block();
    if (!active || !own) return;
    const here = legend(own);
    const runs = runsIn(active.element, here);
    typing = true;
    const done = ports.run(setText(active.ref, runs, caret()));
    typing = false;
    const now = block();
    const { text } = ports.state();
    // What can not stand there is taken back.
    if (!done && (!now || readable(plainText(toRuns(text, now))) !== readable(plainText(runs)))) return paint();
    clearTimeout(pause);
    pause = setTimeout(() => input.composing || paint(), PAUSE);
  }

  function paint(): void {
    clearTimeout(pause);
    painting = true;
    const state = ports.state();
    const own = active && (blockAt(state.document, state.selection.head) ?? block());
    // Hands on the content count as a change, though the text is one that was painted before.
    const template = `${annotate(state, own?.sound ? own : undefined)}<!--${++paints % 2}-->`;
    element.suspended = false;
    element.template = template;
  }

  /** The component has painted: before anything else can happen the caret is where it belongs. */
  function painted(event: Event): void {
    if (event.target !== element || !painting) return;
    painting = false;
    if (!active) return;
    const state = ports.state();
    const own = blockAt(state.document, state.selection.head) ?? block();
    if (!own?.sound) return blur();
    const owner = ownerOf(element, state.document, own, active.copy);
    const root = owner && entered(owner, own);
    if (!root) return blur();
    active = { element: root, ref: refOf(state.document, own), copy: active.copy };
    hold();
    place(own);
    input.flush();
    ports.moved();
  }

  /** While somebody types nobody else paints. */
  function hold(): void {
    element.suspended = true;
    const own = block();
    if (!active || !own) return;
    const here = legend(own);
    keepWhole(active.element, here);
    settle(active.element, here);
  }

  /** Puts the caret where the view's selection is. */
  function place(own: TextBlock): void {
    const { text, selection } = ports.state();
    const { element: root } = active!;
    const here = legend(own);
    const [anchor, head] = [selection.anchor, selection.head].map((at) => pointIn(root, here, offsetOf(text, own, at)));
    root.focus({ preventScroll: true });
    document.getSelection()?.setBaseAndExtent(anchor!.node, anchor!.offset, head!.node, head!.offset);
  }

  function go(own: TextBlock, owner: Element): void {
    if (active?.element.contains(owner) && block()?.from === own.from) return;
    drop();
    const { document: view } = ports.state();
    const copy = own.owner.node.id === view.root.id ? 0 : copyOf(element, owner);
    active = { element: enter(owner, own), ref: refOf(view, own), copy };
    hold();
  }

  function drop(): void {
    if (active) leave(active.element);
    active = undefined;
  }

  function blur(): void {
    if (!active) return;
    select();
    drop();
    paint();
    ports.moved();
  }

  /** Goes to a block, with the caret at its start or end. */
  function visit(own: TextBlock, end = false): void {
    const { document: view, text } = ports.state();
    const owner = ownerOf(element, view, own);
    if (!owner) return;
    go(own, owner);
    const at = positionOf(text, own, end ? Infinity : 0);
    typing = true;
    ports.dispatch({ splices: [], selection: { anchor: at, head: at } });
    typing = false;
    place(own);
    ports.moved();
  }

  const input = listen({
    element,
    active: () => active?.element,
    painting: () => painting,
    caret,
    length: () => {
      const own = block();
      return own ? plainText(toRuns(ports.state().text, own)).length : 0;
    },
    read,
    run,
    select,
    moved() {
      select();
      ports.moved();
    },
    paste: (data) => ports.paste(data),
    press(node) {
      const found = blockOf(ports.state().document, element, node);
      if (found) go(found.block, found.owner);
      else blur();
    },
    neighbour(direction) {
      const own = block();
      const all = blocksOf(ports.state().document).filter(({ sound }) => sound);
      const next = all[all.findIndex(({ from }) => from === own?.from) + direction];
      if (next) visit(next, direction < 0);
      return next !== undefined;
    },
  });
  element.addEventListener('feaasRender', painted);
  paint();

  return {
    get active() {
      return active;
    },
    block,
    run,
    focus() {
      const { document: view, selection } = ports.state();
      const own = blockAt(view, selection.head) ?? blocksOf(view).find(({ sound }) => sound);
      if (own?.sound) visit(own);
    },
    show() {
      if (!typing) paint();
    },
    blur,
    destroy() {
      clearTimeout(pause);
      input.stop();
      element.removeEventListener('feaasRender', painted);
      drop();
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
      element.suspended = before.suspended;
      element.template = before.template;
    },
  };
}

/** Spaces that must not break read as spaces. */
const readable = (text: string): string => text.replaceAll('\u00a0', ' ');
