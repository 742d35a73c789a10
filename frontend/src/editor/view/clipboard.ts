/** Writes the selection to the clipboard: its rendered HTML, and its source, which an editor pastes unchanged. */
import { MARKUP_TYPE } from '../../../../src/utils/editing/model/clipboard/source';
import { EDITED, NODE } from '../../../../src/utils/editing/model/decorate';
import { isElement } from './node-guards';

const EDITOR_ATTRIBUTES = [NODE, EDITED, 'contenteditable'];

/**
 * Writes the selection to the clipboard. Returns whether anything is selected.
 * @param source of the selection
 */
export function writeSelection(page: Document, clipboard: DataTransfer | null, source: string | undefined): boolean {
  const selection = page.getSelection();
  if (!selection || selection.isCollapsed || !clipboard) return false;
  clipboard.setData('text/plain', selection.toString());
  if (source !== undefined) clipboard.setData(MARKUP_TYPE, source);
  clipboard.setData('text/html', renderedHTML(page, selection.getRangeAt(0)));
  return true;
}

/** The rendered HTML of a range, with the marks around it, without the editor's own attributes and elements. */
function renderedHTML(page: Document, range: Range): string {
  const copied = page.createElement('div');
  copied.append(range.cloneContents());
  const { commonAncestorContainer: common } = range;
  for (let current = isElement(common) ? common : common.parentElement; current; current = current.parentElement) {
    if (current.hasAttribute(EDITED)) break;
    const wrapper = current.cloneNode() as Element;
    wrapper.append(...copied.childNodes);
    copied.append(wrapper);
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
  for (const wrapper of copied.querySelectorAll('feaas-line, feaas-atom')) wrapper.replaceWith(...wrapper.childNodes);
  for (const element of copied.querySelectorAll(EDITOR_ATTRIBUTES.map((name) => `[${name}]`).join()))
    for (const name of EDITOR_ATTRIBUTES) element.removeAttribute(name);
  return copied.innerHTML;
}
