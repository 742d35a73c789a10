/**
 * The syntax tree of a document. A node has the length of its source, but not its position.
 * So an edit creates new nodes only along its own path, and shares all others with the previous tree.
 */

/** Properties of every node. `id` identifies a node as long as it exists, through edits around it. */
interface NodeBase {
  readonly id: number;
  /** Length of its source, including its content. */
  readonly length: number;
  /** Number of parse errors in it, including its own: where the parser result differs from the source. Such content is not edited. */
  readonly errorCount: number;
  /** Whether the parser has the same state after the node as before it. */
  readonly neutral: boolean;
  /** Number of nodes in it, including itself. */
  readonly count: number;
  /** Levels of elements, including itself. */
  readonly depth: number;
}

/** Text; `text` is its value, with decoded entities. */
export interface TextNode extends NodeBase {
  readonly kind: 'text';
  readonly text: string;
  /** Whether entities are literal, as in scripts and styles. */
  readonly raw: boolean;
}
export interface CommentNode extends NodeBase {
  readonly kind: 'comment';
}
/** Source without a node (`stray`: stray tags), or with nodes elsewhere (`misnested`: misnested and moved ones). It stays unchanged. */
export interface ErrorNode extends NodeBase {
  readonly kind: 'stray' | 'misnested';
}
/** An attribute; `from` and `to` are relative to the start of its element. */
export interface Attribute {
  /** As the parser returns it: lower case in HTML. */
  readonly name: string;
  readonly value: string;
  readonly from: number;
  readonly to: number;
}
export interface ElementNode extends NodeBase {
  readonly kind: 'element';
  readonly tag: string;
  /** Whether it is an SVG or MathML element. */
  readonly foreign: boolean;
  readonly attributes: readonly Attribute[];
  readonly children: readonly SyntaxNode[];
  /** Length of the start tag; 0 for an element that the parser added (`tbody`). */
  readonly open: number;
  /** Length of the end tag; 0 if there is none. */
  readonly close: number;
  /** Whether its end is written (or needs no tag), omitted where HTML allows that, or missing. */
  readonly closed: 'written' | 'omitted' | 'missing';
  /** Set if an edit removed its last text: it is still meant for text. */
  readonly emptied?: true;
}
export type SyntaxNode = TextNode | CommentNode | ErrorNode | ElementNode;

/** The tag of a document's root, which has no source. */
export const ROOT = '#view';

/** A parsed document. */
export interface SyntaxTree {
  readonly root: ElementNode;
  /** The next free id. */
  readonly next: number;
  /** Number of nodes that were parsed for this document, without those reused from the previous one. */
  readonly parsed: number;
}

/** A node with its position in the text, and its parent. */
export interface ResolvedPosition<Node extends SyntaxNode = SyntaxNode> {
  readonly node: Node;
  /** Range of its source. */
  readonly from: number;
  readonly to: number;
  readonly parent: ResolvedPosition<ElementNode> | undefined;
  /** Index among its parent's children. */
  readonly index: number;
}
export type ResolvedElement = ResolvedPosition<ElementNode>;

export const isResolvedElement = (resolved: ResolvedPosition | undefined): resolved is ResolvedElement =>
  resolved?.node.kind === 'element';

/** Start and end of an element's content. */
export const contentStart = ({ from, node }: ResolvedElement): number => from + node.open;
export const contentEnd = ({ to, node }: ResolvedElement): number => to - node.close;

export const resolveRoot = ({ root }: SyntaxTree): ResolvedElement => ({
  node: root,
  from: 0,
  to: root.length,
  parent: undefined,
  index: 0,
});

/** Returns the children of an element, in order. */
export function resolveChildren(parent: ResolvedElement): ResolvedPosition[] {
  let from = contentStart(parent);
  return parent.node.children.map((node, index) => {
    const child = { node, from, to: from + node.length, parent, index };
    from = child.to;
    return child;
  });
}

/** Yields a node and all of its descendants, in document order. */
export function* walk(resolved: ResolvedPosition): Generator<ResolvedPosition> {
  yield resolved;
  if (isResolvedElement(resolved)) for (const child of resolveChildren(resolved)) yield* walk(child);
}

/** Yields the elements of a document in document order, without its root. */
export function* elementsOf(document: SyntaxTree): Generator<ResolvedElement> {
  for (const resolved of walk(resolveRoot(document)))
    if (isResolvedElement(resolved) && resolved.parent) yield resolved;
}

/** Returns the position of a node; undefined if the document no longer contains it. */
export function resolveNode(document: SyntaxTree, id: number): ResolvedPosition | undefined {
  for (const resolved of walk(resolveRoot(document))) if (resolved.node.id === id) return resolved;
  return undefined;
}

/** Returns the position of an element. */
export function resolveElement(document: SyntaxTree, id: number): ResolvedElement | undefined {
  const resolved = resolveNode(document, id);
  return isResolvedElement(resolved) ? resolved : undefined;
}

/** Returns the innermost element that encloses a range of the text; the root if no other does. */
export function findInnermostElement(document: SyntaxTree, from: number, to: number): ResolvedElement {
  let element = resolveRoot(document);
  for (;;) {
    const inner = resolveChildren(element).find(
      (child): child is ResolvedElement => isResolvedElement(child) && child.from < from && to < child.to,
    );
    if (!inner) return element;
    element = inner;
  }
}

/** Returns the ancestors of a node, nearest first, without the root. */
export function ancestorsOf({ parent }: ResolvedPosition): ResolvedElement[] {
  const found: ResolvedElement[] = [];
  for (let ancestor = parent; ancestor?.parent; ancestor = ancestor.parent) found.push(ancestor);
  return found;
}

/** Returns the value of an attribute; undefined if it is missing. */
export const attributeOf = (node: ElementNode, name: string): string | undefined =>
  node.attributes.find((attribute) => attribute.name === name)?.value;

/** Whether a node is not visible: white space, or a comment. */
export const isBlank = (node: SyntaxNode): boolean =>
  node.kind === 'comment' || (node.kind === 'text' && !/[^ \t\n\r\f]/.test(node.text));
