/** The neutral tree that parsers pass to the analysis; independent of the DOM. */

/** An element of a parsed template; `node` is the parser's own node. */
export interface SourceElement {
  readonly tag: string;
  readonly attributes: [name: string, value: string][];
  readonly children: SourceNode[];
  /** Content of a template element. It is not among `children`, and nothing in it is bound. */
  readonly inert?: readonly SourceNode[] | undefined;
  /**
   * Set outside of the HTML namespace, where text is never parsed as markup. The function spells an attribute name as
   * the parser does, which may use capitals there.
   */
  readonly foreign: false | ((lowerCaseName: string) => string);
  readonly node: unknown;
}
/** An element, or any other node of the parser. */
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
