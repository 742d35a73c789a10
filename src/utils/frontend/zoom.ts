/**
 * Compensates the page's zoom for an element, so that its pixels are those of the viewport.
 * It has the same size as on any other page, and can be positioned by measured boxes.
 */
export function resetZoom(element: HTMLElement): void {
  const parent = element.parentElement ?? (element.getRootNode() as ShadowRoot).host;
  // Browsers without this property measure in zoomed pixels.
  const zoom = String(1 / (parent.currentCSSZoom ?? 1));
  if (element.style.getPropertyValue('zoom') !== zoom) element.style.setProperty('zoom', zoom);
}
