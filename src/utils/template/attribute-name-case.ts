/** Attributes of SVG and MathML, whose names have capitals where those of HTML have none. */
import type { SourceElement } from './source-node';

/** How an attribute is spelled on an element: as its template has it, else as the parser does; in HTML in lower case. */
export function attributeNameCase({ foreign, attributes }: SourceElement, name: string): string {
  const lower = name.toLowerCase();
  if (!foreign) return lower;
  return attributes.find(([own]) => own.toLowerCase() === lower)?.[0] ?? foreign(lower);
}

/**
 * The parser's own spelling of an attribute outside of HTML.
 * @param namesIn the names of the attributes of all elements in HTML, as the platform parses it.
 */
export const spellingBy =
  (namesIn: (html: string) => readonly string[]) =>
  (lower: string): string =>
    // What is no name at all becomes several, or another one.
    namesIn(`<svg ${lower}></svg><math ${lower}>`).find((name) => name !== lower && name.toLowerCase() === lower) ??
    lower;
