/**
 * Lays an element over another one and follows it; the page's flow has nothing of it.
 * @param wanted false ends it.
 */
export function cover(overlay: HTMLElement, target: Element, wanted: () => boolean): void {
  const place = (): void => {
    if (!wanted()) return;
    const { left, top, width, height } = target.getBoundingClientRect();
    const box = { left, top, width, height };
    for (const [name, value] of Object.entries(box)) overlay.style.setProperty(name, `${value}px`);
    requestAnimationFrame(place);
  };
  place();
}
