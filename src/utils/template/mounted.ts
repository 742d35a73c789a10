/** Where an external component stands in its element: a child of its own, behind the fallback content, which stays. */

/** The slot of that child; every painter leaves a child with it alone. */
export const MOUNTED = 'feaas-mounted';

/** Whether a node is what the kit has put into a `feaas-external`, and no content. */
export const isMounted = (node: Node | null): boolean =>
  node?.nodeType === 1 && (node as Element).getAttribute('slot') === MOUNTED;

/**
 * Marks a `feaas-external` whose content a server rendered for its component: it is no fallback content of the template. `live` when a
 * framework has that content in its tree.
 */
export const SERVER_RENDERED = 'data-server-rendered';
