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
  'href src action formaction poster data background cite longdesc xlink:href manifest codebase classid profile usemap',
);

/** Whether an attribute holds an address; values lose characters without width at their ends there (D20). */
export const isAddressAttribute = (name: string): boolean => ADDRESS_ATTRIBUTES.has(name);

/** Elements whose id or name becomes a member of the document or of a form. */
const NAMED_TAGS = set('form img iframe embed object button fieldset input output select textarea');

const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const SAFE_SCHEME = /^(?:https?|ftps?|mailto|tel|callto|sms|cid|xmpp|matrix|geo|whatsapp)$/i;
const MEDIA_TAGS = set('img video audio source track picture image');
const MEDIA_DATA = /^data:(?:image|video|audio)\//i;

/** Whether an address may be followed: no scheme that runs code, in the spelling the URL parser reads. */
export function isSafeAddress(address: string, tag: string, name: string): boolean {
  // The URL parser strips leading control characters and spaces, and tabs and line breaks anywhere.
  const url = address.replace(
    // eslint-disable-next-line no-control-regex -- exactly those
    /^[\x00-\x20\x7f-\xa0\u1680\u2000-\u200f\u2028-\u202f\u205f\u2060\u3000\ufeff]+|[\t\n\r]/g,
    '',
  );
  if (name === 'action' || name === 'formaction') return !SCHEME.test(url) && !/^[/\\]{2}/.test(url);
  const scheme = SCHEME.exec(url)?.[1];
  if (!scheme || SAFE_SCHEME.test(scheme)) return true;
  return MEDIA_TAGS.has(tag) && name !== 'href' && (/^blob$/i.test(scheme) || MEDIA_DATA.test(url));
}

/** What leaves an element where it stands; anything else covers the page, or comes to that by a variable. */
const POSITION = /(?<![\w-])position\s*:(?!\s*(?:static|relative|absolute|inherit|initial|unset|revert)\s*(?:[;!]|$))/i;

/** Whether an inline style may come from data: nothing that covers the page or hides its spelling. */
function isSafeStyle(style: string): boolean {
  const text = style.replace(/\/\*[^]*?(?:\*\/|$)/g, '');
  return !POSITION.test(text) && !/\\|expression|behavior|-moz-binding|@import|javascript:/i.test(text);
}

/** Whether a value may be an id or a name: not one that hides a member of the document or of a form. */
export type ClobberCheck = (value: string) => boolean;

/** Names that a document takes whatever it is written in (XML 1.0, section 2.3): letters of all scripts, and what frameworks use. */
const LETTERS =
  '\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd';
const NAME = new RegExp(`^[a-z_:@${LETTERS}][\\w:.@\\u00b7${LETTERS}-]*$`);

/** Why a bound attribute is refused; undefined when it is fine. Lower-case local name of the element, of the attribute. */
export function refusal(tag: string, name: string, value: string, isClobberSafe: ClobberCheck): string | undefined {
  if (!NAME.test(name)) return 'is not a valid attribute name';
  if (/^on[a-z]+$/.test(name)) return 'is an event handler';
  if (CODE_TAGS.has(tag) || CODE_ATTRIBUTES.has(name)) return 'carries code';
  if (tag.startsWith('feaas-') && OWN_ATTRIBUTES.has(name)) return 'chooses what the element loads';
  if (ADDRESS_ATTRIBUTES.has(name) && !isSafeAddress(value, tag, name)) return 'holds an address that is not allowed';
  if (name === 'style' && !isSafeStyle(value)) return 'holds a style that is not allowed';
  if ((name === 'id' || name === 'name') && NAMED_TAGS.has(tag) && !isClobberSafe(value))
    return 'hides a member of its document or form';
  return undefined;
}

/** Attributes, behind their element and a space, that carry nothing but words. */
const FREE =
  / (?:alt|title|class|lang|dir|role|value|width|height|datetime|aria-[a-z]+|data-(?!path|embed|ext)[a-z-]+)$|^(?:article|section|div|li|h\d|p|span|a|tr|td|figure|details) id$/;

/** Attributes that hold an address of a page or a medium. */
const LINK = /^(?:a href|(?:img|source|video|audio) src)$/;

/** Addresses that name a place of the web without doubt. */
const PLAIN_ADDRESS = /^(?:https?:\/\/|[/.#?]|[\w-]+(?:[/.?#]|$))/i;

/** How closely a bound attribute is looked at: not at all, as an address, or by the whole table. */
export type Guard = 0 | 1 | 2;

/** The guard of an attribute: lower-case local name of the element, lower-case attribute name. */
export function guardOf(tag: string, name: string): Guard {
  const both = `${tag} ${name}`;
  return FREE.test(both) ? 0 : LINK.test(both) ? 1 : 2;
}

/** The first of the characters without width, which addresses lose at their ends (D20). */
const FIRST_ZERO_WIDTH = 0x200b;

/** Whether a value certainly passes a guard as it is. */
export const passes = (guard: Guard, value: string): boolean =>
  !guard || (guard === 1 && PLAIN_ADDRESS.test(value) && !(value.charCodeAt(value.length - 1) >= FIRST_ZERO_WIDTH));
