/** Whether an earlier visit cached resources of the content-delivery host. */

/** Key of the local-storage flag that this origin has cached resources, and name prefix of the databases. */
export const STORAGE_NAME = 'feaas-kit';

/** Whether an earlier visit cached something, or the page is inspected. A first visit then skips opening the cache. */
export function hasCachedResources(): boolean {
  try {
    return !!(localStorage.getItem(STORAGE_NAME) || location.href.includes('feaasDebug'));
  } catch {
    return false; // no storage, as in an opaque frame or on a server
  }
}
