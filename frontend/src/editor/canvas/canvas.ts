/**
 * The component on the page as something to type in: the block that is clicked becomes editable where it stands, the browser
 * does the typing, and what it made of the block's text becomes a step of the view. Everything else is a command, and is
 * painted by the component itself, from its `template`.
 */
import { decorate } from '../../../../src/utils/editing/decorate';
import { isPreformatted } from '../../../../src/utils/editing/inline-tokens';
import { blockAt, isTypable, type TextBlock } from '../../../../src/utils/editing/blocks';
import { setText } from '../../../../src/utils/editing/commands/set-text';
import { toNodeRef, targetBlock, type Caret } from '../../../../src/utils/editing/commands/target';
import type { Selection as ViewSelection } from '../../../../src/utils/editing/history';
import { offsetOf, positionOf, toRuns } from '../../../../src/utils/editing/inline';
import { plainText } from '../../../../src/utils/editing/runs';
import { getCrossBlockSelection } from '../../../../src/utils/editing/cross-block-selection';
import type { Command, EditorState } from '../../../../src/utils/editing/state';
import type { Active, Canvas, CanvasPorts } from './contract';
import { editOnly, enter, entered, leave } from './edited';
import { listen } from './input';
import { adoptLook } from './look';
import { blockBeside, blockOf, caretAt, copyOf, isShown, nearestBlock, nodeIdOf, ownerOf } from './root';
import type { Point, ViewportPoint } from './root';
import type { Reach } from './reach';
import { isElsewhere } from './realm';
import { caretIn, keepWhole, legendOf, readable, runsIn, selectIn, settle, type Legend } from './text';
import { afterTyped, createKnown, createTyped, PAUSE } from './typed';

/** Why the component paints: what is typed meanwhile waits for a command's, and goes before that of a pause. */
type Painting = 'command' | 'pause';

export function createCanvas(given: CanvasPorts): Canvas {
  const { element, root: within = element } = given;
  const { ownerDocument: page } = within;
  const typed = createTyped(page, () => {
    read();
    reach?.narrow();
    ports.moved();
  });
  const ports = afterTyped(given, typed);
  const before = { suspended: element.suspended, template: element.template };
  const look = adoptLook(page);
  let active: Active | undefined;
  let typing = false;
  let reading = false;
  /** A paint that is under way, after which the caret goes to the view's selection. */
  let painting: Painting | undefined;
  let paints = 0;
  /** The page does not show the view, and can not before a composition in it is over. */
  let behind = false;
  let pause: ReturnType<typeof setTimeout> | undefined;
  /** Where the caret shall go once the page shows the view. */
  let wish: ViewportPoint | 'anywhere' | undefined;
  /** What reaches over several blocks, once it is loaded. */
  let reach: Reach | undefined;
  let isOver = false;
  const known = createKnown(page);

  const area = (): HTMLElement | undefined => (reach?.spans.isOn ? within : active?.element);

  const block = (): TextBlock | undefined => {
    const state = ports.state();
    if (active) return targetBlock(state, active.ref);
    return reach?.spans.isOn ? targetBlock(state) : undefined;
  };

  const legend = (of: TextBlock): Legend => legendOf(ports.state().text, of, isPreformatted(of));

  /** Characters of the block that are selected in the page. */
  function caret(): Caret | undefined {
    const own = block();
    return active && own && caretIn(active.element, () => legend(own));
  }

  /** What is selected in the page, as the view has it. */
  function selected(): ViewSelection | undefined {
    if (reach?.spans.isOn) return reach.spans.read();
    const own = block();
    const at = caret();
    if (!own || !at) return undefined;
    const { text } = ports.state();
    return { anchor: positionOf(text, own, at.anchor), head: positionOf(text, own, at.head) };
  }

  /** The view's selection becomes that of the page. */
  function select(): void {
    const state = ports.state();
    if (known.holds(state)) return;
    const now = painting === 'command' ? undefined : selected();
    const { selection } = state;
    if (now && (now.anchor !== selection.anchor || now.head !== selection.head)) choose(now);
  }

  function choose(selection: ViewSelection): void {
    typing = true;
    ports.dispatch({ steps: [], selection });
    typing = false;
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
    typing = reading = true;
    const at = caret();
    const done = ports.run(setText(active.ref, runs, at));
    typing = reading = false;
    const now = block();
    const { text } = ports.state();
    // What can not stand there is taken back.
    if (!done && (!now || readable(plainText(toRuns(text, now))) !== readable(plainText(runs)))) return paint();
    known.keep(done && at ? ports.state() : undefined);
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
    if (input.composing) {
      behind = true;
      return;
    }
    painting = why;
    const state = ports.state();
    const own = area() && !isSpan(state) ? (blockAt(state.document, state.selection.head) ?? block()) : undefined;
    if (own) look.keepLines(ownerOf(within, state.document, own, active?.copy));
    // Hands on the content count as a change, though the text is one that was painted before.
    const template = `${decorate(state, own && isTypable(own) ? own : undefined)}<!--${++paints % 2}-->`;
    element.suspended = false;
    element.template = template;
  }

  const isSpan = (state: EditorState): boolean => !!reach && !!getCrossBlockSelection(state);

  /** Selects in the page what the view has selected of several blocks. */
  function showSpan(copy = 0): void {
    drop();
    if (reach!.spans.show(copy)) element.suspended = true;
  }

  /** The component has painted: before anything else can happen the caret is where it belongs. */
  function painted(event: Event): void {
    if (event.target !== element || !painting) return;
    // A pause in typing may be that somebody went on elsewhere: in a field of the chrome, for one.
    const keeps = painting === 'command' || !isElsewhere(within);
    painting = undefined;
    if (wish) focus(wish === 'anywhere' ? undefined : wish);
    else if (area()) showSelected(keeps);
    editOnly(within, active?.element);
    input.flush();
  }

  /** The caret is where the view has it. */
  function showSelected(keeps: boolean): void {
    const state = ports.state();
    const copy = active?.copy ?? reach?.spans.copy ?? 0;
    if (isSpan(state)) {
      if (keeps) showSpan(copy);
    } else {
      const own = blockAt(state.document, state.selection.head) ?? block();
      const owner = own && isTypable(own) && ownerOf(within, state.document, own, copy);
      const root = owner && entered(owner, own);
      if (!root) return blur();
      reach?.spans.end();
      active = { element: root, ref: toNodeRef(own), copy };
      hold();
      if (keeps) place(own);
    }
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
    const [anchor, head] = [selection.anchor, selection.head].map((at) => offsetOf(text, own, at));
    active!.element.focus({ preventScroll: true });
    selectIn(active!.element, legend(own), { anchor: anchor!, head: head! });
  }

  function go(own: TextBlock, owner: Element): void {
    if (active?.element.contains(owner) && block()?.from === own.from) return;
    drop();
    const copy = own.owner.node.id === ports.state().document.root.id ? 0 : copyOf(within, owner);
    look.keepLines(owner);
    active = { element: enter(owner, own), ref: toNodeRef(own), copy };
    hold();
  }

  /** Goes to a block with the caret at a place of the page. */
  function goAt(own: TextBlock, owner: Element, there: Point | undefined): void {
    // What was pressed may have moved since.
    if (!there || !owner.contains(there.node)) return visit(own);
    go(own, owner);
    page.getSelection()!.collapse(there.node, there.offset);
    active!.element.focus({ preventScroll: true });
    select();
    ports.moved();
  }

  function drop(): void {
    typed.now();
    input.settle();
    if (!isOver) reach?.byHand.forget();
    reach?.spans.end();
    if (active) leave(active.element);
    active = undefined;
  }

  function blur(): void {
    if (!area()) return;
    select();
    drop();
    paint();
    ports.moved();
  }

  /** Goes to a block, with the caret at its start or end. */
  function visit(own: TextBlock, end = false): void {
    const { document: view, text } = ports.state();
    const owner = ownerOf(within, view, own);
    if (!owner) return;
    go(own, owner);
    const at = positionOf(text, own, end ? Infinity : 0);
    choose({ anchor: at, head: at });
    place(own);
    ports.moved();
  }

  function focus(point?: ViewportPoint): void {
    if (painting === 'command') {
      wish = point ?? 'anywhere';
      return;
    }
    // Browsers tell of a selection when they have time: what is selected by now is what the focus goes back to.
    if (!point && !wish) select();
    wish = undefined;
    const { document: view, selection } = ports.state();
    const there = point && caretAt(page, point);
    const pressed = there && blockOf(view, within, there.node);
    if (pressed) return goAt(pressed.block, pressed.owner, there);
    if (isSpan(ports.state())) return showSpan(reach!.spans.copy);
    const at = blockAt(view, selection.head);
    if (at && isTypable(at) && isShown(within, view, at) && at.from <= selection.anchor && selection.anchor <= at.to)
      return comeBack(at);
    const near = nearestBlock(within, view, selection.head);
    if (near) visit(near);
  }

  /** Goes to the block of the view's selection, which stays as it is; a paint may have brought its white space back. */
  function comeBack(own: TextBlock): void {
    const owner = ownerOf(within, ports.state().document, own, active?.copy);
    if (!owner) return;
    go(own, owner);
    hold();
    place(own);
    ports.moved();
  }

  /** Characters of the block. */
  const length = (own = block()): number => (own ? plainText(toRuns(ports.state().text, own)).length : 0);

  const input = listen({
    root: within,
    active: area,
    painting: () => painting === 'command',
    goOn,
    caret,
    length,
    read,
    typed: typed.soon,
    composes() {
      goOn();
      // What was typed before it is read before it, and where it begins is known.
      select();
      reach?.byHand.composes();
      // Over several blocks it is typed once it is done, in place of them; what would be painted now would take it away.
      if (reach?.spans.isOn || painting === 'command') element.suspended = behind = true;
    },
    composed(text) {
      if (!behind && reach?.byHand.composed(text) !== false) {
        read();
        return true;
      }
      behind = false;
      paint();
      return false;
    },
    run,
    select,
    moved() {
      // What was typed has moved it.
      if (typed.waits) return;
      select();
      reach?.narrow();
      ports.moved();
    },
    over: (kind, command) => reach?.over(kind, command),
    isSpan: () => !!reach?.spans.isOn,
    paste: (data) => ports.paste(data),
    reach: () => reach,
    press(node, point, isMore, isLate) {
      const there = caretAt(page, point);
      if (!node.isConnected && there) ({ node } = there);
      const found = blockOf(ports.state().document, within, node, there?.node);
      if (isLate && found) return goAt(found.block, found.owner, there);
      if (reach?.press(node, !!found, isMore)) return;
      if (found) return go(found.block, found.owner);
      blur();
      const id = nodeIdOf(within, node);
      if (id !== undefined) ports.choose?.(id);
    },
    neighbor(direction) {
      const next = blockBeside(within, ports.state().document, block()?.from ?? 0, direction);
      if (next) visit(next, direction < 0);
      return next !== undefined;
    },
  });
  element.addEventListener('feaasRender', painted);
  paint();
  void import('./reach').then(({ createReach }) => {
    if (isOver) return;
    reach = createReach({
      within,
      state: ports.state,
      active: () => active?.element,
      read,
      isPainting: () => painting !== undefined,
      isAll: (at = caret()) => !!at && Math.abs(at.anchor - at.head) === length(),
      drop,
      hold,
      part(own, owner) {
        select();
        go(own, owner);
        place(block()!);
      },
    });
  });

  return {
    get active() {
      return active;
    },
    get isReading() {
      return reading;
    },
    get area() {
      return area();
    },
    block,
    run,
    focus,
    show() {
      if (!typing) paint();
    },
    blur,
    settle: () => (typed.now(), input.behind()),
    destroy() {
      typed.stop();
      isOver = true;
      // Nothing is selected any more in the frame of a paint that was to come.
      painting = undefined;
      clearTimeout(pause);
      input.stop();
      element.removeEventListener('feaasRender', painted);
      drop();
      look.withdraw();
      Object.assign(element, before);
    },
  };
}
