/**
 * Files that are pasted or dropped: a screenshot, a picture from a folder. They are uploaded where pictures are picked, for the
 * picture that is chosen or dropped on, else for a new one where somebody types.
 */
import { NODE } from '../../../../src/utils/editing/model/decorate';
import {
  resolveElement,
  isResolvedElement,
  walk,
  type ResolvedElement,
} from '../../../../src/utils/editing/model/syntax-tree';
import type { EditorController } from '../types';

interface Given {
  /** Id of the image they are for; undefined for a new one. */
  readonly about: number | undefined;
  readonly files: readonly File[];
}
const given = new WeakMap<EditorController, Given>();

/** What was pasted or dropped for an image, or for a new one; it is there once. */
export function takeDroppedFiles(controller: EditorController, about: number | undefined): readonly File[] | undefined {
  const found = given.get(controller);
  given.delete(controller);
  return found?.about === about ? found?.files : undefined;
}

/** The image that an element is, or that stands in it. */
export const imageIn = (place: ResolvedElement): number | undefined =>
  [...walk(place)].find((each): each is ResolvedElement => isResolvedElement(each) && each.node.tag === 'img')?.node.id;

/** What comes with words, or with markup, is put in as such. */
const isFiles = (data: DataTransfer | null): data is DataTransfer =>
  !!data?.types.includes('Files') && !data.types.includes('text/html') && !data.types.includes('text/plain');

/** Files are given to what takes them; anywhere else a browser leaves the page for the file, and with it what is not saved. */
function stay(event: DragEvent): void {
  const { dataTransfer: data } = event;
  const isTaken = event.composedPath().some((at) => (at as Partial<Element>).matches?.('input[type=file]'));
  if (!isFiles(data) || isTaken || event.defaultPrevented) return;
  event.preventDefault();
  data.dropEffect = 'none';
}

/** Takes text itself, or is about something else. */
const OTHERS = 'input, textarea, select, dialog';

/** Opens what uploads them; what is chosen is what they are for. */
function upload(controller: EditorController, chosen: number | undefined, files: FileList): void {
  const { store, session } = controller;
  const place = chosen === undefined ? undefined : resolveElement(session.snapshot.editor!.document, chosen);
  const panelNode = place && imageIn(place);
  given.set(controller, { about: panelNode, files: [...files] });
  store.set({ panel: 'image', panelNode, selectedNode: panelNode ?? chosen });
}

/** The image at a point of the root's window: something may lie above it. */
function imageAt(within: HTMLElement, { clientX, clientY }: DragEvent): number | undefined {
  const there = (within.getRootNode() as Document).elementsFromPoint(clientX, clientY);
  const id = there.find((each) => within.contains(each) && each.matches(`img[${NODE}]`))?.getAttribute(NODE);
  return id ? Number(id) : undefined;
}

/** @returns what ends it */
export function listenToFileDrops(controller: EditorController): () => void {
  const { shell, editableRoot, editorView, store } = controller;
  const { root } = editableRoot;
  const page = root.ownerDocument;
  const stop = new AbortController();

  const isChosen = (): boolean => store.getState().selectedNode !== undefined;

  function paste(event: ClipboardEvent): void {
    const path = event.composedPath();
    const { clipboardData: data } = event;
    const isOther = path.some((at) => at instanceof Element && at.matches(OTHERS));
    // Whoever has chosen a picture has the focus in its tools, or nowhere.
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
    if (image === undefined) editorView.focus({ x: event.clientX, y: event.clientY });
    else editorView.blur();
    upload(controller, image, data.files);
  }

  // Before the view, which knows words.
  const options = { capture: true, signal: stop.signal };
  for (const each of new Set([window, page.defaultView])) {
    // An editor that is closed right as it opens has lost its frame by now.
    each?.addEventListener('paste', paste, options);
    for (const kind of ['dragover', 'drop'] as const) {
      each?.addEventListener(kind, drag, options);
      // Behind the page, which may take files itself.
      each?.addEventListener(kind, stay, { signal: stop.signal });
    }
  }
  return () => stop.abort();
}
