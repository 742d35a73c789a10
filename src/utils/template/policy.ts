/**
 * Security data (D13, D19): which attributes may take a bound value, frozen, apart from the code that asks.
 * Templates are trusted, bound values are not; every sanitizer reads this one table.
 */

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Elements whose attributes and content never come from data: they carry code, styles or other documents. */
export const CODE_TAGS = set(
  'script style link base meta object embed applet param frame frameset noscript noembed noframes template plaintext xmp animate animateMotion animateTransform set portal fencedframe',
);

/** Attributes that choose or carry code or templates of the kit's own elements (D19). */
export const OWN_ATTRIBUTES = set(
  'template src cdn hostname library component version revision instance frontend backend fetch preview data-external-id',
);

/** Attributes that never come from data, on any element. */
export const CODE_ATTRIBUTES = set('srcdoc data-embed-src is http-equiv ping nonce');

/** Attributes that hold an address. */
const ADDRESS_ATTRIBUTES = set(
  'href src srcset action formaction poster data background cite longdesc xlink:href manifest codebase classid profile usemap',
);

/** Whether an attribute holds an address; values lose characters without width at their ends there (D20). */
export const isAddressAttribute = (name: string): boolean => ADDRESS_ATTRIBUTES.has(name);

/** Elements whose id or name becomes a member of the document or of a form. */
const NAMED_TAGS = set('form img iframe embed object button fieldset input output select textarea');

const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const SAFE_SCHEME = /^(?:https?|mailto|tel|ftps?|callto|sms|cid|xmpp|matrix|geo|whatsapp)$/i;
const MEDIA_TAGS = set('img video audio source track picture image');
const MEDIA_DATA = /^data:(?:image|video|audio)\//i;

/**
 * Addresses whose first part may be a scheme that runs code, or with something at the ends that may have no width (D20), and the empty one,
 * which `src` takes for none (D7). Behind `/`, `?` or `#` a colon ends no scheme, whatever the URL parser strips.
 */
const UNUSUAL_ADDRESS = /^$|^(?!(?:https?|mailto|tel):)[^:/?#]*:|[\u200b-\u200d\u2060\ufeff\u{e0000}-\u{e007f}]/iu;

/** Whether an address may be followed: no scheme that runs code, in the spelling the URL parser reads. */
export function isSafeAddress(address: string, tag: string, name: string): boolean {
  const isAction = name.endsWith('action');
  if (!isAction && !UNUSUAL_ADDRESS.test(address)) return true;
  // The URL parser strips leading control characters and spaces, and tabs and line breaks anywhere.
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

/** What leaves an element where it stands; anything else covers the page, or comes to that by a variable. */
const POSITION = /(?<![\w-])position\s*:(?!\s*(?:static|relative|absolute|inherit|initial|unset|revert)\s*(?:[;!]|$))/i;

/** What a style needs a closer look for; most have none of it. Addresses and `background-position` are common. */
const UNUSUAL_STYLE = /[@\\]|\/\*|(?<![\w-])position|expression|behavior|-moz-binding|javascript:/i;

/** Whether an inline style may come from data: nothing that covers the page or hides its spelling. */
function isSafeStyle(style: string): boolean {
  if (!UNUSUAL_STYLE.test(style)) return true;
  const text = style.replace(/\/\*[^]*?(?:\*\/|$)/g, '');
  return !POSITION.test(text) && !/\\|expression|behavior|-moz-binding|@import|javascript:/i.test(text);
}

/** Whether a value may be an id or a name: not one that hides a member of the document or of a form. */
export type ClobberCheck = (value: string) => boolean;

/** Names that a document takes whatever it is written in (XML 1.0, section 2.3): letters of all scripts, and what frameworks use. */
const LETTERS =
  '\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd';
const NAME = new RegExp(`^[a-z_:@${LETTERS}][\\w:.@\\u00b7${LETTERS}-]*$`);

/** Why a value is refused; undefined when it is fine. */
export type Check = (value: string, isClobberSafe: ClobberCheck) => string | undefined;

type Attributes = readonly (readonly [name: string, value: string])[];

/** A value of microdata or RDFa: element, attribute, and the names of what the template gives an element that browsers do nothing with. */
const MICRODATA = /^(?:meta content|link href)(?!.* (?:http-equiv|name|rel) ).* (?:itemprop|property) /;

/** Why an attribute is refused whatever its value is; undefined when that depends on the value. */
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
 * What the values of an attribute must pass; undefined when all of them are fine. Lower-case local name of the element, of the
 * attribute.
 * @param attributes what the template gives the element; data does not make it microdata.
 */
export function checkOf(tag: string, name: string, attributes: Attributes = []): Check | undefined {
  const why = nameRefusal(tag, name, attributes);
  if (why) return () => why;
  if (isAddressAttribute(name))
    return (value) => (isSafeAddress(value, tag, name) ? undefined : 'holds an address that is not allowed');
  if (name === 'style') return (value) => (isSafeStyle(value) ? undefined : 'holds a style that is not allowed');
  if ((name === 'id' || name === 'name') && NAMED_TAGS.has(tag))
    return (value, isClobberSafe) => (isClobberSafe(value) ? undefined : 'hides a member of its document or form');
  return undefined;
}

const NO_TEXT = /^(?!)/;

/**
 * The texts that need a closer look before they are written into an attribute, which most do not; undefined where that can not be
 * told by the text.
 * @param check what its values must pass.
 */
export function unusualTexts(name: string, check: Check | undefined): RegExp | undefined {
  if (!check) return NO_TEXT;
  // Where this is refused, every value is, or some that look no different: those of form actions, ids and names.
  if (check('https://host/', () => false)) return undefined;
  return name === 'style' ? UNUSUAL_STYLE : UNUSUAL_ADDRESS;
}

/** Why a bound attribute is refused; undefined when it is fine. Lower-case local name of the element, of the attribute. */
export const refusal = (
  tag: string,
  name: string,
  value: string,
  isClobberSafe: ClobberCheck,
  attributes?: Attributes,
): string | undefined => checkOf(tag, name, attributes)?.(value, isClobberSafe);
