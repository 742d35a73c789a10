/**
 * Drags selected text to another place of the component, and drops text from other sources. Loaded once the editor is
 * open.
 */
import { moveText } from '../../../../src/utils/editing/model/commands/move-text';
import type { Selection as DocumentSelection } from '../../../../src/utils/editing/model/history';
import type { Command, EditorState } from '../../../../src/utils/editing/model/state';
import { writeSelection } from './clipboard';
import { caretAt, type ViewportPoint } from './locate';

export interface TextDragDependencies {
  /** The editable root. */
  readonly root: HTMLElement;
  state(): EditorState;
  run(command: Command): boolean;
  /** The element of the active block, or the whole component while several blocks are selected. */
  active(): HTMLElement | undefined;
  /** The source of the selection. */
  source(): string | undefined;
  /** Puts the caret into the block at a point. Returns whether there is a block. */
  goTo(node: Node, point: ViewportPoint): boolean;
  paste(data: DataTransfer): void;
}

/** The dragged text, and the document that it was selected in. */
interface DraggedText {
  readonly source: string;
  readonly selection: DocumentSelection;
  readonly stateHash: string;
}

/** Width in pixels of the drop indicator between two letters. */
const INDICATOR_WIDTH = 2;

const hasText = (data: DataTransfer | null): data is DataTransfer =>
  !!data && !data.types.includes('Files') && data.types.some((type) => type.startsWith('text/'));

/** Whether a point is on the selection. */
export function isOnSelection(page: Document, { x, y }: ViewportPoint): boolean {
  const selection = page.getSelection();
  if (!selection?.rangeCount || selection.isCollapsed) return false;
  return [...selection.getRangeAt(0).getClientRects()].some(
    ({ left, right, top, bottom }) => left <= x && x <= right && top <= y && y <= bottom,
  );
}

/** @returns a function that removes the listeners */
export function listenToTextDrag(dependencies: TextDragDependencies): () => void {
  const { root } = dependencies;
  const { ownerDocument: page } = root;
  const stop = new AbortController();
  const options = { capture: true, signal: stop.signal };
  let dragged: DraggedText | undefined;
  /** The drop indicator. A browser shows its own only in content that is already editable. */
  let indicator: HTMLElement | undefined;

  function start(event: DragEvent): void {
    dragged = undefined;
    const { dataTransfer: data } = event;
    if (!dependencies.active()?.contains(event.target as Node) || !isOnSelection(page, event)) return;
    const source = dependencies.source();
    if (source === undefined || !writeSelection(page, data, source)) return;
    // Other listeners prevent all dragging in edited content.
    event.stopPropagation();
    data!.effectAllowed = 'copyMove';
    const { selection, stateHash } = dependencies.state();
    dragged = { source, selection, stateHash };
  }

  function showAt(point: ViewportPoint): void {
    const caret = caretAt(page, point);
    const isInside = !!caret && root.contains(caret.node);
    const range = page.createRange();
    if (isInside) range.setStart(caret.node, caret.offset);
    const [box] = isInside ? range.getClientRects() : [];
    if (!box) return hide();
    indicator ??= page.body.appendChild(page.createElement('div'));
    indicator.style.cssText = `all: initial; position: fixed; z-index: 2147483647; pointer-events: none; background: Highlight; inset: ${box.top}px auto auto ${box.left - INDICATOR_WIDTH / 2}px; inline-size: ${INDICATOR_WIDTH}px; block-size: ${box.height}px;`;
  }

  function hide(): void {
    indicator?.remove();
    indicator = undefined;
  }

  function dragOver(event: DragEvent): void {
    const { dataTransfer: data } = event;
    if (!hasText(data)) return;
    event.preventDefault();
    data.dropEffect = dragged && !(event.ctrlKey || event.altKey) ? 'move' : 'copy';
    showAt(event);
  }

  function drop(event: DragEvent): void {
    const { dataTransfer: data } = event;
    const from = dragged;
    end();
    if (!hasText(data)) return;
    // By default a browser drops at its own caret, or navigates away.
    event.preventDefault();
    if (!dependencies.goTo(event.target as Node, event)) return;
    const { stateHash, selection } = dependencies.state();
    if (from?.stateHash !== stateHash) return dependencies.paste(data);
    dependencies.run(moveText(from.source, from.selection, selection.head, event.ctrlKey || event.altKey));
  }

  function end(): void {
    dragged = undefined;
    hide();
  }

  root.addEventListener('dragstart', start, options);
  root.addEventListener('dragover', dragOver, options);
  root.addEventListener('drop', drop, options);
  page.addEventListener('dragend', end, options);
  page.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && hide(), options);
  return () => {
    hide();
    stop.abort();
  };
}
