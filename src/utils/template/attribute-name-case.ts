/** Attribute names of SVG and MathML, which may contain capitals. HTML attribute names are lower case. */
import type { SourceElement } from './source-node';

/** Spelling of an attribute: as in the template, else as the parser spells it; lower case in HTML. */
export function attributeNameCase({ foreign, attributes }: SourceElement, name: string): string {
  const lower = name.toLowerCase();
  if (!foreign) return lower;
  return attributes.find(([key]) => key.toLowerCase() === lower)?.[0] ?? foreign(lower);
}

/**
 * Returns a function that spells attribute names outside of HTML as the parser does.
 * @param namesIn returns the attribute names of all elements in HTML, as the platform parses it.
 */
export const spellingBy =
  (namesIn: (html: string) => readonly string[]) =>
  (lower: string): string =>
    // An invalid name is parsed as several names, or as another one.
    namesIn(`<svg ${lower}></svg><math ${lower}>`).find((name) => name !== lower && name.toLowerCase() === lower) ??
    lower;
