/** Attributes as the page has them: some are only the default of a property, which is written too (D20). */

/** Attributes, behind their element and a space, that are the default of the property with the same name. */
const DEFAULTS = /^(?:(?:video|audio) muted|input (?:checked|value)|option selected)$/;

/** Attributes outside of HTML whose prefix stands for a namespace, which parsers give them. */
const NAMESPACES: Readonly<Record<string, string>> = {
  xlink: 'http://www.w3.org/1999/xlink',
  xml: 'http://www.w3.org/XML/1998/namespace',
};
const SPECIAL = new RegExp(`${DEFAULTS.source}|^(?:source src$|\\S+ (?:xlink|xml):)`);

/** Whether writing an attribute takes more than the attribute itself. */
export const isSpecial = (tag: string, name: string): boolean => SPECIAL.test(`${tag} ${name}`);

/** Writes an attribute, or removes it for null. */
export function writeAttribute(element: Element, name: string, text: string | null): void {
  // Most are not, and each look at an element takes as long as writing one.
  if (isSpecial(element.localName, name)) writeSpecialAttribute(element, name, text);
  else if (text === null) element.removeAttribute(name);
  else element.setAttribute(name, text);
}

function writeSpecialAttribute(element: Element, name: string, text: string | null): void {
  const { localName } = element;
  const isNew = !element.hasAttribute(name);
  if (DEFAULTS.test(`${localName} ${name}`)) {
    const input = element as Element & Record<string, unknown>;
    // The property of a checkbox or a button is its attribute: what removes that comes last.
    if (name !== 'value') input[name] = text !== null;
    // The files of an input are the visitor's.
    else if (input['type'] !== 'file') input[name] = text ?? '';
  }
  const namespace =
    element.namespaceURI === 'http://www.w3.org/1999/xhtml' ? undefined : NAMESPACES[name.split(':')[0]!];
  if (text === null) element.removeAttribute(name);
  else if (namespace) element.setAttributeNS(namespace, name, text);
  else element.setAttribute(name, text);
  // A video keeps its film when the address of a source changes. One that is new chooses by itself.
  if (localName === 'source' && name === 'src' && (!isNew || element.isConnected))
    (element.parentElement as Partial<HTMLMediaElement> | null)?.load?.();
}

/** Writes the text of a textarea, which is only the default of what it shows once a visitor has typed. */
export function writeTypedText(area: HTMLTextAreaElement, text: string): void {
  if (area.defaultValue !== text) area.value = text;
}

/** Puts the value of an input behind its type and limits: browsers change a value that does not fit those it is written under. */
export function moveValueLast<Entry>(tag: string, attributes: Map<string, Entry>): void {
  const value = tag === 'input' ? attributes.get('value') : undefined;
  if (value === undefined) return;
  attributes.delete('value');
  attributes.set('value', value);
}
