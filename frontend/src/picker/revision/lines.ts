/** The text of a view line by line, and what differs between two. */
import { diff } from '../../../../src/utils/editing/model/diff';

/** Elements that begin a line. */
const BLOCK =
  /^(?:address|article|aside|blockquote|br|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|summary|table|td|th|tr|ul)$/;

/** Lines that somebody would read, without empty ones. */
export function linesOf(root: Node): string[] {
  const lines = [''];
  const read = (node: Node): void => {
    if (node.nodeType === Node.TEXT_NODE) lines[lines.length - 1] += node.textContent ?? '';
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    const isBlock = BLOCK.test((node as Element).localName);
    if (isBlock) lines.push('');
    node.childNodes.forEach(read);
    if (isBlock) lines.push('');
  };
  read(root);
  return lines.map((line) => line.replace(/\s+/g, ' ').trim()).filter(Boolean);
}

/** Lines that went, and what came in their place. */
export interface Difference {
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

export const differencesOf = (before: readonly string[], after: readonly string[]): Difference[] =>
  diff(before, after, (one, other) => one === other).map(({ from, to, newFrom, newTo }) => ({
    removed: before.slice(from, to),
    added: after.slice(newFrom, newTo),
  }));
