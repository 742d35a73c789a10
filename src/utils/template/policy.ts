/**
 * Security policy (D13, D19): frozen tables of the attributes that may have a bound value. Templates are trusted, bound
 * values are not. All sanitizers use these tables.
 */

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Elements whose attributes and content never come from data: they contain code, styles or other documents. */
export const CODE_TAGS = setOf(
  'script style link base meta object embed applet param frame frameset noscript noembed noframes template plaintext xmp animate animateMotion animateTransform set portal fencedframe',
);

/** Attributes of the kit's elements that select or contain code or templates (D19). */
export const OWN_ATTRIBUTES = setOf(
  'template src cdn hostname library component version revision instance frontend backend fetch preview data-external-id',
);

/** Attributes that never come from data on any element. */
export const CODE_ATTRIBUTES = setOf('srcdoc data-embed-src is http-equiv ping nonce');

/** Attributes that contain an address. */
const ADDRESS_ATTRIBUTES = setOf(
  'href src srcset action formaction poster data background cite longdesc xlink:href manifest codebase classid profile usemap',
);

/** Whether an attribute contains an address. Zero-width characters at the ends of such values are removed (D20). */
export const isAddressAttribute = (name: string): boolean => ADDRESS_ATTRIBUTES.has(name);

/** Elements whose id or name becomes a member of the document or of a form. */
const NAMED_TAGS = setOf('form img iframe embed object button fieldset input output select textarea');

const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const SAFE_SCHEME = /^(?:https?|mailto|tel|ftps?|callto|sms|cid|xmpp|matrix|geo|whatsapp)$/i;
const MEDIA_TAGS = setOf('img video audio source track picture image');
const MEDIA_DATA = /^data:(?:image|video|audio)\//i;

/**
 * Matches addresses that need checking. They may have a scheme that runs code or zero-width characters at the ends
 * (D20), or are empty, which `src` treats as missing (D7). A colon after `/`, `?` or `#` is not part of a scheme,
 * whatever the URL parser strips.
 */
const UNUSUAL_ADDRESS = /^$|^(?!(?:https?|mailto|tel):)[^:/?#]*:|[\u200b-\u200d\u2060\ufeff\u{e0000}-\u{e007f}]/iu;

/** Whether an address is safe: it has no scheme that runs code, as the URL parser reads it. */
export function isSafeAddress(address: string, tag: string, name: string): boolean {
  const isAction = name.endsWith('action');
  if (!isAction && !UNUSUAL_ADDRESS.test(address)) return true;
  // The URL parser strips leading control characters and spaces, and tabs and line breaks at any position.
  const url = address.replace(
    // eslint-disable-next-line no-control-regex -- exactly those
    /^[\x00-\x20\x7f-\xa0\u1680\u2000-\u200f\u2028-\u202f\u205f\u2060\u3000\ufeff]+|[\t\n\r]/g,
    '',
  );
  const scheme = SCHEME.exec(url)?.[1];
  if (isAction) return !scheme && !/^[/\\]{2}/.test(url);
  if (!scheme || SAFE_SCHEME.test(scheme)) return true;
  return MEDIA_TAGS.has(tag) && name !== 'href' && (/^blob$/i.test(scheme) || MEDIA_DATA.test(url));
}

/**
 * Matches a `position` other than those that keep an element in place: others cover the page, or may do so by a
 * variable.
 */
const POSITION = /(?<![\w-])position\s*:(?!\s*(?:static|relative|absolute|inherit|initial|unset|revert)\s*(?:[;!]|$))/i;

/** Matches styles that need checking, which are few. Addresses and `background-position` are common and excluded. */
const UNUSUAL_STYLE = /[@\\]|\/\*|(?<![\w-])position|expression|behavior|-moz-binding|javascript:/i;

/** Whether data may set an inline style: it must not cover the page or obscure its spelling. */
function isSafeStyle(style: string): boolean {
  if (!UNUSUAL_STYLE.test(style)) return true;
  const text = style.replace(/\/\*[^]*?(?:\*\/|$)/g, '');
  return !POSITION.test(text) && !/\\|expression|behavior|-moz-binding|@import|javascript:/i.test(text);
}

/** Whether a value may be an id or a name: it must not hide a member of the document or of a form. */
export type ClobberCheck = (value: string) => boolean;

/**
 * Name characters that any document accepts (XML 1.0, section 2.3): letters of all scripts, and those that frameworks
 * use.
 */
const LETTERS =
  '\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd';
const NAME = new RegExp(`^[a-z_:@${LETTERS}][\\w:.@\\u00b7${LETTERS}-]*$`);

/** Returns the reason why a value is rejected; undefined if it is allowed. */
export type Check = (value: string, isClobberSafe: ClobberCheck) => string | undefined;

type Attributes = readonly (readonly [name: string, value: string])[];

/**
 * Matches microdata and RDFa values, which browsers ignore: the element, the attribute, and the names of all attributes
 * in the template.
 */
const MICRODATA = /^(?:meta content|link href)(?!.* (?:http-equiv|name|rel) ).* (?:itemprop|property) /;

/** The reason why an attribute is rejected regardless of its value; undefined if the value decides. */
function nameRefusal(tag: string, name: string, attributes: Attributes): string | undefined {
  if (!NAME.test(name)) return 'is not a valid attribute name';
  if (/^on[a-z]+$/.test(name)) return 'is an event handler';
  const isCode =
    CODE_TAGS.has(tag) && !MICRODATA.test(`${tag} ${name}` + attributes.map(([each]) => ` ${each} `).join(''));
  if (isCode || CODE_ATTRIBUTES.has(name)) return 'carries code';
  if (tag.startsWith('feaas-') && OWN_ATTRIBUTES.has(name)) return 'chooses what the element loads';
  return undefined;
}

/**
 * Returns the check for the values of an attribute; undefined if all values are allowed. Both names are lower-case
 * local names.
 * @param attributes the element's attributes in the template; data does not make it microdata.
 */
export function checkOf(tag: string, name: string, attributes: Attributes = []): Check | undefined {
  const reason = nameRefusal(tag, name, attributes);
  if (reason) return () => reason;
  if (isAddressAttribute(name))
    return (value) => (isSafeAddress(value, tag, name) ? undefined : 'holds an address that is not allowed');
  if (name === 'style') return (value) => (isSafeStyle(value) ? undefined : 'holds a style that is not allowed');
  if ((name === 'id' || name === 'name') && NAMED_TAGS.has(tag))
    return (value, isClobberSafe) => (isClobberSafe(value) ? undefined : 'hides a member of its document or form');
  return undefined;
}

const NO_TEXT = /^(?!)/;

/**
 * Matches the texts that need checking before they are written to an attribute, which are few; undefined if the text
 * alone does not show that.
 * @param check check of the attribute's values
 */
export function unusualTexts(name: string, check: Check | undefined): RegExp | undefined {
  if (!check) return NO_TEXT;
  // If this address is rejected, no text is safe without its check: the rule is for form actions, ids or names, or
  // rejects all values.
  if (check('https://host/', () => false)) return undefined;
  return name === 'style' ? UNUSUAL_STYLE : UNUSUAL_ADDRESS;
}

/** The reason why a bound attribute is rejected; undefined if it is allowed. Both names are lower-case local names. */
export const refusal = (
  tag: string,
  name: string,
  value: string,
  isClobberSafe: ClobberCheck,
  attributes?: Attributes,
): string | undefined => checkOf(tag, name, attributes)?.(value, isClobberSafe);
