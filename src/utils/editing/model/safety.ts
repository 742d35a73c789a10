/**
 * What an editor may write into a document: nothing that the host rejects on save, or that the sanitizer removes from
 * data. Existing content of a template stays.
 */
import { CODE_ATTRIBUTES, OWN_ATTRIBUTES, isSafeAddress, refusal } from '../../template/policy';
import { MEMBER_NAMES } from '../../template/member-names';
import type { Message } from '../messages/messages';
import { attributeOf, resolveRoot, walk, type ElementNode, type SyntaxTree } from './syntax-tree';
import { parseDocument } from './parse-document';

const toSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Elements that an editor can not insert: they run code, load documents, or are parsed differently by other parsers. */
const REFUSED = toSet(
  `script handler listener applet base frame frameset portal fencedframe plaintext style iframe object embed param link
   meta noscript noembed noframes xmp template math title`,
);
/** SVG elements that draw, and do not animate, link, or contain HTML. */
const ALLOWED_SVG = toSet(
  `svg g path circle ellipse line polyline polygon rect text tspan defs symbol lineargradient radialgradient stop clippath
   mask pattern`,
);
/** Attributes with a comma-separated list of addresses. */
const SOURCE_SETS = toSet('srcset imagesrcset');
const ADDRESSES = toSet('href src action formaction poster data background cite longdesc profile usemap lowsrc dynsrc');
const PICTURES = toSet('img source image input');
const PICTURE_DATA = /^data:image\/(?:png|jpe?g|gif|webp|avif|svg\+xml|bmp)[;,]/i;
/** Sequences that end an element or comment for one parser, and are part of a value for another. */
const END_SEQUENCES =
  /--!?>|\]>|<\/(?:style|script|title|xmp|textarea|noscript|iframe|noembed|noframes|template|select)/i;
const memberNames: ReadonlySet<string> = new Set(MEMBER_NAMES);

/** Attributes that identify a component of a library, and the form of their values. */
const IDENTIFYING = toSet('library component version');
const NAME = /^[\w-][\w.-]*$/;

// Characters that browsers ignore in addresses, or once did.
// eslint-disable-next-line no-control-regex -- exactly those
const IGNORED = /[\u0000-\u001f\u007f-\u009f\u00ad]|^[\s\u180e\u200b-\u200f\u2028-\u202f\u2060\ufeff]+/g;

/** Returns an address as a browser reads it, without the characters that it ignores. */
export function readAddress(address: string): string {
  let before: string;
  let after = address;
  do {
    before = after;
    after = before.replace(IGNORED, '');
  } while (after !== before);
  return after.trim();
}

/** Whether an editor may write an address: no code, no embedded document, no `blob:` URL of this page. */
export function isAllowedAddress(address: string, tag: string, name: string): boolean {
  const normalized = readAddress(address);
  if (END_SEQUENCES.test(address) || !isSafeAddress(normalized, tag, name)) return false;
  if (/^(?:blob|data):/i.test(normalized)) return PICTURES.has(tag) && name !== 'href' && PICTURE_DATA.test(normalized);
  return true;
}

/** Returns the addresses of a srcset, without their sizes. */
const addressesOf = (srcset: string): string[] =>
  srcset
    .split(/\s+/)
    .map((part) => part.replace(/^,+|,+$/g, ''))
    .filter((part) => part !== '' && !/^[\d.]+[wxh]$/.test(part));

/** Whether an editor may set an attribute. Names are in lower case. */
export function isAllowedAttribute(tag: string, name: string, value: string): boolean {
  if (!/^[a-z_][\w:.-]*$/.test(name) || END_SEQUENCES.test(value)) return false;
  const local = name.slice(name.lastIndexOf(':') + 1);
  if (/^on[a-z]/.test(local) || /^shadowroot/.test(name) || name === 'manifest' || name === 'archive') return false;
  if (name.startsWith('data-path-')) {
    const target = name.slice('data-path-'.length);
    const inner = target.slice(target.lastIndexOf(':') + 1);
    return (
      !/^on[a-z]/.test(inner) &&
      !CODE_ATTRIBUTES.has(target) &&
      !(tag.startsWith('feaas-') && OWN_ATTRIBUTES.has(target))
    );
  }
  // The page's own component is chosen by the user, never by data; the names of its properties are not restricted.
  const isOwn =
    (tag === 'feaas-external' && OWN_ATTRIBUTES.has(name)) ||
    // A component of the library is only identified here: the page decides where it is loaded from.
    (tag === 'feaas-component' && IDENTIFYING.has(name) && NAME.test(value));
  if (refusal(isOwn ? 'div' : tag, name, value, (candidate) => !memberNames.has(candidate)) !== undefined) return false;
  // The template of a kit element is a document of its own, and is validated as one.
  if (isOwn && name === 'template') return !findUnsafeContent(parseDocument(value));
  // Styles can load resources by url(…), and so can SVG attributes such as `fill` and `filter`.
  if (/^(?:style|fill|stroke|filter|mask|clip-path|cursor|marker.*)$/.test(name))
    return (
      !/url\s*\(|image-set|src\s*\(|behaviou?r|["']\s*[a-z]+script\s*:/i.test(value) || /^url\(#[\w-]+\)$/.test(value)
    );
  if (SOURCE_SETS.has(name)) return addressesOf(value).every((each) => isAllowedAddress(each, tag, 'src'));
  return !ADDRESSES.has(local) || isAllowedAddress(value, tag, local);
}

/** Whether an element may be inserted, apart from its content. */
function isAllowedElement(node: ElementNode): boolean {
  const tag = node.tag.toLowerCase();
  if (REFUSED.has(tag) || (node.foreign && !ALLOWED_SVG.has(tag))) return false;
  if (
    tag === 'form' &&
    (attributeOf(node, 'action') ?? '') !== '' &&
    !isAllowedAttribute(tag, 'action', attributeOf(node, 'action')!)
  )
    return false;
  return node.attributes.every(({ name, value }) => isAllowedAttribute(tag, name.toLowerCase(), value));
}

/** Returns why a piece of HTML may not be inserted; undefined if it may. */
export function findUnsafeContent(document: SyntaxTree): Message | undefined {
  for (const { node } of walk(resolveRoot(document))) {
    if (node.kind === 'stray' || node.kind === 'misnested') return { key: 'refused.element', values: { name: '?' } };
    if (node.kind !== 'element' || node === document.root) continue;
    if (!isAllowedElement(node)) {
      const rejected = node.attributes.find(
        ({ name, value }) => !isAllowedAttribute(node.tag, name.toLowerCase(), value),
      );
      return rejected
        ? { key: 'refused.attribute', values: { name: rejected.name } }
        : { key: 'refused.element', values: { name: node.tag } };
    }
  }
  return document.root.errorCount ? { key: 'refused.element', values: { name: '?' } } : undefined;
}
