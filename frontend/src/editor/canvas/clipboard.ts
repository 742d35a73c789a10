/** What is copied: as the page shows it, without what the editor has written into it. */
import { EDITED, NODE } from '../../../../src/utils/editing/decorate';

const OWN = [NODE, EDITED, 'contenteditable'];

/** Puts what is selected into the clipboard; whether there is something. */
export function writeSelection(page: Document, event: ClipboardEvent): boolean {
  const selection = page.getSelection();
  const { clipboardData: clipboard } = event;
  if (!selection || selection.isCollapsed || !clipboard) return false;
  const copied = page.createElement('div');
  copied.append(selection.getRangeAt(0).cloneContents());
  for (const element of copied.querySelectorAll(OWN.map((name) => `[${name}]`).join()))
    for (const name of OWN) element.removeAttribute(name);
  clipboard.setData('text/html', copied.innerHTML);
  clipboard.setData('text/plain', selection.toString());
  event.preventDefault();
  return true;
}
