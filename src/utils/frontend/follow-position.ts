import { resetZoom } from './zoom';

/** The last call for each overlay. If it is hidden and shown again at once, `wanted` of the call before never returns false. */
const calls = new WeakMap<HTMLElement, object>();

/**
 * Positions an element over another one and follows it, without affecting the page's layout. Only the last call for an
 * overlay counts.
 * @param isActive ends it by returning false
 */
export function followPosition(overlay: HTMLElement, target: Element, isActive: () => boolean): void {
  const token = {};
  calls.set(overlay, token);
  const place = (): void => {
    if (!isActive() || calls.get(overlay) !== token) return;
    resetZoom(overlay);
    const { left, top, width, height } = target.getBoundingClientRect();
    // A translation does not affect the page's layout.
    const box = { translate: `${left}px ${top}px`, width: `${width}px`, height: `${height}px` };
    for (const [name, value] of Object.entries(box)) overlay.style.setProperty(name, value);
    requestAnimationFrame(place);
  };
  place();
}
