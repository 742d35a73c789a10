/** Normalizes HTML of examples in the documentation, so that tests can compare it. */
import { parseFragment, serialize, type DefaultTreeAdapterTypes as Tree } from 'parse5';

/** Returns HTML without bindings and without white space that is not rendered. Attributes are sorted. */
export function normalizeExampleHTML(html: string): string {
  const fragment = parseFragment(html);
  const tidy = (parent: Tree.ParentNode): void => {
    for (const node of parent.childNodes) {
      if (node.nodeName === '#text') {
        const text = node as Tree.TextNode;
        text.value = text.value.replace(/\s+/g, ' ');
      }
      if ('attrs' in node) {
        node.attrs = node.attrs.filter(({ name }) => !/^data-(?:path|attributes-keys)/.test(name));
        node.attrs.sort((one, other) => (one.name < other.name ? -1 : 1));
      }
      if ('childNodes' in node) tidy(node);
    }
  };
  tidy(fragment);
  return serialize(fragment)
    .replace(/\s*(<\/?(?:p|h\d|ul|li|div|section|hr|figure)\b[^>]*>)\s*/g, '$1')
    .trim();
}
