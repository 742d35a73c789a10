/**
 * Selected text that is dragged to another place of the component, and words that are dropped from elsewhere. A file that is loaded
 * once the editor is open.
 */
import { moveText } from '../../../../src/utils/editing/model/commands/move-text';
import type { Selection as DocumentSelection } from '../../../../src/utils/editing/model/history';
import type { Command, EditorState } from '../../../../src/utils/editing/model/state';
import { writeSelection } from './clipboard';
import { caretAt, type ViewportPoint } from './locate';

export interface TextDragDependencies {
  /** What the content stands in. */
  readonly within: HTMLElement;
  state(): EditorState;
  run(command: Command): boolean;
  /** The element that is typed in, or selected in. */
  active(): HTMLElement | undefined;
  /** The source of what is selected. */
  source(): string | undefined;
  /** Puts the caret into the block at a point; whether there is one. */
  goTo(node: Node, point: ViewportPoint): boolean;
  paste(data: DataTransfer): void;
}

/** What is dragged, and the document that it was selected in. */
interface Dragged {
  readonly source: string;
  readonly selection: DocumentSelection;
  readonly stateHash: string;
}

/** Pixels that the line between two letters is thick. */
const THICK = 2;

const isWords = (data: DataTransfer | null): data is DataTransfer =>
  !!data && !data.types.includes('Files') && data.types.some((type) => type.startsWith('text/'));

/** Whether a point lies on what is selected. */
export function isOnSelection(page: Document, { x, y }: ViewportPoint): boolean {
  const selection = page.getSelection();
  if (!selection?.rangeCount || selection.isCollapsed) return false;
  return [...selection.getRangeAt(0).getClientRects()].some(
    ({ left, right, top, bottom }) => left <= x && x <= right && top <= y && y <= bottom,
  );
}

/** @returns what ends it */
export function listenToTextDrag(dependencies: TextDragDependencies): () => void {
  const { within } = dependencies;
  const { ownerDocument: page } = within;
  const stop = new AbortController();
  const options = { capture: true, signal: stop.signal };
  let dragged: Dragged | undefined;
  /** Shows where it would go: a browser does that only in what can be edited by then. */
  let mark: HTMLElement | undefined;

  function start(event: DragEvent): void {
    dragged = undefined;
    const { dataTransfer: data } = event;
    if (!dependencies.active()?.contains(event.target as Node) || !isOnSelection(page, event)) return;
    const source = dependencies.source();
    if (source === undefined || !writeSelection(page, data, source)) return;
    // Otherwise nothing is dragged: what is edited does nothing else.
    event.stopPropagation();
    data!.effectAllowed = 'copyMove';
    const { selection, stateHash } = dependencies.state();
    dragged = { source, selection, stateHash };
  }

  function showAt(point: ViewportPoint): void {
    const there = caretAt(page, point);
    const isInside = !!there && within.contains(there.node);
    const range = page.createRange();
    if (isInside) range.setStart(there.node, there.offset);
    const [box] = isInside ? range.getClientRects() : [];
    if (!box) return hide();
    mark ??= page.body.appendChild(page.createElement('div'));
    mark.style.cssText = `all: initial; position: fixed; z-index: 2147483647; pointer-events: none; background: Highlight; inset: ${box.top}px auto auto ${box.left - THICK / 2}px; inline-size: ${THICK}px; block-size: ${box.height}px;`;
  }

  function hide(): void {
    mark?.remove();
    mark = undefined;
  }

  function over(event: DragEvent): void {
    const { dataTransfer: data } = event;
    if (!isWords(data)) return;
    event.preventDefault();
    data.dropEffect = dragged && !(event.ctrlKey || event.altKey) ? 'move' : 'copy';
    showAt(event);
  }

  function drop(event: DragEvent): void {
    const { dataTransfer: data } = event;
    const from = dragged;
    end();
    if (!isWords(data)) return;
    // A browser would put it where it has the caret, or leave the page for it.
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

  within.addEventListener('dragstart', start, options);
  within.addEventListener('dragover', over, options);
  within.addEventListener('drop', drop, options);
  page.addEventListener('dragend', end, options);
  page.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && hide(), options);
  return () => {
    hide();
    stop.abort();
  };
}
