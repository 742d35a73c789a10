/** Copies, cuts and pastes an element that is selected as a whole, by the browser's shortcuts and menus. */
import { ELEMENT_TYPE } from '../../../../src/utils/editing/model/clipboard/source';
import { elementSource } from '../../../../src/utils/editing/model/clipboard/selected-source';
import { elementsOf, type ResolvedElement } from '../../../../src/utils/editing/model/syntax-tree';
import { cleanPasteAfter, readClipboard } from '../clean-paste';
import type { EditableRoot } from '../view/types';
import type { EditorController } from '../types';
import { withoutEditorAttributes } from '../view/clipboard';
import { runAndAnnounce } from './run-and-announce';
import { pageElementOf } from './selected-element';

/** Elements that handle the clipboard themselves, or are unrelated. */
const IGNORED = 'input, textarea, select, dialog';

/** Pastes after the selected element, and selects the result. */
function pasteAfter(controller: EditorController, data: DataTransfer, id: number): void {
  const { store, session, messages, editorView } = controller;
  const { command, lost, restoring } = cleanPasteAfter(readClipboard(data), id);
  const { document } = session.snapshot.editor!;
  editorView.blur();
  if (!runAndAnnounce(controller, command, messages.t('block.paste'))) return;
  const { document: syntaxTree, text } = session.snapshot.editor!;
  const isNew = ({ node }: ResolvedElement): boolean => node.id >= document.next;
  const inserted = [...elementsOf(syntaxTree)].filter((each) => isNew(each) && !(each.parent && isNew(each.parent)));
  store.set({
    selectedNode: inserted.at(-1)?.node.id,
    pasteReport: lost.length ? { lost, restore: restoring?.(text) } : null,
  });
}

/**
 * @param remove deletes the element after a cut
 * @returns a function that removes the listeners
 */
export function listenToElementClipboard(
  controller: EditorController,
  { root }: EditableRoot,
  remove: (id: number) => void,
): () => void {
  const { shell, store, session, messages } = controller;
  const page = root.ownerDocument;
  const stop = new AbortController();

  /** The element that an event applies to. */
  function elementFor(event: ClipboardEvent): number | undefined {
    const path = event.composedPath();
    const isOther = path.some((target) => (target as Partial<Element>).matches?.(IGNORED));
    // While an element is selected, the focus is in its handles or nowhere.
    const isOurs =
      path.includes(shell.element) || path.includes(root) || path[0] === page.body || path[0] === document.body;
    return isOurs && !isOther && !event.defaultPrevented ? store.getState().selectedNode : undefined;
  }

  function copy(event: ClipboardEvent): void {
    const { clipboardData: data, type } = event;
    const id = elementFor(event);
    const source = id === undefined ? undefined : elementSource(session.snapshot.editor!, id);
    if (!data || source === undefined) return;
    const pageElement = pageElementOf(controller, id!);
    data.setData(ELEMENT_TYPE, source);
    data.setData('text/html', pageElement ? withoutEditorAttributes(pageElement) : source);
    data.setData('text/plain', pageElement?.innerText || pageElement?.getAttribute('alt') || '');
    event.preventDefault();
    event.stopImmediatePropagation();
    if (type === 'cut') remove(id!);
    controller.announce(messages.t('status.done', { action: messages.t(type === 'cut' ? 'block.cut' : 'block.copy') }));
  }

  function paste(event: ClipboardEvent): void {
    const { clipboardData: data } = event;
    const id = elementFor(event);
    if (!data || id === undefined || data.types.length === 0) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    pasteAfter(controller, data, id);
  }

  const options = { capture: true, signal: stop.signal };
  for (const each of new Set([window, page.defaultView])) {
    each?.addEventListener('copy', copy, options);
    each?.addEventListener('cut', copy, options);
    each?.addEventListener('paste', paste, options);
  }
  return () => stop.abort();
}
