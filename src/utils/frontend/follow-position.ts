import { resetZoom } from './zoom';

/** The last call for each overlay: one that is hidden and shown again in one turn has not been seen hidden. */
const calls = new WeakMap<HTMLElement, object>();

/**
 * Lays an element over another one and follows it; the page's flow has nothing of it. The last call for an overlay counts.
 * @param wanted false ends it.
 */
export function followPosition(overlay: HTMLElement, target: Element, wanted: () => boolean): void {
  const token = {};
  calls.set(overlay, token);
  const place = (): void => {
    if (!wanted() || calls.get(overlay) !== token) return;
    resetZoom(overlay);
    const { left, top, width, height } = target.getBoundingClientRect();
    // Translated, it shifts nothing of the page's layout.
    const box = { translate: `${left}px ${top}px`, width: `${width}px`, height: `${height}px` };
    for (const [name, value] of Object.entries(box)) overlay.style.setProperty(name, value);
    requestAnimationFrame(place);
  };
  place();
}
