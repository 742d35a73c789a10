/** Converts attributes of printed HTML to React props. */
import { createElement, type ReactElement, type ReactNode } from 'react';

/** Attributes with another name in React. */
const REACT_NAMES: ReadonlyMap<string, string> = new Map([
  ['class', 'className'],
  ['for', 'htmlFor'],
  ...(
    'acceptCharset accessKey allowFullScreen autoCapitalize autoComplete autoFocus autoPlay cellPadding cellSpacing ' +
    'charSet colSpan contentEditable crossOrigin dateTime encType enterKeyHint fetchPriority formAction frameBorder ' +
    'hrefLang inputMode isMap itemID itemProp itemRef itemScope itemType maxLength mediaGroup minLength noModule ' +
    'noValidate playsInline popoverTarget readOnly referrerPolicy rowSpan spellCheck srcDoc srcLang srcSet tabIndex useMap'
  )
    .split(' ')
    .map((name): [string, string] => [name.toLowerCase(), name]),
]);

/** Attributes that React expects as booleans. */
const BOOLEAN =
  /^(?:allowfullscreen|async|autofocus|autoplay|checked|controls|default|defer|disabled|hidden|inert|ismap|itemscope|loop|multiple|muted|nomodule|novalidate|open|playsinline|readonly|required|reversed|selected)$/;

/** Converts a `style` attribute to an object for React. */
function styleOf(text: string): Record<string, string> {
  const style: Record<string, string> = {};
  // A semicolon in quotes or parentheses does not end a declaration.
  for (const declaration of text.match(/(?:"[^"]*"|'[^']*'|\([^)]*\)|[^;])+/g) ?? []) {
    const colon = declaration.indexOf(':');
    if (colon < 0) continue;
    const name = declaration.slice(0, colon).trim();
    const property = name.startsWith('--')
      ? name
      : name
          .toLowerCase()
          .replace(/^-ms-/, 'ms-')
          .replace(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase());
    style[property] = declaration.slice(colon + 1).trim();
  }
  return style;
}

/** Names that React reserves. */
const NO_ATTRIBUTE = /^(?:children|key|ref)$/;

/** Converts the attributes of an HTML element to props of a React element. */
export function reactProps(tag: string, attributes: Readonly<Record<string, string>>): Record<string, unknown> {
  const props: Record<string, unknown> = { suppressHydrationWarning: true };
  const isCustom = tag.includes('-');
  for (const [name, value] of Object.entries(attributes)) {
    if (NO_ATTRIBUTE.test(name)) continue;
    if (name === 'style') props['style'] = styleOf(value);
    else if (isCustom) props[name] = value;
    else if (name.startsWith('on'))
      continue; // React accepts only functions
    else if (name === 'hidden' && /^until-found$/i.test(value)) props['hidden'] = value;
    else props[REACT_NAMES.get(name) ?? name] = BOOLEAN.test(name) ? true : value;
  }
  return props;
}

/** Creates a React element for an HTML element. */
export function createHTMLElement(
  tag: string,
  props: Readonly<Record<string, unknown>>,
  ...children: ReactNode[]
): ReactElement {
  const { hidden } = props;
  // React treats `hidden` as a boolean, but passes on an upper-case name. Its development builds warn about that once.
  const finalProps = typeof hidden === 'string' ? { ...props, hidden: undefined, HIDDEN: hidden } : props;
  return createElement(tag, finalProps, ...children);
}
