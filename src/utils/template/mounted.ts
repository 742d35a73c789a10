/**
 * Marks of content. An external component is in an own child of `feaas-external`, after the fallback content.
 */

/** Slot of that child; renderers do not touch a child with this slot. */
export const MOUNTED = 'feaas-mounted';

/** Whether a node is the child that the kit mounts in a `feaas-external`, not content. */
export const isMounted = (node: Node | null): boolean => (node as Element | null)?.slot === MOUNTED;

/**
 * Marks a `feaas-external` whose content a server rendered for its component, so it is not the template's fallback
 * content. The value `live` means that a framework has that content in its tree.
 */
export const SERVER_RENDERED = 'data-server-rendered';

/**
 * Attribute that contains the template of an element whose children are rendered output. Page caches (Turbo, htmx)
 * restore such elements as copies, with the values of an earlier visit.
 */
export const TEMPLATE_ATTRIBUTE = 'data-feaas-template';
