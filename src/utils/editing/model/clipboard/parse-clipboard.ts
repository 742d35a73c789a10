/**
 * Parses the meaning of pasted HTML from Word, Google Docs, Excel or any page: marks and blocks of an allow-list.
 * None of its markup is kept, so no unsafe markup can be.
 */
import { attribute, isElement, type SourceElement, type SourceNode } from '../../../template/source-node';
import { parseHTML } from '../../../template/parse-html';
import { MARK_TAGS as OWN_MARK_TAGS } from '../mark-registry';
import type { BlockType } from '../block-registry';
import { isAllowedAddress, readAddress } from '../safety';
import { ClipboardParser, type LossKey } from './clipboard-parser';
import { FULL_SCHEMA, type ClipboardSchema, type ClipboardContent, type PastedMarks } from './clipboard-schema';
import { serializeBlocks, serializeRuns } from './serialize';
import {
  alignmentOf,
  formattingOf,
  isHidden,
  readStyle,
  styledMarks,
  withFormatting,
  wordListOf,
  type WordListItem,
} from './styles';

/** Tags of marks, and similar tags. */
const MARK_TAGS: Readonly<Record<string, keyof PastedMarks>> = Object.freeze({
  ...OWN_MARK_TAGS,
  kbd: 'code',
  samp: 'code',
  tt: 'code',
});
/** Elements that begin a text block. */
const BLOCK =
  /^(?:p|div|section|article|header|footer|main|aside|nav|address|figure|figcaption|dl|dt|dd|details|summary|fieldset|form|center|ul|ol|li|table|caption|tr)$/;
/** Elements that are lines of code. */
const LINE = /^(?:div|p)$/;
/** Elements that are dropped with their content, with a warning. */
const DROPPED = /^(?:script|iframe|object|embed|applet|video|audio|canvas|svg|math|button|input|select|textarea|map)$/;
/** Elements that are dropped with their content, without a warning: they were never visible. */
const INVISIBLE =
  /^(?:style|head|meta|link|title|base|template|noscript|xml|o:.*|w:.*|v:.*|col|colgroup|datalist|param|source|track|area)$/;
/** Attributes of elements bound to data: a paste contains only the displayed value. */
const BOUND = /^data-path(?:-|$)/;
/** Maximum nesting depth. */
const MAX_DEPTH = 200;

/** A list around an element. */
interface SurroundingList {
  readonly type: 'bullets' | 'numbers';
  readonly name: string;
  /** Number of its next item. */
  next: number;
}

/** What an element inherits from its ancestors. */
interface InheritedContext {
  readonly marks: PastedMarks;
  /** Surrounding lists, the innermost last. */
  readonly lists: readonly SurroundingList[];
  readonly dir: 'rtl' | 'ltr' | undefined;
  readonly pre: boolean;
  /** Whether it is code of a code editor, which writes no-break spaces for spaces. */
  readonly isEditorCode: boolean;
  readonly quote: boolean;
  readonly depth: number;
}

class ClipboardReader {
  private count = 0;

  private readonly out: ClipboardParser;

  constructor(private readonly allowed: ClipboardSchema) {
    this.out = new ClipboardParser(allowed);
  }

  lose(key: LossKey, name: string): void {
    this.out.lose(key, name);
  }

  finish(): ClipboardContent {
    return this.out.finish();
  }

  nodes(nodes: readonly SourceNode[], inherited: InheritedContext): void {
    for (const node of nodes) {
      if (isElement(node)) this.element(node, inherited);
      else if (!node.comment)
        this.out.text(inherited.isEditorCode ? node.text.replaceAll('\u00a0', ' ') : node.text, inherited.marks);
    }
  }

  private element(element: SourceElement, inherited: InheritedContext): void {
    const { tag } = element;
    const style = readStyle(attribute(element, 'style') ?? '');
    const classes = attribute(element, 'class') ?? '';
    if (INVISIBLE.test(tag) || isHidden(style) || attribute(element, 'hidden') !== undefined) return;
    if (DROPPED.test(tag) || inherited.depth > MAX_DEPTH || element.foreign)
      return this.out.lose('paste.lost.element', tag);
    // Word writes bullets and numbers as text; lists have their own.
    if (style.get('mso-list') === 'ignore') return;
    // Word Online ends each paragraph with a space.
    if (/\bEOP\b/.test(classes)) return;
    if (/MsoComment/.test(classes) || style.get('mso-element') === 'comment-list')
      return this.out.lose('paste.lost.comment');
    if (element.attributes.some(([name]) => BOUND.test(name))) this.out.lose('paste.lost.data');
    const inner: InheritedContext = {
      ...inherited,
      depth: inherited.depth + 1,
      dir: directionOf(element, style) ?? inherited.dir,
      marks: withFormatting(styledMarks(this.marksOf(element, inherited), style), formattingOf(element, style)),
    };
    if (tag === 'br') return this.out.break();
    if (tag === 'hr') return this.out.rule();
    if (tag === 'img') return this.image(element);
    if (tag === 'a') return this.nodes(element.children, { ...inner, marks: this.link(element, inner.marks) });
    if (tag === 'table') return this.table(element, inner);
    if (inherited.pre && LINE.test(tag)) return this.line(element, inner);
    const type = this.typeOf(element, classes, style, inner);
    if (!type) return this.nodes(element.children, inner);
    this.block(type, element, inner, style);
  }

  private marksOf({ tag }: SourceElement, { marks }: InheritedContext): PastedMarks {
    const mark = Object.hasOwn(MARK_TAGS, tag) ? MARK_TAGS[tag] : undefined;
    return mark ? { ...marks, [mark]: true } : marks;
  }

  /** Returns the block type of an element; undefined for an inline element. */
  private typeOf(
    element: SourceElement,
    classes: string,
    style: ReadonlyMap<string, string>,
    { lists, pre, quote }: InheritedContext,
  ): BlockType | undefined {
    const { tag } = element;
    const level = /^h([1-6])$/.exec(tag)?.[1] ?? /\bMso(?:Heading)([1-6])\b/.exec(classes)?.[1];
    if (level) return `heading${level as '1'}`;
    if (/\bMsoTitle\b/.test(classes)) return 'heading1';
    if (wordListOf(style)) return /^\s*(?:\d+|[a-z]|[ivxlc]+)[.)]/i.test(markerOf(element)) ? 'numbers' : 'bullets';
    if (tag === 'pre' || isEditorCode(element, style)) return 'code';
    if (tag === 'blockquote' || /\bMso(?:Intense)?Quote\b/.test(classes)) return 'quote';
    if (!BLOCK.test(tag)) return undefined;
    return lists.at(-1)?.type ?? (pre ? 'code' : quote ? 'quote' : 'paragraph');
  }

  private block(
    type: BlockType,
    element: SourceElement,
    inherited: InheritedContext,
    style: ReadonlyMap<string, string>,
  ): void {
    const { tag, children } = element;
    const wordItem = wordListOf(style);
    if (tag === 'ul' || tag === 'ol') {
      this.out.end();
      this.nodes(children, { ...inherited, lists: [...inherited.lists, this.listOf(element)] });
      this.out.end();
      return;
    }
    const dir = inherited.dir === 'rtl' ? inherited.dir : undefined;
    const outer = inherited.lists.at(-1);
    // Word Online does not nest lists.
    const level = wordItem?.level ?? Number(attribute(element, 'data-aria-level') ?? inherited.lists.length) - 1;
    const blockStyle = { dir, style: alignmentOf(style) };
    const item = { depth: Math.max(0, level), list: wordItem?.list ?? outer?.name, ...blockStyle };
    const isItem = type === 'bullets' || type === 'numbers';
    const number = isItem && type === 'numbers' ? this.numberOf(element, outer, wordItem) : undefined;
    // A paragraph at the beginning of a list item is that item's text.
    this.out.begin(type, isItem ? { ...item, number } : blockStyle);
    const isPre = type === 'code' && !inherited.pre;
    const isEditorBlock = isPre && tag !== 'pre';
    this.nodes(isEditorBlock ? withoutLastBreaks(children) : children, {
      ...inherited,
      pre: inherited.pre || isPre,
      isEditorCode: inherited.isEditorCode || isEditorBlock,
      quote: inherited.quote || type === 'quote',
    });
    this.out.end();
    // What follows in the same item belongs to that item.
    if (tag !== 'li' && outer) this.out.begin(outer.type, item);
    else if (inherited.quote) this.out.begin('quote', { dir });
  }

  /** Reads an element that is a line of code. */
  private line({ children }: SourceElement, inherited: InheritedContext): void {
    this.out.line();
    this.nodes(children, inherited);
    this.out.line();
  }

  private listOf({ tag, attributes, children }: SourceElement): SurroundingList {
    const [first] = children.filter(isElement);
    const id = first && attribute(first, 'data-listid');
    const start = Number(attributes.find(([name]) => name === 'start')?.[1] ?? 1);
    return {
      type: tag === 'ul' ? 'bullets' : 'numbers',
      // Word Online writes a list around each item.
      name: id === undefined ? `list ${++this.count}` : `online ${id}`,
      next: Number.isInteger(start) ? start : 1,
    };
  }

  /** Returns the number of an item, written or counted. */
  private numberOf(
    element: SourceElement,
    list: SurroundingList | undefined,
    wordItem: WordListItem | undefined,
  ): number | undefined {
    if (wordItem) return Number(/(\d+)\D*$/.exec(markerOf(element))?.[1] ?? NaN) || undefined;
    if (!list) return undefined;
    // Items are counted, but not the paragraphs in them.
    if (element.tag !== 'li') return list.next - 1;
    const written = Number(attribute(element, 'value') ?? NaN);
    const number = Number.isInteger(written) ? written : list.next;
    list.next = number + 1;
    return number;
  }

  private link(element: SourceElement, marks: PastedMarks): PastedMarks {
    const href = attribute(element, 'href');
    if (!href || href.startsWith('#')) return marks;
    const address = readAddress(unwrapRedirect(href));
    // A word processor's link to a local file is not a web address.
    if (!isAllowedAddress(address, 'a', 'href') || /^[a-z]:[\\/]|^\\\\/i.test(address)) {
      this.out.lose('paste.lost.address');
      return marks;
    }
    const linked: Record<string, string | true> = { ...marks, link: address };
    delete linked['underline'];
    return linked as PastedMarks;
  }

  private image(element: SourceElement): void {
    const src = readAddress(attribute(element, 'src') ?? '');
    if (!/^(?:https?:)?\/\/|^\//i.test(src) || !isAllowedAddress(src, 'img', 'src'))
      return this.out.lose('paste.lost.image');
    const [width, height] = ['width', 'height'].map((name) => pixels(attribute(element, name)));
    this.out.image({
      ...{ src, alt: attribute(element, 'alt') ?? '' },
      ...(width && height ? { size: { width, height } } : {}),
    });
  }

  /** Converts the rows of a table to lines of text if tables are not allowed. A table with one cell per row is layout. */
  private table(table: SourceElement, inherited: InheritedContext): void {
    const rows = rowsOf(table);
    const isData = rows.some(({ length }) => length > 1);
    if (isData && this.allowed.hasFormatting) return this.out.table(this.tableOf(rows, inherited));
    if (isData) this.out.lose('paste.lost.table');
    for (const cells of rows) {
      this.out.end();
      if (!isData) {
        for (const cell of cells) this.nodes(cell.children, inherited);
        continue;
      }
      this.out.begin('paragraph');
      cells.forEach((cell, index) => {
        if (index) this.out.text(' | ', {});
        this.nodes(toLine(cell), inherited);
      });
    }
    this.out.end();
  }

  /** Returns the HTML of a table with the content of its cells. */
  private tableOf(rows: readonly (readonly SourceElement[])[], inherited: InheritedContext): string {
    const cellOf = (cell: SourceElement): string => {
      const inner = new ClipboardReader(this.allowed);
      inner.nodes(cell.children, inherited);
      const { blocks } = inner.finish();
      const [first, second] = blocks;
      const isLine = !second && first?.type === 'paragraph' && 'runs' in first;
      const spans = ['colspan', 'rowspan'].map((name) => {
        const count = pixels(attribute(cell, name));
        return count > 1 ? ` ${name}="${count}"` : '';
      });
      const tag = cell.tag === 'th' ? 'th' : 'td';
      return `<${tag}${spans.join('')}>${isLine ? serializeRuns(first.runs) : serializeBlocks(blocks).join('')}</${tag}>`;
    };
    return `<table><tbody>${rows.map((cells) => `<tr>${cells.map(cellOf).join('')}</tr>`).join('')}</tbody></table>`;
  }
}

/** Parses an HTML length in whole pixels; 0 for percentages and other values. */
const pixels = (value = ''): number => (/^[1-9]\d{0,4}$/.test(value) ? Number(value) : 0);

/** Returns the direction that an element sets. Programs set it everywhere, mostly to the page's own direction. */
function directionOf(element: SourceElement, style: ReadonlyMap<string, string>): 'rtl' | 'ltr' | undefined {
  const direction = (attribute(element, 'dir') ?? style.get('direction'))?.toLowerCase();
  return direction === 'rtl' || direction === 'ltr' ? direction : undefined;
}

/** Returns the target of a link that redirects through Google. */
function unwrapRedirect(href: string): string {
  const query = /^https?:\/\/(?:www\.)?google\.[a-z.]+\/url\?(.*)$/i.exec(href)?.[1];
  const target = query && new URLSearchParams(query).get('q');
  return target && /^https?:/i.test(target) ? target : href;
}

/** Returns the marker that Word puts before a list item. */
function markerOf(element: SourceElement): string {
  for (const child of element.children) {
    if (!isElement(child)) continue;
    const isMarker = readStyle(attribute(child, 'style') ?? '').get('mso-list') === 'ignore';
    const text = isMarker ? textIn(child) : markerOf(child);
    if (text) return text;
  }
  return '';
}

const textIn = (node: SourceNode): string =>
  isElement(node) ? node.children.map(textIn).join('') : node.comment ? '' : node.text;

/** Returns the text of an element, with a line break before each of its lines. */
const linesIn = (node: SourceNode): string =>
  isElement(node)
    ? (LINE.test(node.tag) || node.tag === 'br' ? '\n' : '') + node.children.map(linesIn).join('')
    : node.comment
      ? ''
      : node.text;

/** Whether an element is code as editors such as VS Code copy it: one element per line, with indented lines. */
function isEditorCode(element: SourceElement, style: ReadonlyMap<string, string>): boolean {
  if (element.tag !== 'div' || !/^(?:pre|pre-wrap|break-spaces)$/.test(style.get('white-space') ?? '')) return false;
  if (!/\bmonospace\b/.test(style.get('font-family') ?? '')) return false;
  const text = linesIn(element);
  return /\n[ \t\u00a0]+\S/.test(text) && text.trim().includes('\n');
}

/** Returns nodes without trailing line breaks: copying whole lines includes the break of the last one. */
const withoutLastBreaks = (nodes: readonly SourceNode[]): readonly SourceNode[] =>
  nodes.slice(0, nodes.findLastIndex((node) => !isElement(node) || node.tag !== 'br') + 1);

/** Returns the cells of a table's rows, without those of nested tables. */
function rowsOf(table: SourceElement): SourceElement[][] {
  const rows: SourceElement[][] = [];
  for (const child of table.children) {
    if (!isElement(child)) continue;
    if (child.tag === 'tr') rows.push(child.children.filter(isElement).filter(({ tag }) => /^t[dh]$/.test(tag)));
    else if (/^t(?:body|head|foot)$/.test(child.tag)) rows.push(...rowsOf(child));
    else if (child.tag === 'caption') rows.push([child]);
  }
  return rows;
}

/** Returns the content of a cell as one line. */
const toLine = ({ children }: SourceElement): SourceNode[] =>
  children.flatMap((child): SourceNode[] =>
    isElement(child) && BLOCK.test(child.tag) ? [{ text: ' ', node: undefined }, ...toLine(child)] : [child],
  );

/**
 * Sanitizes pasted HTML.
 * @param allowed what the library allows in its texts; defaults to all marks and blocks of the editor
 */
export function parseClipboardHTML(html: string, allowed: ClipboardSchema = FULL_SCHEMA): ClipboardContent {
  const reader = new ClipboardReader(allowed);
  const inherited: InheritedContext = {
    marks: {},
    lists: [],
    dir: undefined,
    pre: false,
    isEditorCode: false,
    quote: false,
    depth: 0,
  };
  let nodes: SourceNode[];
  try {
    nodes = parseHTML(html);
  } catch {
    // Nested too deeply to parse.
    reader.lose('paste.lost.element', '…');
    nodes = [];
  }
  reader.nodes(nodes, inherited);
  return reader.finish();
}

/** Parses plain text: an empty line separates paragraphs, a single line break breaks the line. */
export function parseClipboardText(text: string): ClipboardContent {
  const parser = new ClipboardParser(FULL_SCHEMA);
  // Presentation programs write a break within a paragraph as a vertical tab.
  for (const paragraph of text.replace(/\r\n?|[\v\f\x85\u2028\u2029]/g, '\n').split(/\n[ \t]*\n\s*/)) {
    parser.end();
    paragraph.split('\n').forEach((line, index) => {
      if (index) parser.break();
      parser.text(line, {});
    });
  }
  return parser.finish();
}
