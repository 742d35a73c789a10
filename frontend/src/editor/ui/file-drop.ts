/**
 * Uploads pasted or dropped files, such as a screenshot. The image picker uploads them for the selected image or the
 * one under the pointer, else for a new one at the caret.
 */
import { NODE } from '../../../../src/utils/editing/model/decorate';
import {
  resolveElement,
  isResolvedElement,
  walk,
  type ResolvedElement,
} from '../../../../src/utils/editing/model/syntax-tree';
import type { EditableRoot } from '../view/types';
import type { EditorController } from '../types';
import { isElement } from '../view/node-guards';

interface DroppedFiles {
  /** Id of the target image; undefined for a new one. */
  readonly about: number | undefined;
  readonly files: readonly File[];
}
const droppedFiles = new WeakMap<EditorController, DroppedFiles>();

/** Returns the files that were pasted or dropped for an image, or for a new one, and clears them. */
export function takeDroppedFiles(
  controller: EditorController,
  imageId: number | undefined,
): readonly File[] | undefined {
  const found = droppedFiles.get(controller);
  droppedFiles.delete(controller);
  return found?.about === imageId ? found?.files : undefined;
}

/** The image that an element is or contains. */
export const imageIn = (resolved: ResolvedElement): number | undefined =>
  [...walk(resolved)].find((each): each is ResolvedElement => isResolvedElement(each) && each.node.tag === 'img')?.node
    .id;

/** Clipboard data with text or markup is pasted as such. */
const isFiles = (data: DataTransfer | null): data is DataTransfer =>
  !!data?.types.includes('Files') && !data.types.includes('text/html') && !data.types.includes('text/plain');

/** Prevents the default of drops outside of file inputs: the browser would navigate to the file and lose unsaved changes. */
function preventNavigation(event: DragEvent): void {
  const { dataTransfer: data } = event;
  const isFileInput = event.composedPath().some((target) => (target as Partial<Element>).matches?.('input[type=file]'));
  if (!isFiles(data) || isFileInput || event.defaultPrevented) return;
  event.preventDefault();
  data.dropEffect = 'none';
}

/** Elements that handle the clipboard themselves, or are unrelated. */
const IGNORED = 'input, textarea, select, dialog';

/** Opens the image picker with the files, for the selected image if there is one. */
function upload(controller: EditorController, selectedId: number | undefined, files: FileList): void {
  const { store, session } = controller;
  const resolved = selectedId === undefined ? undefined : resolveElement(session.snapshot.editor!.document, selectedId);
  const panelNode = resolved && imageIn(resolved);
  droppedFiles.set(controller, { about: panelNode, files: [...files] });
  store.set({ panel: 'image', panelNode, selectedNode: panelNode ?? selectedId });
}

/** The image at a point of the root's window, even if another element covers it. */
function imageAt(root: HTMLElement, { clientX, clientY }: DragEvent): number | undefined {
  const elements = (root.getRootNode() as Document).elementsFromPoint(clientX, clientY);
  const id = elements.find((each) => root.contains(each) && each.matches(`img[${NODE}]`))?.getAttribute(NODE);
  return id ? Number(id) : undefined;
}

/** @returns a function that removes the listeners */
export function listenToFileDrops(controller: EditorController, { root }: EditableRoot): () => void {
  const { shell, store } = controller;
  const page = root.ownerDocument;
  const stop = new AbortController();

  const isChosen = (): boolean => store.getState().selectedNode !== undefined;

  function paste(event: ClipboardEvent): void {
    const path = event.composedPath();
    const { clipboardData: data } = event;
    const isOther = path.some((target) => isElement(target) && target.matches(IGNORED));
    // While an image is selected, the focus is in its handles or nowhere.
    const isOurs = path.includes(root) || path.includes(shell.element) || (path[0] === page.body && isChosen());
    if (!isFiles(data) || isOther || !isOurs) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    upload(controller, store.getState().selectedNode, data.files);
  }
  function drag(event: DragEvent): void {
    const { dataTransfer: data } = event;
    if (!isFiles(data) || !event.composedPath().includes(root)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.type !== 'drop') return;
    const image = imageAt(root, event);
    if (image === undefined) controller.editorView.focus({ x: event.clientX, y: event.clientY });
    else controller.editorView.blur();
    upload(controller, image, data.files);
  }

  // Runs before the editor view, which handles text.
  const options = { capture: true, signal: stop.signal };
  for (const each of new Set([window, page.defaultView])) {
    // If an editor closes right after it opened, its frame has no window any more.
    each?.addEventListener('paste', paste, options);
    for (const kind of ['dragover', 'drop'] as const) {
      each?.addEventListener(kind, drag, options);
      // Runs after the page's own listeners, which may accept files.
      each?.addEventListener(kind, preventNavigation, { signal: stop.signal });
    }
  }
  return () => stop.abort();
}
