/**
 * What an editor may write into a view: never what the host refuses at save, nor what the sanitizer would not let pass
 * out of data. What a template has already stays.
 */
import { CODE_ATTRIBUTES, OWN_ATTRIBUTES, isSafeAddress, refusal } from '../../template/policy';
import { MEMBER_NAMES } from '../../template/member-names';
import type { Message } from '../messages/messages';
import { attributeOf, resolveRoot, walk, type ElementNode, type SyntaxTree } from './syntax-tree';
import { parseDocument } from './parse-document';

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Elements that no one inserts in an editor: they run, load documents, or are read otherwise by other parsers. */
const REFUSED = set(
  `script handler listener applet base frame frameset portal fencedframe plaintext style iframe object embed param link
   meta noscript noembed noframes xmp template math title`,
);
/** Of SVG, what draws; nothing that moves, links, or holds HTML. */
const DRAWN = set(
  `svg g path circle ellipse line polyline polygon rect text tspan defs symbol lineargradient radialgradient stop clippath
   mask pattern`,
);
/** Attributes with addresses apart from each other by commas. */
const SOURCE_SETS = set('srcset imagesrcset');
const ADDRESSES = set('href src action formaction poster data background cite longdesc profile usemap lowsrc dynsrc');
const PICTURES = set('img source image input');
const PICTURE_DATA = /^data:image\/(?:png|jpe?g|gif|webp|avif|svg\+xml|bmp)[;,]/i;
/** What ends an element or comment for one parser and is part of a value for another. */
const ENDS = /--!?>|\]>|<\/(?:style|script|title|xmp|textarea|noscript|iframe|noembed|noframes|template|select)/i;
const taken: ReadonlySet<string> = new Set(MEMBER_NAMES);

/** What names a component of a library, and how such names are written. */
const NAMING = set('library component version');
const NAME = /^[\w-][\w.-]*$/;

// Browsers read over these, wherever they stand, or did so once.
// eslint-disable-next-line no-control-regex -- exactly those
const IGNORED = /[\u0000-\u001f\u007f-\u009f\u00ad]|^[\s\u180e\u200b-\u200f\u2028-\u202f\u2060\ufeff]+/g;

/** An address as a browser reads it: without what it ignores. */
export function readAddress(address: string): string {
  let before: string;
  let after = address;
  do {
    before = after;
    after = before.replace(IGNORED, '');
  } while (after !== before);
  return after.trim();
}

/** Whether an address may be written: an editor's, so no code, no document in itself, no handle of this page. */
export function isAllowedAddress(address: string, tag: string, name: string): boolean {
  const read = readAddress(address);
  if (ENDS.test(address) || !isSafeAddress(read, tag, name)) return false;
  if (/^(?:blob|data):/i.test(read)) return PICTURES.has(tag) && name !== 'href' && PICTURE_DATA.test(read);
  return true;
}

/** The addresses of a srcset, without their sizes. */
const addressesOf = (srcset: string): string[] =>
  srcset
    .split(/\s+/)
    .map((word) => word.replace(/^,+|,+$/g, ''))
    .filter((word) => word !== '' && !/^[\d.]+[wxh]$/.test(word));

/** Whether an attribute may be set in an editor. Lower-case names. */
export function isAllowedAttribute(tag: string, name: string, value: string): boolean {
  if (!/^[a-z_][\w:.-]*$/.test(name) || ENDS.test(value)) return false;
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
  // A page's own component is chosen by who edits, never by data; what its properties are called is its own business.
  const own =
    (tag === 'feaas-external' && OWN_ATTRIBUTES.has(name)) ||
    // One of the library is named, nothing else: where it is loaded from is the page's.
    (tag === 'feaas-component' && NAMING.has(name) && NAME.test(value));
  if (refusal(own ? 'div' : tag, name, value, (free) => !taken.has(free)) !== undefined) return false;
  // The template of a kit's element is a view of its own, and checked as one.
  if (own && name === 'template') return !findUnsafeContent(parseDocument(value));
  // Styles may reach out by url(…), and fonts and filters by that of SVG.
  if (/^(?:style|fill|stroke|filter|mask|clip-path|cursor|marker.*)$/.test(name))
    return (
      !/url\s*\(|image-set|src\s*\(|behaviou?r|["']\s*[a-z]+script\s*:/i.test(value) || /^url\(#[\w-]+\)$/.test(value)
    );
  if (SOURCE_SETS.has(name)) return addressesOf(value).every((each) => isAllowedAddress(each, tag, 'src'));
  return !ADDRESSES.has(local) || isAllowedAddress(value, tag, local);
}

/** Whether an element may be inserted, its content apart. */
function mayElement(node: ElementNode): boolean {
  const tag = node.tag.toLowerCase();
  if (REFUSED.has(tag) || (node.foreign && !DRAWN.has(tag))) return false;
  if (
    tag === 'form' &&
    (attributeOf(node, 'action') ?? '') !== '' &&
    !isAllowedAttribute(tag, 'action', attributeOf(node, 'action')!)
  )
    return false;
  return node.attributes.every(({ name, value }) => isAllowedAttribute(tag, name.toLowerCase(), value));
}

/** Why a piece of HTML may not be inserted; undefined when it may. */
export function findUnsafeContent(document: SyntaxTree): Message | undefined {
  for (const { node } of walk(resolveRoot(document))) {
    if (node.kind === 'stray' || node.kind === 'misnested') return { key: 'refused.element', values: { name: '?' } };
    if (node.kind !== 'element' || node === document.root) continue;
    if (!mayElement(node)) {
      const wrong = node.attributes.find(({ name, value }) => !isAllowedAttribute(node.tag, name.toLowerCase(), value));
      return wrong
        ? { key: 'refused.attribute', values: { name: wrong.name } }
        : { key: 'refused.element', values: { name: node.tag } };
    }
  }
  return document.root.errorCount ? { key: 'refused.element', values: { name: '?' } } : undefined;
}
