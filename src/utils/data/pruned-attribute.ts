/**
 * Attribute of an element whose data a server has pruned to what its template reads. Its value prefixes the keys of the
 * pruned responses, which are only for this element and this template.
 */
export const PRUNED_ATTRIBUTE = 'data-feaas-pruned';
