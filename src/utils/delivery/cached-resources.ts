/** Whether an earlier visit has cached resources of the content-delivery host. */

/** Name of the mark that says that this origin has cached resources, and of the databases that hold them. */
export const STORAGE_NAME = 'feaas-kit';

/** Whether an earlier visit cached something, or the page is inspected. A first visit does not pay for looking. */
export function hasCachedResources(): boolean {
  try {
    return !!(localStorage.getItem(STORAGE_NAME) || location.href.includes('feaasDebug'));
  } catch {
    return false; // no storage, as in an opaque frame or on a server
  }
}
