/** Writes the selection to the clipboard: its rendered HTML, and its source, which an editor pastes unchanged. */
import { MARKUP_TYPE } from '../../../../src/utils/editing/model/clipboard/source';
import { EDITED, NODE } from '../../../../src/utils/editing/model/decorate';
import { isElement } from './node-guards';

const OWN = [NODE, EDITED, 'contenteditable'];

/**
 * Writes the selection to the clipboard. Returns whether anything is selected.
 * @param source of the selection
 */
export function writeSelection(page: Document, clipboard: DataTransfer | null, source: string | undefined): boolean {
  const selection = page.getSelection();
  if (!selection || selection.isCollapsed || !clipboard) return false;
  clipboard.setData('text/plain', selection.toString());
  if (source !== undefined) clipboard.setData(MARKUP_TYPE, source);
  clipboard.setData('text/html', shownIn(page, selection.getRangeAt(0)));
  return true;
}

/** The rendered HTML of a range, with the marks around it, without the editor's own attributes and elements. */
function shownIn(page: Document, range: Range): string {
  const copied = page.createElement('div');
  copied.append(range.cloneContents());
  const { commonAncestorContainer: common } = range;
  for (let at = isElement(common) ? common : common.parentElement; at; at = at.parentElement) {
    if (at.hasAttribute(EDITED)) break;
    const around = at.cloneNode() as Element;
    around.append(...copied.childNodes);
    copied.append(around);
  }
  return cleanedHTML(copied);
}

/** The rendered HTML of an element, without the editor's own attributes and elements. */
export function withoutEditorAttributes(element: Element): string {
  const copied = element.ownerDocument.createElement('div');
  copied.append(element.cloneNode(true));
  return cleanedHTML(copied);
}

function cleanedHTML(copied: Element): string {
  for (const own of copied.querySelectorAll('feaas-line, feaas-atom')) own.replaceWith(...own.childNodes);
  for (const element of copied.querySelectorAll(OWN.map((name) => `[${name}]`).join()))
    for (const name of OWN) element.removeAttribute(name);
  return copied.innerHTML;
}
