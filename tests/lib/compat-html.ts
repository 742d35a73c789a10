/** HTML of the original package and of the compatibility package, without what they differ in by intent (compat/README.md). */
import { parseFragment, serialize, type DefaultTreeAdapterTypes as Tree } from 'parse5';

/** Attributes by which elements are told what to do; none of them shows anything. */
const OWN =
  /^(?:hydrate|client-fallback|data-awaiting-hydration|data-server-rendered|template|data|suspended|src|fetch|preload|datasources)$/;

function clean(parent: Tree.ParentNode): void {
  parent.childNodes = parent.childNodes.filter(
    (node) =>
      node.nodeName !== '#comment' &&
      // A hint, which React gives to images where it knows of them.
      !(node.nodeName === 'link' && (node as Tree.Element).attrs.some(({ value }) => value === 'preload')),
  );
  for (const node of parent.childNodes) {
    if (!('attrs' in node)) continue;
    if (node.tagName.startsWith('feaas-')) node.attrs = node.attrs.filter(({ name }) => !OWN.test(name));
    for (const attribute of node.attrs)
      if (attribute.name === 'style')
        attribute.value = attribute.value.replace(/\s*([:;])\s*/g, '$1').replace(/;$/, '');
      else if (attribute.name === 'class')
        attribute.value = attribute.value
          .split(/\s+/)
          .filter((name) => name !== '-feaas')
          .join(' ');
    node.attrs = node.attrs.filter(({ name, value }) => name !== 'class' || value);
    node.attrs.sort((one, other) => (one.name < other.name ? -1 : 1));
    clean(node);
    // In a page, what is mounted has an element around it.
    node.childNodes = node.childNodes.flatMap((child) => {
      const isPlace =
        'attrs' in child &&
        node.tagName === 'feaas-external' &&
        child.attrs.some(
          ({ name, value }) => value === 'feaas-mounted' || (name === 'style' && value === 'display:contents'),
        );
      return isPlace ? child.childNodes : [child];
    });
  }
}

/** HTML to compare. */
export function normalized(html: string): string {
  const fragment = parseFragment(html);
  clean(fragment);
  // Texts that comments divide are one.
  return serialize(parseFragment(serialize(fragment)));
}
