/** What is copied: as the page shows it, and as its source, which an editor pastes as it was. */
import { MARKUP_TYPE } from '../../../../src/utils/editing/model/clipboard/source';
import { EDITED, NODE } from '../../../../src/utils/editing/model/decorate';

const OWN = [NODE, EDITED, 'contenteditable'];

/**
 * Puts what is selected into the clipboard; whether there is something.
 * @param source of what is selected of one block
 */
export function writeSelection(page: Document, event: ClipboardEvent, source: string | undefined): boolean {
  const selection = page.getSelection();
  const { clipboardData: clipboard } = event;
  if (!selection || selection.isCollapsed || !clipboard) return false;
  event.preventDefault();
  clipboard.setData('text/plain', selection.toString());
  if (source !== undefined) clipboard.setData(MARKUP_TYPE, source);
  clipboard.setData('text/html', source ?? shownIn(page, selection.getRangeAt(0)));
  return true;
}

/** What a range shows, without what the editor has written into it. */
function shownIn(page: Document, range: Range): string {
  const copied = page.createElement('div');
  copied.append(range.cloneContents());
  for (const element of copied.querySelectorAll(OWN.map((name) => `[${name}]`).join()))
    for (const name of OWN) element.removeAttribute(name);
  return copied.innerHTML;
}
