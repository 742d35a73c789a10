/**
 * Attribute of an element whose data a server has pruned to what the element's template reads. Its value stands before the settings of
 * those answers: they are for this element alone, and for this template.
 */
export const PRUNED_ATTRIBUTE = 'data-feaas-pruned';
