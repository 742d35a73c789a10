/** Writes attributes. Some are only the default of a property, which is written too (D20). */
import { lazyModules } from '../scheduling/lazy-modules';
import { ownMembers } from './own-members';

/** Attributes that are the default of the property with the same name, as `element attribute`. */
const DEFAULTS = /^(?:(?:video|audio) muted|input (?:checked|value)|option selected)$/;

/** Attributes that limit the value of an input: browsers change a value that does not fit. */
const LIMITS = /^input (?:type|min|max|step)$/;

/** Prefixes of attributes outside of HTML, with the namespace that parsers assign to them. */
const NAMESPACES: Readonly<Record<string, string>> = {
  xlink: 'http://www.w3.org/1999/xlink',
  xml: 'http://www.w3.org/XML/1998/namespace',
};
const SPECIAL = new RegExp(`${DEFAULTS.source}|${LIMITS.source}|^(?:source src$|form |\\S+ (?:xlink|xml):)`);

/** Whether writing an attribute takes more than setting the attribute itself. */
export const isSpecial = (tag: string, name: string): boolean => SPECIAL.test(`${tag} ${name}`);

/** Writes an attribute that differs, or removes it for null. */
export function writeAttribute(node: Element, name: string, text: string | null): void {
  const element = ownMembers(node);
  if (element.getAttribute(name) === text) return;
  // Most are not special.
  if (isSpecial(element.localName, name)) writeSpecialAttribute(element, name, text);
  else if (text === null) element.removeAttribute(name);
  else element.setAttribute(name, text);
}

function writeSpecialAttribute(element: Element, name: string, text: string | null): void {
  const key = `${element.localName} ${name}`;
  const input = element as HTMLInputElement & Record<string, unknown>;
  const isNew = !element.hasAttribute(name);
  // A visitor can change the value only after the first render.
  const value = LIMITS.test(key) && !lazyModules.updates?.isValueChanged(input) && element.getAttribute('value');
  if (DEFAULTS.test(key)) {
    // A checkbox or button reflects `value` to its attribute, so the attribute is removed last.
    if (name !== 'value') input[name] = text !== null;
    // Only the visitor sets the files of an input.
    else if (input.type !== 'file') input.value = text ?? '';
  }
  const namespace =
    element.namespaceURI === 'http://www.w3.org/1999/xhtml' ? undefined : NAMESPACES[name.split(':')[0]!];
  if (text === null) element.removeAttribute(name);
  else if (namespace) element.setAttributeNS(namespace, name, text);
  else element.setAttribute(name, text);
  if (value && input.value !== value) input.value = value;
  // A video does not reload when the address of an existing source changes. With a new source it selects by itself.
  if (key === 'source src' && (!isNew || element.isConnected))
    (element.parentElement as Partial<HTMLMediaElement> | null)?.load?.();
}

/** Writes the text of a textarea, which is only its default once a visitor has typed. */
export function writeTypedText(area: HTMLTextAreaElement, text: string): void {
  if (area.defaultValue !== text) area.value = text;
}
