/** What is copied: as the page shows it, and as its source, which an editor pastes as it was. */
import { MARKUP_TYPE } from '../../../../src/utils/editing/model/clipboard/source';
import { EDITED, NODE } from '../../../../src/utils/editing/model/decorate';
import { isElement } from './node-guards';

const OWN = [NODE, EDITED, 'contenteditable'];

/**
 * Puts what is selected into the clipboard; whether there is something.
 * @param source of what is selected
 */
export function writeSelection(page: Document, clipboard: DataTransfer | null, source: string | undefined): boolean {
  const selection = page.getSelection();
  if (!selection || selection.isCollapsed || !clipboard) return false;
  clipboard.setData('text/plain', selection.toString());
  if (source !== undefined) clipboard.setData(MARKUP_TYPE, source);
  clipboard.setData('text/html', shownIn(page, selection.getRangeAt(0)));
  return true;
}

/** What a range shows, with the marks around it, and without what the editor has written into it. */
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

/** An element as the page shows it, without what the editor has written into it. */
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
