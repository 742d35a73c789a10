import { undoZoom } from './zoom';

/**
 * Lays an element over another one and follows it; the page's flow has nothing of it.
 * @param wanted false ends it.
 */
export function cover(overlay: HTMLElement, target: Element, wanted: () => boolean): void {
  const place = (): void => {
    if (!wanted()) return;
    undoZoom(overlay);
    const { left, top, width, height } = target.getBoundingClientRect();
    // Translated, it shifts nothing of the page's layout.
    const box = { translate: `${left}px ${top}px`, width: `${width}px`, height: `${height}px` };
    for (const [name, value] of Object.entries(box)) overlay.style.setProperty(name, value);
    requestAnimationFrame(place);
  };
  place();
}
