/**
 * Makes the component on the page editable. Quill edits the text of the clicked block in the block's own element. The
 * result becomes a step of the document. Every other edit is a command. The component itself renders it, from its
 * `template`.
 */
import { blockAt, isTypable, type TextBlock } from '../../../../src/utils/editing/model/blocks';
import { setText } from '../../../../src/utils/editing/model/commands/set-text';
import { toNodeRef, targetBlock } from '../../../../src/utils/editing/model/commands/target';
import { toggleMark } from '../../../../src/utils/editing/model/commands/toggle-mark';
import { typeText } from '../../../../src/utils/editing/model/commands/type-text';
import { getCrossBlockSelection } from '../../../../src/utils/editing/model/cross-block-selection';
import { decorate, NODE } from '../../../../src/utils/editing/model/decorate';
import { graphemeAfter, graphemeBefore } from '../../../../src/utils/editing/model/graphemes';
import type { Selection as DocumentSelection } from '../../../../src/utils/editing/model/history';
import type { SimpleMarkType } from '../../../../src/utils/editing/model/mark-registry';
import { offsetOf, positionOf, toRuns } from '../../../../src/utils/editing/model/inline';
import { plainText } from '../../../../src/utils/editing/model/runs';
import type { Command, EditorState } from '../../../../src/utils/editing/model/state';
import type { ResolvedElement } from '../../../../src/utils/editing/model/syntax-tree';
import type { CaretMovement } from './caret-movement';
import { createDeferredRead, TYPING_PAUSE, withFlushedText } from './deferred-read';
import { editSingleCopy, editableElementOf, restoreElement, makeEditable } from './editable';
import { adoptStyles } from './injected-styles';
import { listen } from './input';
import {
  blockBeside,
  blockOf,
  caretAt,
  copyOf,
  copyWith,
  isSeen,
  isShown,
  nearestBlock,
  nodeIdOf,
  ownerOf,
  atomicElementAt,
} from './locate';
import type { ViewportPoint } from './locate';
import type { MultiBlockSelection } from './multi-block-selection';
import { isFocusOutside } from './node-guards';
import { toContent, toMarks, toggled, toRuns as runsOf, type DeltaContext } from './text/delta';
import type { TextDependencies, TextRange } from './text/types';
import type { Active, EditorView, EditorViewDependencies } from './types';

/** Why the component renders. Typing waits for the render of a command, and cancels that of a pause. */
type Rendering = 'command' | 'pause';

/** Replaces no-break spaces with spaces, to compare texts. */
const readable = (text: string): string => text.replaceAll('\u00a0', ' ');

export function createEditorView(given: EditorViewDependencies): EditorView {
  const { element, root: within = element } = given;
  const { ownerDocument: page } = within;
  const typed = createDeferredRead(
    page,
    () => active?.text.flush(),
    () => {
      read();
      multi?.narrow();
      dependencies.moved();
    },
  );
  const dependencies = withFlushedText(given, typed);
  const before = { suspended: element.suspended, template: element.template };
  const styles = adoptStyles(page);
  let active: Active | undefined;
  let legend: DeltaContext | undefined;
  let typing = false;
  let reading = false;
  /** The render in progress. After it, the caret moves to the document's selection. */
  let rendering: Rendering | undefined;
  let renders = 0;
  /** Whether the page is outdated and cannot be updated before the composition in it ends. */
  let behind = false;
  let pause: ReturnType<typeof setTimeout> | undefined;
  /** Where to put the caret once the page shows the document. */
  let wish: ViewportPoint | 'anywhere' | undefined;
  /** The cross-block selection, once its module is loaded. */
  let multi: MultiBlockSelection | undefined;
  let caretMovement: CaretMovement | undefined;
  let caretLoading: Promise<unknown> | undefined;
  let elementBefore = (_block: TextBlock): ResolvedElement | undefined => undefined;
  /** Whether a point is on selected text that can be dragged. */
  let isOnSelection = (_point: ViewportPoint): boolean => false;
  let stopDrag = (): void => {};
  let isOver = false;
  /** Where a render left the caret while the focus was elsewhere. This caret is not a choice of the user. */
  let leftAt: { readonly node: Node | null; readonly offset: number } | undefined;
  /** Whether the active block was hidden by a render, and nothing else has been selected since. */
  let isHidden = false;

  const textDependencies: TextDependencies = {
    idAttribute: NODE,
    graphemeBefore,
    graphemeAfter,
    changed() {
      // The page shows an outdated document.
      if (rendering === 'command') return;
      goOn();
      typed.schedule();
    },
    command: (name) => input.perform(name),
  };

  const area = (): HTMLElement | undefined => (multi?.range.isOn ? within : active?.element);

  function blockIn(state: EditorState): TextBlock | undefined {
    if (active) return targetBlock(state, active.ref);
    return multi?.range.isOn ? targetBlock(state) : undefined;
  }

  const block = (): TextBlock | undefined => blockIn(dependencies.state());

  /** The selected characters of the block in the page. */
  const caret = (): TextRange | undefined => active?.text.range();

  /** The page's selection as a document selection. */
  function selected(): DocumentSelection | undefined {
    if (multi?.range.isOn) return multi.range.read();
    const selection = page.getSelection();
    // A frame that the page has moved has no document, and so no selection.
    if (!selection) return undefined;
    const { anchorNode, anchorOffset, isCollapsed } = selection;
    if (leftAt && isCollapsed && anchorNode === leftAt.node && anchorOffset === leftAt.offset) return undefined;
    leftAt = undefined;
    const own = block();
    const at = own && caret();
    if (!at) return undefined;
    const { text } = dependencies.state();
    return { anchor: positionOf(text, own, at.anchor), head: positionOf(text, own, at.head) };
  }

  /** Copies the page's selection to the document. */
  function select(): void {
    const { selection } = dependencies.state();
    const now = rendering === 'command' ? undefined : selected();
    if (now && (now.anchor !== selection.anchor || now.head !== selection.head)) choose(now);
  }

  function choose(selection: DocumentSelection): void {
    typing = true;
    dependencies.dispatch({ steps: [], selection });
    typing = false;
  }

  function run(command: Command): boolean {
    select();
    return dependencies.run(command);
  }

  /** Turns the typed text of the block into a step of the document. */
  function read(): void {
    const own = block();
    if (!active || !own || !legend) return;
    const runs = runsOf(active.text.contents(), legend);
    const at = caret();
    typing = reading = true;
    const done = dependencies.run(setText(active.ref, runs, at));
    typing = reading = false;
    const now = block();
    // Content that is not allowed there is reverted.
    if (!done && (!now || readable(plainText(toRuns(dependencies.state().text, now))) !== readable(plainText(runs))))
      return render();
    clearTimeout(pause);
    pause = setTimeout(catchUp, TYPING_PAUSE);
  }

  /** Renders the current document. Further typing cancels the render. */
  function catchUp(): void {
    if (input.composing) return;
    // Runs in the frame of the render, right before it, since the caret may have moved.
    requestAnimationFrame(() => rendering === 'pause' && select());
    render('pause');
  }

  /** Cancels the render of a pause when typing continues. */
  function goOn(): void {
    if (rendering !== 'pause') return;
    rendering = undefined;
    element.suspended = true;
  }

  function render(why: Rendering = 'command'): void {
    clearTimeout(pause);
    if (input.composing) {
      behind = true;
      return;
    }
    rendering = why;
    const state = dependencies.state();
    const own = area() && !isMulti(state) ? (blockAt(state.document, state.selection.head) ?? block()) : undefined;
    if (own) styles.keepLines(ownerOf(within, state.document, own, active?.copy));
    // Forces a render after typing, even if an earlier render had the same text.
    const template = `${decorate(state, own && isTypable(own) ? own : undefined)}<!--${++renders % 2}-->`;
    element.suspended = false;
    element.template = template;
  }

  const isMulti = (state: EditorState): boolean => !!multi && !!getCrossBlockSelection(state);

  /** Shows a cross-block selection of the document in the page. */
  function showRange(copy = 0): void {
    drop();
    if (multi!.range.show(copy)) element.suspended = true;
  }

  /** Restores the caret right after a render, before any other event. */
  function rendered(event: Event): void {
    if (event.target !== element) return;
    if (!rendering) return seeAgain();
    // Typing may have paused because the focus moved, for example into a field of the editor.
    const keeps = rendering === 'command' || !isFocusOutside(within);
    rendering = undefined;
    if (area()) {
      showSelected(keeps && !wish);
      const selection = page.getSelection();
      leftAt = keeps || !selection ? undefined : { node: selection.anchorNode, offset: selection.anchorOffset };
    }
    if (wish) focus(wish === 'anywhere' ? undefined : wish);
    editSingleCopy(within, active?.element);
    input.flush();
  }

  /** Moves the caret to the document's selection. */
  function showSelected(keeps: boolean): void {
    const state = dependencies.state();
    const copy = active?.copy ?? multi?.range.copy ?? 0;
    if (isMulti(state)) {
      if (keeps) showRange(copy);
    } else {
      const own = blockAt(state.document, state.selection.head) ?? block();
      const owner = own && isTypable(own) && ownerOf(within, state.document, own, copy);
      const root = owner && editableElementOf(owner, own);
      if (!root || !isSeen(owner)) {
        blur();
        if (root) hide();
        return;
      }
      multi?.range.end();
      activate(root, own, copy);
      if (keeps) place(own);
    }
    dependencies.moved();
  }

  /** Marks the block as hidden. Data may no longer repeat it, so it cannot be edited until they do. */
  function hide(): void {
    isHidden = true;
    dependencies.hidden?.(true);
  }

  /** Clears the hidden state once the block is visible again. */
  function seeAgain(): void {
    const { document: syntaxTree, selection } = dependencies.state();
    const own = isHidden && blockAt(syntaxTree, selection.head);
    if (!own || !isShown(within, syntaxTree, own)) return;
    isHidden = false;
    dependencies.hidden?.(false);
  }

  /** Starts editing a block. Suspends other renders meanwhile. */
  function activate(root: HTMLElement, own: TextBlock, copy: number): void {
    const { text } = dependencies.state();
    element.suspended = true;
    legend = toContent(text, own);
    if (isHidden) {
      isHidden = false;
      dependencies.hidden?.(false);
    }
    const isSame = active?.element === root;
    if (!isSame) release();
    const editor = isSame ? active!.text : given.createTextEditor(root, textDependencies);
    active = { element: root, text: editor, ref: toNodeRef(own), copy };
    editor.load(legend.content);
  }

  /** Puts the caret at the document's selection. */
  function place(own: TextBlock): void {
    const { text, selection } = dependencies.state();
    const [anchor, head] = [selection.anchor, selection.head].map((at) => offsetOf(text, own, at));
    active!.text.select({ anchor: anchor!, head: head! });
  }

  /** Whether a block is being edited in the given owner. */
  const isActive = (own: TextBlock, owner: Element): boolean =>
    !!active &&
    (own.whole ? active.element === owner : active.element.parentElement === owner) &&
    block()?.from === own.from;

  function go(own: TextBlock, owner: Element): void {
    if (isActive(own, owner)) return;
    const ref = toNodeRef(own);
    drop();
    // Text typed in another block has moved this one in the document.
    const now = targetBlock(dependencies.state(), ref) ?? own;
    const copy = own.owner.node.id === dependencies.state().document.root.id ? 0 : copyOf(within, owner);
    styles.keepLines(owner);
    activate(makeEditable(owner, now), now, copy);
  }

  /** Activates a block, with the caret at a point of the page. */
  function goAt(own: TextBlock, owner: Element, point: ViewportPoint): true {
    go(own, owner);
    const there = caretAt(page, point);
    if (there && active!.element.contains(there.node)) {
      active!.element.focus({ preventScroll: true });
      page.getSelection()!.collapse(there.node, there.offset);
      // A caret in an inline atom moves beside it.
      const at = caret();
      if (at) active!.text.select(at);
      select();
      dependencies.moved();
    } else visit(own);
    return true;
  }

  /** Stops editing the active element. */
  function release(): void {
    active?.text.destroy();
    if (active) restoreElement(active.element);
    active = undefined;
  }

  /** Ends a composition at once. Its text counts as typed. */
  function endComposition(): void {
    if (!input.composing) return;
    input.settle();
    active?.text.endComposition();
  }

  function drop(): void {
    endComposition();
    if (!isOver) active?.text.leaveLink();
    typed.now();
    multi?.range.end();
    release();
  }

  function blur(): void {
    if (!area()) return;
    select();
    drop();
    render();
    dependencies.moved();
  }

  /** Activates a block, with the caret at its start or end. */
  function visit(own: TextBlock, end = false): void {
    const owner = ownerOf(within, dependencies.state().document, own);
    if (!owner) return;
    go(own, owner);
    const now = block();
    if (!now) return;
    const at = positionOf(dependencies.state().text, now, end ? Infinity : 0);
    choose({ anchor: at, head: at });
    place(now);
    dependencies.moved();
  }

  function focus(point?: ViewportPoint): void {
    if (rendering === 'command') {
      wish = point ?? 'anywhere';
      return;
    }
    // Browsers report selection changes with a delay. Read the current selection first, so that the focus returns to
    // it.
    if (!point && !wish) select();
    wish = undefined;
    const { document: syntaxTree, selection } = dependencies.state();
    const there = point && caretAt(page, point);
    const pressed = there && blockOf(syntaxTree, within, there.node);
    if (pressed) return void goAt(pressed.block, pressed.owner, point);
    if (isMulti(dependencies.state())) return showRange(multi!.range.copy);
    const at = blockAt(syntaxTree, selection.head);
    if (
      at &&
      isTypable(at) &&
      isShown(within, syntaxTree, at) &&
      at.from <= selection.anchor &&
      selection.anchor <= at.to
    )
      return comeBack(at);
    const near = nearestBlock(within, syntaxTree, selection.head);
    if (near) visit(near);
  }

  /** Activates the block of the document's selection without changing the selection. */
  function comeBack(own: TextBlock): void {
    const owner = ownerOf(within, dependencies.state().document, own, active?.copy);
    if (!owner) return;
    go(own, owner);
    element.suspended = true;
    place(block() ?? own);
    dependencies.moved();
  }

  function toggle(type: SimpleMarkType): boolean {
    const at = rendering === 'command' ? undefined : caret();
    if (!active || !legend || !at || at.anchor !== at.head) return run(toggleMark(type));
    active.text.format(toggled(type, active.text.formats(), legend));
    dependencies.moved();
    return true;
  }

  /** The source of the selection. */
  function source(): string | undefined {
    if (rendering === 'command') return undefined;
    select();
    return multi?.source();
  }

  const input = listen({
    root: within,
    active: area,
    text: () => active?.text,
    rendering: () => rendering === 'command',
    goOn,
    composes() {
      given.composing(true);
      goOn();
      // Read earlier typing and the selection before the composition begins.
      select();
      // Over several blocks, a command replaces them once the composition ends. A render before that would remove it.
      if (multi?.range.isOn || rendering === 'command') element.suspended = behind = true;
    },
    composed() {
      given.composing(false);
      if (!behind) return true;
      behind = false;
      render();
      return false;
    },
    run,
    toggle,
    select,
    moved() {
      // Typed text has moved the selection.
      if (typed.isPending) return;
      select();
      multi?.narrow();
      dependencies.moved();
    },
    over: (kind, command) => multi?.over(kind, command),
    isMulti: () => !!multi?.range.isOn,
    paste: (data) => dependencies.paste(data),
    source,
    multi: () => multi,
    press(node, point, isMore, isLate) {
      const there = caretAt(page, point);
      if (!node.isConnected && there) ({ node } = there);
      // The browser keeps the selection until it is clear whether it is dragged.
      if (!isMore && isOnSelection(point)) return false;
      const pressed = blockOf(dependencies.state().document, within, node, there?.node);
      // The click that follows refers to the pressed element. It would not fire if activating the block replaced that
      // element.
      const found = pressed && (!atomicElementAt(node) || isActive(pressed.block, pressed.owner)) ? pressed : undefined;
      if (isLate && found) return goAt(found.block, found.owner, point);
      if (multi?.press(node, !!found, isMore)) return false;
      if (found) return !isActive(found.block, found.owner) && goAt(found.block, found.owner, point);
      blur();
      const id = nodeIdOf(within, node);
      if (id !== undefined) dependencies.choose?.(copyWith(within, node, id));
      return false;
    },
    chooseBefore() {
      const own = block();
      const before = own && elementBefore(own);
      if (!before) return;
      const copy = copyWith(within, active!.element, before.node.id);
      blur();
      dependencies.choose?.(copy);
    },
    caret: () => caretMovement,
    caretLoading: () => caretLoading,
  });
  element.addEventListener('feaasRender', rendered);
  render();
  const loading = import('./extended-input').then((extended) => {
    if (isOver) return;
    caretMovement = extended.createCaretMovement({
      page,
      text: () => active?.text,
      neighbor(direction) {
        const next = blockBeside(within, dependencies.state().document, block()?.from ?? 0, direction);
        if (next) visit(next, direction < 0);
        return next !== undefined;
      },
    });
    elementBefore = extended.elementBefore;
    isOnSelection = (point) => extended.isOnSelection(page, point);
    stopDrag = extended.listenToTextDrag({
      ...{ within, source, active: area },
      state: dependencies.state,
      run: dependencies.run,
      paste: dependencies.paste,
      goTo(node, point) {
        const found = blockOf(dependencies.state().document, within, node, caretAt(page, point)?.node);
        return !!found && goAt(found.block, found.owner, point);
      },
    });
    multi = extended.createMultiBlockSelection({
      within,
      state: dependencies.state,
      active: () => active?.element,
      isRendering: () => rendering !== undefined,
      isAll() {
        const at = caret();
        return !!at && Math.min(at.anchor, at.head) === 0 && Math.max(at.anchor, at.head) === active!.text.length();
      },
      drop,
      hold: () => void (element.suspended = true),
      part(own, owner) {
        select();
        go(own, owner);
        const now = block();
        if (now) place(now);
      },
    });
  });
  caretLoading = loading.finally(() => (caretLoading = undefined));

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
    block: () => blockIn(given.state()),
    run,
    marksAtCaret() {
      const at = caret();
      return active && legend && at && at.anchor === at.head ? toMarks(active.text.formats(), legend) : undefined;
    },
    toggleMark: toggle,
    insertText(text) {
      if (!active || rendering === 'command' || !caret())
        return run(multi?.over('insertText', typeText(text)) ?? typeText(text));
      select();
      active.text.insert(text);
      return true;
    },
    focus,
    show() {
      if (!typing) render();
    },
    blur,
    flush: () => (typed.now(), input.behind()),
    endComposition,
    destroy() {
      typed.stop();
      isOver = true;
      stopDrag();
      // A scheduled frame of a render must not change the selection.
      rendering = undefined;
      clearTimeout(pause);
      input.stop();
      element.removeEventListener('feaasRender', rendered);
      drop();
      styles.withdraw();
      Object.assign(element, before);
    },
  };
}
