/** The neutral tree that parsers hand to the analysis: it knows no DOM. */

/** An element of a parsed template; `node` is the parser's own. */
export interface SourceElement {
  readonly tag: string;
  readonly attributes: [name: string, value: string][];
  readonly children: SourceNode[];
  /** What a template element holds: none of its children, and nothing in it is bound. */
  readonly inert?: readonly SourceNode[] | undefined;
  /**
   * Set outside of the HTML namespace, where text is never read as markup: how the parser spells the name of an attribute, which
   * may have capitals there.
   */
  readonly foreign: false | ((lowerCaseName: string) => string);
  readonly node: unknown;
}
/** An element, or anything else by the parser's own node. */
export type SourceNode = SourceElement | SourceText;
export interface SourceText {
  readonly text: string;
  readonly node: unknown;
  readonly comment?: boolean;
}

export const isElement = (node: SourceNode): node is SourceElement => 'tag' in node;

/** The value of an attribute of a source element. */
export function attribute(source: SourceElement, name: string): string | undefined {
  for (const [key, value] of source.attributes) if (key === name) return value;
  return undefined;
}
