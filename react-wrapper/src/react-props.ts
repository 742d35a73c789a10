/** Attributes of printed HTML as React takes them. */
import { createElement, type ReactElement, type ReactNode } from 'react';

/** Attributes whose names React spells differently. */
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

/** Attributes that React wants as booleans. */
const BOOLEAN =
  /^(?:allowfullscreen|async|autofocus|autoplay|checked|controls|default|defer|disabled|hidden|inert|ismap|itemscope|loop|multiple|muted|nomodule|novalidate|open|playsinline|readonly|required|reversed|selected)$/;

/** Declarations of a `style` attribute as React wants them. */
function styleOf(text: string): Record<string, string> {
  const style: Record<string, string> = {};
  // A semicolon in quotes or in parentheses ends no declaration.
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

/** Names that are no attributes in React. */
const NO_ATTRIBUTE = /^(?:children|key|ref)$/;

/** The attributes of an HTML element as props of a React element. */
export function reactProps(tag: string, attributes: Readonly<Record<string, string>>): Record<string, unknown> {
  const props: Record<string, unknown> = { suppressHydrationWarning: true };
  const isCustom = tag.includes('-');
  for (const [name, value] of Object.entries(attributes)) {
    if (NO_ATTRIBUTE.test(name)) continue;
    if (name === 'style') props['style'] = styleOf(value);
    else if (isCustom) props[name] = value;
    else if (name.startsWith('on'))
      continue; // React takes functions alone
    else if (name === 'hidden' && /^until-found$/i.test(value)) props['hidden'] = value;
    else props[REACT_NAMES.get(name) ?? name] = BOOLEAN.test(name) ? true : value;
  }
  return props;
}

/** An HTML element. */
export function createHTMLElement(
  tag: string,
  props: Readonly<Record<string, unknown>>,
  ...children: ReactNode[]
): ReactElement {
  const { hidden } = props;
  // React knows `hidden` as a boolean alone, and leaves a name in capitals as it is. Its development builds warn of that once.
  const given = typeof hidden === 'string' ? { ...props, hidden: undefined, HIDDEN: hidden } : props;
  return createElement(tag, given, ...children);
}
