/** Text blocks: the ranges of a document that are edited one at a time. */
import {
  ancestorsOf,
  attributeOf,
  resolveChildren,
  contentEnd,
  contentStart,
  isBlank,
  isResolvedElement,
  resolveRoot,
  type ResolvedElement,
  type ElementNode,
  type ResolvedPosition,
  type SyntaxTree,
  type SyntaxNode,
} from './syntax-tree';

const toSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Inline elements. */
const PHRASING = toSet(
  `a abbr acronym audio b bdi bdo big br button canvas cite code data del dfn em embed font i iframe img input ins kbd label
   map mark meter nobr object output picture progress q ruby s samp select small span strike strong sub sup svg textarea
   time tt u var video wbr math area feaas-component`,
);
/** Inline elements that may contain blocks; their content determines whether they are inline. */
const TRANSPARENT = toSet('a ins del map label span font');
/** Elements for text, even when empty. */
const TEXTUAL = toSet(
  'p h1 h2 h3 h4 h5 h6 li dt dd td th figcaption caption summary blockquote pre address legend button',
);
/** Elements whose content is not editable text. */
const CLOSED = toSet(
  `script style template textarea select svg math iframe noscript noembed noframes xmp plaintext title option datalist
   object audio video canvas feaas-external feaas-component`,
);

/** Whether a node is inline. */
export function isPhrasing(node: SyntaxNode): boolean {
  if (node.kind !== 'element') return node.kind === 'text' || node.kind === 'comment';
  if (!PHRASING.has(node.tag) && !node.foreign) return false;
  return !TRANSPARENT.has(node.tag) || node.children.every(isPhrasing);
}

/** Whether the whole content of an element comes from data. */
export const isBound = (node: ElementNode): boolean =>
  attributeOf(node, 'data-path') !== undefined ||
  (attributeOf(node, 'data-path-attributes') ?? attributeOf(node, 'data-path-html')) !== undefined;

/** Whether a node has text of its own, or a bound value that shows as text. */
const hasText = (node: SyntaxNode): boolean =>
  node.kind === 'text'
    ? !isBlank(node)
    : node.kind === 'element' && !CLOSED.has(node.tag) && (isBound(node) || node.children.some(hasText));

const isButton = (node: SyntaxNode): boolean => node.kind === 'element' && node.tag === 'button';

/** Whether nodes show only buttons: each is then a block. Among other text, a button is part of that text. */
const isOfButtons = (nodes: readonly SyntaxNode[]): boolean =>
  nodes.some(isButton) && nodes.every((node) => isButton(node) || !hasText(node));

const isLink = (node: SyntaxNode): boolean => node.kind === 'element' && node.tag === 'a';

/** Whether nodes show several links and nothing else, as a menu does: each link is then a block. */
const isOfLinks = (nodes: readonly SyntaxNode[]): boolean =>
  nodes.filter(isLink).length > 1 && nodes.every((node) => isLink(node) || !hasText(node));

const isText = (nodes: readonly SyntaxNode[]): boolean => nodes.some(hasText) && !isOfButtons(nodes);

/** Whether the whole content of an element is one text block, even when empty. */
function isTextual({ tag, closed, children, emptied }: ElementNode): boolean {
  if (!children.every(isPhrasing)) return false;
  return (
    emptied ??
    ((TEXTUAL.has(tag) && closed !== 'missing' && !isOfButtons(children)) || (isText(children) && !isOfLinks(children)))
  );
}

/** Whether an edit removed the last text of an element that is still meant for text. Never true for the root. */
export const isEmptied = (before: ElementNode, after: ElementNode): boolean =>
  after.open > 0 &&
  after.closed === 'written' &&
  after.children.every(isPhrasing) &&
  isTextual(before) &&
  !isTextual(after);

/** Text that is edited as a unit: the whole content of an element, or a part of it beside other blocks. */
export interface TextBlock {
  /** Its parent element; the root for text outside of elements. */
  readonly owner: ResolvedElement;
  /** Range of its nodes among the owner's children; `last` is exclusive. */
  readonly first: number;
  readonly last: number;
  /** Range in the text. */
  readonly from: number;
  readonly to: number;
  /** Whether it is the whole content of its owner, so that the owner is the block. */
  readonly isWhole: boolean;
  /** Whether it is editable: its source has no parse errors. */
  readonly hasNoErrors: boolean;
}

function blockFrom(
  owner: ResolvedElement,
  children: readonly ResolvedPosition[],
  first: number,
  last: number,
): TextBlock {
  const isWhole = first === 0 && last === children.length && owner.parent !== undefined;
  const errorCount = children.slice(first, last).reduce((sum, { node }) => sum + node.errorCount, 0);
  return {
    owner,
    first,
    last,
    from: children[first]?.from ?? contentStart(owner),
    to: children[last - 1]?.to ?? contentEnd(owner),
    isWhole,
    hasNoErrors: errorCount === 0 && owner.node.closed !== 'missing',
  };
}

/**
 * Whether nodes beside other blocks have text only within elements: each element is then a block. One element around
 * all of them would be a single item where the page lays them out in a row or a grid.
 */
const isOfElements = (nodes: readonly SyntaxNode[]): boolean =>
  nodes.every((node) => node.kind === 'element' || !hasText(node));

/** Returns the blocks that an element contains itself, not those of its descendants. */
function ownBlocks(owner: ResolvedElement, children: readonly ResolvedPosition[]): TextBlock[] {
  if (isTextual(owner.node)) return [blockFrom(owner, children, 0, children.length)];
  const found: TextBlock[] = [];
  for (let index = 0; index < children.length;) {
    let first = index;
    while (index < children.length && isPhrasing(children[index]!.node)) index++;
    let last = index++;
    while (first < last && isBlank(children[first]!.node)) first++;
    while (first < last && isBlank(children[last - 1]!.node)) last--;
    const nodes = children.slice(first, last).map(({ node }) => node);
    if (isText(nodes) && !isOfElements(nodes)) found.push(blockFrom(owner, children, first, last));
  }
  return found;
}

/** Returns the blocks that an owner contains itself, in document order. */
export const childBlocks = (owner: ResolvedElement): TextBlock[] => ownBlocks(owner, resolveChildren(owner));

/** Yields every text block within an element, in document order. */
function* textBlocks(owner: ResolvedElement): Generator<TextBlock> {
  if (CLOSED.has(owner.node.tag) || owner.node.foreign) return;
  const children = resolveChildren(owner);
  const blocks = ownBlocks(owner, children);
  let next = 0;
  for (const [index, child] of children.entries()) {
    if (blocks[next]?.first === index) yield blocks[next]!;
    if (blocks[next] && index >= blocks[next]!.first && index < blocks[next]!.last) {
      if (index === blocks[next]!.last - 1) next++;
      continue;
    }
    if (isResolvedElement(child)) yield* textBlocks(child);
  }
  if (!children.length && blocks[0]) yield blocks[0];
}

/** Whether a block can be typed in: its source has no parse errors, and neither its owner nor an ancestor is bound to data. */
export const isTypable = ({ hasNoErrors, owner }: TextBlock): boolean =>
  hasNoErrors && ![owner, ...ancestorsOf(owner)].some(({ node }) => isBound(node));

/** Returns all text blocks of a document. */
export const blocksOf = (document: SyntaxTree): TextBlock[] => [...textBlocks(resolveRoot(document))];

/** Returns the text block at a position; undefined if there is none. */
export function blockAt(document: SyntaxTree, position: number): TextBlock | undefined {
  let owner = resolveRoot(document);
  let found: TextBlock | undefined;
  for (;;) {
    const children = resolveChildren(owner);
    if (CLOSED.has(owner.node.tag) || owner.node.foreign) return found;
    const block = ownBlocks(owner, children).find(({ from, to }) => from <= position && position <= to);
    if (block) return block;
    const inner = children.find((child) => isResolvedElement(child) && child.from < position && position < child.to);
    if (!isResolvedElement(inner)) return found;
    owner = inner;
    found = undefined;
  }
}
