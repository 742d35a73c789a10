/** Blocks of text: the stretches of a view that are typed in, one at a time. */
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

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Elements that stand in a line of text. */
const PHRASING = set(
  `a abbr acronym audio b bdi bdo big br button canvas cite code data del dfn em embed font i iframe img input ins kbd label
   map mark meter nobr object output picture progress q ruby s samp select small span strike strong sub sup svg textarea
   time tt u var video wbr math area feaas-component`,
);
/** Elements that may hold blocks though they stand in lines: what they are is up to what they hold. */
const TRANSPARENT = set('a ins del map label span font');
/** Elements that are for text, empty or not. */
const TEXTUAL = set(
  'p h1 h2 h3 h4 h5 h6 li dt dd td th figcaption caption summary blockquote pre address legend button',
);
/** Elements whose content is no text to type in. */
const CLOSED = set(
  `script style template textarea select svg math iframe noscript noembed noframes xmp plaintext title option datalist
   object audio video canvas feaas-external feaas-component`,
);

/** Whether a node stands in a line of text. */
export function isPhrasing(node: SyntaxNode): boolean {
  if (node.kind !== 'element') return node.kind === 'text' || node.kind === 'comment';
  if (!PHRASING.has(node.tag) && !node.foreign) return false;
  return !TRANSPARENT.has(node.tag) || node.children.every(isPhrasing);
}

/** Whether what an element shows comes from data as a whole. */
export const isBound = (node: ElementNode): boolean =>
  attributeOf(node, 'data-path') !== undefined ||
  (attributeOf(node, 'data-path-attributes') ?? attributeOf(node, 'data-path-html')) !== undefined;

/** Whether a node has text of its own, or a value that shows as text. */
const hasText = (node: SyntaxNode): boolean =>
  node.kind === 'text'
    ? !isBlank(node)
    : node.kind === 'element' && !CLOSED.has(node.tag) && (isBound(node) || node.children.some(hasText));

const isButton = (node: SyntaxNode): boolean => node.kind === 'element' && node.tag === 'button';

/** Whether a stretch shows buttons and nothing beside them: each says its own words. Among words they are a part of the text. */
const isOfButtons = (nodes: readonly SyntaxNode[]): boolean =>
  nodes.some(isButton) && nodes.every((node) => isButton(node) || !hasText(node));

const isLink = (node: SyntaxNode): boolean => node.kind === 'element' && node.tag === 'a';

/** Whether a stretch shows several links and nothing beside them, as a menu does: each says its own words. */
const isOfLinks = (nodes: readonly SyntaxNode[]): boolean =>
  nodes.filter(isLink).length > 1 && nodes.every((node) => isLink(node) || !hasText(node));

const isText = (nodes: readonly SyntaxNode[]): boolean => nodes.some(hasText) && !isOfButtons(nodes);

/** Whether all that an element holds is text to be edited in one go, empty or not. */
function isTextual({ tag, closed, children, emptied }: ElementNode): boolean {
  if (!children.every(isPhrasing)) return false;
  return (
    emptied ??
    ((TEXTUAL.has(tag) && closed !== 'missing' && !isOfButtons(children)) || (isText(children) && !isOfLinks(children)))
  );
}

/** Whether an edit took the last of an element's text: the element is still for text. What stands in no element has none to be empty. */
export const isEmptied = (before: ElementNode, after: ElementNode): boolean =>
  after.open > 0 &&
  after.closed === 'written' &&
  after.children.every(isPhrasing) &&
  isTextual(before) &&
  !isTextual(after);

/** Text that is edited in one go: all that an element holds, or a part of it beside other blocks. */
export interface TextBlock {
  /** The element it stands in; the root for text that stands in none. */
  readonly owner: ResolvedElement;
  /** Its nodes among the owner's children: from the first up to the one before the last. */
  readonly first: number;
  readonly last: number;
  /** Where they stand in the text. */
  readonly from: number;
  readonly to: number;
  /** It is all that its owner holds, so that the owner is the block. */
  readonly whole: boolean;
  /** Whether it may be edited: it reads as it is written. */
  readonly sound: boolean;
}

function blockFrom(
  owner: ResolvedElement,
  places: readonly ResolvedPosition[],
  first: number,
  last: number,
): TextBlock {
  const whole = first === 0 && last === places.length && owner.parent !== undefined;
  const own = places.slice(first, last).reduce((sum, { node }) => sum + node.errorCount, 0);
  return {
    owner,
    first,
    last,
    from: places[first]?.from ?? contentStart(owner),
    to: places[last - 1]?.to ?? contentEnd(owner),
    whole,
    sound: own === 0 && owner.node.closed !== 'missing',
  };
}

/**
 * Whether a stretch beside other blocks has no words but those of its elements: each is a block by itself then. One element
 * around all of them would be an item of its own where the page lays them out in a row or a grid.
 */
const isOfElements = (nodes: readonly SyntaxNode[]): boolean =>
  nodes.every((node) => node.kind === 'element' || !hasText(node));

/** The blocks that an element holds itself, not those of the elements in it. */
function ownBlocks(owner: ResolvedElement, places: readonly ResolvedPosition[]): TextBlock[] {
  if (isTextual(owner.node)) return [blockFrom(owner, places, 0, places.length)];
  const found: TextBlock[] = [];
  for (let at = 0; at < places.length;) {
    let first = at;
    while (at < places.length && isPhrasing(places[at]!.node)) at++;
    let last = at++;
    while (first < last && isBlank(places[first]!.node)) first++;
    while (first < last && isBlank(places[last - 1]!.node)) last--;
    const nodes = places.slice(first, last).map(({ node }) => node);
    if (isText(nodes) && !isOfElements(nodes)) found.push(blockFrom(owner, places, first, last));
  }
  return found;
}

/** The blocks that an owner of blocks holds itself, in the order of the text. */
export const childBlocks = (owner: ResolvedElement): TextBlock[] => ownBlocks(owner, resolveChildren(owner));

/** Every block of text in an element, in the order of the text. */
function* textBlocks(owner: ResolvedElement): Generator<TextBlock> {
  if (CLOSED.has(owner.node.tag) || owner.node.foreign) return;
  const places = resolveChildren(owner);
  const own = ownBlocks(owner, places);
  let next = 0;
  for (const [at, place] of places.entries()) {
    if (own[next]?.first === at) yield own[next]!;
    if (own[next] && at >= own[next]!.first && at < own[next]!.last) {
      if (at === own[next]!.last - 1) next++;
      continue;
    }
    if (isResolvedElement(place)) yield* textBlocks(place);
  }
  if (!places.length && own[0]) yield own[0];
}

/** Whether what a block shows is its own text, and reads as it is written. What comes from data is not typed over. */
export const isTypable = ({ sound, owner }: TextBlock): boolean =>
  sound && ![owner, ...ancestorsOf(owner)].some(({ node }) => isBound(node));

/** All blocks of text of a view. */
export const blocksOf = (document: SyntaxTree): TextBlock[] => [...textBlocks(resolveRoot(document))];

/** The block of text around a position; undefined where there is none. */
export function blockAt(document: SyntaxTree, position: number): TextBlock | undefined {
  let owner = resolveRoot(document);
  let found: TextBlock | undefined;
  for (;;) {
    const places = resolveChildren(owner);
    if (CLOSED.has(owner.node.tag) || owner.node.foreign) return found;
    const own = ownBlocks(owner, places).find(({ from, to }) => from <= position && position <= to);
    if (own) return own;
    const inner = places.find((place) => isResolvedElement(place) && place.from < position && position < place.to);
    if (!isResolvedElement(inner)) return found;
    owner = inner;
    found = undefined;
  }
}
