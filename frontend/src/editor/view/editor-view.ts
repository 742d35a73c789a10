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
  isVisible,
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

export function createEditorView(baseDependencies: EditorViewDependencies): EditorView {
  const { element, root = element } = baseDependencies;
  const { ownerDocument: page } = root;
  const deferredRead = createDeferredRead(
    page,
    () => active?.text.flush(),
    () => {
      read();
      multi?.narrow();
      dependencies.moved();
    },
  );
  const dependencies = withFlushedText(baseDependencies, deferredRead);
  const original = { suspended: element.suspended, template: element.template };
  const styles = adoptStyles(page);
  let active: Active | undefined;
  let deltaContext: DeltaContext | undefined;
  let isTyping = false;
  let isReading = false;
  /** The render in progress. After it, the caret moves to the document's selection. */
  let rendering: Rendering | undefined;
  let renderCount = 0;
  /** Whether the page is outdated and cannot be updated before the composition in it ends. */
  let isOutdated = false;
  let pauseTimer: ReturnType<typeof setTimeout> | undefined;
  /** Where to put the caret once the page shows the document. */
  let pendingFocus: ViewportPoint | 'anywhere' | undefined;
  /** The cross-block selection, once its module is loaded. */
  let multi: MultiBlockSelection | undefined;
  let caretMovement: CaretMovement | undefined;
  let caretLoading: Promise<unknown> | undefined;
  let elementBefore = (_block: TextBlock): ResolvedElement | undefined => undefined;
  /** Whether a point is on selected text that can be dragged. */
  let isOnSelection = (_point: ViewportPoint): boolean => false;
  let stopDrag = (): void => {};
  let isDestroyed = false;
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
      deferredRead.schedule();
    },
    command: (name) => input.perform(name),
  };

  const area = (): HTMLElement | undefined => (multi?.range.isOn ? root : active?.element);

  function blockIn(state: EditorState): TextBlock | undefined {
    if (active) return targetBlock(state, active.ref);
    return multi?.range.isOn ? targetBlock(state) : undefined;
  }

  const block = (): TextBlock | undefined => blockIn(dependencies.state());

  /** The selected characters of the block in the page. */
  const caret = (): TextRange | undefined => active?.text.range();

  /** The page's selection as a document selection. */
  function pageSelection(): DocumentSelection | undefined {
    if (multi?.range.isOn) return multi.range.read();
    const selection = page.getSelection();
    // A frame that the page has moved has no document, and so no selection.
    if (!selection) return undefined;
    const { anchorNode, anchorOffset, isCollapsed } = selection;
    if (leftAt && isCollapsed && anchorNode === leftAt.node && anchorOffset === leftAt.offset) return undefined;
    leftAt = undefined;
    const textBlock = block();
    const range = textBlock && caret();
    if (!range) return undefined;
    const { text } = dependencies.state();
    return { anchor: positionOf(text, textBlock, range.anchor), head: positionOf(text, textBlock, range.head) };
  }

  /** Copies the page's selection to the document. */
  function select(): void {
    const { selection } = dependencies.state();
    const current = rendering === 'command' ? undefined : pageSelection();
    if (current && (current.anchor !== selection.anchor || current.head !== selection.head)) setSelection(current);
  }

  function setSelection(selection: DocumentSelection): void {
    isTyping = true;
    dependencies.dispatch({ steps: [], selection });
    isTyping = false;
  }

  function run(command: Command): boolean {
    select();
    return dependencies.run(command);
  }

  /** Turns the typed text of the block into a step of the document. */
  function read(): void {
    const textBlock = block();
    if (!active || !textBlock || !deltaContext) return;
    const runs = runsOf(active.text.contents(), deltaContext);
    const range = caret();
    isTyping = isReading = true;
    const isApplied = dependencies.run(setText(active.ref, runs, range));
    isTyping = isReading = false;
    const currentBlock = block();
    // Content that is not allowed there is reverted.
    if (
      !isApplied &&
      (!currentBlock ||
        readable(plainText(toRuns(dependencies.state().text, currentBlock))) !== readable(plainText(runs)))
    )
      return render();
    clearTimeout(pauseTimer);
    pauseTimer = setTimeout(renderAfterPause, TYPING_PAUSE);
  }

  /** Renders the current document. Further typing cancels the render. */
  function renderAfterPause(): void {
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

  function render(reason: Rendering = 'command'): void {
    clearTimeout(pauseTimer);
    if (input.composing) {
      isOutdated = true;
      return;
    }
    rendering = reason;
    const state = dependencies.state();
    const textBlock =
      area() && !isMulti(state) ? (blockAt(state.document, state.selection.head) ?? block()) : undefined;
    if (textBlock) styles.keepLines(ownerOf(root, state.document, textBlock, active?.copy));
    // Forces a render after typing, even if an earlier render had the same text.
    const template = `${decorate(state, textBlock && isTypable(textBlock) ? textBlock : undefined)}<!--${++renderCount % 2}-->`;
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
  function onRender(event: Event): void {
    if (event.target !== element) return;
    if (!rendering) return clearHidden();
    // Typing may have paused because the focus moved, for example into a field of the editor.
    const shouldPlaceCaret = rendering === 'command' || !isFocusOutside(root);
    rendering = undefined;
    if (area()) {
      showSelected(shouldPlaceCaret && !pendingFocus);
      const selection = page.getSelection();
      leftAt =
        shouldPlaceCaret || !selection ? undefined : { node: selection.anchorNode, offset: selection.anchorOffset };
    }
    if (pendingFocus) focus(pendingFocus === 'anywhere' ? undefined : pendingFocus);
    editSingleCopy(root, active?.element);
    input.flush();
  }

  /** Moves the caret to the document's selection. */
  function showSelected(shouldPlaceCaret: boolean): void {
    const state = dependencies.state();
    const copy = active?.copy ?? multi?.range.copy ?? 0;
    if (isMulti(state)) {
      if (shouldPlaceCaret) showRange(copy);
    } else {
      const textBlock = blockAt(state.document, state.selection.head) ?? block();
      const owner = textBlock && isTypable(textBlock) && ownerOf(root, state.document, textBlock, copy);
      const editable = owner && editableElementOf(owner, textBlock);
      if (!editable || !isVisible(owner)) {
        blur();
        if (editable) hide();
        return;
      }
      multi?.range.end();
      activate(editable, textBlock, copy);
      if (shouldPlaceCaret) placeCaret(textBlock);
    }
    dependencies.moved();
  }

  /** Marks the block as hidden. Data may no longer repeat it, so it cannot be edited until they do. */
  function hide(): void {
    isHidden = true;
    dependencies.hidden?.(true);
  }

  /** Clears the hidden state once the block is visible again. */
  function clearHidden(): void {
    const { document: syntaxTree, selection } = dependencies.state();
    const textBlock = isHidden && blockAt(syntaxTree, selection.head);
    if (!textBlock || !isShown(root, syntaxTree, textBlock)) return;
    isHidden = false;
    dependencies.hidden?.(false);
  }

  /** Starts editing a block. Suspends other renders meanwhile. */
  function activate(editable: HTMLElement, textBlock: TextBlock, copy: number): void {
    const { text } = dependencies.state();
    element.suspended = true;
    deltaContext = toContent(text, textBlock);
    if (isHidden) {
      isHidden = false;
      dependencies.hidden?.(false);
    }
    const isSame = active?.element === editable;
    if (!isSame) release();
    const editor = isSame ? active!.text : baseDependencies.createTextEditor(editable, textDependencies);
    active = { element: editable, text: editor, ref: toNodeRef(textBlock), copy };
    editor.load(deltaContext.content);
  }

  /** Puts the caret at the document's selection. */
  function placeCaret(textBlock: TextBlock): void {
    const { text, selection } = dependencies.state();
    const [anchor, head] = [selection.anchor, selection.head].map((position) => offsetOf(text, textBlock, position));
    active!.text.select({ anchor: anchor!, head: head! });
  }

  /** Whether a block is being edited in the given owner. */
  const isActive = (textBlock: TextBlock, owner: Element): boolean =>
    !!active &&
    (textBlock.isWhole ? active.element === owner : active.element.parentElement === owner) &&
    block()?.from === textBlock.from;

  function activateBlock(textBlock: TextBlock, owner: Element): void {
    if (isActive(textBlock, owner)) return;
    const ref = toNodeRef(textBlock);
    drop();
    // Text typed in another block has moved this one in the document.
    const currentBlock = targetBlock(dependencies.state(), ref) ?? textBlock;
    const copy = textBlock.owner.node.id === dependencies.state().document.root.id ? 0 : copyOf(root, owner);
    styles.keepLines(owner);
    activate(makeEditable(owner, currentBlock), currentBlock, copy);
  }

  /** Activates a block, with the caret at a point of the page. */
  function activateBlockAt(textBlock: TextBlock, owner: Element, point: ViewportPoint): true {
    activateBlock(textBlock, owner);
    const caretPoint = caretAt(page, point);
    if (caretPoint && active!.element.contains(caretPoint.node)) {
      active!.element.focus({ preventScroll: true });
      page.getSelection()!.collapse(caretPoint.node, caretPoint.offset);
      // A caret in an inline atom moves beside it.
      const range = caret();
      if (range) active!.text.select(range);
      select();
      dependencies.moved();
    } else focusBlock(textBlock);
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
    if (!isDestroyed) active?.text.leaveLink();
    deferredRead.now();
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
  function focusBlock(textBlock: TextBlock, end = false): void {
    const owner = ownerOf(root, dependencies.state().document, textBlock);
    if (!owner) return;
    activateBlock(textBlock, owner);
    const currentBlock = block();
    if (!currentBlock) return;
    const position = positionOf(dependencies.state().text, currentBlock, end ? Infinity : 0);
    setSelection({ anchor: position, head: position });
    placeCaret(currentBlock);
    dependencies.moved();
  }

  function focus(point?: ViewportPoint): void {
    if (rendering === 'command') {
      pendingFocus = point ?? 'anywhere';
      // Keys are queued until the render only if they go to the text.
      area()?.focus({ preventScroll: true });
      return;
    }
    // Browsers report selection changes with a delay. Read the current selection first, so that the focus returns to
    // it.
    if (!point && !pendingFocus) select();
    pendingFocus = undefined;
    const { document: syntaxTree, selection } = dependencies.state();
    const caretPoint = point && caretAt(page, point);
    const pressedBlock = caretPoint && blockOf(syntaxTree, root, caretPoint.node);
    if (pressedBlock) return void activateBlockAt(pressedBlock.block, pressedBlock.owner, point);
    if (isMulti(dependencies.state())) return showRange(multi!.range.copy);
    const selectedBlock = blockAt(syntaxTree, selection.head);
    if (
      selectedBlock &&
      isTypable(selectedBlock) &&
      isShown(root, syntaxTree, selectedBlock) &&
      selectedBlock.from <= selection.anchor &&
      selection.anchor <= selectedBlock.to
    )
      return reactivateBlock(selectedBlock);
    const nearest = nearestBlock(root, syntaxTree, selection.head);
    if (nearest) focusBlock(nearest);
  }

  /** Activates the block of the document's selection without changing the selection. */
  function reactivateBlock(textBlock: TextBlock): void {
    const owner = ownerOf(root, dependencies.state().document, textBlock, active?.copy);
    if (!owner) return;
    activateBlock(textBlock, owner);
    element.suspended = true;
    placeCaret(block() ?? textBlock);
    dependencies.moved();
  }

  function toggle(type: SimpleMarkType): boolean {
    const range = rendering === 'command' ? undefined : caret();
    if (!active || !deltaContext || !range || range.anchor !== range.head) return run(toggleMark(type));
    active.text.format(toggled(type, active.text.formats(), deltaContext));
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
    root,
    active: area,
    text: () => active?.text,
    rendering: () => rendering === 'command',
    goOn,
    composes() {
      baseDependencies.composing(true);
      goOn();
      // Read earlier typing and the selection before the composition begins.
      select();
      // Over several blocks, a command replaces them once the composition ends. A render before that would remove it.
      if (multi?.range.isOn || rendering === 'command') element.suspended = isOutdated = true;
    },
    composed() {
      baseDependencies.composing(false);
      if (!isOutdated) return true;
      isOutdated = false;
      render();
      return false;
    },
    run,
    toggle,
    select,
    moved() {
      // Typed text has moved the selection.
      if (deferredRead.isPending) return;
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
      const caretPoint = caretAt(page, point);
      if (!node.isConnected && caretPoint) ({ node } = caretPoint);
      // The browser keeps the selection until it is clear whether it is dragged.
      if (!isMore && isOnSelection(point)) return false;
      const pressedBlock = blockOf(dependencies.state().document, root, node, caretPoint?.node);
      // The click that follows refers to the pressed element. It would not fire if activating the block replaced that
      // element.
      const found =
        pressedBlock && (!atomicElementAt(node) || isActive(pressedBlock.block, pressedBlock.owner))
          ? pressedBlock
          : undefined;
      if (isLate && found) return activateBlockAt(found.block, found.owner, point);
      if (multi?.press(node, !!found, isMore)) return false;
      if (found) return !isActive(found.block, found.owner) && activateBlockAt(found.block, found.owner, point);
      blur();
      const id = nodeIdOf(root, node);
      if (id !== undefined) dependencies.choose?.(copyWith(root, node, id));
      return false;
    },
    chooseBefore() {
      const textBlock = block();
      const previous = textBlock && elementBefore(textBlock);
      if (!previous) return;
      const copy = copyWith(root, active!.element, previous.node.id);
      blur();
      dependencies.choose?.(copy);
    },
    caret: () => caretMovement,
    caretLoading: () => caretLoading,
  });
  element.addEventListener('feaasRender', onRender);
  render();
  const loading = import('./extended-input').then((extended) => {
    if (isDestroyed) return;
    caretMovement = extended.createCaretMovement({
      page,
      text: () => active?.text,
      neighbor(direction) {
        const next = blockBeside(root, dependencies.state().document, block()?.from ?? 0, direction);
        if (next) focusBlock(next, direction < 0);
        return next !== undefined;
      },
    });
    elementBefore = extended.elementBefore;
    isOnSelection = (point) => extended.isOnSelection(page, point);
    stopDrag = extended.listenToTextDrag({
      ...{ root: root, source, active: area },
      state: dependencies.state,
      run: dependencies.run,
      paste: dependencies.paste,
      goTo(node, point) {
        const found = blockOf(dependencies.state().document, root, node, caretAt(page, point)?.node);
        return !!found && activateBlockAt(found.block, found.owner, point);
      },
    });
    multi = extended.createMultiBlockSelection({
      root: root,
      state: dependencies.state,
      active: () => active?.element,
      isRendering: () => rendering !== undefined,
      isAll() {
        const range = caret();
        return (
          !!range &&
          Math.min(range.anchor, range.head) === 0 &&
          Math.max(range.anchor, range.head) === active!.text.length()
        );
      },
      drop,
      hold: () => void (element.suspended = true),
      part(textBlock, owner) {
        select();
        activateBlock(textBlock, owner);
        const currentBlock = block();
        if (currentBlock) placeCaret(currentBlock);
      },
    });
  });
  caretLoading = loading.finally(() => (caretLoading = undefined));

  return {
    get active() {
      return active;
    },
    get isReading() {
      return isReading;
    },
    get area() {
      return area();
    },
    block: () => blockIn(baseDependencies.state()),
    run,
    marksAtCaret() {
      const range = caret();
      return active && deltaContext && range && range.anchor === range.head
        ? toMarks(active.text.formats(), deltaContext)
        : undefined;
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
      if (!isTyping) render();
    },
    blur,
    flush: () => (deferredRead.now(), input.behind()),
    endComposition,
    destroy() {
      deferredRead.stop();
      isDestroyed = true;
      stopDrag();
      // A scheduled frame of a render must not change the selection.
      rendering = undefined;
      clearTimeout(pauseTimer);
      input.stop();
      element.removeEventListener('feaasRender', onRender);
      drop();
      styles.withdraw();
      Object.assign(element, original);
    },
  };
}
