/**
 * Takes back from an element what the page zooms, so that its pixels are those of the viewport again: as large as on any other
 * page, and placed by boxes as they are measured.
 */
export function resetZoom(element: HTMLElement): void {
  const around = element.parentElement ?? (element.getRootNode() as ShadowRoot).host;
  // Browsers that do not tell it measure in zoomed pixels.
  const zoom = String(1 / (around.currentCSSZoom ?? 1));
  if (element.style.getPropertyValue('zoom') !== zoom) element.style.setProperty('zoom', zoom);
}
