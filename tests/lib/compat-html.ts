/** Normalizes HTML of the original package and of the compatibility package: removes their intended differences (compat/README.md). */
import { parseFragment, serialize, type DefaultTreeAdapterTypes as Tree } from 'parse5';

/** Attributes that configure elements and have no visible effect. */
const CONTROL_ATTRIBUTES =
  /^(?:hydrate|client-fallback|data-awaiting-hydration|data-server-rendered|template|data|suspended|src|fetch|preload|datasources)$/;

/** Attributes of kit elements that are compared in pages. All others differ there. */
const PAGE_ATTRIBUTES = /^(?:data-external-id|class|id|cdn|library|component)$/;

function clean(parent: Tree.ParentNode, isPage: boolean): void {
  parent.childNodes = parent.childNodes.filter(
    (node) =>
      // React leaves templates for client rendering, scripts contain data, and registrations are for editors.
      !/^(?:#comment|script|template|byoc-registration)$/.test(node.nodeName) &&
      // React adds preload hints for images.
      !(node.nodeName === 'link' && (node as Tree.Element).attrs.some(({ value }) => value === 'preload')),
  );
  for (const node of parent.childNodes) {
    if (!('attrs' in node)) continue;
    if (node.tagName.startsWith('feaas-'))
      node.attrs = node.attrs.filter(({ name }) =>
        isPage ? PAGE_ATTRIBUTES.test(name) : !CONTROL_ATTRIBUTES.test(name),
      );
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
    clean(node, isPage);
    // In a page, a mounted component has a wrapper element, and its fallback content is not rendered.
    if (node.tagName !== 'feaas-external') continue;
    const isPlace = (child: Tree.ChildNode): child is Tree.Element =>
      'attrs' in child &&
      child.attrs.some(
        ({ name, value }) => value === 'feaas-mounted' || (name === 'style' && value === 'display:contents'),
      );
    const isMounted = (child: Tree.ChildNode): boolean =>
      'attrs' in child && child.attrs.some(({ name, value }) => name === 'slot' && value === 'feaas-mounted');
    const shown = node.childNodes.some(isMounted) ? node.childNodes.filter(isMounted) : node.childNodes;
    node.childNodes = shown.flatMap((child) => (isPlace(child) ? child.childNodes : [child]));
  }
}

/**
 * Returns HTML that can be compared.
 * @param isPage whether the HTML comes from a page: elements have fewer attributes in common there.
 */
export function normalizeCompatHTML(html: string, isPage = false): string {
  const fragment = parseFragment(html);
  clean(fragment, isPage);
  // Serialize and parse again to merge adjacent text nodes between removed comments.
  return serialize(parseFragment(serialize(fragment)));
}
