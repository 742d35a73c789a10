/**
 * What a browser would not type where it belongs is inserted by hand: beside white space that does not show, and in a link whose
 * text is typed over. A part of the file that is loaded once the editor is open.
 */
import { NODE } from '../../../../src/utils/editing/annotate';
import { isText } from './realm';
import { readable } from './text';

export interface ByHand {
  /** Inserts characters in place of what is selected in the page; false where the browser does it. */
  type(data: string): boolean;
  /** Something was deleted: where it was a part of a link, what is typed next is, too. */
  deleted(): void;
  /** A composition begins. */
  composes(): void;
  /** A composition is over, with a text that stands before the caret; false where the browser has taken its link away. */
  composed(text: string): boolean;
  /** The caret goes elsewhere. */
  forget(): void;
}

const HIDDEN = /^[ \t\n\r\f]$/;

export function createByHand(page: Document, active: () => HTMLElement | undefined): ByHand {
  /** A place in a link at which something was typed or deleted last. */
  let place = '';
  /** The link that what is composed belongs to. */
  let around: Element | undefined;
  /** The last character was a space, which shows at the end of a line when it does not break. */
  let isSpaced = false;

  function linkAt(node: Node): Element | undefined {
    const link = node.parentElement?.closest('a');
    const block = active();
    return link && link !== block && block?.contains(link) ? link : undefined;
  }

  const nameOf = (link: Element, offset: number): string =>
    [link.getAttribute(NODE), offset, readable(link.textContent ?? '')].join(' ');

  function insert(node: Text, offset: number, data: string): void {
    node.insertData(offset, data);
    page.getSelection()!.collapse(node, offset + data.length);
  }

  /** The link that what is typed at the selection belongs to, and the selection. */
  function linkOf(): readonly [Element, Text, Range] | undefined {
    const range = page.getSelection()!.getRangeAt(0).cloneRange();
    const texts = page.createTreeWalker(range.commonAncestorContainer, NodeFilter.SHOW_TEXT);
    texts.currentNode = range.startContainer;
    // What is selected behind the end of a text begins with the next one.
    for (let next: Node | null; !range.collapsed && isText(range.startContainer); range.setStart(next, 0))
      if (range.startOffset < range.startContainer.length || !(next = texts.nextNode())) break;
    const { startContainer: node, startOffset: offset } = range;
    const link = isText(node) && linkAt(node);
    if (!link || !link.contains(range.endContainer)) return undefined;
    const isOwn = range.collapsed ? place === nameOf(link, offset) : !!range.toString();
    return isOwn ? [link, node, range] : undefined;
  }

  /** A browser types behind a link whose end it is at, and takes one away that is replaced as a whole. */
  function typeInLink(data: string): boolean {
    const found = linkOf();
    if (!found) return false;
    const [link, node, range] = found;
    const { startOffset: offset, collapsed: isMore } = range;
    range.deleteContents();
    if (isMore && isSpaced && data !== ' ') node.replaceData(offset - 1, 1, ' ');
    isSpaced = data === ' ';
    insert(node, offset, isSpaced ? '\u00a0' : data);
    place = nameOf(link, offset + data.length);
    return true;
  }

  /** A browser that types beside white space that does not show, such as that before an icon without a size, takes it away. */
  function typeBesideHidden(data: string): boolean {
    const { anchorNode: node, anchorOffset: offset, isCollapsed } = page.getSelection()!;
    if (!isCollapsed || !isText(node) || HIDDEN.test(data)) return false;
    const shows = page.createRange();
    const isHidden = (at: number): boolean => {
      if (!HIDDEN.test(node.data.charAt(at))) return false;
      shows.setStart(node, at);
      shows.setEnd(node, at + 1);
      return [...shows.getClientRects()].every(({ width }) => width === 0);
    };
    if (!isHidden(offset - 1) && !isHidden(offset)) return false;
    insert(node, offset, data);
    return true;
  }

  return {
    type: (data) => typeInLink(data) || typeBesideHidden(data),
    deleted() {
      const { anchorNode: node, anchorOffset: offset } = page.getSelection()!;
      const link = isText(node) && linkAt(node);
      place = link ? nameOf(link, offset) : '';
      isSpaced = false;
    },
    composes: () => void (around = linkOf()?.[0]),
    composed(text) {
      const { anchorNode: node, anchorOffset: offset } = page.getSelection()!;
      if (!around || !node) return true;
      if (!around.isConnected) return false;
      // What a browser has composed behind the end of the link goes back into it.
      const behind = page.createRange();
      behind.setStart(around, around.childNodes.length);
      if (!around.contains(node)) behind.setEnd(node, offset);
      const words = behind.toString();
      let last: Node = around;
      while (last.lastChild) last = last.lastChild;
      if (isText(last) && words && text.endsWith(words)) {
        behind.deleteContents();
        insert(last, last.length, words);
        place = nameOf(around, last.length);
      } else if (around.contains(node)) place = nameOf(around, offset);
      return true;
    },
    forget: () => void (place = ''),
  };
}
