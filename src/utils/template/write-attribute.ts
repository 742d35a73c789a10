/** Attributes as the page has them: some are only the default of a property, which is written too (D20). */

/** Attributes, behind their element and a space, that are the default of the property with the same name. */
const DEFAULTS = /^(?:(?:video|audio) muted|input (?:checked|value)|option selected)$/;

/** Whether an attribute is the default of a property. */
export const isDefault = (tag: string, name: string): boolean => DEFAULTS.test(`${tag} ${name}`);

/** Writes an attribute, or removes it for null. */
export function writeAttribute(element: Element, name: string, text: string | null): void {
  if (isDefault(element.localName, name)) {
    const input = element as Element & Record<string, unknown>;
    // The property of a checkbox or a button is its attribute: what removes that comes last.
    if (name !== 'value') input[name] = text !== null;
    // The files of an input are the visitor's.
    else if (input['type'] !== 'file') input[name] = text ?? '';
  }
  if (text === null) element.removeAttribute(name);
  else element.setAttribute(name, text);
}
