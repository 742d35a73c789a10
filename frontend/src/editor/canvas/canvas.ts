/**
 * The component on the page as something to type in: the block that is clicked becomes editable where it stands, the browser
 * does the typing, and what it made of the block's text becomes a splice of the view. Everything else is a command, and is
 * painted by the component itself, from its `template`.
 */
import { annotate, EDITED } from '../../../../src/utils/editing/annotate';
import { isPreformatted } from '../../../../src/utils/editing/atoms';
import { blockAt, type TextBlock } from '../../../../src/utils/editing/blocks';
import { setText } from '../../../../src/utils/editing/commands/set-text';
import { refOf, targetBlock, type BlockRef, type Caret } from '../../../../src/utils/editing/commands/target';
import { offsetOf, positionOf, toRuns } from '../../../../src/utils/editing/inline';
import { plainText } from '../../../../src/utils/editing/runs';
import type { Command, EditorState, Transaction } from '../../../../src/utils/editing/state';
import { listen } from './input';
import { blockOf, copyOf, enter, entered, isTypable, leave, nodeIdOf, ownerOf, typableBlocks } from './root';
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
  /** An element is pressed that nothing can be typed in: a picture, or what comes from data. */
  choose?(id: number): void;
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
  /** Goes to the block at a point of the page, else to that at the view's selection, else to the first one. */
  focus(point?: { readonly x: number; readonly y: number }): void;
  /** Shows a state that came about by anything but typing. */
  show(): void;
  /** Types in no block any more. */
  blur(): void;
  /** Gives the element back as it was. */
  destroy(): void;
}

/** Why the component paints: what is typed meanwhile waits for a command's, and goes before that of a pause. */
type Painting = 'command' | 'pause';

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
  /** A paint that is under way, after which the caret goes to the view's selection. */
  let painting: Painting | undefined;
  let paints = 0;
  let pause: ReturnType<typeof setTimeout> | undefined;
  /** Where the caret shall go once the page shows the view. */
  let wish: { readonly x: number; readonly y: number } | 'anywhere' | undefined;

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
    const at = own && painting !== 'command' ? caret() : undefined;
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
    pause = setTimeout(catchUp, PAUSE);
  }

  /** The page shows what the view says by now; whoever goes on typing has precedence. */
  function catchUp(): void {
    if (input.composing) return;
    // In the frame of the paint, right before it: the caret may have moved since.
    requestAnimationFrame(() => painting === 'pause' && select());
    paint('pause');
  }

  /** A paint that somebody types into is not done. */
  function goOn(): void {
    if (painting !== 'pause') return;
    painting = undefined;
    element.suspended = true;
  }

  function paint(why: Painting = 'command'): void {
    clearTimeout(pause);
    painting = why;
    const state = ports.state();
    const own = active && (blockAt(state.document, state.selection.head) ?? block());
    // Hands on the content count as a change, though the text is one that was painted before.
    const template = `${annotate(state, own && isTypable(own) ? own : undefined)}<!--${++paints % 2}-->`;
    element.suspended = false;
    element.template = template;
  }

  /** The component has painted: before anything else can happen the caret is where it belongs. */
  function painted(event: Event): void {
    if (event.target !== element || !painting) return;
    painting = undefined;
    if (wish) return focus(wish === 'anywhere' ? undefined : wish);
    if (!active) return;
    const state = ports.state();
    const own = blockAt(state.document, state.selection.head) ?? block();
    if (!own || !isTypable(own)) return blur();
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

  function focus(point?: { readonly x: number; readonly y: number }): void {
    if (painting === 'command') {
      wish = point ?? 'anywhere';
      return;
    }
    wish = undefined;
    const { document: view, selection } = ports.state();
    const there = point && caretAt(point);
    const pressed = there && blockOf(view, element, there.node);
    if (pressed) {
      go(pressed.block, pressed.owner);
      document.getSelection()?.collapse(there.node, there.offset);
      active!.element.focus({ preventScroll: true });
      select();
      return ports.moved();
    }
    const at = blockAt(view, selection.head);
    const own = at && isTypable(at) ? at : typableBlocks(view)[0];
    if (own) visit(own);
  }

  const input = listen({
    element,
    active: () => active?.element,
    painting: () => painting === 'command',
    goOn,
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
      if (found) return go(found.block, found.owner);
      blur();
      const id = nodeIdOf(element, node);
      if (id !== undefined) ports.choose?.(id);
    },
    neighbour(direction) {
      const own = block();
      const all = typableBlocks(ports.state().document);
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
    focus,
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

/** Where text stands at a point of the viewport. */
function caretAt({ x, y }: { readonly x: number; readonly y: number }): { node: Node; offset: number } | undefined {
  const position = document.caretPositionFromPoint?.(x, y);
  if (position) return { node: position.offsetNode, offset: position.offset };
  const range = document.caretRangeFromPoint?.(x, y);
  return range ? { node: range.startContainer, offset: range.startOffset } : undefined;
}
