/**
 * What a browser would not type where it belongs is inserted by hand: beside white space that does not show, in a link whose
 * text is typed over, and in a button. A part of the file that is loaded once the editor is open.
 */
import { NODE } from '../../../../src/utils/editing/decorate';
import { isText } from './realm';
import { readable } from './text';

export interface ByHand {
  /** Inserts characters in place of what is selected in the page; false where the browser does it. */
  type(data: string): boolean;
  /**
   * Deletes a stretch that is all that a link or button says: it is kept for what is typed next; false where the browser does it.
   */
  clear(stretch: StaticRange | undefined): boolean;
  /** Something was deleted: where it was a part of a link, what is typed next is, too. */
  deleted(): void;
  /** What comes next replaces what holds the place in an emptied link. */
  fill(): void;
  /** A composition begins. */
  composes(): void;
  /** A composition is over, with a text that stands before the caret; false where the browser has taken its link away. */
  composed(text: string): boolean;
  /** The caret goes elsewhere. */
  forget(): void;
}

/** Holds the place in a link or button whose text was deleted: without any it would be gone before the next word is typed. */
const PLACE = '\u200b';

const HIDDEN = /^[ \t\n\r\f]$/;

/** @param read what the page shows is read */
export function createByHand(page: Document, active: () => HTMLElement | undefined, read: () => void): ByHand {
  /** A place in a link at which something was typed or deleted last. */
  let place = '';
  /** The link that what is composed belongs to. */
  let around: Element | undefined;
  /** The last character was a space, which shows at an edge or beside another one when it does not break. */
  let isSpaced = false;
  /** A link or button has been emptied. */
  let isCleared = false;

  function linkAt(node: Node): Element | undefined {
    const link = node.parentElement?.closest('a, button');
    const block = active();
    return link && link !== block && block?.contains(link) ? link : undefined;
  }

  const nameOf = (link: Element, offset: number): string =>
    [link.getAttribute(NODE), offset, readable(link.textContent ?? '')].join(' ');

  const textsIn = (link: Element): Text[] => {
    const texts = page.createTreeWalker(link, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    return found;
  };
  const isEmptied = ({ textContent }: Element): boolean => textContent === PLACE;

  function insert(node: Text, offset: number, data: string): void {
    node.insertData(offset, data);
    page.getSelection()!.collapse(node, offset + data.length);
  }

  function fill(): void {
    const { anchorNode: node } = page.getSelection()!;
    const link = isText(node) && linkAt(node);
    if (!link || !isCleared) return;
    if (isEmptied(link)) return page.getSelection()!.setBaseAndExtent(node, 0, node, PLACE.length);
    isCleared = false;
    for (const text of textsIn(link)) if (text.data.includes(PLACE)) text.deleteData(text.data.indexOf(PLACE), 1);
  }

  /** The link or button that what is typed at the selection belongs to, and the selection. */
  function linkOf(): readonly [Element, Text, Range] | undefined {
    fill();
    const range = page.getSelection()!.getRangeAt(0).cloneRange();
    const texts = page.createTreeWalker(range.commonAncestorContainer, NodeFilter.SHOW_TEXT);
    texts.currentNode = range.startContainer;
    // What is selected behind the end of a text begins with the next one.
    for (let next: Node | null; !range.collapsed && isText(range.startContainer); range.setStart(next, 0))
      if (range.startOffset < range.startContainer.length || !(next = texts.nextNode())) break;
    const { startContainer: node, startOffset: offset, collapsed } = range;
    const link = isText(node) && linkAt(node);
    if (!link || !link.contains(range.endContainer)) return undefined;
    // At the end of a label it goes on, for a button has no other end.
    const isOwn = collapsed ? link.localName !== 'a' || place === nameOf(link, offset) : !!range.toString();
    return isOwn ? [link, node, range] : undefined;
  }

  /** A browser types behind a link or button whose end it is at, and takes one away that is replaced as a whole. */
  function typeInLink(data: string): boolean {
    const found = linkOf();
    if (!found) return false;
    const [link, node, range] = found;
    const { startOffset: offset, collapsed } = range;
    const goesOn = collapsed && place === nameOf(link, offset);
    range.deleteContents();
    if (goesOn && isSpaced && data !== ' ') node.replaceData(offset - 1, 1, ' ');
    isSpaced = data === ' ' && !(/\S/.test(node.data.charAt(offset - 1)) && /\S/.test(node.data.charAt(offset)));
    insert(node, offset, isSpaced ? '\u00a0' : data);
    place = nameOf(link, offset + data.length);
    return true;
  }

  /** A browser that types behind a link takes the elements out of it that its end is in. */
  function typeBehindLink(data: string): boolean {
    const { anchorNode: node, anchorOffset: offset, isCollapsed } = page.getSelection()!;
    const link = isCollapsed && isText(node) && linkAt(node);
    if (!link || node.parentElement === link) return false;
    const rest = page.createRange();
    rest.setStart(node, offset);
    rest.setEnd(link, link.childNodes.length);
    if (rest.toString().trim() || rest.cloneContents().querySelector('img, svg, [contenteditable=false]')) return false;
    const behind = new Text();
    link.after(behind);
    insert(behind, 0, data === ' ' ? '\u00a0' : data);
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
    type: (data) => typeInLink(data) || typeBehindLink(data) || typeBesideHidden(data),
    clear(stretch) {
      const { anchorNode: node } = page.getSelection()!;
      const link = isText(node) && linkAt(node);
      // Text beside other blocks can not go as a whole: nothing would be left to type in.
      if (link && isEmptied(link)) return !active()!.hasAttribute(NODE) && active()!.textContent!.trim() === PLACE;
      if (!stretch || !link || link.querySelector('[contenteditable=false], br')) return false;
      const range = page.createRange();
      range.setStart(stretch.startContainer, stretch.startOffset);
      range.setEnd(stretch.endContainer, stretch.endOffset);
      if (!range.intersectsNode(link) || !range.toString() || range.toString() !== link.textContent) return false;
      // Where the first letter stood, the next one does: in the same marks.
      const [first, ...rest] = textsIn(link).filter(({ data }) => data);
      for (const text of rest) text.data = '';
      first!.data = PLACE;
      isCleared = true;
      page.getSelection()!.collapse(first!, 1);
      return true;
    },
    deleted() {
      const { anchorNode: node, anchorOffset: offset } = page.getSelection()!;
      const link = isText(node) && linkAt(node);
      place = link ? nameOf(link, offset) : '';
      isSpaced = false;
    },
    fill,
    composes: () => void (around = linkOf()?.[0]),
    composed(text) {
      fill();
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
    forget() {
      place = '';
      const emptied = isCleared ? [...(active()?.querySelectorAll('a, button') ?? [])].filter(isEmptied) : [];
      isCleared = false;
      for (const text of emptied.flatMap(textsIn)) text.data = '';
      if (emptied.length) read();
    },
  };
}
