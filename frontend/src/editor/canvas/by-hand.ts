/**
 * What a browser would not type where it belongs is inserted by hand: beside white space that does not show, in a link whose
 * text is typed over, and in a button. A part of the file that is loaded once the editor is open.
 */
import { NODE } from '../../../../src/utils/editing/annotate';
import { isText } from './realm';
import { readable } from './text';

export interface ByHand {
  /** Inserts characters in place of what is selected in the page; false where the browser does it. */
  type(data: string): boolean;
  /** Something was deleted: where it was a part of a link, what is typed next is, too. */
  deleted(): void;
  /** The caret goes elsewhere. */
  forget(): void;
}

const HIDDEN = /^[ \t\n\r\f]$/;

export function createByHand(page: Document, active: () => HTMLElement | undefined): ByHand {
  /** A place in a link at which something was typed or deleted last. */
  let place = '';
  /** The last character was a space, which shows at an edge or beside another one when it does not break. */
  let isSpaced = false;

  function linkAt(node: Node): Element | undefined {
    const link = node.parentElement?.closest('a, button');
    const block = active();
    return link && link !== block && block?.contains(link) ? link : undefined;
  }

  const nameOf = (link: Element, offset: number): string =>
    [link.getAttribute(NODE), offset, readable(link.textContent ?? '')].join(' ');

  function insert(node: Text, offset: number, data: string): void {
    node.insertData(offset, data);
    page.getSelection()!.collapse(node, offset + data.length);
  }

  /** A browser types behind a link or button whose end it is at, and takes one away that is replaced as a whole. */
  function typeInLink(data: string): boolean {
    const range = page.getSelection()!.getRangeAt(0);
    const { startContainer: node, startOffset: offset } = range;
    const link = isText(node) && linkAt(node);
    if (!link || !link.contains(range.endContainer)) return false;
    const isMore = range.collapsed;
    const goesOn = isMore && place === nameOf(link, offset);
    // At the end of a label it goes on, for a button has no other end.
    if (isMore ? !goesOn && link.localName === 'a' : !range.toString()) return false;
    range.deleteContents();
    if (goesOn && isSpaced && data !== ' ') node.replaceData(offset - 1, 1, ' ');
    isSpaced = data === ' ' && !(/\S/.test(node.data.charAt(offset - 1)) && /\S/.test(node.data.charAt(offset)));
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
    forget: () => void (place = ''),
  };
}
