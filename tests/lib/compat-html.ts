/** HTML of the original package and of the compatibility package, without what they differ in by intent (compat/README.md). */
import { parseFragment, serialize, type DefaultTreeAdapterTypes as Tree } from 'parse5';

/** Attributes by which elements are told what to do; none of them shows anything. */
const CONTROL_ATTRIBUTES =
  /^(?:hydrate|client-fallback|data-awaiting-hydration|data-server-rendered|template|data|suspended|src|fetch|preload|datasources)$/;

/** What an element of the kit shows is in these; others differ in pages. */
const PAGE_ATTRIBUTES = /^(?:data-external-id|class|id|cdn|library|component)$/;

function clean(parent: Tree.ParentNode, isPage: boolean): void {
  parent.childNodes = parent.childNodes.filter(
    (node) =>
      // React leaves templates where the page is to render, data comes in scripts, and registrations are for editors.
      !/^(?:#comment|script|template|byoc-registration)$/.test(node.nodeName) &&
      // A hint, which React gives to images where it knows of them.
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
    // In a page, what is mounted has an element around it, and hides what else stands there.
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
 * HTML to compare.
 * @param isPage whether it was in a page, or in the HTML of one: elements have fewer attributes in common there.
 */
export function normalizeCompatHTML(html: string, isPage = false): string {
  const fragment = parseFragment(html);
  clean(fragment, isPage);
  // Texts that comments divide are one.
  return serialize(parseFragment(serialize(fragment)));
}
