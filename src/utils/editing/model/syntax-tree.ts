/**
 * The tree of a view: what its text says, node by node. A node knows how many characters it takes, not where it stands,
 * so that an edit makes new nodes only along its own path and every other one is shared with the tree before.
 */

/** What every node has. `id` names the node as long as it lives, through edits of what is around it. */
interface Common {
  readonly id: number;
  /** Characters of source, all that is inside included. */
  readonly length: number;
  /** Places inside, itself included, that the parser read otherwise than they are written: such a thing is not edited. */
  readonly errorCount: number;
  /** Behind it the parser is in the very state it was in before it. */
  readonly neutral: boolean;
  /** Nodes inside, itself included. */
  readonly count: number;
  /** Levels of elements, itself included. */
  readonly depth: number;
}

/** Text; `text` is what it reads as, entities decoded. */
export interface TextNode extends Common {
  readonly kind: 'text';
  readonly text: string;
  /** Entities mean nothing in it: the content of scripts and styles. */
  readonly raw: boolean;
}
export interface CommentNode extends Common {
  readonly kind: 'comment';
}
/** Source that made no node (`stray`: stray tags), or nodes elsewhere (`misnested`: misnested and moved ones). Kept as it is. */
export interface ErrorNode extends Common {
  readonly kind: 'stray' | 'misnested';
}
/** An attribute; `from` and `to` count from the start of its element. */
export interface Attribute {
  /** As the parser has it: lower case in HTML. */
  readonly name: string;
  readonly value: string;
  readonly from: number;
  readonly to: number;
}
export interface ElementNode extends Common {
  readonly kind: 'element';
  readonly tag: string;
  /** Of SVG or MathML. */
  readonly foreign: boolean;
  readonly attributes: readonly Attribute[];
  readonly children: readonly SyntaxNode[];
  /** Characters of the start tag; 0 for an element that the parser added by itself (`tbody`). */
  readonly open: number;
  /** Characters of the end tag; 0 when there is none. */
  readonly close: number;
  /** Whether its end is written (or needs no tag), may be left out and was, or is missing. */
  readonly closed: 'written' | 'omitted' | 'missing';
  /** An edit has taken the last of its text away: more may follow. */
  readonly emptied?: true;
}
export type SyntaxNode = TextNode | CommentNode | ErrorNode | ElementNode;

/** The tag of a document's root, which has no source of its own. */
export const ROOT = '#view';

/** A parsed view. */
export interface SyntaxTree {
  readonly root: ElementNode;
  /** The next free id. */
  readonly next: number;
  /** Nodes that the parser made for this document; those taken over from the one before are not among them. */
  readonly parsed: number;
}

/** A node, where it stands in the text, and in what. */
export interface ResolvedPosition<Node extends SyntaxNode = SyntaxNode> {
  readonly node: Node;
  /** Where its source begins. */
  readonly from: number;
  readonly to: number;
  readonly parent: ResolvedPosition<ElementNode> | undefined;
  /** Among its parent's children. */
  readonly index: number;
}
export type ResolvedElement = ResolvedPosition<ElementNode>;

export const isResolvedElement = (place: ResolvedPosition | undefined): place is ResolvedElement =>
  place?.node.kind === 'element';

/** Where an element's content begins, and where it ends. */
export const contentStart = ({ from, node }: ResolvedElement): number => from + node.open;
export const contentEnd = ({ to, node }: ResolvedElement): number => to - node.close;

export const resolveRoot = ({ root }: SyntaxTree): ResolvedElement => ({
  node: root,
  from: 0,
  to: root.length,
  parent: undefined,
  index: 0,
});

/** The children of an element, in order. */
export function resolveChildren(parent: ResolvedElement): ResolvedPosition[] {
  let from = contentStart(parent);
  return parent.node.children.map((node, index) => {
    const place = { node, from, to: from + node.length, parent, index };
    from = place.to;
    return place;
  });
}

/** An element and all that is in it, in the order of the text. */
export function* walk(place: ResolvedPosition): Generator<ResolvedPosition> {
  yield place;
  if (isResolvedElement(place)) for (const child of resolveChildren(place)) yield* walk(child);
}

/** The elements of a document, in the order of the text; without its root. */
export function* elementsOf(document: SyntaxTree): Generator<ResolvedElement> {
  for (const place of walk(resolveRoot(document))) if (isResolvedElement(place) && place.parent) yield place;
}

/** The place of a node; undefined when the document has it no more. */
export function resolveNode(document: SyntaxTree, id: number): ResolvedPosition | undefined {
  for (const place of walk(resolveRoot(document))) if (place.node.id === id) return place;
  return undefined;
}

/** The place of an element. */
export function resolveElement(document: SyntaxTree, id: number): ResolvedElement | undefined {
  const place = resolveNode(document, id);
  return isResolvedElement(place) ? place : undefined;
}

/** The innermost element that holds a range of the text inside of its own bounds; the root when no other does. */
export function findInnermostElement(document: SyntaxTree, from: number, to: number): ResolvedElement {
  let place = resolveRoot(document);
  for (;;) {
    const inner = resolveChildren(place).find(
      (child): child is ResolvedElement => isResolvedElement(child) && child.from < from && to < child.to,
    );
    if (!inner) return place;
    place = inner;
  }
}

/** The elements around a place, the nearest first; without the root. */
export function ancestorsOf({ parent }: ResolvedPosition): ResolvedElement[] {
  const found: ResolvedElement[] = [];
  for (let at = parent; at?.parent; at = at.parent) found.push(at);
  return found;
}

/** The value of an attribute; undefined when it is missing. */
export const attributeOf = (node: ElementNode, name: string): string | undefined =>
  node.attributes.find((attribute) => attribute.name === name)?.value;

/** Whether a node shows nothing: white space, or a comment. */
export const isBlank = (node: SyntaxNode): boolean =>
  node.kind === 'comment' || (node.kind === 'text' && !/[^ \t\n\r\f]/.test(node.text));
