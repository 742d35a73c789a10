/** When the loading overlay of a component shows: what loads quickly shows none. */

/** Milliseconds that a component may load before its overlay shows. */
const OVERLAY_DELAY = 100;

/** An element that shows an overlay while `isLoading` is set. */
export interface LoadingElement {
  isLoading: boolean;
}

const loading = new Set<LoadingElement>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** One timer serves all elements: a page may have hundreds. */
function showOverlays(): void {
  timer = undefined;
  for (const element of loading) element.isLoading = true;
}

/** An element began to load, or has nothing to load any more. */
export function setLoading(element: LoadingElement, isLoading: boolean): void {
  if (isLoading) {
    loading.add(element);
    timer ??= setTimeout(showOverlays, OVERLAY_DELAY);
  } else if (loading.delete(element)) element.isLoading = false;
}
