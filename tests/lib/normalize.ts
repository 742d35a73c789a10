/**
 * Normalizes HTML before it is compared, as the conformance data asks: attributes sorted; comments, white space at the
 * edges of blocks and white space with line breaks between elements dropped, runs of white space collapsed; what the
 * runtime adds to elements (`hydrated*`, `sc-*`, `c-id*`, `s-id*`) dropped; the value of `hidden` ignored; a
 * same-origin absolute `src` made relative; attributes reflected onto nested hosts dropped.
 */
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;

const INLINE = new Set(
  'a abbr b bdi bdo br button cite code data dfn em font i img input ins del kbd label mark q s samp select small span strike strong sub sup time u var'.split(
    ' ',
  ),
);
const REFLECTED = new Set(['last-modified', 'editable', 'suspended', 'isolate']);

interface Options {
  origin?: string;
}

function attributes(node: DefaultTreeAdapterTypes.Element, { origin }: Options): string {
  return node.attrs
    .filter(({ name }) => !/^(?:c|s)-id/.test(name) && !(node.tagName.startsWith('feaas-') && REFLECTED.has(name)))
    .map(({ name, value }) => {
      if (name === 'class') {
        value = value
          .split(/\s+/)
          .filter((token) => token && !/^(?:hydrated|sc-)/.test(token))
          .join(' ');
        if (!value) return '';
      }
      if (name === 'hidden') value = '';
      if (name === 'src' && origin && value.startsWith(origin + '/')) value = value.slice(origin.length);
      return ` ${name}="${value.replace(/&/g, '&amp;').replace(/"/g, '&quot;')}"`;
    })
    .sort()
    .join('');
}

const isText = (node: Node | undefined): boolean => node?.nodeName === '#text';
const isBlock = (node: Node | undefined): boolean => !node || ('tagName' in node && !INLINE.has(node.tagName));

function print(nodes: Node[], parentIsBlock: boolean, options: Options): string {
  const kept = nodes.filter((node) => node.nodeName !== '#comment');
  return kept
    .map((node, at) => {
      if (isText(node)) {
        const raw = (node as DefaultTreeAdapterTypes.TextNode).value;
        const before = kept[at - 1];
        const after = kept[at + 1];
        if (!/[^ \t\n\r\f]/.test(raw) && /\n/.test(raw)) return '';
        let text = raw.replace(/[ \t\n\r\f]+/g, ' ');
        if ((!before && parentIsBlock) || (before && isBlock(before))) text = text.replace(/^ /, '');
        if ((!after && parentIsBlock) || (after && isBlock(after))) text = text.replace(/ $/, '');
        return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
      }
      if (!('tagName' in node)) return '';
      const inner = print(node.childNodes, !INLINE.has(node.tagName) || node.tagName === 'button', options);
      const open = `<${node.tagName}${attributes(node, options)}>`;
      return /^(?:br|hr|img|input|source|track|wbr|col|area|embed)$/.test(node.tagName)
        ? open
        : `${open}${inner}</${node.tagName}>`;
    })
    .join('');
}

export const normalize = (html: string, options: Options = {}): string =>
  print(parseFragment(html).childNodes, true, options).trim();
